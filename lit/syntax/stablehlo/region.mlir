// Ops that apply a region to elements.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @reduce(
func.func @reduce(%a: tensor<4x?xf32>, %i: tensor<f32>, %b: tensor<4x?xi32>, %j: tensor<i32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [1] {note = "kept"} : (tensor<4x?xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[R1:.*]]:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [0, 1] : (tensor<4x?xf32>, tensor<4x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  // CHECK-NEXT: reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.add %arg6, %arg4 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[R2]], %arg7 : tensor<f32>, tensor<i32>
  // CHECK-NEXT: }
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [1] {note = "kept"} : (tensor<4x?xf32>, tensor<f32>) -> tensor<4xf32>
  %1:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0, 1] : (tensor<4x?xf32>, tensor<4x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%v: tensor<i32>, %w: tensor<i32>) {
    %2 = stablehlo.add %y, %x : tensor<f32>
    stablehlo.return %2, %w : tensor<f32>, tensor<i32>
  }
  return
}

// A body that an op's name cannot represent is printed.
// CHECK-LABEL: func.func @reduce_with_attribute(
func.func @reduce_with_attribute(%a: tensor<4xf32>, %i: tensor<f32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.add %arg2, %arg3 {note = "kept"} : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<f32>
  // CHECK-NEXT: }
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y {note = "kept"} : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @windows(
func.func @windows(%a: tensor<4x6xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.reduce_window"(%arg0, %arg2) <{base_dilations = array<i64: 1, 2>, padding = dense<{{\[\[}}1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
  // CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.minimum %arg3, %arg4 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x5xf32>
  // CHECK-NEXT: %[[R2:.*]] = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
  // CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  // CHECK-NEXT: %[[R1]] = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<i1>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  // CHECK-NEXT: %[[R1]] = stablehlo.add %arg3, %arg4 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  %0 = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x5xf32>
  %2 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %3 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %3 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// CHECK-LABEL: func.func @map_and_sort(
func.func @map_and_sort(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0>}> ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.atan2 %arg2, %arg3 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[R2:.*]]:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
  // CHECK-NEXT: %[[R1]] = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<i1>
  // CHECK-NEXT: }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.atan2 %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<i32>, %w: tensor<i32>):
    %3 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}

// CHECK-LABEL: func.func @gather_and_scatter(
func.func @gather_and_scatter(%a: tensor<5x6xf32>, %i: tensor<3x1xi64>, %u: tensor<3x6xf32>, %n: tensor<2xi64>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 6>}> : (tensor<5x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  // CHECK-NEXT: %[[R1:.*]] = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg3) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5x6xf32>, tensor<3x1xi64>, tensor<2xi64>) -> tensor<3x?xf32>
  // CHECK-NEXT: %[[R2:.*]] = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  // CHECK-NEXT: ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
  // CHECK-NEXT: stablehlo.return %arg5 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<5x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<5x6xf32>
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 6>}> : (tensor<5x6xf32>, tensor<3x1xi64>) -> tensor<3x6xf32>
  %1 = "stablehlo.dynamic_gather"(%a, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5x6xf32>, tensor<3x1xi64>, tensor<2xi64>) -> tensor<3x?xf32>
  %2 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<3x1xi64>, tensor<3x6xf32>) -> tensor<5x6xf32>
  return
}

// CHECK-LABEL: func.func @torch_index_select(
func.func @torch_index_select(%a: tensor<5x6xf32>, %i: tensor<2xi32>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<5x6xf32>, tensor<2xi32>) -> tensor<5x2xf32>
  %0 = "stablehlo.torch_index_select"(%a, %i) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<5x6xf32>, tensor<2xi32>) -> tensor<5x2xf32>
  return
}

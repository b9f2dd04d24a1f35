// RUN: bcast-lower --target=iree --split-input-file %s | FileCheck %s -enable-var-scope

// A tensor is kept in rows behind the barrier that the second update of `%v` waits for, and again behind the loop. The second
// copy is not one of the same size, which MLIR would remove.
// CHECK-LABEL: func.func @main(
// CHECK: util.optimization_barrier
// CHECK: %[[KEPT:.*]] = tensor.extract_slice %{{.*}} : tensor<?xf64> to tensor<?xf64>
// CHECK: tensor.insert_slice %[[KEPT]] into %{{.*}} : tensor<?xf64> into tensor<?xf64>
// CHECK: stablehlo.while
func.func @main(%a: tensor<?x?xf64>, %v: tensor<?xf32>, %i: tensor<1xi32>) -> (tensor<?x?xf64>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %next = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?xf64>) -> tensor<i32>
  %0 = stablehlo.negate %v : tensor<?xf32>
  %1 = stablehlo.negate %a : tensor<?x?xf64>
  %2 = "stablehlo.scatter"(%v, %i, %one) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<?xf32>, tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %3:2 = stablehlo.while(%k = %zero, %t = %2) : tensor<i32>, tensor<?xf32>
  cond {
    %4 = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  } do {
    %4 = stablehlo.reverse %t, dims = [0] : tensor<?xf32>
    %5 = stablehlo.add %k, %next : tensor<i32>
    stablehlo.return %5, %4 : tensor<i32>, tensor<?xf32>
  }
  return %1, %2, %0, %3#1 : tensor<?x?xf64>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Without an update there is one copy.
// CHECK-LABEL: func.func @main(
// CHECK: tensor.insert_slice {{.*}} : tensor<?xf64> into tensor<?xf64>
// CHECK-NOT: tensor<?xf64> into tensor<?xf64>
// CHECK: {{^ +}}return
func.func @main(%a: tensor<?x?xf64>, %v: tensor<?xf32>) -> (tensor<?x?xf64>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %next = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?xf64>) -> tensor<i32>
  %0 = stablehlo.negate %a : tensor<?x?xf64>
  %1:2 = stablehlo.while(%k = %zero, %t = %v) : tensor<i32>, tensor<?xf32>
  cond {
    %2 = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.reverse %t, dims = [0] : tensor<?xf32>
    %3 = stablehlo.add %k, %next : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0, %1#1 : tensor<?x?xf64>, tensor<?xf32>
}

// If an op dominates a position, no equal op is emitted there: no size, shape, guard or
// broadcast.
// RUN: bcast-lower %s | FileCheck %s

// CHECK-LABEL: @same_operands_again
func.func @same_operands_again(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0
  // CHECK-NEXT: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK-NEXT: stablehlo.add %[[A]], %[[B]]
  // CHECK-NEXT: stablehlo.multiply %[[A]], %[[B]]
  // The order of the operands is irrelevant.
  // CHECK-NEXT: stablehlo.subtract %[[B]], %[[A]]
  // CHECK-NEXT: return
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_subtract %b, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// A size that already exists in the input is reused.
// CHECK-LABEL: @size_in_the_input
func.func @size_in_the_input(%a: tensor<?xf32>, %b: tensor<f32>) -> (tensor<?xf32>, tensor<i32>) {
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size
  // CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.reshape %[[SIZE]]
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]]
  // CHECK-NEXT: stablehlo.add
  // CHECK-NEXT: return
  %size = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0, %size : tensor<?xf32>, tensor<i32>
}

// Values emitted in a region are not used outside it; values emitted before it are used inside.
// CHECK-LABEL: @regions
func.func @regions(%a: tensor<?xf32>, %b: tensor<f32>, %condition: i1) -> tensor<?xf32> {
  // CHECK: scf.if
  // CHECK: stablehlo.get_dimension_size
  // CHECK: } else {
  // CHECK: stablehlo.get_dimension_size
  // CHECK: }
  // CHECK: stablehlo.get_dimension_size
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK: scf.if
  // CHECK-NEXT: stablehlo.multiply %{{.*}}, %[[B]]
  // CHECK-NOT: get_dimension_size
  // CHECK-LABEL: @blocks
  %0 = scf.if %condition -> (tensor<?xf32>) {
    %1 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    %1 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  %2 = chlo.broadcast_divide %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = scf.if %condition -> (tensor<?xf32>) {
    %4 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    scf.yield %4 : tensor<?xf32>
  } else {
    scf.yield %2 : tensor<?xf32>
  }
  return %3 : tensor<?xf32>
}

// The entry block dominates all others; the two branches do not dominate each
// other nor the block after them.
func.func @blocks(%a: tensor<?xf32>, %b: tensor<f32>, %c: tensor<1xf32>, %condition: i1) -> tensor<?xf32> {
  // CHECK: %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK: cf.cond_br
  // CHECK: ^bb1:
  // CHECK: stablehlo.subtract %arg0, %[[B]]
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg2
  // CHECK: ^bb2:
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg2
  // CHECK: ^bb3(
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg2
  // CHECK-NOT: get_dimension_size
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  cf.cond_br %condition, ^bb1, ^bb2
^bb1:
  %1 = chlo.broadcast_subtract %a, %b : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %a, %c : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  cf.br ^bb3(%2 : tensor<?xf32>)
^bb2:
  %3 = chlo.broadcast_subtract %a, %c : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  cf.br ^bb3(%3 : tensor<?xf32>)
^bb3(%4: tensor<?xf32>):
  %5 = chlo.broadcast_multiply %a, %c : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %5 : tensor<?xf32>
}

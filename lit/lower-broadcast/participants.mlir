// The operand dims that determine a result dim, and those of them that are guarded.
// RUN: bcast-lower %s | FileCheck %s

// [2, 3] x [2, 3] => [2, 3]
// CHECK-LABEL: @equal_static_shapes
func.func @equal_static_shapes(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// [?, ?] x (itself) => [?, ?]
// CHECK-LABEL: @a_value_with_itself
func.func @a_value_with_itself(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK-NEXT: stablehlo.add %arg0, %arg0 : tensor<?x?xf32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_add %a, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// [] x [] => []
// CHECK-LABEL: @scalars
func.func @scalars(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: stablehlo.add %arg0, %arg1 : tensor<f32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// [10, 1] x [6, 8, 1, 5] => [6, 8, 10, 5]
// CHECK-LABEL: @static_expansion
func.func @static_expansion(%a: tensor<10x1xf32>, %b: tensor<6x8x1x5xf32>) -> tensor<6x8x10x5xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<10x1xf32>) -> tensor<6x8x10x5xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<6x8x1x5xf32>) -> tensor<6x8x10x5xf32>
  // CHECK-NEXT: stablehlo.multiply %[[A]], %[[B]] : tensor<6x8x10x5xf32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_multiply %a, %b : (tensor<10x1xf32>, tensor<6x8x1x5xf32>) -> tensor<6x8x10x5xf32>
  return %0 : tensor<6x8x10x5xf32>
}

// [0, 3] x [1, 3] => [0, 3]
// CHECK-LABEL: @static_zero
func.func @static_zero(%a: tensor<0x3xf32>, %b: tensor<1x3xf32>) -> tensor<0x3xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<0x3xf32>
  // CHECK-NEXT: stablehlo.multiply %arg0, %[[B]] : tensor<0x3xf32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_multiply %a, %b : (tensor<0x3xf32>, tensor<1x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// [?] x [10] => [10]
// The fixed size determines the result; the dynamic one must equal it or be 1.
// CHECK-LABEL: @dynamic_against_fixed
func.func @dynamic_against_fixed(%a: tensor<?xf32>, %b: tensor<10xf32>) -> tensor<10xf32> {
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK-NEXT: %[[TEN:.*]] = stablehlo.constant dense<10> : tensor<i32>
  // CHECK-NEXT: %[[IS_TEN:.*]] = stablehlo.compare {{ *}}EQ, %[[SIZE]], %[[TEN]]
  // CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
  // CHECK-NEXT: %[[IS_ONE:.*]] = stablehlo.compare {{ *}}EQ, %[[SIZE]], %[[ONE]]
  // CHECK-NEXT: %[[OK:.*]] = stablehlo.or %[[IS_TEN]], %[[IS_ONE]]
  // CHECK-NEXT: stablehlo.custom_call @shape_assertion(%[[OK]], %[[SIZE]]) {{.*}}operand #0 dim 0 has size {0}, operand #1 dim 0 has size 10; expected 10 or 1"
  // CHECK-NEXT: %[[SHAPE:.*]] = stablehlo.constant dense<10> : tensor<1xi32>
  // CHECK-NEXT: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]], dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<10xf32>
  // CHECK-NEXT: stablehlo.multiply %[[A]], %arg1 : tensor<10xf32>
  // CHECK-NEXT: return
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// [?, 5] x [?, 1] => [?, 5]
// A fixed 1 takes no part.
// CHECK-LABEL: @dynamic_and_unit
func.func @dynamic_and_unit(%a: tensor<?x5xf32>, %b: tensor<?x1xf32>) -> tensor<?x5xf32> {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK-NOT: @shape_assertion
  // CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE:.*]], dims = [0, 1] : (tensor<?x5xf32>, tensor<2xi32>) -> tensor<?x5xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x5xf32>
  // CHECK-NEXT: stablehlo.multiply %[[A]], %[[B]]
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?x5xf32>, tensor<?x1xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// [?, ?] x [?, 1] => [?, ?]
// Only dim 1 of the first operand determines the result, so it is known not to expand.
// CHECK-LABEL: @a_dim_that_determines_the_size_alone
func.func @a_dim_that_determines_the_size_alone(%a: tensor<?x?xf32>, %b: tensor<?x1xf32>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 1>} :
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg1
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// [?, 5, ?] x [1, ?] => [?, 5, ?]
// CHECK-LABEL: @leading_dims
func.func @leading_dims(%a: tensor<?x5x?xf32>, %b: tensor<1x?xf32>) -> tensor<?x5x?xf32> {
  // CHECK-DAG: %[[A2:.*]] = stablehlo.get_dimension_size %arg0, dim = 2
  // CHECK-DAG: %[[B1:.*]] = stablehlo.get_dimension_size %arg1, dim = 1
  // CHECK: stablehlo.custom_call @shape_assertion(%{{.*}}, %[[A2]], %[[B1]])
  // CHECK: %[[FIVE:.*]] = stablehlo.constant dense<5> : tensor<1xi32>
  // CHECK: stablehlo.concatenate %{{.*}}, %[[FIVE]], %{{.*}}, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [1, 2] : (tensor<1x?xf32>, tensor<3xi32>) -> tensor<?x5x?xf32>
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?x5x?xf32>, tensor<1x?xf32>) -> tensor<?x5x?xf32>
  return %0 : tensor<?x5x?xf32>
}

// [?, ?, 2, 3] x [1] => [?, ?, 2, 3]
// Neighbouring static sizes are one constant.
// CHECK-LABEL: @neighbouring_static_sizes
func.func @neighbouring_static_sizes(%a: tensor<?x?x2x3xf32>, %b: tensor<1xf32>) -> tensor<?x?x2x3xf32> {
  // CHECK-NOT: @shape_assertion
  // CHECK: %[[STATIC:.*]] = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  // CHECK-NEXT: stablehlo.concatenate %{{.*}}, %{{.*}}, %[[STATIC]], dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<4xi32>
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK-NEXT: stablehlo.multiply %arg0
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?x?x2x3xf32>, tensor<1xf32>) -> tensor<?x?x2x3xf32>
  return %0 : tensor<?x?x2x3xf32>
}

// [2, 5] x [?] => [2, 5]
// CHECK-LABEL: @lower_rank_dynamic
func.func @lower_rank_dynamic(%a: tensor<2x5xf32>, %b: tensor<?xf32>) -> tensor<2x5xf32> {
  // CHECK: operand #1 dim 0 has size {0}, operand #0 dim 1 has size 5; expected 5 or 1
  // CHECK: %[[SHAPE:.*]] = stablehlo.constant dense<[2, 5]> : tensor<2xi32>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<2x5xf32>
  %0 = chlo.broadcast_multiply %a, %b : (tensor<2x5xf32>, tensor<?xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// [?] x [0] => [0]
// CHECK-LABEL: @dynamic_against_fixed_zero
func.func @dynamic_against_fixed_zero(%a: tensor<?xf32>, %b: tensor<0xf32>) -> tensor<0xf32> {
  // CHECK: expected 0 or 1
  // CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<0xf32>
  %0 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

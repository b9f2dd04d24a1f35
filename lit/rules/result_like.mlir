// Ops in place: the destination is never enlarged.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/result_like.toml %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/result_like.toml --zero-extents=numpy %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/result_like.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -

// [?] x [?] => [?]: the second size is the first one, or 1.
// CHECK-LABEL: @the_others_broadcast_to_the_destination
func.func @the_others_broadcast_to_the_destination(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NOT: stablehlo.maximum
  // CHECK-NOT: stablehlo.select
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
  // CHECK: stablehlo.compare EQ, %[[B]], %[[A]]
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: %[[C:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK-NEXT: %[[R:.*]] = stablehlo.add %arg0, %[[C]]
  // CHECK-NEXT: return %[[R]]
  %0 = "ml.add_"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [1] x [?] => [1]: the second size must be 1.
// CHECK-LABEL: @a_destination_of_size_1
func.func @a_destination_of_size_1(%a: tensor<1xf32>, %b: tensor<?xf32>) -> tensor<1xf32> {
  // CHECK: %[[B:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
  // CHECK: stablehlo.compare EQ, %[[B]], %{{.*}}
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: stablehlo.add {{.*}} : tensor<1xf32>
  %0 = "ml.add_"(%a, %b) : (tensor<1xf32>, tensor<?xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// [?, 4] x [4] => [?, 4], [?] x [4] => [?]: only there is a size to check.
// CHECK-LABEL: @static_sizes
func.func @static_sizes(%a: tensor<?x4xf32>, %b: tensor<4xf32>, %c: tensor<?xf32>) {
  // CHECK-NOT: shape_assertion
  // CHECK: stablehlo.add %arg0, %{{.*}} : tensor<?x4xf32>
  %0 = "ml.add_"(%a, %b) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: stablehlo.add
  %1 = "ml.add_"(%c, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  // CHECK-NOT: shape_assertion
  // CHECK: return
  return
}

// CHECK-LABEL: @rank_0
func.func @rank_0(%a: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: stablehlo.add %arg0, %arg0 : tensor<f32>
  %0 = "ml.add_"(%a, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// The destination may be any operand, and dims may be aligned along an axis.
// CHECK-LABEL: @any_operand
func.func @any_operand(%p: tensor<?xi1>, %x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK-DAG: stablehlo.dynamic_broadcast_in_dim %arg0, %{{.*}}, dims = [0]
  // CHECK-DAG: stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [0, 1]
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %arg2
  %0 = "ml.select_into"(%p, %x, %y) {axis = 0 : i64} : (tensor<?xi1>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A bounded size must be 1, too.
// CHECK-LABEL: @a_bounded_size
func.func @a_bounded_size(%a: tensor<1xf32>, %b: tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>> {
  // CHECK: %[[B:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
  // CHECK: %[[FITS:.*]] = stablehlo.compare EQ, %[[B]], %{{.*}}
  // CHECK-NEXT: stablehlo.custom_call @shape_assertion(%[[FITS]], %[[B]]) {{.*}}expected 1"
  %0 = "ml.add_"(%a, %b) : (tensor<1xf32>, tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return %0 : tensor<?xf32, #stablehlo.bounds<5>>
}

// Messages name the destination, and a static size is compared with that of the destination only.
// CHECK-LABEL: @messages
func.func @messages(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<3xf32>) {
  // CHECK-COUNT-2: stablehlo.compare EQ
  // CHECK: "ml.add_: operand #1 dim 0 has size {0}, operand #0 dim 0 has size {1}, which the result has; expected that size or 1"
  %0 = "ml.add_"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.compare EQ
  // CHECK-NOT: stablehlo.compare
  // CHECK: "ml.add_: operand #0 dim 0 has size {0}, operand #1 dim 0 has size 3; expected 3"
  %1 = "ml.add_"(%b, %c) : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: @declared
func.func @declared(%a: tensor<?xf32>) {
  // CHECK: "ml.add_: operand #0 dim 0 has size {0}, which the result has, but it is declared as 3"
  %0 = "ml.add_"(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<3xf32>
  return
}

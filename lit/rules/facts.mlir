// What ops do to sizes, as rule files say: each function needs no guard.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/facts.toml %s | FileCheck %s --implicit-check-not=shape_assertion
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/facts.toml --facts=off %s | FileCheck %s --check-prefix=OFF
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/facts.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -

// CHECK-LABEL: @like
// OFF-LABEL: @like
func.func @like(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // OFF-COUNT-2: shape_assertion
  %0 = "ml.relu"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add %arg0, %{{.*}}
  %1 = "ml.add"(%x, %0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: @permuted
func.func @permuted(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "ml.transpose"(%x) {perm = [1, 0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "ml.transpose"(%0) {perm = array<i32: -1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add %arg0, %{{.*}}
  %2 = "ml.add"(%x, %1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// CHECK-LABEL: @reduced
func.func @reduced(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "ml.reduce"(%x) {axes = dense<-1> : tensor<1xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add %arg0, %{{.*}}
  %1 = "ml.add"(%x, %0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: @reduced_away
func.func @reduced_away(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "ml.reduce"(%x) {axes = [0], keepdims = false} : (tensor<?x?xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.add %arg0, %{{.*}}
  %1 = "ml.add"(%x, %0) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The operands agree in the other dim.
// CHECK-LABEL: @joined
func.func @joined(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "ml.concat"(%x, %y, %y) {axis = 0 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "ml.concat"(%y, %x, %y) {axis = -2 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add
  %2 = "ml.add"(%0, %1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = "ml.reduce"(%x) {axes = [0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add
  %3 = "ml.add"(%y, %r) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// CHECK-LABEL: @products
func.func @products(%x: tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %t = "ml.transpose"(%x) {perm = [1, 0, 2]} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = "ml.mixed"(%x) {axis = 2 : i64, units = 5 : i64} : (tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %1 = "ml.mixed"(%t) {axis = -1 : i64, units = 5 : i64} : (tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: stablehlo.add
  %2 = "ml.add"(%0, %1) : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %2 : tensor<?x?x?x?xf32>
}

// CHECK-LABEL: @several_results_and_a_region
func.func @several_results_and_a_region(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) {
  %0:3 = "ml.several"(%x, %y) ({
    %b = "ml.add"(%x, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    "ml.yield"(%b) : (tensor<?x?xf32>) -> ()
  }) : (tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  %1:3 = "ml.several"(%y, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  // CHECK: stablehlo.add %arg0, %{{.*}}
  %2 = "ml.add"(%x, %0#0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add
  %3 = "ml.add"(%0#2, %1#2) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: @constants_and_rank_0
func.func @constants_and_rank_0(%x: tensor<3x0xf32>) {
  %0 = "ml.constant"() : () -> tensor<?x?xf32>
  // CHECK: stablehlo.add
  %1 = "ml.add"(%x, %0) : (tensor<3x0xf32>, tensor<?x?xf32>) -> tensor<3x0xf32>
  %2 = "ml.scalar"(%0) : (tensor<?x?xf32>) -> tensor<f32>
  return
}

// Nothing follows from an attribute that is missing, or for an unknown rank.
// CHECK-LABEL: @unknown
func.func @unknown(%x: tensor<?xf32>, %y: tensor<*xf32>) {
  %0 = "ml.transpose"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.custom_call @shape_assertion
  %1 = "ml.add"(%x, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = "ml.relu"(%y) : (tensor<*xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.custom_call @shape_assertion
  %3 = "ml.add"(%x, %2) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = "ml.relu"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  return
}

// A product that no size equals says nothing; sizes that are not known may be 0.
// CHECK-LABEL: @large
func.func @large(%x: tensor<4611686018427387904x4x?xf32>, %y: tensor<?x?x7x5xf32>) {
  %0 = "ml.mixed"(%x) {axis = 2 : i64, units = 5 : i64} : (tensor<4611686018427387904x4x?xf32>) -> tensor<?x?x7x5xf32>
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK: stablehlo.custom_call @shape_assertion
  %1 = "ml.add"(%0, %y) : (tensor<?x?x7x5xf32>, tensor<?x?x7x5xf32>) -> tensor<?x?x7x5xf32>
  return
}

// [a, b] x [b, c] => [a, c]; transposed, [a, b] x [c, b] => [a, c]
// CHECK-LABEL: @required
func.func @required(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %t = "ml.transpose"(%y) {perm = [1, 0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = "ml.matmul"(%x, %y) {precision = "high"} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "ml.matmul"(%x, %t) {transposed = true} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "ml.matmul"(%x, %y) {transposed = false} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add
  %3 = "ml.add"(%0, %1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK-NEXT: stablehlo.add
  %4 = "ml.add"(%3, %2) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// CHECK-LABEL: @quotients
// OFF-LABEL: @quotients
func.func @quotients(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  // OFF-COUNT-3: shape_assertion
  %0 = "ml.pool"(%x) {kernel = 2 : i64, strides = array<i64: 1, 3>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "ml.pool"(%x) {kernel = 2 : i64, strides = [7, 3]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.add
  %2 = "ml.add"(%0, %1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = "ml.subsample"(%y) {step = 2 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %4 = "ml.subsample"(%y) {step = 2 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.add
  %5 = "ml.add"(%3, %4) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2, %5 : tensor<?x?xf32>, tensor<?xf32>
}

// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/constants.toml --split-input-file --verify-diagnostics %s | FileCheck %s

// Attributes without a sign are not negative.
// CHECK-LABEL: @unsigned
func.func @unsigned(%x: tensor<?xf32>, %y: tensor<?xi32>, %z: tensor<?xui8>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi32>, tensor<?xui8>) {
  // CHECK: dense<2.000000e+02> : tensor<f32>
  %0 = "ml.scale"(%x) {k = 200 : ui8} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: dense<1.000000e+00> : tensor<f32>
  %1 = "ml.scale"(%x) {k = 1 : ui1} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: dense<200> : tensor<i32>
  %2 = "ml.scale"(%y) {k = 200 : ui8} : (tensor<?xi32>) -> tensor<?xi32>
  // CHECK: dense<200> : tensor<ui8>
  %3 = "ml.scale"(%z) {k = 200 : ui8} : (tensor<?xui8>) -> tensor<?xui8>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xi32>, tensor<?xui8>
}

// -----

// 2^53 + 2^29 + 1 is rounded once: it is behind the middle of two numbers.
// CHECK-LABEL: @rounded_once
// CHECK: dense<9.007200e+15> : tensor<f32>
// CHECK: dense<9.00719925E+15> : tensor<f32>
func.func @rounded_once(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "ml.scale"(%x) {k = 9007199791611905 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "ml.scale"(%x) {k = 9007199791611904 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

func.func @too_large(%x: tensor<?xi32>, %y: tensor<?xi64>) -> (tensor<?xi32>, tensor<?xi64>) {
  // expected-error @+1 {{attribute 'k' is 4294967295 : ui32, which is not a number that element type 'i32' has}}
  %0 = "ml.scale"(%x) {k = 4294967295 : ui32} : (tensor<?xi32>) -> tensor<?xi32>
  // expected-error @+1 {{attribute 'k' is 18446744073709551615 : ui64, which is not a number that element type 'i64' has}}
  %1 = "ml.scale"(%y) {k = 18446744073709551615 : ui64} : (tensor<?xi64>) -> tensor<?xi64>
  return %0, %1 : tensor<?xi32>, tensor<?xi64>
}

// -----

func.func @not_checked(%x: tensor<?xf32>, %y: tensor<4xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{requires operands of one shape, and operand #1 of the step, which takes no part in the broadcast, has type 'tensor<?xf32>'}}
  %0 = "ml.multiply_add"(%x, %y, %z) : (tensor<?xf32>, tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>

// Where a result is does not depend on the op.
// CHECK-LABEL: @sharded
// CHECK: stablehlo.minimum %{{.*}} {sdy.sharding = {{.*}}} : tensor<8xf32>
func.func @sharded(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "ml.cut"(%x, %x) {mode = "down", sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

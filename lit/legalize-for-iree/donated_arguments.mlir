// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' %s | FileCheck %s --implicit-check-not=tf.aliasing_output

// A result has no memory of an argument that another op reads; other attributes stay.
// CHECK-LABEL: func.func @read_behind_result
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32> {jax.arg_info = "x"}, %{{.*}}: tensor<4xf32>)
func.func @read_behind_result(
    %x: tensor<4xf32> {jax.arg_info = "x", tf.aliasing_output = 0 : i32},
    %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  // CHECK: stablehlo.reverse %[[X]]
  %1 = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=0,0})' %s | FileCheck %s -enable-var-scope
// RUN: bcast-lower --split-input-file --target=iree --profile=0,0 --function=main %s | FileCheck %s --check-prefix=PROFILE

// The product of two empty tensors is a number that specialising does not compute: neither it nor what depends on it
// is known.
// CHECK-LABEL: func.func @main(
// CHECK: %[[DOT:.*]] = stablehlo.dot_general
// CHECK: %[[IS_ONE:.*]] = stablehlo.compare EQ, %[[DOT]]
// CHECK: stablehlo.custom_call @shape_assertion(%[[IS_ONE]])
// CHECK: return %[[DOT]] :
// PROFILE: func.func private @main_0(
func.func @main(%x: tensor<?xi32>, %y: tensor<?xf32>) -> tensor<i32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<?xi32>, tensor<?xi32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "x", has_side_effect = true} : (tensor<i1>) -> ()
  return %0 : tensor<i32>
}

// -----

// An argument without elements is known, but a function that uses it still needs it.
// CHECK-LABEL: func.func private @shaped(
// CHECK: %[[EMPTY:.*]] = stablehlo.constant dense<> : tensor<0xi32>
// CHECK: stablehlo.optimization_barrier %[[EMPTY]]
// CHECK-LABEL: func.func @main(
// CHECK: call @shaped(%{{.*}}) : (tensor<0xf32>) -> (tensor<0xf32>, tensor<0xi32>)
// PROFILE: func.func private @main_0(
func.func private @shaped(%s: tensor<0xi32>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<0xi32>) {
  %scalar = stablehlo.constant dense<1.0> : tensor<1xf32>
  %0 = stablehlo.dynamic_reshape %scalar, %s : (tensor<1xf32>, tensor<0xi32>) -> tensor<f32>
  %1 = stablehlo.optimization_barrier %s : tensor<0xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %0, %2, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %3, %1 : tensor<?xf32>, tensor<0xi32>
}
func.func @main(%x: tensor<?xf32>, %s: tensor<0xi32>) -> (tensor<?xf32>, tensor<0xi32>, tensor<?xf32>) {
  %0:2 = call @shaped(%s, %x) : (tensor<0xi32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<0xi32>)
  %1:2 = call @shaped(%s, %x) : (tensor<0xi32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<0xi32>)
  return %0#0, %0#1, %1#0 : tensor<?xf32>, tensor<0xi32>, tensor<?xf32>
}

// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=custom-calls,masked-loops,window-reducers})' %s | FileCheck %s

// A cumulative sum of rows, as JAX emits it: a loop over the positions in a window that is as
// long as the tensor. The sum that the loop carries, and the tensor that is kept for it, are held at
// the start of rows of 64 bytes, and read from there: IREE reads the memory of other tensors unless
// such tensors are of a multiple of 64 bytes.
// [?, 4] => [?] => [?, 16]
// CHECK-LABEL: func.func @window_of_unknown_size
func.func @window_of_unknown_size(%x: tensor<?x4xf32>, %low: tensor<i32>, %n: tensor<i32>) -> tensor<?x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.reshape %low : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.concatenate %0, %none, %none, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %padding = stablehlo.reshape %1 : (tensor<4xi32>) -> tensor<2x2xi32>
  %2 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %window = stablehlo.concatenate %2, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  // The padded tensor, and the elements at the first position of each window.
  // CHECK: %[[CUT:.*]] = scf.if
  // The check of the padding is behind what is cut, which is kept in rows.
  // CHECK: cf.assert
  // CHECK: %[[PADDED:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] [%{{.*}}, 4] [1, 1]
  // CHECK: %[[FIRST:.*]] = stablehlo.add
  // Both in rows of 64 bytes.
  // CHECK: %[[ALL_COUNT:.*]] = arith.muli %[[ALL_SIZE:.*]], %{{.*}} overflow<nsw>
  // CHECK: %[[ALL_FLAT:.*]] = tensor.collapse_shape %[[PADDED]]
  // CHECK: %[[ALL_LONG:.*]] = tensor.insert_slice %[[ALL_FLAT]]
  // CHECK: %[[KEPT:.*]] = tensor.expand_shape %[[ALL_LONG]] {{.*}} into tensor<?x16xf32>
  // CHECK: %[[COUNT:.*]] = arith.muli %[[SIZE:.*]], %{{.*}} overflow<nsw>
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[FIRST]]
  // CHECK: %[[LONG:.*]] = tensor.insert_slice %[[FLAT]]
  // CHECK: %[[START:.*]] = tensor.expand_shape %[[LONG]] {{.*}} into tensor<?x16xf32>
  // The loop over the other positions adds the elements at each, which it reads from the rows.
  // CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[PART:.*]] = %[[START]]) -> (tensor<?x16xf32>)
  // CHECK: cf.assert %{{.*}}, "scf.for: an iteration changes the size of dim 0 of carried tensor #0; expected the same size after each iteration"
  // CHECK-DAG: %[[OWN_FLAT:.*]] = tensor.collapse_shape %[[PART]]
  // CHECK-DAG: %[[OWN_PART:.*]] = tensor.extract_slice %[[OWN_FLAT]][0] [%[[COUNT]]] [1]
  // CHECK-DAG: %[[OWN:.*]] = tensor.expand_shape %[[OWN_PART]] {{.*}} output_shape [%[[SIZE]], 4]
  // CHECK-DAG: %[[KEPT_FLAT:.*]] = tensor.collapse_shape %[[KEPT]]
  // CHECK-DAG: %[[KEPT_PART:.*]] = tensor.extract_slice %[[KEPT_FLAT]][0] [%[[ALL_COUNT]]] [1]
  // CHECK-DAG: %[[ALL:.*]] = tensor.expand_shape %[[KEPT_PART]] {{.*}} output_shape [%[[ALL_SIZE]], 4]
  // CHECK: %[[SLICE:.*]] = stablehlo.real_dynamic_slice %[[ALL]]
  // CHECK: %[[NEXT:.*]] = stablehlo.add %[[OWN]], %[[SLICE]]
  // CHECK: %[[NEXT_FLAT:.*]] = tensor.collapse_shape %[[NEXT]]
  // CHECK: %[[NEXT_LONG:.*]] = tensor.insert_slice %[[NEXT_FLAT]]
  // CHECK: %[[WIDE:.*]] = tensor.expand_shape %[[NEXT_LONG]] {{.*}} into tensor<?x16xf32>
  // CHECK: scf.yield %[[WIDE]]
  // The result, without the rest of the last row.
  // CHECK: %[[RESULT_FLAT:.*]] = tensor.collapse_shape %[[SUM]]
  // CHECK: %[[RESULT_PART:.*]] = tensor.extract_slice %[[RESULT_FLAT]][0] [%[[COUNT]]] [1]
  // CHECK: %[[RESULT:.*]] = tensor.expand_shape %[[RESULT_PART]] {{.*}} output_shape [%[[SIZE]], 4]
  // CHECK: return %[[RESULT]]
  %3 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %window, %ones, %ones, %ones, %padding) {api_version = 2 : i32, called_computations = [@sum]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// A reduction by more than one op stays.
// CHECK-LABEL: func.func @other_reductions_stay
// CHECK: stablehlo.custom_call @stablehlo.dynamic_reduce_window
func.func @other_reductions_stay(%x: tensor<?xf32>, %n: tensor<1xi32>, %padding: tensor<1x2xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %n, %one, %one, %one, %padding) {api_version = 2 : i32, called_computations = [@other]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @other(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  %1 = stablehlo.tanh %0 : tensor<f32>
  return %1 : tensor<f32>
}

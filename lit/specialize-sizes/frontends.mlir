// RUN: bcast-lower --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(specialize-sizes{rules=tensorflow shapes=2x3})' %s | FileCheck -enable-var-scope %s
// RUN: bcast-lower --split-input-file --allow-unregistered-dialect --verify-diagnostics --pass-pipeline='builtin.module(specialize-sizes{rules=tensorflow shapes=1x3})' %s
// RUN: bcast-lower --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(specialize-sizes{rules=tensorflow shapes=?x3})' %s | FileCheck -enable-var-scope --check-prefix=PART %s

// The sizes of results of TensorFlow's ops follow as in their conversion to StableHLO. A constant that nothing uses
// any more is removed.
// CHECK-LABEL: func.func @tensorflow
// CHECK-SAME: -> (tensor<2x1xf32>, tensor<6xf32>)
// CHECK-NEXT: %[[SIZES:.*]] = stablehlo.constant dense<6> : tensor<1xi32>
// CHECK-NEXT: %[[DIM:.*]] = "tf.Const"() {value = dense<1> : tensor<1xi32>}
// CHECK-NEXT: "tf.Sum"(%{{.*}}, %[[DIM]]) {keep_dims = true} : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x1xf32>
// CHECK-NEXT: "tf.Reshape"(%{{.*}}, %[[SIZES]]) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
// CHECK-NEXT: return
// PART-LABEL: func.func @tensorflow
// PART-SAME: -> (tensor<?x1xf32>, tensor<?xf32>)
func.func @tensorflow(%a: tensor<?x?xf32>) -> (tensor<?x1xf32>, tensor<?xf32>) {
  %one = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %sum = "tf.Sum"(%a, %one) {keep_dims = true} : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?x1xf32>
  %count = "tf.Size"(%a) : (tensor<?x?xf32>) -> tensor<i32>
  %twice = "tf.Mul"(%count, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %again = "tf.FloorDiv"(%twice, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %sizes = "tf.Pack"(%again) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %flat = "tf.Reshape"(%a, %sizes) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %sum, %flat : tensor<?x1xf32>, tensor<?xf32>
}

// -----

// Numbers of which sizes are computed may be broadcast, and may be floats: ceil(2 * 0.75) = 2.
// CHECK-LABEL: func.func @numbers_that_broadcast
// CHECK-SAME: -> tensor<2x6xf32>
// CHECK-NOT: chlo
// CHECK: stablehlo.broadcast_in_dim
// PART-LABEL: func.func @numbers_that_broadcast
func.func @numbers_that_broadcast(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %half = stablehlo.constant dense<0.75> : tensor<f32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %rows = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %columns = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %number = stablehlo.convert %rows : (tensor<i32>) -> tensor<f32>
  %part = chlo.broadcast_multiply %number, %half : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %whole = stablehlo.ceil %part : tensor<f32>
  %first = stablehlo.convert %whole : (tensor<f32>) -> tensor<i32>
  %second = chlo.broadcast_multiply %columns, %two : (tensor<i32>, tensor<1xi32>) -> tensor<1xi32>
  %row = stablehlo.reshape %first : (tensor<i32>) -> tensor<1xi32>
  %sizes = stablehlo.concatenate %row, %second, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %column = stablehlo.slice %a [0:1, 0:1] : (tensor<?x?xf32>) -> tensor<1x1xf32>
  %all = stablehlo.dynamic_broadcast_in_dim %column, %sizes, dims = [0, 1] : (tensor<1x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %all : tensor<?x?xf32>
}

// -----

// TOSA's ops infer the sizes of their results.
// CHECK-LABEL: func.func @tosa
// CHECK-SAME: -> tensor<5x2xf32>
// PART-LABEL: func.func @tosa
// PART-SAME: -> tensor<?x2xf32>
func.func @tosa(%a: tensor<?x?xf32>) -> tensor<?x2xf32> {
  %edges = tosa.const_shape {values = dense<[0, 0, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %padded = tosa.pad %a, %edges, %zero : (tensor<?x?xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %sizes = tosa.const_shape {values = dense<[-1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error@+1 {{'tosa.reshape' op does not take these sizes: cannot reshape 5 elements into 4}}
  %pairs = tosa.reshape %padded, %sizes : (tensor<?x?xf32>, !tosa.shape<2>) -> tensor<?x2xf32>
  return %pairs : tensor<?x2xf32>
}

// -----

// A region returns what depends on a size outside that is not given.
// CHECK-LABEL: func.func @assuming
// CHECK-SAME: -> tensor<2x3xf32>
// PART-LABEL: func.func @assuming
// PART-SAME: -> tensor<?x3xf32>
func.func @assuming(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %shape = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %fits = shape.cstr_broadcastable %shape, %shape : tensor<2xindex>, tensor<2xindex>
  %sum = shape.assuming %fits -> (tensor<?x?xf32>) {
    %inner = stablehlo.add %a, %a : tensor<?x?xf32>
    shape.assuming_yield %inner : tensor<?x?xf32>
  }
  return %sum : tensor<?x?xf32>
}

// -----

// Constraints depend on such sizes, too.
// CHECK-LABEL: func.func @asserted
// CHECK-SAME: -> tensor<2x3xf32>
// CHECK-NOT: shape.
// PART-LABEL: func.func @asserted
// PART-SAME: -> tensor<?x3xf32>
func.func @asserted(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %one = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %sum = "tf.Sum"(%a, %one) {keep_dims = true} : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?x1xf32>
  %b = shape.shape_of %sum : tensor<?x1xf32> -> tensor<2xindex>
  %c = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %fits = shape.cstr_broadcastable %b, %c : tensor<2xindex>, tensor<2xindex>
  %left = shape.assuming %fits -> (tensor<?x?xf32>) {
    %all = shape.broadcast %b, %c : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    %wide = stablehlo.dynamic_broadcast_in_dim %sum, %all, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    shape.assuming_yield %wide : tensor<?x?xf32>
  }
  return %left : tensor<?x?xf32>
}

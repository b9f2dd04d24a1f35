// RUN: bcast-lower --target=xla --bounds=4x8x2 --split-input-file %s | FileCheck %s

// Merged rows keep their places until they are split again, and so does what is repeated for each of them.
// CHECK-LABEL: func.func @layer(
// CHECK-NOT: gather
// CHECK: %[[ROWS:.*]] = stablehlo.reshape %arg0 : (tensor<4x8x2xf32>) -> tensor<32x2xf32>
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[ROWS]], %{{.*}}, contracting_dims = [1] x [0] : (tensor<32x2xf32>, tensor<2x3xf32>) -> tensor<32x3xf32>
// CHECK: %[[BIAS:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<32x3xf32>
// CHECK: %[[SUM:.*]] = stablehlo.add %[[PRODUCT]], %[[BIAS]]
// CHECK: stablehlo.reshape %[[SUM]] : (tensor<32x3xf32>) -> tensor<4x8x3xf32>
// CHECK-NOT: gather
// CHECK: return
func.func @layer(%x: tensor<?x?x2xf32>) -> tensor<?x?x3xf32> {
  %weight = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %bias = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x2xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x2xf32>) -> tensor<i32>
  %rows = stablehlo.multiply %b, %s : tensor<i32>
  %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %merged = stablehlo.concatenate %rows1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %merged : (tensor<?x?x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %1 = stablehlo.dot_general %0, %weight, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  %wide = stablehlo.concatenate %rows1, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %bias, %wide, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %3 = stablehlo.add %1, %2 : tensor<?x3xf32>
  %split = stablehlo.concatenate %b1, %s1, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %4 = stablehlo.dynamic_reshape %3, %split : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x?x3xf32>
  return %4 : tensor<?x?x3xf32>
}

// -----

// A sum over merged dims has a mask with gaps; ops on positions, and results, get elements without gaps.
// CHECK-LABEL: func.func @sum_and_reverse(
// CHECK: %[[ROWS:.*]] = stablehlo.reshape %arg0 : (tensor<4x8x2xf32>) -> tensor<32x2xf32>
// CHECK: %[[INSIDE:.*]] = stablehlo.and %{{.*}}, %{{.*}} : tensor<4x8xi1>
// CHECK: %[[MASK:.*]] = stablehlo.reshape %[[INSIDE]] : (tensor<4x8xi1>) -> tensor<32xi1>
// CHECK: %[[MASKS:.*]] = stablehlo.broadcast_in_dim %[[MASK]], dims = [0] : (tensor<32xi1>) -> tensor<32x2xi1>
// CHECK: %[[MASKED:.*]] = stablehlo.select %[[MASKS]], %[[ROWS]], %{{.*}}
// CHECK: stablehlo.reduce(%[[MASKED]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK: %[[DENSE:.*]] = "stablehlo.gather"(%{{.*}}, %{{.*}}) {{.*}} -> tensor<32x2xf32>
// CHECK: stablehlo.reverse %[[DENSE]], dims = [0]
func.func @sum_and_reverse(%x: tensor<?x?x2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x2xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x2xf32>) -> tensor<i32>
  %rows = stablehlo.multiply %b, %s : tensor<i32>
  %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %merged = stablehlo.concatenate %rows1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %merged : (tensor<?x?x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.reverse %0, dims = [0] : tensor<?x2xf32>
  return %1, %2 : tensor<2xf32>, tensor<?x2xf32>
}

// -----

// `b * s / s` is `b` unless `s` is 0, which is checked.
// CHECK-LABEL: func.func @quotient(
// CHECK-SAME: message = "stablehlo.dynamic_reshape: element 0 of operand #1 is {0}; expected {1}", sizes = ["(divide (multiply arg1 arg2) arg2)", "arg1"]
// CHECK-NOT: gather
// CHECK: stablehlo.add %arg0, %arg0 : tensor<4x8x2xf32>
func.func @quotient(%x: tensor<?x?x2xf32>) -> tensor<?x?x2xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x2xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x2xf32>) -> tensor<i32>
  %rows = stablehlo.multiply %b, %s : tensor<i32>
  %back = stablehlo.divide %rows, %s : tensor<i32>
  %back1 = stablehlo.reshape %back : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %back1, %s1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
  %1 = stablehlo.add %x, %0 : tensor<?x?x2xf32>
  return %1 : tensor<?x?x2xf32>
}

// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s
// RUN: bcast-lower --target=xla %s | bcast-lower --target=xla | FileCheck %s --check-prefix=AGAIN
// AGAIN-NOT: "tf.{{[A-Za-z0-9]+}}"(

// x[:, None] of [?, 3]
// CHECK-LABEL: @new_axis
func.func @new_axis(%x: tensor<?x3xf32>) -> tensor<?x1x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  // CHECK-NOT: slice
  // CHECK: stablehlo.dynamic_reshape %arg0, %{{.*}} : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x1x3xf32>
  %0 = "tf.StridedSlice"(%x, %zero, %zero, %one) <{begin_mask = 1 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 2 : i64, shrink_axis_mask = 0 : i64}> {device = ""} : (tensor<?x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x1x3xf32>
  return %0 : tensor<?x1x3xf32>
}

// x[4:0:-2, ..., 1] of [5, ?, 3]: reversed, positions 4 to 0 are 0 to 4.
// CHECK-LABEL: @reversed
func.func @reversed(%x: tensor<5x?x3xf32>) -> tensor<2x?xf32> {
  %b = stablehlo.constant dense<[4, 9, 1]> : tensor<3xi64>
  %e = stablehlo.constant dense<[0, 9, 9]> : tensor<3xi64>
  %s = stablehlo.constant dense<[-2, 9, 1]> : tensor<3xi64>
  // CHECK: %[[R:.*]] = stablehlo.reverse %arg0, dims = [0]
  // CHECK: stablehlo.real_dynamic_slice %[[R]], {{.*}} -> tensor<2x?x1xf32>
  // CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<2x?xf32>
  %0 = "tf.StridedSlice"(%x, %b, %e, %s) {begin_mask = 0 : i64, ellipsis_mask = 2 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 4 : i64} : (tensor<5x?x3xf32>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// x[-3:-1, 0:2, 7:] of [5, 0, 4]: all is static, and positions beyond an end are its last.
// CHECK-LABEL: @static
func.func @static(%x: tensor<5x0x4xf32>) -> tensor<2x0x0xf32> {
  %b = stablehlo.constant dense<[-3, 0, 7]> : tensor<3xi32>
  %e = stablehlo.constant dense<[-1, 2, 0]> : tensor<3xi32>
  %s = stablehlo.constant dense<1> : tensor<3xi32>
  // CHECK: stablehlo.slice %arg0 [2:4, 0:0, 4:4]
  %0 = "tf.StridedSlice"(%x, %b, %e, %s) {end_mask = 4 : i64} : (tensor<5x0x4xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<2x0x0xf32>
  return %0 : tensor<2x0x0xf32>
}

// CHECK-LABEL: @rank_0
func.func @rank_0(%x: tensor<f32>) -> tensor<1xf32> {
  %b = stablehlo.constant dense<0> : tensor<1xi32>
  // CHECK: stablehlo.reshape %arg0 : (tensor<f32>) -> tensor<1xf32>
  %0 = "tf.StridedSlice"(%x, %b, %b, %b) {new_axis_mask = 1 : i64} : (tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// x[-2] of [?]: there may be no such element.
// CHECK-LABEL: @index
func.func @index(%x: tensor<?xf32>) -> tensor<f32> {
  %b = stablehlo.constant dense<-2> : tensor<1xi32>
  %e = stablehlo.constant dense<-1> : tensor<1xi32>
  %s = stablehlo.constant dense<1> : tensor<1xi32>
  // CHECK: shape_assertion{{.*}}"tf.StridedSlice: operand #0 dim 0 has size {0}; expected more, for the index in it"
  // CHECK: stablehlo.real_dynamic_slice {{.*}} -> tensor<1xf32>
  // CHECK: stablehlo.reshape {{.*}} -> tensor<f32>
  %0 = "tf.StridedSlice"(%x, %b, %e, %s) {shrink_axis_mask = 1 : i64} : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// x[:, i]: XLA reads positions of slices at compile time, and those of gathers at run time.
// CHECK-LABEL: @computed_index
func.func @computed_index(%x: tensor<?x?xf32>, %i: tensor<2xi32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<1> : tensor<2xi32>
  // CHECK: shape_assertion
  // CHECK-NOT: slice %arg0
  // CHECK: stablehlo.dynamic_gather"(%arg0
  %0 = "tf.StridedSlice"(%x, %i, %i, %s) {begin_mask = 1 : i64, end_mask = 1 : i64, shrink_axis_mask = 2 : i64} : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The size of a dim, as `tf.shape(x)[1]`.
// CHECK-LABEL: @size
func.func @size(%x: tensor<2x?xf32>) -> tensor<i32> {
  %b = stablehlo.constant dense<1> : tensor<1xi32>
  %e = stablehlo.constant dense<2> : tensor<1xi32>
  // CHECK: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 1
  // CHECK-NEXT: return %[[N]]
  %0 = "tf.Shape"(%x) : (tensor<2x?xf32>) -> tensor<2xi32>
  %1 = "tf.StridedSlice"(%0, %b, %e, %b) {shrink_axis_mask = 1 : i64} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// A beginning that is counted from the end is never behind it.
// CHECK-LABEL: @from_end
// CHECK: maximum
// CHECK-NOT: minimum
// CHECK: real_dynamic_slice
func.func @from_end(%x: tensor<?xf32>) -> tensor<?xf32> {
  %b = stablehlo.constant dense<-2> : tensor<1xi32>
  %s = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "tf.StridedSlice"(%x, %b, %b, %s) {end_mask = 1 : i64} : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Where the range may end in front of its start, it is empty.
// CHECK-LABEL: @ends_in_front
// CHECK: %[[START:.*]] = stablehlo.minimum
// CHECK: %[[END:.*]] = stablehlo.maximum
// CHECK: stablehlo.maximum %[[START]], %[[END]]
// CHECK: stablehlo.real_dynamic_slice
func.func @ends_in_front(%x: tensor<?xf32>) -> tensor<?xf32> {
  %b = stablehlo.constant dense<3> : tensor<1xi32>
  %e = stablehlo.constant dense<-2> : tensor<1xi32>
  %s = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "tf.StridedSlice"(%x, %b, %e, %s) {begin_mask = 0 : i64, end_mask = 0 : i64, ellipsis_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// RUN: bcast-lower --pass-pipeline='builtin.module(simplify-broadcasts,canonicalize)' %s | FileCheck %s

// [?, 4] => [?, 4]
// CHECK-LABEL: func.func @to_its_own_sizes
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
func.func @to_its_own_sizes(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK-NEXT: return %[[X]]
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %r = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %c = stablehlo.constant dense<4> : tensor<1xi32>
  %s = stablehlo.concatenate %r, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// A less specific type is the result of a cast.
// CHECK-LABEL: func.func @to_a_less_specific_type
func.func @to_a_less_specific_type(%x: tensor<4xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: tensor.cast %{{.*}} : tensor<4xf32> to tensor<?xf32>
  // CHECK-NEXT: return
  %s = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// [?] => [n] with unknown sizes.
// CHECK-LABEL: func.func @unknown_sizes_stay
func.func @unknown_sizes_stay(%x: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %{{.*}}, dims = [0] : (
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The same sizes with the dims exchanged give another tensor.
// CHECK-LABEL: func.func @exchanged_dims_stay
func.func @exchanged_dims_stay(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}}, dims = [1, 0] {known_nonexpanding_dimensions = array<i64: 0, 1>}
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %3, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 0] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// A broadcast of a broadcast becomes a single one.
// CHECK-LABEL: func.func @broadcasts_are_merged
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %{{.*}}: tensor<2xi32>, %[[SHAPE:.*]]: tensor<3xi32>
func.func @broadcasts_are_merged(%x: tensor<4xf32>, %s: tensor<2xi32>, %t: tensor<3xi32>) -> tensor<?x?x4xf32> {
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %[[X]], %[[SHAPE]], dims = [2] :
  // CHECK-NEXT: return
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %t, dims = [1, 2] : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x?x4xf32>
  return %1 : tensor<?x?x4xf32>
}

// Two reshapes become the last one, or nothing if it restores the original sizes.
// CHECK-LABEL: func.func @reshapes_are_merged
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %{{.*}}: tensor<1xi32>, %[[SHAPE:.*]]: tensor<3xi32>
func.func @reshapes_are_merged(%x: tensor<?x4xf32>, %s: tensor<1xi32>, %t: tensor<3xi32>) -> (tensor<?x?x?xf32>, tensor<?x4xf32>) {
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.dynamic_reshape %[[X]], %[[SHAPE]]
  // CHECK-NEXT: return %[[RESULT]], %[[X]]
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %r = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c = stablehlo.constant dense<4> : tensor<1xi32>
  %u = stablehlo.concatenate %r, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_reshape %1, %u : (tensor<?x?x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %1, %2 : tensor<?x?x?xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: func.func @known_sizes_make_static_ops
func.func @known_sizes_make_static_ops(%x: tensor<6xf32>) -> (tensor<?x3xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?xf32>, tensor<?x6xf32>) {
  // CHECK-NOT: dynamic
  // CHECK: stablehlo.reshape {{.*}} -> tensor<2x3xf32>
  // CHECK: stablehlo.iota dim = 0 : tensor<5xi32>
  // CHECK: stablehlo.pad {{.*}} low = [1], high = [1], interior = [0]
  // CHECK: stablehlo.slice %{{.*}} [1:5]
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<6xf32>) -> tensor<5x6xf32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %five = stablehlo.constant dense<5> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %1 = stablehlo.dynamic_iota %five, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %2 = stablehlo.dynamic_pad %x, %z, %one, %one, %none : (tensor<6xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.real_dynamic_slice %x, %one, %five, %one : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %4 = stablehlo.dynamic_broadcast_in_dim %x, %t, dims = [1] : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x6xf32>
  return %0, %1, %2, %3, %4 : tensor<?x3xf32>, tensor<?xi32>, tensor<?xf32>, tensor<?xf32>, tensor<?x6xf32>
}

// Facts that come from a check are used after the check.
// CHECK-LABEL: func.func @assertions_are_used_and_stay
func.func @assertions_are_used_and_stay(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: stablehlo.custom_call @shape_assertion
  // CHECK-NEXT: return %arg0
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "sizes differ", has_side_effect = true} : (tensor<i1>) -> ()
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %x, %2, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// Bounds are kept.
// CHECK-LABEL: func.func @bounded_dims_stay
func.func @bounded_dims_stay(%x: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32> {
  // CHECK: stablehlo.dynamic_broadcast_in_dim
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %x, %1, dims = [0] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Only a dynamic broadcast may change scales.
// CHECK-LABEL: func.func @other_scales
func.func @other_scales(%x: tensor<2x1x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 3.0:1>> {
  // CHECK: stablehlo.dynamic_broadcast_in_dim
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x1x!quant.uniform<i8:f32, 2.0:15>>, tensor<2xi32>) -> tensor<2x3x!quant.uniform<i8:f32, 3.0:1>>
  return %0 : tensor<2x3x!quant.uniform<i8:f32, 3.0:1>>
}

// TensorFlow transposes the numbers of a padding and takes them apart.
// CHECK-LABEL: func.func @transposed_padding
func.func @transposed_padding(%x: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [1, 2], high = [0, 3], interior = [0, 0]
  %p = stablehlo.constant dense<[[1, 0], [2, 3]]> : tensor<2x2xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %f = stablehlo.reshape %t : (tensor<2x2xi32>) -> tensor<4xi32>
  %l = stablehlo.slice %f [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %h = stablehlo.slice %f [2:4] : (tensor<4xi32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_pad %x, %v, %l, %h, %z : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Hints that are given stay beside others. The size of %x is neither 0 nor 1.
// CHECK-LABEL: func.func @given_hints
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1, 2] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>}
func.func @given_hints(%x: tensor<?x?x?xf32>, %s: tensor<3xi32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %some = arith.cmpi ne, %n, %c0 : index
  cf.assert %some, "not 0"
  %more = arith.cmpi ne, %n, %c1 : index
  cf.assert %more, "not 1"
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1, 2] {known_expanding_dimensions = array<i64: 1>} : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// IREE folds these ops, and would then merge the broadcasts without what they say of their dims.
// CHECK-LABEL: func.func @conversion_to_its_own_type
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [0] :
// CHECK-NOT: stablehlo.convert
func.func @conversion_to_its_own_type(%x: tensor<?xf32>, %m: tensor<2xi32>, %n: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %m, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
  %1 = stablehlo.convert %0 : tensor<?x1xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %n, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @parts_of_a_complex_number
// CHECK: stablehlo.subtract %arg0, %arg1
func.func @parts_of_a_complex_number(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.complex %x, %y : tensor<?xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %2 = stablehlo.imag %0 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %3 = stablehlo.subtract %1, %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}

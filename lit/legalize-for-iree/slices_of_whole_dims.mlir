// RUN: bcast-lower --target=iree %s | FileCheck %s
// RUN: bcast-lower --target=iree %s > %t
// RUN: bcast-lower --target=iree %t | diff %t -

// [?, 8] => [?, 4]
// A check says that the limit is the size of the operand.
// CHECK-LABEL: func.func @whole(
// CHECK: cf.assert
// CHECK: %[[N:.*]] = tensor.dim %{{[0-9]+}}, %c0
// CHECK-NEXT: %[[LIMITS:.*]] = tensor.from_elements %[[N]], %c4 : tensor<2xindex>
// CHECK-NEXT: stablehlo.real_dynamic_slice %{{.*}}, %{{.*}}, %[[LIMITS]], %{{.*}}
// CHECK-NOT: tensor.dim %arg1
// CHECK: return
func.func @whole(%x: tensor<?x8xf32>, %y: tensor<?xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %is_equal = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_equal) {api_version = 2 : i32, error_message = "other sizes", has_side_effect = true} : (tensor<i1>) -> ()
  %zeros = stablehlo.constant dense<0> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = stablehlo.negate %x : tensor<?x8xf32>
  %m_1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %limits = stablehlo.concatenate %m_1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.real_dynamic_slice %0, %zeros, %limits, %ones : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// In a loop, the sizes are those of what it carries.
// CHECK-LABEL: func.func @in_loop(
// CHECK: stablehlo.while
// CHECK: do {
// CHECK: %[[PRODUCT:.*]] = stablehlo.multiply
// CHECK: %[[OWN:.*]] = tensor.dim %[[PRODUCT]], %c0
// CHECK: %[[LIMITS:.*]] = tensor.from_elements %[[OWN]], %c4 : tensor<2xindex>
// CHECK: stablehlo.real_dynamic_slice %{{.*}}, %{{.*}}, %[[LIMITS]], %{{.*}}
func.func @in_loop(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %n_1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %limits = stablehlo.concatenate %n_1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?x8xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %y, %y : tensor<?x8xf32>
    %2 = stablehlo.real_dynamic_slice %1, %zeros, %limits, %ones : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
    %3 = stablehlo.concatenate %2, %2, dim = 1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<?x8xf32>
  }
  return %0#1 : tensor<?x8xf32>
}

// Another size, a start that is not 0, and a stride stay.
// CHECK-LABEL: func.func @part(
// CHECK-NOT: tensor.dim %{{[0-9]+}}
// CHECK: return
func.func @part(%x: tensor<?x8xf32>, %y: tensor<?xf32>) -> tensor<?x4xf32> {
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = stablehlo.negate %x : tensor<?x8xf32>
  %m_1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %limits = stablehlo.concatenate %m_1, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.real_dynamic_slice %0, %zeros, %limits, %ones : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

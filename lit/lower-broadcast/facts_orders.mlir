// RUN: bcast-lower --split-input-file %s | FileCheck %s

// A checked order of two sizes determines the greater one, and nothing else.

// CHECK-LABEL: func.func @less(
func.func @less(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare LT, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}"n and m"
  // CHECK-NOT: shape_assertion
  // CHECK: return
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n and m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @less_and_the_other(
func.func @less_and_the_other(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare LT, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}"n and m"
  // CHECK: shape_assertion{{.*}}chlo.broadcast_add
  // CHECK: return
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n and m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @at_most(
func.func @at_most(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare LE, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}"n and m"
  // CHECK-NOT: shape_assertion
  // CHECK: return
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n and m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @at_most_and_the_other(
func.func @at_most_and_the_other(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare LE, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}"n and m"
  // CHECK: shape_assertion{{.*}}chlo.broadcast_add
  // CHECK: return
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n and m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @greater(
func.func @greater(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare GT, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}"n and m"
  // CHECK-NOT: shape_assertion
  // CHECK: return
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n and m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @greater_and_the_other(
func.func @greater_and_the_other(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare GT, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}"n and m"
  // CHECK: shape_assertion{{.*}}chlo.broadcast_add
  // CHECK: return
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n and m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @at_least(
func.func @at_least(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare GE, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}"n and m"
  // CHECK-NOT: shape_assertion
  // CHECK: return
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n and m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @at_least_and_the_other(
func.func @at_least_and_the_other(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare GE, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: shape_assertion{{.*}}"n and m"
  // CHECK: shape_assertion{{.*}}chlo.broadcast_add
  // CHECK: return
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "n and m", has_side_effect = true} : (tensor<i1>) -> ()
  %most = stablehlo.maximum %n, %m : tensor<i32>
  %shape = stablehlo.reshape %most : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

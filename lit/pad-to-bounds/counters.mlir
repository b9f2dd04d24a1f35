// RUN: bcast-lower --target=xla --bounds=8x4,8 --split-input-file %s | FileCheck %s

// A counter that ends before the size needs no limit as a position, neither as it is nor in a list that limits it. After a
// check that fails, the loop ends by its limit.
// CHECK-LABEL: func.func @to_the_size(
// CHECK: %[[LIMIT:.*]] = stablehlo.select %{{.*}}, %arg2, %{{.*}} : tensor<i1>, tensor<i32>
// CHECK: stablehlo.while(%[[I:[^ ]*]] =
// CHECK: %[[LESS:.*]] = stablehlo.compare LT, %[[I]], %[[LIMIT]]
// CHECK-NEXT: stablehlo.return %[[LESS]]
// CHECK: %[[ROW:.*]] = stablehlo.dynamic_slice %arg0, %[[I]], %{{.*}}, sizes = [1, 4]
// CHECK-NEXT: stablehlo.add %[[ROW]], %[[ROW]]
func.func @to_the_size(%x: tensor<?x4xf32>, %y: tensor<8xf32>) -> tensor<1x4xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<2xi32>
  %one = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %width = stablehlo.constant dense<4> : tensor<1xi32>
  %start = stablehlo.constant dense<0.0> : tensor<1x4xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %is_some = stablehlo.compare GE, %n, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_some) {api_version = 2 : i32, error_message = "no rows", has_side_effect = true} : (tensor<i1>) -> ()
  %0:2 = stablehlo.while(%i = %c0, %sum = %start) : tensor<i32>, tensor<1x4xf32>
  cond {
    %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %c0, sizes = [1, 4] : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %i1 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %shape = stablehlo.concatenate %n1, %width, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %position = stablehlo.concatenate %i1, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %last = stablehlo.subtract %shape, %one : tensor<2xi32>
    %from = stablehlo.clamp %zeros, %position, %last : tensor<2xi32>
    %to = stablehlo.add %from, %one : tensor<2xi32>
    %steps = stablehlo.constant dense<1> : tensor<2xi32>
    %other = stablehlo.real_dynamic_slice %x, %from, %to, %steps : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x4xf32>
    %more = stablehlo.add %row, %other : tensor<1x4xf32>
    %next_sum = stablehlo.multiply %sum, %more : tensor<1x4xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %next_sum : tensor<i32>, tensor<1x4xf32>
  }
  return %0#1 : tensor<1x4xf32>
}

// -----

// One that goes on to another size is limited.
// CHECK-LABEL: func.func @to_another_size(
// CHECK: stablehlo.while(%[[I:[^ ]*]] =
// CHECK: %[[LAST:.*]] = stablehlo.minimum %[[I]], %{{.*}} : tensor<i32>
// CHECK: stablehlo.dynamic_slice %arg0, %[[LAST]], %{{.*}}, sizes = [1, 4]
func.func @to_another_size(%x: tensor<?x4xf32>, %y: tensor<?xf32>) -> tensor<1x4xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<1x4xf32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %sum = %start) : tensor<i32>, tensor<1x4xf32>
  cond {
    %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %c0, sizes = [1, 4] : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %more = stablehlo.add %sum, %row : tensor<1x4xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %more : tensor<i32>, tensor<1x4xf32>
  }
  return %0#1 : tensor<1x4xf32>
}

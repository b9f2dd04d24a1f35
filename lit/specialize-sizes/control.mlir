// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=4x6,3x6})' %s | FileCheck %s -enable-var-scope

// A function gets a copy for each shape that it is called with; what is passed for sizes is not
// passed any more, other numbers are. The copy with one call replaces it.
// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[Y:.*]]: tensor<3x6xf32>) -> (tensor<4x6xf32>, tensor<3x6xf32>, tensor<4x6xf32>)
// CHECK: %[[I:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK: call @fill(%[[X]], %[[I]]) : (tensor<4x6xf32>, tensor<i32>) -> tensor<4x6xf32>
// CHECK-NEXT: %[[F:.*]] = stablehlo.convert %[[I]] : (tensor<i32>) -> tensor<f32>
// CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %[[F]], dims = [] : (tensor<f32>) -> tensor<3x6xf32>
// CHECK-NEXT: stablehlo.add %[[Y]], %[[B]] : tensor<3x6xf32>
// CHECK: call @fill(%[[X]], %{{.*}}) : (tensor<4x6xf32>, tensor<i32>) -> tensor<4x6xf32>
func.func @calls(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = call @fill(%0, %x, %one) : (tensor<i32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  %3 = call @fill(%1, %y, %one) : (tensor<i32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  %4 = call @fill(%0, %x, %two) : (tensor<i32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %2, %3, %4 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
// CHECK: func.func private @fill(%{{.*}}: tensor<4x6xf32>, %{{.*}}: tensor<i32>)
// CHECK-NOT: func.func
func.func private @fill(%n: tensor<i32>, %x: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<?x?xf32> {
  %six = stablehlo.constant dense<6> : tensor<1xi32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %0, %six, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.add %x, %2 : tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// -----

// A function of numbers that returns numbers is not called any more.
// CHECK-LABEL: func.func @computed_by_calls(
// CHECK-NEXT: %[[Y:.*]] = stablehlo.reshape %{{.*}} : (tensor<4x6xf32>) -> tensor<2x12xf32>
// CHECK-NEXT: return %[[Y]]
// CHECK-NOT: @half
func.func @computed_by_calls(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %half = call @half(%0) : (tensor<i32>) -> tensor<i32>
  %double = stablehlo.multiply %1, %two : tensor<i32>
  %2 = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.reshape %double : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}
func.func private @half(%n: tensor<i32>) -> tensor<i32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.divide %n, %two : tensor<i32>
  return %0 : tensor<i32>
}

// -----

// The decomposition of a composite op is specialised, too.
// CHECK-LABEL: func.func @composite(
// CHECK: stablehlo.composite "my.twice" %{{.*}} {decomposition = @twice} : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK: stablehlo.composite "my.twice" %{{.*}} {decomposition = @twice_0} : (tensor<3x6xf32>) -> tensor<3x6xf32>
func.func @composite(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.composite "my.twice" %x {decomposition = @twice} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.composite "my.twice" %y {decomposition = @twice} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func private @twice(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// What a loop passes on unchanged is known in it: %n is the size of %x.
// CHECK-LABEL: func.func @loop(
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %[[N:.*]] = %{{.*}}, %[[V:.*]] = %{{.*}}) : tensor<i32>, tensor<i32>, tensor<4x6xf32>
// CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
// CHECK: stablehlo.add %[[V]], %{{.*}} : tensor<4x6xf32>
func.func @loop(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %six = stablehlo.constant dense<6> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %m = %n, %v = %x) : tensor<i32>, tensor<i32>, tensor<?x?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
    %shape = stablehlo.concatenate %1, %six, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %2 = stablehlo.dynamic_broadcast_in_dim %cst, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %3 = stablehlo.add %v, %2 : tensor<?x?xf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %m, %3 : tensor<i32>, tensor<i32>, tensor<?x?xf32>
  }
  return %0#2 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @branches(
// CHECK: "stablehlo.if"
// CHECK: (tensor<i1>) -> tensor<4x6xf32>
func.func @branches(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  %p = stablehlo.compare GT, %0, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.negate %x : tensor<?x?xf32>
    stablehlo.return %2 : tensor<?x?xf32>
  }, {
    stablehlo.return %x : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Nothing is dynamic.
// CHECK-LABEL: func.func @static(
// CHECK-NEXT: %[[SIX:.*]] = stablehlo.constant dense<6> : tensor<i32>
// CHECK-NEXT: %[[TWELVE:.*]] = stablehlo.add %[[SIX]], %[[SIX]] : tensor<i32>
// CHECK-NEXT: return %[[TWELVE]]
func.func @static(%x: tensor<4x6xf32>, %y: tensor<3x6xf32>) -> tensor<i32> {
  %0 = stablehlo.constant dense<6> : tensor<i32>
  %1 = stablehlo.add %0, %0 : tensor<i32>
  return %1 : tensor<i32>
}

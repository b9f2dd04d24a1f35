// RUN: bcast-lower --target=iree %s | FileCheck %s
// RUN: bcast-lower --call-decompositions %s | FileCheck %s --check-prefix=CALLS

// Equal iotas that two decompositions change in place are seen before IREE makes them one.
// CHECK-LABEL: func.func @both
// CHECK-NOT: stablehlo.composite
// CHECK: stablehlo.sort
// CHECK-NOT: stablehlo.composite
// CHECK: stablehlo.sort
// CHECK-NOT: func.func
// CALLS-LABEL: func.func @both
// CALLS: call @order(%{{.*}}) {mhlo.mark = "first"} : (tensor<?x8xf32>) -> tensor<?x8xi32>
// CALLS: call @order(
func.func @both(%x: tensor<?x8xf32>) -> (tensor<?x8xi32>, tensor<?x8xi32>) {
  %0 = stablehlo.negate %x : tensor<?x8xf32>
  %1 = stablehlo.composite "own.order" %x {decomposition = @order, version = 1 : i32, composite_attributes = {k = 8 : i64}, mhlo.mark = "first"} : (tensor<?x8xf32>) -> tensor<?x8xi32>
  %2 = stablehlo.composite "own.order" %0 {decomposition = @order} : (tensor<?x8xf32>) -> tensor<?x8xi32>
  return %1, %2 : tensor<?x8xi32>, tensor<?x8xi32>
}

func.func private @order(%x: tensor<?x8xf32>) -> tensor<?x8xi32> {
  %eight = stablehlo.constant dense<8> : tensor<1xi32>
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %list = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %list, %eight, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<?x8xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?x8xf32>, tensor<?x8xi32>) -> (tensor<?x8xf32>, tensor<?x8xi32>)
  return %0#1 : tensor<?x8xi32>
}

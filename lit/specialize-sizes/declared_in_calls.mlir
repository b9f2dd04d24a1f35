// Each call has to have the sizes that a function declares, also of arguments that it does not use.
// RUN: not bcast-lower --shapes=4,5 --split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: 'func.func' op argument #1 dim 0 has size 5, but argument #0 dim 0, declared as 'n' too, has size 4
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @f(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Nothing needs the call, but for the range.
// CHECK: error: 'func.func' op argument #0 dim 0 has size 4, but 'n' is declared to be from 5 to 8
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<i32> {
  %0 = call @f(%x) : (tensor<?xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @f(%x: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<i32> attributes {bcast.ranges = {n = array<i64: 5, 8>}} {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// RUN: bcast-lower --sizes=b=4 %s | FileCheck %s
// RUN: bcast-lower --sizes=b=1..8 %s | FileCheck %s --check-prefix=RANGE

// That %y has as many elements holds only in the branch.
// CHECK: func.func @main(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>)
// CHECK: stablehlo.if
// RANGE: func.func @main(%{{.*}}: tensor<?xf32> {bcast.dims = ["b"]}, %{{.*}}: tensor<?xf32>)
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %s = func.call @f(%n, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %s : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r, %y : tensor<?xf32>, tensor<?xf32>
}
func.func private @f(%b: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

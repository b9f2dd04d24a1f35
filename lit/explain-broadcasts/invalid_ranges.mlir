// A range that is wrong is an error; what else is declared is explained as it will be checked.
// RUN: not bcast-lower explain %s 2>/dev/null | FileCheck %s

// CHECK: error: 'func.func' op attribute 'bcast.ranges' gives 'b' the range array<i64: 9, 3>; expected
// CHECK: @f declares sizes of its arguments
// CHECK-NEXT: 'a': argument #1 %y dim 0 = argument #0 %x dim 0 (checked at function entry)
// CHECK-NEXT: 'a': argument #0 %x dim 0 >= 1 and argument #0 %x dim 0 <= 64 (checked at function entry)
// CHECK: chlo.broadcast_add in @f becomes stablehlo.add
// CHECK-NEXT: [a] x [a] => [a]
func.func @f(
    %x: tensor<?xf32> {bcast.dims = ["a"]}, %y: tensor<?xf32> {bcast.dims = ["a"]},
    %z: tensor<?xf32> {bcast.dims = ["b"]}) -> tensor<?xf32>
    attributes {bcast.ranges = {a = array<i64: 1, 64>, b = array<i64: 9, 3>}} {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

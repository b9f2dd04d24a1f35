// A note on an argument whose location is a name only is at the op that has the argument.
// RUN: not bcast-lower --verify-only %s 2>&1 | FileCheck %s

// CHECK: :[[@LINE+6]]:8: error: 'chlo.broadcast_add' op operands don't have broadcast-compatible shapes
// CHECK: :[[@LINE+4]]:1: note: operand #1 has size 3 in dim 0
// CHECK-NEXT: func.func @f(
// CHECK: :[[@LINE+2]]:1: note: operand #0 has size 2 in dim 0
// CHECK-NOT: unknown
func.func @f(%x: tensor<2xf32> loc("x"), %y: tensor<3xf32> loc("y")) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

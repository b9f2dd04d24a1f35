// RUN: bcast-lower --guard-reshapes %s | FileCheck %s
// RUN: bcast-lower --target=iree %s | FileCheck %s --check-prefix=IREE

// IREE does not check the sizes that a cast gives a tensor.

// CHECK-LABEL: func.func @of_unknown_size
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, {{.*}} : index
// CHECK: cf.assert %[[EQUAL]], "tensor.cast: the size of operand #0 dim 0 does not fit; expected 4, which its type declares"
// CHECK: tensor.cast
// IREE-LABEL: func.func @of_unknown_size
// IREE: cf.assert
func.func @of_unknown_size(%x: tensor<?x2xf32>) -> tensor<4x2xf32> {
  %0 = tensor.cast %x : tensor<?x2xf32> to tensor<4x2xf32>
  %1 = stablehlo.negate %0 : tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @of_checked_size
// CHECK: cf.assert {{.*}}, "four"
// CHECK-NOT: cf.assert
func.func @of_checked_size(%x: tensor<?xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %equal = arith.cmpi eq, %n, %c4 : index
  cf.assert %equal, "four"
  %0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @to_less
// CHECK-NOT: cf.assert
func.func @to_less(%x: tensor<4xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// That `add` is legal only for equal sizes does not check the cast.
// CHECK-LABEL: func.func @of_said_size
// CHECK: cf.assert {{.*}}, "four"
// CHECK: cf.assert {{.*}}, "tensor.cast: the size of operand #0 dim 0 does not fit; expected 4, which its type declares"
// IREE-LABEL: func.func @of_said_size
// IREE: cf.assert {{.*}}, "stablehlo.add: the size of operand #1 dim 0 does not fit
// IREE: cf.assert {{.*}}, "four"
func.func @of_said_size(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %equal = arith.cmpi eq, %n, %c4 : index
  cf.assert %equal, "four"
  %0 = tensor.cast %y : tensor<?xf32> to tensor<4xf32>
  return %s, %0 : tensor<?xf32>, tensor<4xf32>
}

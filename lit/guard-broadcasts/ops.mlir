// RUN: bcast-lower --pass-pipeline='builtin.module(guard-broadcasts)' --split-input-file --verify-diagnostics %s | FileCheck %s --implicit-check-not=stablehlo --implicit-check-not=cf.assert
// RUN: bcast-lower --target=iree --split-input-file --verify-diagnostics %s | bcast-lower --pass-pipeline='builtin.module()' --split-input-file | FileCheck %s --implicit-check-not=stablehlo --implicit-check-not=cf.assert

// IREE uses the greater of two sizes, so 0 against 1 is rejected. [?, 4], [?, 1] => [?, 4]
// CHECK-LABEL: func.func @one_guard
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0
// CHECK-DAG: %[[M:.*]] = tensor.dim %arg1
// CHECK: cf.assert %{{.*}}, "tosa.maximum: the sizes of operand #0 dim 0 and operand #1 dim 0 do not fit; expected equal sizes, or 1 and a size of at least 1"
// CHECK: tosa.maximum %arg0, %arg1 : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
// CHECK: return
func.func @one_guard(%x: tensor<?x4xf32>, %y: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = tosa.maximum %x, %y : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// The condition of a guard is known after it, and equal sizes need no guard.
// CHECK-LABEL: func.func @facts
// CHECK: cf.assert
// CHECK: tosa.add
// CHECK: tosa.exp
// CHECK: tosa.sub
// CHECK: return
func.func @facts(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tosa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tosa.exp %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = tosa.sub %1, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// An op that the table `tosa` cannot lower is guarded too.
// CHECK-LABEL: func.func @shifted
// CHECK: cf.assert
// CHECK: tosa.mul
func.func @shifted(%x: tensor<?xi32>, %y: tensor<3xi32>, %shift: tensor<1xi8>) -> tensor<3xi32> {
  %0 = tosa.mul %x, %y, %shift : (tensor<?xi32>, tensor<3xi32>, tensor<1xi8>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: func.func @three_operands
// CHECK: cf.assert
// CHECK: tosa.select
func.func @three_operands(%p: tensor<?xi1>, %x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = tosa.select %p, %x, %y : (tensor<?xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

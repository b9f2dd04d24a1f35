// What nothing uses is removed, but not what has to check shapes.
// RUN: not bcast-lower --shapes=4,1,scalar %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: bcast-lower --shapes=4,1,scalar --allow-partial %s 2>/dev/null | FileCheck %s -enable-var-scope
// RUN: bcast-lower --target=xla --shapes=4,1,scalar --allow-partial %s 2>/dev/null | FileCheck %s -enable-var-scope

// ERROR: error: 'stablehlo.dynamic_iota' op is not specialised: dim 0 of its result depends on data
// ERROR: error: 'stablehlo.dynamic_iota' op is not specialised: dim 0 of its result depends on data
// CHECK: stablehlo.custom_call @shape_assertion({{.*}} "chlo.broadcast_multiply:
// CHECK: stablehlo.custom_call @shape_assertion({{.*}} "chlo.broadcast_add: operand #1 dim 0 has size {0}, operand #0 dim 0 has size 4; expected 4 or 1"
// CHECK: return
func.func @main(%x: tensor<?xf32>, %n: tensor<1xi32>, %p: tensor<i1>) -> tensor<?xf32> {
  %z = "stablehlo.if"(%p) ({
    %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    %0 = chlo.broadcast_multiply %x, %r : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %0 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %y = call @unused(%x, %n) : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %x : tensor<?xf32>
}
func.func private @unused(%x: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %i = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %y = chlo.broadcast_add %x, %i : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

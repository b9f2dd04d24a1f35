// RUN: bcast-lower --target=xla --shapes=?,5 %s | FileCheck %s

// What other passes check stays until then, too.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.custom_call @shape_assertion({{.*}} "shape.const_witness: the witness is constant false"
// CHECK: stablehlo.custom_call @shape_assertion({{.*}} "tensor.cast:
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.const_witness false
  %0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %y : tensor<?xf32>
}

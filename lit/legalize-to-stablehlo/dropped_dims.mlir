// RUN: bcast-lower --target=xla %s | FileCheck %s -enable-var-scope

// A slice lacks the dims that are 1 in its attribute, not others of which the size is known to be 1.
// CHECK-LABEL: func.func @dropped
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 1
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<1xi32>
// CHECK: %[[N1:.*]] = stablehlo.reshape %[[N]]
// CHECK: %[[SHAPE:.*]] = stablehlo.concatenate %[[ONE]], %[[N1]], dim = 0
// CHECK: stablehlo.dynamic_reshape %{{.*}}, %[[SHAPE]] : (tensor<1x?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
func.func @dropped(%x: tensor<2x?x3xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?x3xf32>
  %0 = tensor.extract_slice %x[0, 0, 0] [%c1, %n, 1] [1, 1, 1] : tensor<2x?x3xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// RUN: bcast-lower %s | FileCheck %s

// Without another assertion, too, what an op of a caller says of sizes does not check what onnx-mlir declares.

// CHECK-LABEL: func.func private @declared
// CHECK: shape_assertion{{.*}}both are declared as 'time'
func.func private @declared(%x: tensor<?xf32> {onnx.dim_params = "0:time"}, %y: tensor<?xf32> {onnx.dim_params = "0:time"}) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @calls(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<?xf32>
  %1 = call @declared(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// ONNX's dialect, with its names of sizes.
func.func @main(%x: tensor<?x?xf32> {onnx.dim_params = "0:b,1:n", onnx.name = "x"}, %y: tensor<?xf32> {onnx.dim_params = "0:n", onnx.name = "y"}) -> tensor<?x?xf32> {
  %two = "onnx.Constant"() {value = dense<2.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %sum = "onnx.Add"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %product = "onnx.Mul"(%sum, %two) : (tensor<?x?xf32>, tensor<1xf32>) -> tensor<?x?xf32>
  return %product : tensor<?x?xf32>
}

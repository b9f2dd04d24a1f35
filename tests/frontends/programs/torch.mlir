// A linear layer with a mask, as torch-mlir converts it to StableHLO, with sizes in `tensor`, `arith` and `shape`.
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %total = stablehlo.reduce(%sum init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %rows = tensor.dim %sum, %c0 : tensor<?x?xf32>
  %row = arith.index_cast %rows : index to i64
  %sizes = tensor.from_elements %row, %one : tensor<2xi64>
  %column = stablehlo.dynamic_reshape %total, %sizes : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x1xf32>
  %columns = tensor.dim %sum, %c1 : tensor<?x?xf32>
  %count = arith.index_cast %columns : index to i64
  %number = arith.sitofp %count : i64 to f32
  %divisor = tensor.from_elements %number : tensor<1xf32>
  %scalar = stablehlo.reshape %divisor : (tensor<1xf32>) -> tensor<f32>
  %mean = chlo.broadcast_divide %column, %scalar : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
  %a = shape.shape_of %sum : tensor<?x?xf32> -> tensor<2xindex>
  %b = shape.shape_of %mean : tensor<?x1xf32> -> tensor<2xindex>
  %fits = shape.cstr_broadcastable %a, %b : tensor<2xindex>, tensor<2xindex>
  %left = shape.assuming %fits -> (tensor<?x?xf32>) {
    %all = shape.broadcast %a, %b : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    %m = stablehlo.dynamic_broadcast_in_dim %mean, %all, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %l = stablehlo.subtract %sum, %m : tensor<?x?xf32>
    shape.assuming_yield %l : tensor<?x?xf32>
  }
  return %mean, %left : tensor<?x1xf32>, tensor<?x?xf32>
}

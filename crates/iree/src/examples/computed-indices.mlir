// input: 300x64xf32
func.func @main(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x64xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %shape = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.sine %0 : tensor<?xf32>
  %sizes = stablehlo.convert %size : (tensor<i32>) -> tensor<f32>
  %2 = stablehlo.dynamic_broadcast_in_dim %sizes, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<?xf32>
  %4 = stablehlo.floor %3 : tensor<?xf32>
  %5 = stablehlo.convert %4 : (tensor<?xf32>) -> tensor<?xi32>
  %last = stablehlo.subtract %size, %one : tensor<i32>
  %6 = stablehlo.clamp %zero, %5, %last : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %7 = "stablehlo.torch_index_select"(%x, %6) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<?x64xf32>, tensor<?xi32>) -> tensor<?x64xf32>
  return %7 : tensor<?x64xf32>
}

// input: 5x16xf32
// input: i32=2
func.func @main(%x: tensor<?x16xf32>, %n: tensor<i32>) -> tensor<?x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %columns = stablehlo.constant dense<16> : tensor<1xi32>
  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %fill = stablehlo.dynamic_broadcast_in_dim %one, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x16xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %fill) : tensor<i32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %x : tensor<?x16xf32>
    %2 = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<?x16xf32>
  }
  %e = stablehlo.exponential %fill : tensor<?x16xf32>
  %3 = stablehlo.dot_general %0#1, %e, contracting_dims = [1] x [1] : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x?xf32>
  %4 = stablehlo.dot_general %3, %fill, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %5 = stablehlo.multiply %4, %fill : tensor<?x16xf32>
  return %5 : tensor<?x16xf32>
}

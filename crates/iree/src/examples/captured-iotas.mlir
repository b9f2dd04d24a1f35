// input: 5x16xf32
// input: 16x16xf32
func.func @main(%x: tensor<?x16xf32>, %w: tensor<16x16xf32>) -> tensor<?x16xf32> {
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %columns = stablehlo.constant dense<16> : tensor<1xi32>
  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x16xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %iota = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x16xf32>
  %fill = stablehlo.dynamic_broadcast_in_dim %seven, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x16xf32>
  %0 = stablehlo.dot_general %iota, %w, contracting_dims = [1] x [0] : (tensor<?x16xf32>, tensor<16x16xf32>) -> tensor<?x16xf32>
  %1 = stablehlo.dot_general %fill, %w, contracting_dims = [1] x [0] : (tensor<?x16xf32>, tensor<16x16xf32>) -> tensor<?x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<?x16xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x16xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.compare GT, %3, %seven : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %5 = "stablehlo.if"(%4) ({
    %6 = stablehlo.dot_general %iota, %x, contracting_dims = [1] x [1] : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x?xf32>
    %7 = stablehlo.dot_general %6, %fill, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
    stablehlo.return %7 : tensor<?x16xf32>
  }, {
    stablehlo.return %x : tensor<?x16xf32>
  }) : (tensor<i1>) -> tensor<?x16xf32>
  %8 = stablehlo.dot_general %iota, %w, contracting_dims = [1] x [1] : (tensor<?x16xf32>, tensor<16x16xf32>) -> tensor<?x16xf32>
  %9 = stablehlo.dot_general %fill, %w, contracting_dims = [1] x [1] : (tensor<?x16xf32>, tensor<16x16xf32>) -> tensor<?x16xf32>
  %10 = stablehlo.add %8, %9 : tensor<?x16xf32>
  %11 = stablehlo.add %10, %5 : tensor<?x16xf32>
  return %11 : tensor<?x16xf32>
}

func.func @main(%x: tensor<?x?x2xf32>, %y: tensor<?x?x2xf32>) -> (tensor<2x2xf32>, tensor<?x2xf32>, tensor<?x?x2xf32>) {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x2xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x2xf32>) -> tensor<i32>
  %rows = stablehlo.multiply %b, %s : tensor<i32>
  %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %merged = stablehlo.concatenate %rows1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %merged : (tensor<?x?x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %turned = stablehlo.concatenate %s1, %b1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %1 = stablehlo.dynamic_reshape %y, %turned : (tensor<?x?x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
  %2 = stablehlo.dynamic_reshape %1, %merged : (tensor<?x?x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %3 = stablehlo.dot_general %0, %2, contracting_dims = [0] x [0] : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.add %0, %2 : tensor<?x2xf32>
  %5 = stablehlo.concatenate %4, %0, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %split = stablehlo.concatenate %b1, %s1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %6 = stablehlo.dynamic_reshape %4, %split : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
  return %3, %5, %6 : tensor<2x2xf32>, tensor<?x2xf32>, tensor<?x?x2xf32>
}

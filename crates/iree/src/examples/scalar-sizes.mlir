// input: 4x6xf32
// input: 4x6xf32
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.multiply %n, %two : tensor<i32>
  %1 = stablehlo.compare GE, %0, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = tensor.extract %1[] : tensor<i1>
  %3 = scf.if %2 -> (tensor<?x?xf32>) {
    %4 = stablehlo.add %x, %y : tensor<?x?xf32>
    scf.yield %4 : tensor<?x?xf32>
  } else {
    %4 = stablehlo.multiply %x, %y : tensor<?x?xf32>
    scf.yield %4 : tensor<?x?xf32>
  }
  return %3 : tensor<?x?xf32>
}

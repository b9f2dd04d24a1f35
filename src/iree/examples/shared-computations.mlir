// input: 3x5xui8=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
func.func @main(%x: tensor<?x?xui8>) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %bytes = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xui8>) -> tensor<?x?xui8>
  %a = stablehlo.convert %bytes : (tensor<?x?xui8>) -> tensor<?x?xi32>
  %b = stablehlo.add %a, %a : tensor<?x?xi32>
  %0:3 = stablehlo.while(%i = %zero, %c = %a, %d = %b) : tensor<i32>, tensor<?x?xi32>, tensor<?x?xi32>
  cond {
    %1 = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xui8>) -> tensor<?x?xui8>
    %3 = stablehlo.convert %2 : (tensor<?x?xui8>) -> tensor<?x?xi32>
    %4 = stablehlo.convert %x : (tensor<?x?xui8>) -> tensor<?x?xi32>
    %5 = stablehlo.dot_general %3, %4, contracting_dims = [1] x [0] : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
    %6 = stablehlo.dot_general %5, %d, contracting_dims = [1] x [0] : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
    %7 = stablehlo.add %c, %6 : tensor<?x?xi32>
    stablehlo.return %1, %d, %7 : tensor<i32>, tensor<?x?xi32>, tensor<?x?xi32>
  }
  return %0#1, %0#2 : tensor<?x?xi32>, tensor<?x?xi32>
}

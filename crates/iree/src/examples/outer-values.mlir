// input: 5xi32=1 2 3 4 5
// input: i32=0
func.func @main(%x: tensor<5xi32>, %i: tensor<i32>) -> (tensor<5xi32>, tensor<5xi32>) {
  %0 = stablehlo.multiply %x, %x : tensor<5xi32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %0 : tensor<5xi32>
  }, {
    %3 = stablehlo.add %0, %0 : tensor<5xi32>
    stablehlo.return %3 : tensor<5xi32>
  }) : (tensor<i32>) -> tensor<5xi32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<5xi32>
  return %0, %2 : tensor<5xi32>, tensor<5xi32>
}

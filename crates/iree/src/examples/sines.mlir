// input: 6xf32=1 1000 -100000 3e10 -1e30 0
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.sine %x : tensor<?xf32>
  %1 = stablehlo.cosine %x : tensor<?xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

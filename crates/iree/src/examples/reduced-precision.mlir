// input: 4xf32
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// input: 4xf32=INF -INF -8 0
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.cbrt %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

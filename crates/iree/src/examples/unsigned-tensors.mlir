// input: 5xui32=1 2 3 4 4000000000
func.func @main(%x: tensor<?xui32>) -> tensor<?xui32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xui32>
  return %0 : tensor<?xui32>
}

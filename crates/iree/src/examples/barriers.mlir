// input: 5xf32
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<?xf32>
  %2 = stablehlo.abs %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// input: 8xf32=0 -2 -8 NAN 1 INF -1 -0.0
// input: 8xf32=0 3 2 0 INF 0 INF -3
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.power %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

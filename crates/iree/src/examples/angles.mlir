// input: 7xf32=0 0 -0.0 -0.0 INF -INF -1
// input: 7xf32=0 -0.0 0 -3 INF -INF 2
func.func @main(%y: tensor<?xf32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.atan2 %y, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

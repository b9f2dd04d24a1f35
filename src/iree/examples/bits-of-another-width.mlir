// input: 3x4xi32
func.func @main(%x: tensor<?x4xi32>) -> tensor<?x4x4xi8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?x4xi32>) -> tensor<?x4x4xi8>
  return %0 : tensor<?x4x4xi8>
}

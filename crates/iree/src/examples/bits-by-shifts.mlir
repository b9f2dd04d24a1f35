// input: 3x4xi32=-1 2 300 70000 -70000 128 255 256 -129 8 9 -8
func.func @main(%x: tensor<?x4xi32>) -> tensor<?x4x4xi8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?x4xi32>) -> tensor<?x4x4xi8>
  return %0 : tensor<?x4x4xi8>
}

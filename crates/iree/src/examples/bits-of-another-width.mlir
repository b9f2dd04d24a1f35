// input: 3x4xi8
func.func @main(%x: tensor<?x4xi8>) -> tensor<?x4x2xi4> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?x4xi8>) -> tensor<?x4x2xi4>
  return %0 : tensor<?x4x2xi4>
}

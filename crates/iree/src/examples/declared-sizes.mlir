// A result of unknown size of an operand of known size.
// input: 2x3xf32
func.func @main(%a: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.reverse"(%a) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

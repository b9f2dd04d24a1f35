// input: 1x72x8xf32
// input: 8x16xf32
func.func @main(%x: tensor<?x?x8xf32>, %w: tensor<8x16xf32>) -> (tensor<?x?x8xf32>, tensor<?x?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %c8 = arith.constant 8 : i64
  %c16 = arith.constant 16 : i64
  %b = tensor.dim %x, %c0 : tensor<?x?x8xf32>
  %dim = tensor.dim %x, %c1 : tensor<?x?x8xf32>
  // IREE knows that it is not negative.
  %s = arith.minsi %dim, %c512 : index
  %rows = arith.muli %b, %s : index
  %0 = arith.index_cast %rows : index to i64
  %flat = tensor.from_elements %0, %c8 : tensor<2xi64>
  %1 = tensor.reshape %x(%flat) : (tensor<?x?x8xf32>, tensor<2xi64>) -> tensor<?x8xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>
  %3 = arith.index_cast %b : index to i64
  %4 = arith.index_cast %s : index to i64
  %sizes = tensor.from_elements %3, %4, %c16 : tensor<3xi64>
  %5 = tensor.reshape %2(%sizes) : (tensor<?x16xf32>, tensor<3xi64>) -> tensor<?x?x16xf32>
  %6 = tensor.extract_slice %5[0, 0, 0] [%b, %s, 8] [1, 1, 1] : tensor<?x?x16xf32> to tensor<?x?x8xf32>
  %7 = tensor.extract_slice %5[0, 0, 8] [%b, %s, 8] [1, 1, 1] : tensor<?x?x16xf32> to tensor<?x?x8xf32>
  return %6, %7 : tensor<?x?x8xf32>, tensor<?x?x8xf32>
}

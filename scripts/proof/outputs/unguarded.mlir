// OPTIONS: --target=iree
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// refuted: IREE does not check what the op needs
// proven: an assertion in front of the op
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %n, %m : index
  cf.assert %ok, "another size"
  %0 = stablehlo.add %x, %y : tensor<?xf32>
// refuted: an assertion that accepts more: `cmpi eq` => `cmpi sge`
// refuted: an assertion that refuses what is right: `cmpi eq` => `cmpi sgt`
// refuted: an assertion behind the op
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %n, %m : index
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  cf.assert %ok, "another size"
  return %0 : tensor<?xf32>
}
// -----
// OPTIONS: --target=iree --guard-sizes=off
// INPUT
// proven: the caller is responsible
// -----
// OPTIONS: --target=xla
// INPUT
// proven: XLA checks it
// -----
// OPTIONS: --target=iree
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<7xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
// refuted: the declared size is not checked
// -----
// OPTIONS: --target=iree
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// refuted: contracted sizes are not checked
// -----
// OPTIONS: --target=iree
func.func @main(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.add %x, %y : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// refuted: a branch
// refuted: an assertion in front of it, for both branches
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %n, %m : index
  cf.assert %ok, "another size"
  %0 = "stablehlo.if"(%p) ({
// -----
// OPTIONS: --target=iree
func.func @main(%x: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %x[%i] : tensor<?xf32>
  return %0 : f32
}
// refuted: an index outside
// -----
// OPTIONS: --target=iree
func.func @main(%x: tensor<4x4xf32>, %i: tensor<5x?xi32>) -> tensor<5xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<5x?xi32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
// refuted: an index may have another number of positions
// -----
// OPTIONS: --target=iree
func.func @main(%x: tensor<8x8xf32>, %i: tensor<5x1xi32>, %sizes: tensor<2xi32>) -> tensor<5x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}
// refuted: slices may have other sizes

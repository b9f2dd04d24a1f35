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

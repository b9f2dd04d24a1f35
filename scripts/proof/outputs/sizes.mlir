// OPTIONS: --shapes=5
func.func @main(%x: tensor<?xf32>) -> tensor<?xi1> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>

  %scale = stablehlo.constant dense<0.3> : tensor<f32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.multiply %f, %scale : tensor<f32>
  %1 = stablehlo.ceil %0 : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %true, %3, dims = [] : (tensor<i1>, tensor<1xi32>) -> tensor<?xi1>
  return %4 : tensor<?xi1>
}
// proven: right
func.func @main(%x: tensor<5xf32>) -> tensor<2xi1> {
  %0 = stablehlo.constant dense<true> : tensor<2xi1>
  return %0 : tensor<2xi1>
}
// refuted: a float is rounded down: `> tensor<2xi1` => `> tensor<1xi1`, `true> : tensor<2xi1` => `true> : tensor<1xi1`, `%0 : tensor<2xi1` => `%0 : tensor<1xi1`
// -----
// OPTIONS: --shapes=9,1
func.func @main(%x: tensor<?xf32>, %at: tensor<1xi32>) -> tensor<?xf32> {
  %strides = stablehlo.constant dense<2> : tensor<1xi32>
  %six = stablehlo.constant dense<6> : tensor<1xi32>
  %end = stablehlo.add %at, %six : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %at, %end, %strides : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// proven: right
func.func @main(%x: tensor<9xf32>, %at: tensor<1xi32>) -> tensor<3xf32> {
  %at0 = stablehlo.reshape %at : (tensor<1xi32>) -> tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %at0, sizes = [6] : (tensor<9xf32>, tensor<i32>) -> tensor<6xf32>
  %1 = stablehlo.slice %0 [0:6:2] : (tensor<6xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
// refuted: a slice is moved that another one is not: `6] : (tensor<9xf32>, tensor<i32>) -> tensor<6xf32` => `7] : (tensor<9xf32>, tensor<i32>) -> tensor<7xf32`, `(tensor<6xf32` => `(tensor<7xf32`
// -----
// OPTIONS: --shapes=5,scalar
func.func @main(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.negate %v : tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  return %x : tensor<?xf32>
}
// proven: right
func.func @main(%x: tensor<5xf32>, %k: tensor<i32>) -> tensor<5xf32> {
  return %x : tensor<5xf32>
}
// -----
// OPTIONS: --shapes=5,scalar
// INPUT: `%x ` => `%0#1 `
// not known: a loop is gone that computes the result
func.func @main(%x: tensor<5xf32>, %k: tensor<i32>) -> tensor<5xf32> {
  return %x : tensor<5xf32>
}
// -----
// OPTIONS: --shapes=5 --function=main
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @other(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// proven: another function keeps its sizes
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.negate %x : tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func @other(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// refuted: another function has these sizes: `?xf32` => `5xf32`
// -----
// OPTIONS: --shapes=6
// A size that is given has no bound.
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %0 = stablehlo.negate %x : tensor<?xf32, #stablehlo.bounds<8>>
  return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}
// proven: right: `?xf32, #stablehlo.bounds<8>` => `6xf32`
// -----
// OPTIONS: --shapes=9
// INPUT
// refuted: the size exceeds the bound: `?xf32, #stablehlo.bounds<8>` => `9xf32`

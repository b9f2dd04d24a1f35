// RUN: bcast-lower --legalize-to-stablehlo %s

// Ops on data that are written out: functions, halves of products, quotients, truth values, orders.

func.func @acosh(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.acosh %a : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @scalars(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %x = tensor.extract %a[] : tensor<f32>
  %y = tensor.extract %b[] : tensor<f32>
  %0 = arith.subf %x, %y : f32
  %1 = tensor.from_elements %0 : tensor<f32>
  return %1 : tensor<f32>
}
func.func @mulhi(%a: tensor<?xui64>, %b: tensor<?xui64>) -> tensor<?xui64> {
  %0 = "chlo.mulhi"(%a, %b) : (tensor<?xui64>, tensor<?xui64>) -> tensor<?xui64>
  return %0 : tensor<?xui64>
}
func.func @down(%a: tensor<?xi8>, %b: tensor<?xi8>) -> tensor<?xi8> {
  %0 = arith.floordivsi %a, %b : tensor<?xi8>
  return %0 : tensor<?xi8>
}
func.func @up(%a: tensor<?xi8>, %b: tensor<?xi8>) -> tensor<?xi8> {
  %0 = arith.ceildivsi %a, %b : tensor<?xi8>
  return %0 : tensor<?xi8>
}
func.func @up_without_sign(%a: tensor<?xi8>, %b: tensor<?xi8>) -> tensor<?xi8> {
  %0 = arith.ceildivui %a, %b : tensor<?xi8>
  return %0 : tensor<?xi8>
}
func.func @greatest_without_sign(%a: tensor<?xi8>, %b: tensor<?xi8>) -> tensor<?xi8> {
  %0 = arith.maxui %a, %b : tensor<?xi8>
  return %0 : tensor<?xi8>
}
func.func @truths(%a: tensor<?xi1>, %b: tensor<?xi1>, %c: tensor<?xf32>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %0 = arith.maxsi %a, %b : tensor<?xi1>
  %1 = arith.maxui %a, %b : tensor<?xi1>
  %2 = arith.addi %a, %b : tensor<?xi1>
  %3 = arith.cmpi slt, %a, %b : tensor<?xi1>
  %4 = arith.cmpi ult, %a, %b : tensor<?xi1>
  %5 = arith.fptosi %c : tensor<?xf32> to tensor<?xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}
func.func @ordered(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %0 = arith.cmpf ugt, %a, %b : tensor<4xf32>
  return %0 : tensor<4xi1>
}
func.func @joined(%a: tensor<?x2x3xf32>, %b: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x2x3xf32> into tensor<?x3xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %b, %c0 : tensor<?x3xf32>
  %1 = tensor.extract_slice %b[0, 1] [%n, 1] [1, 1] : tensor<?x3xf32> to tensor<?xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<?xf32>
}
func.func @greatest_halves(%a: tensor<?x?xbf16>) -> (tensor<?x5xbf16>, tensor<?x5xi32>) {
  %0, %1 = chlo.top_k(%a, k = 5) : tensor<?x?xbf16> -> (tensor<?x5xbf16>, tensor<?x5xi32>)
  return %0, %1 : tensor<?x5xbf16>, tensor<?x5xi32>
}
func.func @numbers_like(%a: tensor<2x?xi32>, %b: tensor<f32>) -> (tensor<2x?xi8>, tensor<f64>) {
  %0 = "chlo.constant_like"(%a) {value = -3 : i8} : (tensor<2x?xi32>) -> tensor<2x?xi8>
  %1 = "chlo.constant_like"(%b) {value = 0.1 : f64} : (tensor<f32>) -> tensor<f64>
  return %0, %1 : tensor<2x?xi8>, tensor<f64>
}
func.func @groups_of_batches(%l: tensor<?x?x?xf32>, %r: tensor<?x?x?x?xf32>, %g: tensor<?x?xi32>) -> tensor<?x?x?xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>
  }> : (tensor<?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
func.func @contracted_groups_of_batches(%l: tensor<?x?x?xf32>, %r: tensor<?x?x?xf32>, %g: tensor<?x3xi32>) -> tensor<3x?x?x?xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2],
      rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>
  }> : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x3xi32>) -> tensor<3x?x?x?xf32>
  return %0 : tensor<3x?x?x?xf32>
}

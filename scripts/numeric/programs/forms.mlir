// gelu = gelu(x + bias)
// calls: 2x3,3 0x3,1 4x1,1 2x1,0
// wrong call: 2x3,2: expected equal sizes, or one of them 1
func.func @main(%x: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %bias : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %half = "chlo.constant_like"(%0) {value = 0.5 : f32} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %one = "chlo.constant_like"(%0) {value = 1.0 : f32} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %root = stablehlo.constant dense<1.41421354> : tensor<f32>
  %1 = chlo.broadcast_divide %0, %root : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %2 = chlo.erf %1 : tensor<?x?xf32> -> tensor<?x?xf32>
  %3 = stablehlo.add %2, %one : tensor<?x?xf32>
  %4 = stablehlo.multiply %half, %0 : tensor<?x?xf32>
  %5 = stablehlo.multiply %4, %3 : tensor<?x?xf32>
  return %5 : tensor<?x?xf32>
}
// -----
// The output of CHLO's own legalisation.
// assuming = x * y
// calls: 2x3,3 2x1,3 2x3,1 0x1,0
// wrong call: 2x3,4: shape.cstr_broadcastable: operand #0 dim 1 has size 3
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %2 = shape.assuming %w -> (tensor<?x?xf32>) {
    %s = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %a = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1]
        : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %m = stablehlo.multiply %a, %b : tensor<?x?xf32>
    shape.assuming_yield %m : tensor<?x?xf32>
  }
  return %2 : tensor<?x?xf32>
}
// -----
// TensorFlow's batched matrix product, which broadcasts the batch dims.
// batch_matmul = x @ swapaxes(y, 1, 2)
// calls: 2x3x4,2x5x4 1x3x4,2x5x4 2x1x4,1x0x4
// wrong call: 2x3x4,3x5x4: shape.broadcast: operand #0 dim 0 has size 2
func.func @main(%x: tensor<?x?x4xf32>, %y: tensor<?x?x4xf32>) -> tensor<?x?x?xf32> {
  %c = arith.constant -2 : index
  %0 = shape.shape_of %x : tensor<?x?x4xf32> -> tensor<3xindex>
  %1 = shape.shape_of %y : tensor<?x?x4xf32> -> tensor<3xindex>
  %h0, %t0 = "shape.split_at"(%0, %c) : (tensor<3xindex>, index) -> (!shape.shape, !shape.shape)
  %h1, %t1 = "shape.split_at"(%1, %c) : (tensor<3xindex>, index) -> (!shape.shape, !shape.shape)
  %h = shape.broadcast %h0, %h1 : !shape.shape, !shape.shape -> !shape.shape
  %2 = shape.concat %h, %t0 : !shape.shape, !shape.shape -> !shape.shape
  %3 = shape.concat %h, %t1 : !shape.shape, !shape.shape -> !shape.shape
  %s0 = shape.to_extent_tensor %2 : !shape.shape -> tensor<3xindex>
  %s1 = shape.to_extent_tensor %3 : !shape.shape -> tensor<3xindex>
  %a = stablehlo.dynamic_broadcast_in_dim %x, %s0, dims = [0, 1, 2]
      : (tensor<?x?x4xf32>, tensor<3xindex>) -> tensor<?x?x4xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %y, %s1, dims = [0, 1, 2]
      : (tensor<?x?x4xf32>, tensor<3xindex>) -> tensor<?x?x4xf32>
  %4 = stablehlo.einsum %a, %b, config = "bik,bjk->bij" : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x?xf32>
  return %4 : tensor<?x?x?xf32>
}
// -----
// torch's `arange`, whose length is computed with floats, and a rotation by its
// elements.
// arange = sinh(x * 2 * arange(x.shape[1], dtype=float32))
// calls: 2x3 1x1 2x0
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant dense<0> : tensor<1xi64>
  %c1 = arith.constant dense<2> : tensor<1xi64>
  %i1 = arith.constant 1 : index
  %n = tensor.dim %x, %i1 : tensor<?x?xf32>
  %m = arith.index_cast %n : index to i64
  %two = arith.constant 2 : i64
  %doubled = arith.muli %m, %two : i64
  %e = tensor.from_elements %doubled : tensor<1xi64>
  %0 = stablehlo.reshape %c0 : (tensor<1xi64>) -> tensor<i64>
  %1 = stablehlo.reshape %e : (tensor<1xi64>) -> tensor<i64>
  %2 = stablehlo.reshape %c1 : (tensor<1xi64>) -> tensor<i64>
  %3 = stablehlo.subtract %1, %0 : tensor<i64>
  %4 = stablehlo.convert %3 : (tensor<i64>) -> tensor<f64>
  %5 = stablehlo.convert %2 : (tensor<i64>) -> tensor<f64>
  %6 = stablehlo.divide %4, %5 : tensor<f64>
  %7 = stablehlo.ceil %6 : tensor<f64>
  %8 = stablehlo.convert %7 : (tensor<f64>) -> tensor<i64>
  %9 = stablehlo.reshape %8 : (tensor<i64>) -> tensor<1xi64>
  %10 = stablehlo.dynamic_iota %9, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
  %11 = chlo.broadcast_multiply %10, %2 : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64>
  %12 = stablehlo.convert %11 : (tensor<?xi64>) -> tensor<?xf32>
  %13 = chlo.broadcast_multiply %x, %12 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %14 = chlo.sinh %13 : tensor<?x?xf32> -> tensor<?x?xf32>
  return %14 : tensor<?x?xf32>
}
// -----
// TensorFlow's mask of lengths: it counts in floats, of which only conversions remain
// after simplification.
// length_mask(bound=5) = x * (arange(x.shape[1]) < lengths[:, None])
// calls: 2x4,2 3x1,3 0x3,1 2x3,1
// wrong call: 2x4,3: expected equal sizes, or one of them 1
func.func @main(%x: tensor<?x?xf32>, %lengths: tensor<?xi32>) -> tensor<?x?xf32> {
  %none = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1.0> : tensor<f64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %lengths, %c0 : tensor<?xi32>
  %column = tensor.from_elements %rows, %c1 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %lengths, %column : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %1 = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %2 = arith.index_cast %1 : tensor<2xindex> to tensor<2xi32>
  %3 = stablehlo.slice %2 [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %4 = stablehlo.reshape %3 : (tensor<1xi32>) -> tensor<i32>
  %5 = stablehlo.subtract %4, %none : tensor<i32>
  %6 = stablehlo.abs %5 : tensor<i32>
  %7 = stablehlo.convert %6 : (tensor<i32>) -> tensor<f64>
  %8 = stablehlo.divide %7, %step : tensor<f64>
  %9 = stablehlo.ceil %8 : tensor<f64>
  %10 = stablehlo.convert %9 : (tensor<f64>) -> tensor<i64>
  %11 = stablehlo.reshape %10 : (tensor<i64>) -> tensor<1xi64>
  %12 = stablehlo.dynamic_iota %11, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %13 = chlo.broadcast_compare %12, %0 {
      broadcast_dimensions = array<i64: 1>, comparison_direction = #chlo<comparison_direction LT>}
      : (tensor<?xi32>, tensor<?x1xi32>) -> tensor<?x?xi1>
  %14 = stablehlo.convert %13 : (tensor<?x?xi1>) -> tensor<?x?xf32>
  %15 = chlo.broadcast_multiply %x, %14 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %15 : tensor<?x?xf32>
}
// -----
// Rows of a table, selected by indices, without masked ones.
// embedding = where((i != 0)[..., None], table[i], float32(0))
// calls: 5x3,2x4 5x1,1x1 5x2,0x3
func.func @main(%table: tensor<5x?xf32>, %i: tensor<?x?xi32>) -> tensor<?x?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.torch_index_select"(%table, %i) {dim = 0 : i64, batch_dims = 0 : i64}
      : (tensor<5x?xf32>, tensor<?x?xi32>) -> tensor<?x?x?xf32>
  %1 = chlo.broadcast_compare %i, %zero {comparison_direction = #chlo<comparison_direction NE>}
      : (tensor<?x?xi32>, tensor<i32>) -> tensor<?x?xi1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %1, %c0 : tensor<?x?xi1>
  %m = tensor.dim %1, %c1 : tensor<?x?xi1>
  %s = tensor.from_elements %n, %m, %c1 : tensor<3xindex>
  %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?x?xi1>, tensor<3xindex>) -> tensor<?x?x1xi1>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = chlo.broadcast_select %2, %0, %none : (tensor<?x?x1xi1>, tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?x?xf32>
  return %3 : tensor<?x?x?xf32>
}
// -----
// Rows and columns flattened, with a shape of which TensorFlow reduces a part.
// flatten = x @ w
// calls: 2x4x3,3x2 1x1x3,3x2 0x4x3,3x2
func.func @main(%x: tensor<?x?x3xf32>, %w: tensor<3x2xf32>) -> tensor<?x?x2xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %first = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %last = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = shape.shape_of %x : tensor<?x?x3xf32> -> tensor<3xindex>
  %1 = arith.index_cast %0 : tensor<3xindex> to tensor<3xi32>
  %2 = "stablehlo.torch_index_select"(%1, %first) {dim = 0 : i64, batch_dims = 0 : i64}
      : (tensor<3xi32>, tensor<2xi32>) -> tensor<2xi32>
  %3 = stablehlo.reduce(%2 init: %one) applies stablehlo.multiply across dimensions = [0]
      : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %4 = "stablehlo.torch_index_select"(%1, %last) {dim = 0 : i64, batch_dims = 0 : i64}
      : (tensor<3xi32>, tensor<1xi32>) -> tensor<1xi32>
  %5 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
  %6 = stablehlo.concatenate %5, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %7 = stablehlo.dynamic_reshape %x, %6 : (tensor<?x?x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %8 = stablehlo.dot %7, %w : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  %9 = stablehlo.concatenate %2, %two, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
  %10 = stablehlo.dynamic_reshape %8, %9 : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
  return %10 : tensor<?x?x2xf32>
}
// -----
// Scalars, slices and casts of `tensor` and `arith`.
// scalars(bound=2) = x[:, -2:] ; float64(x[int(k), -1]) + x.size
// calls: 3x4,scalar 5x2,scalar
func.func @main(%x: tensor<?x?xf32>, %k: tensor<i64>) -> (tensor<?x2xf32>, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %start = arith.subi %m, %c1 : index
  %offset = arith.subi %start, %c1 : index
  %0 = tensor.extract_slice %x[0, %offset] [%n, 2] [1, 1] : tensor<?x?xf32> to tensor<?x2xf32>
  %i = tensor.extract %k[] : tensor<i64>
  %j = arith.index_cast %i : i64 to index
  %e = tensor.extract %0[%j, %c1] : tensor<?x2xf32>
  %wide = arith.extf %e : f32 to f64
  %count = func.call @count(%n, %m) : (index, index) -> index
  %c = arith.index_cast %count : index to i64
  %f = arith.sitofp %c : i64 to f64
  %sum = arith.addf %wide, %f : f64
  %1 = tensor.from_elements %sum : tensor<f64>
  return %0, %1 : tensor<?x2xf32>, tensor<f64>
}
func.func private @count(%n: index, %m: index) -> index {
  %0 = arith.muli %n, %m : index
  return %0 : index
}
// -----
// Rows of three: the size of the other dim is computed.
// rows(targets=iree) = x.reshape(-1, 3)
// calls: 6 3
// wrong call: 7: does not fit the result's sizes [?, 3]
func.func @main(%x: tensor<?xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %rows = arith.divsi %n, %c3 : index
  %shape = tensor.from_elements %rows, %c3 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
// -----
// The greatest two elements and their positions, of which equal ones keep their order.
// greatest = take_along_axis(x, argsort(-x, axis=1, kind='stable')[:, :2], 1) ; argsort(-x, axis=1, kind='stable')[:, :2].astype(int32)
// calls: 4x5
func.func @main(%x: tensor<4x5xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %0:2 = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 2 : i64}, decomposition = @top_k} : (tensor<4x5xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>)
  return %0#0, %0#1 : tensor<4x2xi32>, tensor<4x2xi32>
}
func.func private @top_k(%x: tensor<4x5xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<4x5xi32> -> (tensor<4x2xi32>, tensor<4x2xi32>)
  return %0, %1 : tensor<4x2xi32>, tensor<4x2xi32>
}
// -----
// The number of features, which are in two groups, is known only at run time.
// features = concatenate([x[..., :x.shape[2] // 2] @ w[0, :, :w.shape[2] // 2], x[..., x.shape[2] // 2:] @ w[0, :, w.shape[2] // 2:]], axis=2)
// calls: 2x4x6,1x3x8 1x4x2,1x1x2
func.func @main(%x: tensor<?x4x?xf32>, %w: tensor<1x?x?xf32>) -> tensor<?x4x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x4x?xf32>, tensor<1x?x?xf32>) -> tensor<?x4x?xf32>
  return %0 : tensor<?x4x?xf32>
}

// torch's attention with a mask of valid positions.
// attention(tolerance=1e-4) = softmax(where(mask[:, None, :], q @ swapaxes(k, 1, 2) * 0.5, -1e9)).astype(float32) @ k
// calls: 2x3x4,2x5x4,2x5 2x1x4,2x1x4,1x1 1x2x4,1x3x4,1x3
// wrong call: 2x3x4,2x5x4,3x5: expected equal sizes, or one of them 1
func.func @main(%q: tensor<?x?x4xf32>, %k: tensor<?x?x4xf32>, %mask: tensor<?x?xi1>) -> tensor<?x?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %scale = stablehlo.constant dense<0.5> : tensor<f32>
  %least = stablehlo.constant dense<-1.0e9> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2]
      : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x?xf32>
  %1 = chlo.broadcast_multiply %0, %scale : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?x?xf32>
  %b = tensor.dim %mask, %c0 : tensor<?x?xi1>
  %s = tensor.dim %mask, %c1 : tensor<?x?xi1>
  %shape = tensor.from_elements %b, %c1, %s : tensor<3xindex>
  %2 = stablehlo.dynamic_reshape %mask, %shape : (tensor<?x?xi1>, tensor<3xindex>) -> tensor<?x1x?xi1>
  %3 = chlo.broadcast_select %2, %1, %least : (tensor<?x1x?xi1>, tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?x?xf32>
  %4 = stablehlo.reduce(%3 init: %lowest) applies stablehlo.maximum across dimensions = [2]
      : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %n = tensor.dim %3, %c0 : tensor<?x?x?xf32>
  %t = tensor.dim %3, %c1 : tensor<?x?x?xf32>
  %kept = tensor.from_elements %n, %t, %c1 : tensor<3xindex>
  %5 = stablehlo.dynamic_reshape %4, %kept : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x1xf32>
  %6 = chlo.broadcast_subtract %3, %5 : (tensor<?x?x?xf32>, tensor<?x?x1xf32>) -> tensor<?x?x?xf32>
  %7 = stablehlo.exponential %6 : tensor<?x?x?xf32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %9 = stablehlo.dynamic_reshape %8, %kept : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x1xf32>
  %10 = chlo.broadcast_divide %7, %9 : (tensor<?x?x?xf32>, tensor<?x?x1xf32>) -> tensor<?x?x?xf32>
  %11 = stablehlo.dot_general %10, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<?x?x?xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %11 : tensor<?x?x4xf32>
}
// -----
// TensorFlow's convolution of images of any size, with a bias, and the mean of each channel.
// images(tolerance=1e-4) = mean_of_convolution(x, kernel, bias)
// calls: 2x5x6x1,3x2x1x2,2 1x1x1x1,3x2x1x2,2 3x1x4x1,3x2x1x2,2
func.func @main(%x: tensor<?x?x?x1xf32>, %kernel: tensor<3x2x1x2xf32>, %bias: tensor<2xf32>) -> tensor<?x2xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {pad = [[1, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<?x?x?x1xf32>, tensor<3x2x1x2xf32>) -> tensor<?x?x?x2xf32>
  %1 = chlo.broadcast_add %0, %bias : (tensor<?x?x?x2xf32>, tensor<2xf32>) -> tensor<?x?x?x2xf32>
  %2 = chlo.broadcast_maximum %1, %zero : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
  %h = tensor.dim %2, %c1 : tensor<?x?x?x2xf32>
  %w = tensor.dim %2, %c2 : tensor<?x?x?x2xf32>
  %count = arith.muli %h, %w : index
  %integer = arith.index_cast %count : index to i32
  %float = arith.sitofp %integer : i32 to f32
  %divisor = tensor.from_elements %float : tensor<f32>
  %4 = chlo.broadcast_divide %3, %divisor : (tensor<?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
  return %4 : tensor<?x2xf32>
}
// -----
// A loop that adds a row as often as there are rows.
// loop = x + x.shape[0] * row
// calls: 3x2,2 1x1,1 2x4,1
// wrong call: 3x2,3: expected equal sizes, or one of them 1
func.func @main(%x: tensor<?x?xf64>, %row: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %first = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %integer = arith.index_cast %n : index to i64
  %count = tensor.from_elements %integer : tensor<i64>
  %0:2 = stablehlo.while(%i = %first, %sum = %x) : tensor<i64>, tensor<?x?xf64>
  cond {
    %1 = stablehlo.compare LT, %i, %count : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i64>
    %2 = chlo.broadcast_add %sum, %row : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
    stablehlo.return %1, %2 : tensor<i64>, tensor<?x?xf64>
  }
  return %0#1 : tensor<?x?xf64>
}
// -----
// A layer in TOSA, which IREE supports and XLA does not.
// tosa_layer(targets=iree) = maximum(x + bias, mask)
// calls: 3x4,1x4,3x1 3x4,1x4,1x1 1x4,1x4,2x1
// wrong call: 3x4,1x4,2x1: expected equal sizes, or 1 and a size of at least 1
// wrong call: 0x4,1x4,1x1: expected equal sizes, or 1 and a size of at least 1
func.func @main(%x: tensor<?x4xf32>, %bias: tensor<1x4xf32>, %mask: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = tosa.add %x, %bias : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %1 = tosa.maximum %0, %mask : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

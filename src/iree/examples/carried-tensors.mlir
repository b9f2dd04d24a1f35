// input: 7x2xf32
// input: 7xf32
func.func @main(%x: tensor<?x2xf32>, %v: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %n = stablehlo.get_dimension_size %v, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %halves = stablehlo.dynamic_broadcast_in_dim %half, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %columns = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x2xf32>) -> tensor<2x?xf32>
  %matrix = stablehlo.dot_general %x, %columns, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x?xf32>) -> tensor<?x?xf32>
  %start = stablehlo.negate %v : tensor<?xf32>
  %other = stablehlo.add %start, %start : tensor<?xf32>
  %0:3 = stablehlo.while(%i = %zero, %a = %start, %b = %other) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %matrix, %b, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %3 = stablehlo.multiply %b, %2 : tensor<?xf32>
    %4 = stablehlo.reduce(%3 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    %5 = stablehlo.dynamic_broadcast_in_dim %4, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %6 = stablehlo.add %a, %5 : tensor<?xf32>
    %7 = stablehlo.multiply %b, %halves : tensor<?xf32>
    stablehlo.return %1, %6, %7 : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}

// input: 1x140x8xf32
// input: 8x16xf32
func.func @main(%x: tensor<?x?x8xf32>, %w: tensor<8x16xf32>) -> tensor<?x?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<3xi32>
  %ones = stablehlo.constant dense<1> : tensor<3xi32>
  %middle = stablehlo.constant dense<[0, 0, 8]> : tensor<3xi32>
  %c8 = stablehlo.constant dense<8> : tensor<1xi32>
  %c16 = stablehlo.constant dense<16> : tensor<1xi32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x8xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x8xf32>) -> tensor<i32>
  %has_any = stablehlo.compare GE, %s, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %has_any_0 = tensor.extract %has_any[] : tensor<i1>
  cf.assert %has_any_0, "no row"
  %rows = stablehlo.subtract %s, %one : tensor<i32>
  %b_1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %rows_1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %to8 = stablehlo.concatenate %b_1, %rows_1, %c8, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %to16 = stablehlo.concatenate %b_1, %rows_1, %c16, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = stablehlo.real_dynamic_slice %x, %zeros, %to8, %ones : (tensor<?x?x8xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
  %1:2 = stablehlo.while(%i = %zero, %y = %0) : tensor<i32>, tensor<?x?x8xf32>
  cond {
    %2 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.dot_general %y, %w, contracting_dims = [2] x [0] : (tensor<?x?x8xf32>, tensor<8x16xf32>) -> tensor<?x?x16xf32>
    // The sizes of dims 0 and 1 are those of the operand.
    %3 = stablehlo.real_dynamic_slice %2, %zeros, %to8, %ones : (tensor<?x?x16xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %4 = stablehlo.real_dynamic_slice %2, %middle, %to16, %ones : (tensor<?x?x16xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %5 = stablehlo.logistic %4 : tensor<?x?x8xf32>
    %6 = stablehlo.multiply %3, %5 : tensor<?x?x8xf32>
    %7 = stablehlo.add %y, %6 : tensor<?x?x8xf32>
    %8 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %8, %7 : tensor<i32>, tensor<?x?x8xf32>
  }
  return %1#1 : tensor<?x?x8xf32>
}

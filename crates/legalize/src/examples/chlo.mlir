// also: chlo.acosh, chlo.asin, chlo.asinh, chlo.atan, chlo.atanh, chlo.bessel_i1e, chlo.conj
// also: chlo.cosh, chlo.sinh, chlo.square, chlo.tan, chlo.digamma, chlo.erf, chlo.erf_inv, chlo.erfc
// also: chlo.lgamma
func.func @"chlo.acos"(%a: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = chlo.acos %a : tensor<2x?xf32> -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @"chlo._asin_acos_kernel"(%a: tensor<2x?xcomplex<f32>>) -> tensor<2x?xcomplex<f32>> {
  %0 = chlo._asin_acos_kernel %a : tensor<2x?xcomplex<f32>> -> tensor<2x?xcomplex<f32>>
  return %0 : tensor<2x?xcomplex<f32>>
}

// -----

// also: chlo.is_neg_inf, chlo.is_pos_inf
func.func @"chlo.is_inf"(%a: tensor<2x?xf32>) -> tensor<2x?xi1> {
  %0 = chlo.is_inf %a : tensor<2x?xf32> -> tensor<2x?xi1>
  return %0 : tensor<2x?xi1>
}

// -----

// also: chlo.polygamma, chlo.zeta
func.func @"chlo.next_after"(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = chlo.next_after %a, %b : tensor<2x?xf32>, tensor<2x?xf32> -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @"chlo.mulhi"(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %0 = chlo.mulhi %a, %b : tensor<?xi32>, tensor<?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

func.func @"chlo.constant"() -> tensor<2xi32> {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"chlo.constant_like"(%a: tensor<2x?xi32>) -> tensor<2x?xf32> {
  %0 = "chlo.constant_like"(%a) {value = 2.5 : f32} : (tensor<2x?xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @"chlo.top_k"(%a: tensor<?x5xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %0, %1 = chlo.top_k(%a, k = 2) : tensor<?x5xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %0, %1 : tensor<?x2xf32>, tensor<?x2xi32>
}

// -----

func.func @"chlo.ragged_dot"(%a: tensor<?x?xf32>, %b: tensor<3x?x5xf32>, %g: tensor<3xi32>) -> tensor<?x5xf32> {
  %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>, #chlo<precision DEFAULT>]} : (tensor<?x?xf32>, tensor<3x?x5xf32>, tensor<3xi32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

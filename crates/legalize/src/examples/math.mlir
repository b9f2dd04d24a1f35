// also: math.cbrt, math.ceil, math.cos, math.exp, math.expm1, math.floor, math.log, math.log1p
// also: math.round, math.roundeven, math.rsqrt, math.sin, math.sqrt, math.tan, math.tanh, math.acos
// also: math.acosh, math.asin, math.asinh, math.atan, math.atanh, math.cosh, math.erf, math.erfc
// also: math.sinh, math.exp2, math.log2
func.func @"math.absf"(%a: tensor<f32>, %b: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) {
  %x = tensor.extract %a[] : tensor<f32>
  %0 = math.absf %x : f32
  %1 = tensor.from_elements %0 : tensor<f32>
  %2 = math.absf %b : tensor<?xf32>
  return %1, %2 : tensor<f32>, tensor<?xf32>
}

// -----

// also: math.powf
func.func @"math.atan2"(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.atan2 %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// also: math.ctpop, math.ctlz
func.func @"math.absi"(%a: tensor<?xi32>) -> tensor<?xi32> {
  %0 = math.absi %a : tensor<?xi32>
  return %0 : tensor<?xi32>
}

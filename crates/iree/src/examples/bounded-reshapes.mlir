func.func @main(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?xf32, #stablehlo.bounds<32>> {
  %0 = stablehlo.reshape %a : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?xf32, #stablehlo.bounds<32>>
  return %0 : tensor<?xf32, #stablehlo.bounds<32>>
}

// also: chlo.constant, arith.constant
func.func @"stablehlo.constant"(%x: tensor<f32>) -> tensor<2x$T> {
  %0 = stablehlo.constant dense<[1, -1]> : tensor<2x$T>
  %1 = stablehlo.constant dense<-1> : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

// also: chlo.constant, arith.constant
func.func @"stablehlo.constant: without a sign"(%x: tensor<f32>) -> tensor<2xui8> {
  %0 = stablehlo.constant dense<[200, 7]> : tensor<2xui8>
  %1 = stablehlo.constant dense<200> : tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

// also: chlo.constant, arith.constant
func.func @"stablehlo.constant: truth values"(%x: tensor<f32>) -> tensor<2xi1> {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = stablehlo.constant dense<true> : tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.constant: a scalar"(%x: tensor<f32>) -> $T {
  %0 = arith.constant -1 : $T
  return %0 : $T
}

// -----

func.func @"chlo.constant_like"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = "chlo.constant_like"(%a) {value = 1 : $T} : (tensor<2x$T>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.iota"(%x: tensor<f32>) -> tensor<5x$T> {
  %0 = stablehlo.iota dim = 0 : tensor<5x$T>
  return %0 : tensor<5x$T>
}

// -----

func.func @"shape.const_shape"(%x: tensor<f32>) -> tensor<2xindex> {
  %0 = shape.const_shape [2, 3] : tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

func.func @"shape.const_size"(%x: tensor<f32>) -> !shape.size {
  %0 = shape.const_size 7
  return %0 : !shape.size
}

// -----

func.func @"tosa.const_shape"(%x: tensor<f32>) -> !tosa.shape<2> {
  %0 = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  return %0 : !tosa.shape<2>
}

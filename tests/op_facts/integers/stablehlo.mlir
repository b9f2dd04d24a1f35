// also: stablehlo.subtract, stablehlo.multiply, stablehlo.divide, stablehlo.remainder, stablehlo.maximum
// also: stablehlo.minimum, stablehlo.and, stablehlo.or, stablehlo.xor
func.func @"stablehlo.add"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.add %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

// also: stablehlo.subtract, stablehlo.multiply, stablehlo.divide, stablehlo.remainder, stablehlo.maximum
// also: stablehlo.minimum, stablehlo.and, stablehlo.or, stablehlo.xor
func.func @"stablehlo.add: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.add %a, %c : tensor<$T>
  %1 = stablehlo.add %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.clamp"(%l: tensor<$T>, %a: tensor<2x$T>, %h: tensor<$T>) -> tensor<2x$T> {
  %0 = stablehlo.clamp %l, %a, %h : (tensor<$T>, tensor<2x$T>, tensor<$T>) -> tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.select"(%p: tensor<2xi1>, %a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

// also: stablehlo.negate, stablehlo.sign, stablehlo.not
func.func @"stablehlo.abs"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.abs %a : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.compare: EQ"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = stablehlo.compare EQ, %a, %b : (tensor<2x$T>, tensor<2x$T>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"stablehlo.compare: NE"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = stablehlo.compare NE, %a, %b : (tensor<2x$T>, tensor<2x$T>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"stablehlo.compare: LT"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<2x$T>, tensor<2x$T>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"stablehlo.compare: LE"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = stablehlo.compare LE, %a, %b : (tensor<2x$T>, tensor<2x$T>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"stablehlo.compare: GT"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<2x$T>, tensor<2x$T>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"stablehlo.compare: GE"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = stablehlo.compare GE, %a, %b : (tensor<2x$T>, tensor<2x$T>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"stablehlo.convert: to i1"(%a: tensor<2x$T>) -> tensor<2xi1> {
  %0 = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"stablehlo.convert: to i8"(%a: tensor<2x$T>) -> tensor<2xi8> {
  %0 = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @"stablehlo.convert: to i32"(%a: tensor<2x$T>) -> tensor<2xi32> {
  %0 = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"stablehlo.convert: to i64"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %0 = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"stablehlo.convert: to ui8"(%a: tensor<2x$T>) -> tensor<2xui8> {
  %0 = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

func.func @"stablehlo.convert: a constant"(%x: tensor<f32>) -> tensor<i64> {
  %c = stablehlo.constant dense<-1> : tensor<$T>
  %0 = stablehlo.convert %c : (tensor<$T>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @"stablehlo.convert: a truth value"(%x: tensor<f32>) -> tensor<$T> {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.convert %c : (tensor<i1>) -> tensor<$T>
  return %0 : tensor<$T>
}

func.func @"stablehlo.add"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.add %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.add: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.add %a, %c : tensor<$T>
  %1 = stablehlo.add %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.subtract"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.subtract %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.subtract: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.subtract %a, %c : tensor<$T>
  %1 = stablehlo.subtract %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.multiply"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.multiply %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.multiply: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.multiply %a, %c : tensor<$T>
  %1 = stablehlo.multiply %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.divide"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.divide %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.divide: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.divide %a, %c : tensor<$T>
  %1 = stablehlo.divide %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.remainder"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.remainder %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.remainder: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.remainder %a, %c : tensor<$T>
  %1 = stablehlo.remainder %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.maximum"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.maximum %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.maximum: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.maximum %a, %c : tensor<$T>
  %1 = stablehlo.maximum %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.minimum"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.minimum %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.minimum: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.minimum %a, %c : tensor<$T>
  %1 = stablehlo.minimum %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.and"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.and %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.and: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.and %a, %c : tensor<$T>
  %1 = stablehlo.and %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.or"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.or %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.or: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.or %a, %c : tensor<$T>
  %1 = stablehlo.or %c, %0 : tensor<$T>
  return %1 : tensor<$T>
}

// -----

func.func @"stablehlo.xor"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.xor %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.xor: of a constant"(%a: tensor<$T>) -> tensor<$T> {
  %c = stablehlo.constant dense<1> : tensor<$T>
  %0 = stablehlo.xor %a, %c : tensor<$T>
  %1 = stablehlo.xor %c, %0 : tensor<$T>
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

func.func @"stablehlo.abs"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.abs %a : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.negate"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.negate %a : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.sign"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.sign %a : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"stablehlo.not"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = stablehlo.not %a : tensor<2x$T>
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

func.func @"stablehlo.convert: through f64 to i1"(%a: tensor<2x$T>) -> tensor<2xi1> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %0 = stablehlo.convert %f : (tensor<2xf64>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"stablehlo.convert: through f64 to i8"(%a: tensor<2x$T>) -> tensor<2xi8> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %0 = stablehlo.convert %f : (tensor<2xf64>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @"stablehlo.convert: through f64 to i32"(%a: tensor<2x$T>) -> tensor<2xi32> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %0 = stablehlo.convert %f : (tensor<2xf64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"stablehlo.convert: through f64 to i64"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %0 = stablehlo.convert %f : (tensor<2xf64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"stablehlo.convert: a constant through f64"(%x: tensor<f32>) -> tensor<i64> {
  %c = stablehlo.constant dense<-1> : tensor<$T>
  %f = stablehlo.convert %c : (tensor<$T>) -> tensor<f64>
  %0 = stablehlo.convert %f : (tensor<f64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @"stablehlo.convert: a constant without a sign through f64"(%x: tensor<f32>) -> tensor<i64> {
  %c = stablehlo.constant dense<200> : tensor<ui8>
  %f = stablehlo.convert %c : (tensor<ui8>) -> tensor<f64>
  %0 = stablehlo.convert %f : (tensor<f64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @"stablehlo.convert: a quotient by 3, rounded up"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %d = stablehlo.constant dense<3.0> : tensor<2xf64>
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %q = stablehlo.divide %f, %d : tensor<2xf64>
  %r = stablehlo.ceil %q : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"stablehlo.convert: a quotient by -2, rounded up"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %d = stablehlo.constant dense<-2.0> : tensor<2xf64>
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %q = stablehlo.divide %f, %d : tensor<2xf64>
  %r = stablehlo.ceil %q : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"stablehlo.convert: a quotient by 3, rounded down"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %d = stablehlo.constant dense<3.0> : tensor<2xf64>
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %q = stablehlo.divide %f, %d : tensor<2xf64>
  %r = stablehlo.floor %q : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"stablehlo.convert: a quotient by -2, rounded down"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %d = stablehlo.constant dense<-2.0> : tensor<2xf64>
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %q = stablehlo.divide %f, %d : tensor<2xf64>
  %r = stablehlo.floor %q : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"stablehlo.convert: of floats, add"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi32> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %g = stablehlo.convert %b : (tensor<2x$T>) -> tensor<2xf64>
  %r = stablehlo.add %f, %g : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"stablehlo.convert: of floats, subtract"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi32> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %g = stablehlo.convert %b : (tensor<2x$T>) -> tensor<2xf64>
  %r = stablehlo.subtract %f, %g : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"stablehlo.convert: of floats, multiply"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi32> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %g = stablehlo.convert %b : (tensor<2x$T>) -> tensor<2xf64>
  %r = stablehlo.multiply %f, %g : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"stablehlo.convert: of floats, maximum"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi32> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %g = stablehlo.convert %b : (tensor<2x$T>) -> tensor<2xf64>
  %r = stablehlo.maximum %f, %g : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"stablehlo.convert: of floats, minimum"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi32> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %g = stablehlo.convert %b : (tensor<2x$T>) -> tensor<2xf64>
  %r = stablehlo.minimum %f, %g : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"stablehlo.convert: of floats, abs"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %f = stablehlo.convert %a : (tensor<2x$T>) -> tensor<2xf64>
  %r = stablehlo.abs %f : tensor<2xf64>
  %0 = stablehlo.convert %r : (tensor<2xf64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"stablehlo.convert: a product that 64 bits do not hold"(%x: tensor<f32>) -> tensor<i32> {
  %c = stablehlo.constant dense<65536.0> : tensor<f64>
  %0 = stablehlo.multiply %c, %c : tensor<f64>
  %1 = stablehlo.multiply %0, %0 : tensor<f64>
  %2 = stablehlo.convert %1 : (tensor<f64>) -> tensor<i32>
  return %2 : tensor<i32>
}

// -----

// also: arith.fptoui
func.func @"arith.fptosi: of sitofp, to i1"(%a: tensor<2x$T>) -> tensor<2xi1> {
  %f = arith.sitofp %a : tensor<2x$T> to tensor<2xf64>
  %0 = arith.fptosi %f : tensor<2xf64> to tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// also: arith.fptoui
func.func @"arith.fptosi: of sitofp, to i8"(%a: tensor<2x$T>) -> tensor<2xi8> {
  %f = arith.sitofp %a : tensor<2x$T> to tensor<2xf64>
  %0 = arith.fptosi %f : tensor<2xf64> to tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

// also: arith.fptoui
func.func @"arith.fptosi: of sitofp, to i64"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %f = arith.sitofp %a : tensor<2x$T> to tensor<2xf64>
  %0 = arith.fptosi %f : tensor<2xf64> to tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// also: arith.fptoui
func.func @"arith.fptosi: of uitofp, to i1"(%a: tensor<2x$T>) -> tensor<2xi1> {
  %f = arith.uitofp %a : tensor<2x$T> to tensor<2xf64>
  %0 = arith.fptosi %f : tensor<2xf64> to tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// also: arith.fptoui
func.func @"arith.fptosi: of uitofp, to i8"(%a: tensor<2x$T>) -> tensor<2xi8> {
  %f = arith.uitofp %a : tensor<2x$T> to tensor<2xf64>
  %0 = arith.fptosi %f : tensor<2xf64> to tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

// also: arith.fptoui
func.func @"arith.fptosi: of uitofp, to i64"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %f = arith.uitofp %a : tensor<2x$T> to tensor<2xf64>
  %0 = arith.fptosi %f : tensor<2xf64> to tensor<2xi64>
  return %0 : tensor<2xi64>
}

// also: arith.subi, arith.muli, arith.divsi, arith.divui, arith.ceildivsi, arith.ceildivui, arith.floordivsi
// also: arith.remsi, arith.remui, arith.maxsi, arith.maxui, arith.minsi, arith.minui, arith.andi, arith.ori
// also: arith.xori, arith.shli, arith.shrsi, arith.shrui
func.func @"arith.addi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.addi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

// also: arith.subi, arith.muli, arith.divsi, arith.divui, arith.ceildivsi, arith.ceildivui, arith.floordivsi
// also: arith.remsi, arith.remui, arith.maxsi, arith.maxui, arith.minsi, arith.minui, arith.andi, arith.ori
// also: arith.xori, arith.shli, arith.shrsi, arith.shrui
func.func @"arith.addi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.addi %a, %c : $T
  %1 = arith.addi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.muli: that does not wrap"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.muli %a, %b overflow<nsw> : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.select"(%p: tensor<2xi1>, %a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.select %p, %a, %b : tensor<2xi1>, tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.cmpi: eq"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi eq, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: ne"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi ne, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: slt"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi slt, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: sle"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi sle, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: sgt"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi sgt, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: sge"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi sge, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: ult"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi ult, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: ule"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi ule, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: ugt"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi ugt, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.cmpi: uge"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.cmpi uge, %a, %b : tensor<2x$T>
  return %0 : tensor<2xi1>
}

// -----

// also: arith.index_castui
func.func @"arith.index_cast"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.index_cast %a : tensor<2x$T> to tensor<2xindex>
  %1 = arith.index_cast %0 : tensor<2xindex> to tensor<2x$T>
  return %1 : tensor<2x$T>
}

// -----

// also: arith.extui, arith.trunci
func.func @"arith.extsi: to i8"(%a: tensor<2x$T>) -> tensor<2xi8> {
  %0 = arith.extsi %a : tensor<2x$T> to tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

// also: arith.extui, arith.trunci
func.func @"arith.extsi: to i32"(%a: tensor<2x$T>) -> tensor<2xi32> {
  %0 = arith.extsi %a : tensor<2x$T> to tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// also: arith.extui
func.func @"arith.extsi: to i64"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %0 = arith.extsi %a : tensor<2x$T> to tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"arith.trunci: to i1"(%a: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.trunci %a : tensor<2x$T> to tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"math.absi"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = math.absi %a : tensor<2x$T>
  return %0 : tensor<2x$T>
}

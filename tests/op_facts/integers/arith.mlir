func.func @"arith.addi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.addi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.addi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.addi %a, %c : $T
  %1 = arith.addi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.subi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.subi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.subi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.subi %a, %c : $T
  %1 = arith.subi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.muli"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.muli %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.muli: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.muli %a, %c : $T
  %1 = arith.muli %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.divsi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.divsi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.divsi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.divsi %a, %c : $T
  %1 = arith.divsi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.divui"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.divui %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.divui: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.divui %a, %c : $T
  %1 = arith.divui %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.ceildivsi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.ceildivsi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.ceildivsi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.ceildivsi %a, %c : $T
  %1 = arith.ceildivsi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.ceildivui"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.ceildivui %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.ceildivui: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.ceildivui %a, %c : $T
  %1 = arith.ceildivui %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.floordivsi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.floordivsi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.floordivsi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.floordivsi %a, %c : $T
  %1 = arith.floordivsi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.remsi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.remsi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.remsi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.remsi %a, %c : $T
  %1 = arith.remsi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.remui"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.remui %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.remui: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.remui %a, %c : $T
  %1 = arith.remui %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.maxsi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.maxsi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.maxsi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.maxsi %a, %c : $T
  %1 = arith.maxsi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.maxui"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.maxui %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.maxui: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.maxui %a, %c : $T
  %1 = arith.maxui %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.minsi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.minsi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.minsi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.minsi %a, %c : $T
  %1 = arith.minsi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.minui"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.minui %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.minui: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.minui %a, %c : $T
  %1 = arith.minui %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.andi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.andi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.andi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.andi %a, %c : $T
  %1 = arith.andi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.ori"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.ori %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.ori: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.ori %a, %c : $T
  %1 = arith.ori %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.xori"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.xori %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.xori: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.xori %a, %c : $T
  %1 = arith.xori %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.shli"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.shli %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.shli: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.shli %a, %c : $T
  %1 = arith.shli %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.shrsi"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.shrsi %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.shrsi: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.shrsi %a, %c : $T
  %1 = arith.shrsi %c, %0 : $T
  return %1 : $T
}

// -----

func.func @"arith.shrui"(%a: tensor<2x$T>, %b: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.shrui %a, %b : tensor<2x$T>
  return %0 : tensor<2x$T>
}

// -----

func.func @"arith.shrui: of a constant"(%a: $T) -> $T {
  %c = arith.constant 1 : $T
  %0 = arith.shrui %a, %c : $T
  %1 = arith.shrui %c, %0 : $T
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

func.func @"arith.index_cast"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.index_cast %a : tensor<2x$T> to tensor<2xindex>
  %1 = arith.index_cast %0 : tensor<2xindex> to tensor<2x$T>
  return %1 : tensor<2x$T>
}

// -----

func.func @"arith.index_castui"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = arith.index_castui %a : tensor<2x$T> to tensor<2xindex>
  %1 = arith.index_castui %0 : tensor<2xindex> to tensor<2x$T>
  return %1 : tensor<2x$T>
}

// -----

func.func @"arith.extsi: to i8"(%a: tensor<2x$T>) -> tensor<2xi8> {
  %0 = arith.extsi %a : tensor<2x$T> to tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @"arith.extsi: to i32"(%a: tensor<2x$T>) -> tensor<2xi32> {
  %0 = arith.extsi %a : tensor<2x$T> to tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"arith.extsi: to i64"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %0 = arith.extsi %a : tensor<2x$T> to tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"arith.extui: to i8"(%a: tensor<2x$T>) -> tensor<2xi8> {
  %0 = arith.extui %a : tensor<2x$T> to tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @"arith.extui: to i32"(%a: tensor<2x$T>) -> tensor<2xi32> {
  %0 = arith.extui %a : tensor<2x$T> to tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"arith.extui: to i64"(%a: tensor<2x$T>) -> tensor<2xi64> {
  %0 = arith.extui %a : tensor<2x$T> to tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @"arith.trunci: to i1"(%a: tensor<2x$T>) -> tensor<2xi1> {
  %0 = arith.trunci %a : tensor<2x$T> to tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @"arith.trunci: to i8"(%a: tensor<2x$T>) -> tensor<2xi8> {
  %0 = arith.trunci %a : tensor<2x$T> to tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @"arith.trunci: to i32"(%a: tensor<2x$T>) -> tensor<2xi32> {
  %0 = arith.trunci %a : tensor<2x$T> to tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"math.absi"(%a: tensor<2x$T>) -> tensor<2x$T> {
  %0 = math.absi %a : tensor<2x$T>
  return %0 : tensor<2x$T>
}

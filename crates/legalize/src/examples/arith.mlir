func.func @"arith.constant"() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @"arith.select"(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c = tensor.extract %p[] : tensor<i1>
  %0 = arith.select %c, %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// also: arith.index_castui
func.func @"arith.index_cast"(%a: tensor<i32>) -> tensor<index> {
  %x = tensor.extract %a[] : tensor<i32>
  %0 = arith.index_cast %x : i32 to index
  %1 = tensor.from_elements %0 : tensor<index>
  return %1 : tensor<index>
}

// -----

// also: arith.extui
func.func @"arith.extsi"(%a: tensor<i32>) -> tensor<i64> {
  %x = tensor.extract %a[] : tensor<i32>
  %0 = arith.extsi %x : i32 to i64
  %1 = tensor.from_elements %0 : tensor<i64>
  return %1 : tensor<i64>
}

// -----

func.func @"arith.trunci"(%a: tensor<i64>) -> tensor<i32> {
  %x = tensor.extract %a[] : tensor<i64>
  %0 = arith.trunci %x : i64 to i32
  %1 = tensor.from_elements %0 : tensor<i32>
  return %1 : tensor<i32>
}

// -----

// also: arith.uitofp
func.func @"arith.sitofp"(%a: tensor<i32>) -> tensor<f32> {
  %x = tensor.extract %a[] : tensor<i32>
  %0 = arith.sitofp %x : i32 to f32
  %1 = tensor.from_elements %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// also: arith.fptoui, arith.bitcast
func.func @"arith.fptosi"(%a: tensor<f32>) -> tensor<i32> {
  %x = tensor.extract %a[] : tensor<f32>
  %0 = arith.fptosi %x : f32 to i32
  %1 = tensor.from_elements %0 : tensor<i32>
  return %1 : tensor<i32>
}

// -----

func.func @"arith.extf"(%a: tensor<f32>) -> tensor<f64> {
  %x = tensor.extract %a[] : tensor<f32>
  %0 = arith.extf %x : f32 to f64
  %1 = tensor.from_elements %0 : tensor<f64>
  return %1 : tensor<f64>
}

// -----

func.func @"arith.truncf"(%a: tensor<f64>) -> tensor<f32> {
  %x = tensor.extract %a[] : tensor<f64>
  %0 = arith.truncf %x : f64 to f32
  %1 = tensor.from_elements %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// also: arith.subf, arith.mulf, arith.divf, arith.remf, arith.maximumf, arith.minimumf, arith.maxnumf
// also: arith.minnumf
func.func @"arith.addf"(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %x = tensor.extract %a[] : tensor<f32>
  %y = tensor.extract %b[] : tensor<f32>
  %0 = arith.addf %x, %y : f32
  %1 = tensor.from_elements %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @"arith.negf"(%a: tensor<f32>) -> tensor<f32> {
  %0 = arith.negf %a : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @"arith.cmpf"(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xi1> {
  %0 = arith.cmpf ult, %a, %b : tensor<2xf32>
  return %0 : tensor<2xi1>
}

// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s

// A float that becomes an `i1` is compared with 0: two elements are true.
// CHECK-LABEL: func.func @truth_of_size
// CHECK-NOT: stablehlo.and
// CHECK: %[[P:.*]] = stablehlo.compare NE, %{{.*}}, %{{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK: stablehlo.custom_call @shape_assertion(%[[P]])
func.func @truth_of_size(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %i = arith.index_cast %n : index to i32
  %t = tensor.from_elements %i : tensor<i32>
  %f = stablehlo.convert %t : (tensor<i32>) -> tensor<f64>
  %p = stablehlo.convert %f : (tensor<f64>) -> tensor<i1>
  %q = tensor.extract %p[] : tensor<i1>
  cf.assert %q, "an element"
  return
}

// An integer is the float without its fraction, also if it has one bit: 0.5 is 0.
// CHECK-LABEL: func.func @bit_of_float
// CHECK: %[[I:.*]] = stablehlo.convert %arg0 : (tensor<?xf32>) -> tensor<?xi32>
// CHECK: %[[S:.*]] = stablehlo.convert %[[I]] : (tensor<?xi32>) -> tensor<?xi1>
// CHECK: return %[[S]], %[[S]]
func.func @bit_of_float(%x: tensor<?xf32>) -> (tensor<?xi1>, tensor<?xi1>) {
  %0 = arith.fptosi %x : tensor<?xf32> to tensor<?xi1>
  %1 = arith.fptoui %x : tensor<?xf32> to tensor<?xi1>
  return %0, %1 : tensor<?xi1>, tensor<?xi1>
}

// A number that the integer does not hold becomes the closest one, as in XLA; it does not wrap.
// CHECK-LABEL: func.func @closest
// CHECK: %[[MAX:.*]] = stablehlo.constant dense<127> : tensor<i64>
// CHECK: %[[I:.*]] = stablehlo.minimum %{{.*}}, %[[MAX]] : tensor<i64>
// CHECK: %[[J:.*]] = stablehlo.convert %[[I]] : (tensor<i64>) -> tensor<i32>
// CHECK: %[[S:.*]] = stablehlo.reshape %[[J]] : (tensor<i32>) -> tensor<1xi32>
// CHECK: stablehlo.dynamic_iota %[[S]]
func.func @closest(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %i = stablehlo.convert %f : (tensor<f64>) -> tensor<i8>
  %s = stablehlo.reshape %i : (tensor<i8>) -> tensor<1xi8>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi8>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// ceil(n / 2), as TensorFlow computes a range's length: in integers, at once.
// CHECK-LABEL: func.func @range
// CHECK-NOT: f64
// CHECK: return
func.func @range(%x: tensor<?xf32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %i = arith.index_cast %n : index to i64
  %f = arith.sitofp %i : i64 to f64
  %two = arith.constant 2.0 : f64
  %q = arith.divf %f, %two : f64
  %r = math.ceil %q : f64
  %a = math.absf %r : f64
  %k = arith.fptosi %a : f64 to i64
  %m = arith.index_cast %k : i64 to index
  %s = tensor.from_elements %m : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// A number without its sign, in floats as in integers.
// CHECK-LABEL: func.func @unsigned
// CHECK-NOT: f64
// CHECK: return
func.func @unsigned(%x: tensor<?xf32>, %b: tensor<i8>) -> tensor<?xi32> {
  %v = tensor.extract %b[] : tensor<i8>
  %f = arith.uitofp %v : i8 to f64
  %k = arith.fptoui %f : f64 to i64
  %m = arith.index_cast %k : i64 to index
  %s = tensor.from_elements %m : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// All orders of floats, of which some hold if one is NaN.
// CHECK-LABEL: func.func @orders
func.func @orders(%a: tensor<9xf32>, %b: tensor<9xf32>) -> (
    tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>,
    tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>) {
  // CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false>
  %0 = arith.cmpf false, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[EQ:.*]] = stablehlo.compare EQ, %arg0, %arg1
  %1 = arith.cmpf oeq, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[GT:.*]] = stablehlo.compare GT, %arg0, %arg1
  %2 = arith.cmpf ogt, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[GE:.*]] = stablehlo.compare GE, %arg0, %arg1
  %3 = arith.cmpf oge, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[LT:.*]] = stablehlo.compare LT, %arg0, %arg1
  %4 = arith.cmpf olt, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[LE:.*]] = stablehlo.compare LE, %arg0, %arg1
  %5 = arith.cmpf ole, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[ONE:.*]] = stablehlo.or %[[LT]], %[[GT]]
  %6 = arith.cmpf one, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.compare EQ, %arg0, %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.compare EQ, %arg1, %arg1
  // CHECK-DAG: %[[ORD:.*]] = stablehlo.and %[[A]], %[[B]]
  %7 = arith.cmpf ord, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[UEQ:.*]] = stablehlo.not %[[ONE]]
  %8 = arith.cmpf ueq, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[UGT:.*]] = stablehlo.not %[[LE]]
  %9 = arith.cmpf ugt, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[UGE:.*]] = stablehlo.not %[[LT]]
  %10 = arith.cmpf uge, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[ULT:.*]] = stablehlo.not %[[GE]]
  %11 = arith.cmpf ult, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[ULE:.*]] = stablehlo.not %[[GT]]
  %12 = arith.cmpf ule, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[NE:.*]] = stablehlo.compare NE, %arg0, %arg1
  %13 = arith.cmpf une, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.compare NE, %arg0, %arg0
  // CHECK-DAG: %[[D:.*]] = stablehlo.compare NE, %arg1, %arg1
  // CHECK-DAG: %[[UNO:.*]] = stablehlo.or %[[C]], %[[D]]
  %14 = arith.cmpf uno, %a, %b : tensor<9xf32>
  // CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true>
  %15 = arith.cmpf true, %a, %b : tensor<9xf32>
  // CHECK: return %[[FALSE]], %[[EQ]], %[[GT]], %[[GE]], %[[LT]], %[[LE]], %[[ONE]], %[[ORD]], %[[UEQ]], %[[UGT]], %[[UGE]], %[[ULT]], %[[ULE]], %[[NE]], %[[UNO]], %[[TRUE]] :
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 :
    tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>,
    tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>, tensor<9xi1>
}

// The logarithm of a power of 2 is a whole number.
// CHECK-LABEL: func.func @log2
// CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<?xf16>) -> tensor<?xf32>
// CHECK: %[[QUOTIENT:.*]] = stablehlo.divide
// CHECK: %[[WHOLE:.*]] = stablehlo.round_nearest_even %[[QUOTIENT]]
// CHECK: %[[POWER:.*]] = stablehlo.power %{{.*}}, %[[WHOLE]]
// CHECK: %[[IS:.*]] = stablehlo.compare EQ, %[[POWER]], %[[X]]
// CHECK: stablehlo.select %[[IS]], %[[WHOLE]], %[[QUOTIENT]]
func.func @log2(%x: tensor<?xf16>) -> tensor<?xf16> {
  %0 = math.log2 %x : tensor<?xf16>
  return %0 : tensor<?xf16>
}

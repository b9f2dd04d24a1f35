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

// RUN: bcast-lower --pass-pipeline='builtin.module(assume-sizes)' %s | FileCheck %s --implicit-check-not=umax
// RUN: bcast-lower --pass-pipeline='builtin.module(assume-sizes{assume-symbols=on})' %s | FileCheck %s --check-prefix=ASSUMED --implicit-check-not=umax
// RUN: bcast-lower --pass-pipeline='builtin.module(assume-sizes{facts=off})' %s | FileCheck %s --check-prefix=OFF --implicit-check-not=umax

// A check gives a lower bound, another one a divisor; the other dim is equal. IREE gets no upper bound.
// CHECK-LABEL: func.func @checked
// CHECK-SAME: (%[[X:.*]]: tensor<?x4x?xf32>)
// CHECK: cf.assert
// CHECK: cf.assert
// CHECK: cf.assert
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[SIZE:.*]] = "util.assume.int"(%[[ROWS]]) {assumptions = {{\[\[}}#util.int.assumption<umin = 2, udiv = 2>]]} : (index) -> index
// CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"(%[[X]], %[[SIZE]], %[[SIZE]]) : (tensor<?x4x?xf32>, index, index) -> tensor<?x4x?xf32>
// CHECK: %[[READ:.*]] = stablehlo.get_dimension_size %[[TIED]], dim = 0
// CHECK: stablehlo.exponential %[[TIED]]
// CHECK: return %{{.*}}, %[[READ]]
// OFF-LABEL: func.func @checked
func.func @checked(%x: tensor<?x4x?xf32>) -> (tensor<?x4x?xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %most = stablehlo.constant dense<4096> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 2 : (tensor<?x4x?xf32>) -> tensor<i32>
  %0 = stablehlo.remainder %n, %two : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = tensor.extract %1[] : tensor<i1>
  cf.assert %2, "odd"
  // n >= 1 and 4096 - n >= 0.
  %3 = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.multiply %n, %minus : tensor<i32>
  %5 = stablehlo.add %4, %most : tensor<i32>
  %6 = stablehlo.compare GE, %5, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %7 = stablehlo.and %3, %6 : tensor<i1>
  %8 = tensor.extract %7[] : tensor<i1>
  cf.assert %8, "not in the range"
  %9 = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %10 = tensor.extract %9[] : tensor<i1>
  cf.assert %10, "not square"
  %11 = stablehlo.exponential %x : tensor<?x4x?xf32>
  return %11, %n : tensor<?x4x?xf32>, tensor<i32>
}

// What is only declared is assumed if that is asked for.
// CHECK-LABEL: func.func @declared
// CHECK-NOT: assume
// CHECK: return
// ASSUMED-LABEL: func.func @declared
// ASSUMED: #util.int.assumption<umin = 16, udiv = 16>
// ASSUMED: flow.tensor.tie_shape
func.func @declared(%x: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32>
    attributes {bcast.ranges = {n = array<i64: 16, 512, 16>}} {
  %0 = stablehlo.exponential %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A check behind the first op on data comes too late: that op may run without it.
// CHECK-LABEL: func.func @late
// CHECK-NOT: assume
// CHECK: return
func.func @late(%x: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.exponential %x : tensor<?xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = tensor.extract %1[] : tensor<i1>
  cf.assert %2, "empty"
  return %0 : tensor<?xf32>
}

// A tied argument stays as it is, and so does one of which nothing is known.
// CHECK-LABEL: func.func @tied
// CHECK-COUNT-1: util.assume.int
// CHECK-NOT: util.assume.int
// CHECK: return
func.func @tied(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = "util.assume.int"(%n) {assumptions = [[#util.int.assumption<umin = 1>]]} : (index) -> index
  %1 = "flow.tensor.tie_shape"(%x, %0) : (tensor<?xf32>, index) -> tensor<?xf32>
  %2 = stablehlo.exponential %1 : tensor<?xf32>
  %3 = stablehlo.exponential %y : tensor<?xf32>
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}

// A branch uses the tied argument, too.
// CHECK-LABEL: func.func @in_branch
// CHECK: %[[TIED:.*]] = "flow.tensor.tie_shape"
// CHECK: stablehlo.if
// CHECK: stablehlo.exponential %[[TIED]]
func.func @in_branch(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = tensor.extract %0[] : tensor<i1>
  cf.assert %1, "empty"
  %2 = "stablehlo.if"(%p) ({
    %3 = stablehlo.exponential %x : tensor<?xf32>
    stablehlo.return %3 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// An external function, and one that returns its argument.
// CHECK-LABEL: func.func private @external
func.func private @external(tensor<?xf32>) -> tensor<?xf32>
// CHECK-LABEL: func.func @identity
// CHECK-NEXT: return
func.func @identity(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// IREE does not tie unsigned integers.
// CHECK-LABEL: func.func @unsigned
// CHECK-NOT: tie_shape
// CHECK: return
func.func @unsigned(%x: tensor<?xui8>) -> tensor<?xui8> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xui8>) -> tensor<i32>
  %0 = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = tensor.extract %0[] : tensor<i1>
  cf.assert %1, "empty"
  %2 = stablehlo.add %x, %x : tensor<?xui8>
  return %2 : tensor<?xui8>
}

// Behind all checks, which are also behind changes of signs: the row `early-assertions` leaves them there.
// CHECK-LABEL: func.func @change_of_sign
// CHECK: cf.assert %{{.*}}, "first"
// CHECK: stablehlo.bitcast_convert
// CHECK: cf.assert %{{.*}}, "second"
// CHECK: "flow.tensor.tie_shape"
func.func @change_of_sign(%x: tensor<?xf32>, %y: tensor<?xui16>) -> (tensor<?xf32>, tensor<?xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %x, %c0 : tensor<?xf32>
  %1 = arith.cmpi eq, %0, %c1 : index
  cf.assert %1, "first"
  %2 = stablehlo.bitcast_convert %y : (tensor<?xui16>) -> tensor<?xi16>
  %3 = tensor.dim %2, %c0 : tensor<?xi16>
  %4 = arith.cmpi eq, %3, %c1 : index
  cf.assert %4, "second"
  %5 = stablehlo.exponential %x : tensor<?xf32>
  return %5, %2 : tensor<?xf32>, tensor<?xi16>
}

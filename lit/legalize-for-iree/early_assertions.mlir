// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s

// The condition follows from the sizes of arguments.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>)
func.func @sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[SIZE_X:.*]] = tensor.dim %[[X]]
  // CHECK-DAG: %[[SIZE_Y:.*]] = tensor.dim %[[Y]]
  // CHECK: %[[ALL:.*]] = arith.addi %[[SIZE_X]], %[[SIZE_Y]]
  // CHECK: %[[FEW:.*]] = arith.cmpi sle, %[[ALL]], %c9
  // CHECK: cf.assert %[[FEW]], "too many"
  // CHECK: tensor.empty
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %size = tensor.dim %0, %c0 : tensor<?xf32>
  %few = arith.cmpi sle, %size, %c9 : index
  cf.assert %few, "too many"
  // CHECK-NOT: cf.assert
  // CHECK: return
  return %0 : tensor<?xf32>
}

// The elements of an argument are known, those of a computed tensor are not. What is behind that assertion stays
// behind it, in front of what is computed later.
// CHECK-LABEL: func.func @elements
func.func @elements(%x: tensor<?xf32>, %n: tensor<2xi64>) -> tensor<?xf32> {
  // CHECK: %[[N:.*]] = tensor.extract %arg1[%c1]
  // CHECK: %[[POSITIVE:.*]] = arith.cmpi sgt, %[[N]], %c0_i64
  // CHECK: cf.assert %[[POSITIVE]], "first"
  // CHECK: stablehlo.tanh
  // CHECK: cf.assert %{{.*}}, "second"
  // CHECK: cf.assert %{{.*}}, "third"
  // CHECK: stablehlo.negate
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %half = arith.constant 0.5 : f32
  %0 = stablehlo.tanh %x : tensor<?xf32>
  %number = tensor.extract %n[%c1] : tensor<2xi64>
  %is_positive = arith.cmpi sgt, %number, %zero : i64
  cf.assert %is_positive, "first"
  %element = tensor.extract %0[%c0] : tensor<?xf32>
  %is_less = arith.cmpf olt, %element, %half : f32
  cf.assert %is_less, "second"
  %1 = stablehlo.negate %0 : tensor<?xf32>
  %size = tensor.dim %1, %c0 : tensor<?xf32>
  %is_one = arith.cmpi eq, %size, %c1 : index
  cf.assert %is_one, "third"
  return %1 : tensor<?xf32>
}

// In an iteration, also by the numbers that the loop carries. In a function with a loop it stays.
// CHECK-LABEL: func.func @loop
func.func @loop(%x: tensor<?x16xf32>, %n: tensor<i32>) -> tensor<?x16xf32> {
  // CHECK: } do {
  // CHECK: %[[I:.*]] = tensor.extract %{{.*}}[] : tensor<i32>
  // CHECK: %[[FEW:.*]] = arith.cmpi slt, %[[I]], %c7_i32
  // CHECK: cf.assert %[[FEW]], "in the loop"
  // CHECK: stablehlo.tanh
  // CHECK-NOT: cf.assert
  // CHECK: stablehlo.return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.tanh %a : tensor<?x16xf32>
    %number = tensor.extract %i[] : tensor<i32>
    %few = arith.cmpi slt, %number, %seven : i32
    cf.assert %few, "in the loop"
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<?x16xf32>
  }
  // CHECK: stablehlo.negate
  // CHECK: cf.assert %{{.*}}, "behind"
  %size = tensor.dim %x, %c0 : tensor<?x16xf32>
  %is_one = arith.cmpi eq, %size, %c1 : index
  %3 = stablehlo.negate %0#1 : tensor<?x16xf32>
  cf.assert %is_one, "behind"
  return %3 : tensor<?x16xf32>
}

// What is called may check something.
// CHECK-LABEL: func.func @call
func.func @call(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: call @sizes
  // CHECK: cf.assert %{{.*}}, "behind"
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = func.call @sizes(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %is_one = arith.cmpi eq, %size, %c1 : index
  cf.assert %is_one, "behind"
  return %0 : tensor<?xf32>
}

// An op of `arith` may have several results, and both may be used.
// CHECK-LABEL: func.func @results
func.func @results(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[SIZE:.*]] = tensor.dim %arg0
  // CHECK: %[[SUM:.*]], %[[OVERFLOW:.*]] = arith.addui_extended %[[SIZE]], %[[SIZE]]
  // CHECK: %[[FEW:.*]] = arith.cmpi ule, %[[SUM]]
  // CHECK: %[[FITS:.*]] = arith.select %[[OVERFLOW]], %false, %[[FEW]]
  // CHECK: cf.assert %[[FITS]], "too many"
  // CHECK: stablehlo.tanh
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %false = arith.constant false
  %0 = stablehlo.tanh %x : tensor<?xf32>
  %size = tensor.dim %0, %c0 : tensor<?xf32>
  %sum, %overflow = arith.addui_extended %size, %size : index, i1
  %few = arith.cmpi ule, %sum, %c9 : index
  %fits = arith.select %overflow, %false, %few : i1
  cf.assert %fits, "too many"
  return %0 : tensor<?xf32>
}

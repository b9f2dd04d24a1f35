// RUN: bcast-lower --target=iree %s | FileCheck %s
// RUN: bcast-lower --target=iree %s | bcast-lower --target=iree | FileCheck %s

// IREE reads narrow scalars without their sign outside of kernels: in the condition of a loop, or in arith.

// CHECK-LABEL: func.func @counted
// CHECK: stablehlo.while
// CHECK: stablehlo.compare LT, {{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
func.func @counted(%x: tensor<5xf32>, %n: tensor<i16>) -> tensor<5xf32> {
  %z = stablehlo.constant dense<0> : tensor<i16>
  %one = stablehlo.constant dense<1> : tensor<i16>
  %r:2 = stablehlo.while(%i = %z, %a = %x) : tensor<i16>, tensor<5xf32>
    cond { %p = stablehlo.compare LT, %i, %n : (tensor<i16>, tensor<i16>) -> tensor<i1>
      stablehlo.return %p : tensor<i1> }
    do {
      %u = stablehlo.add %a, %a : tensor<5xf32>
      %i1 = stablehlo.add %i, %one : tensor<i16>
      stablehlo.return %i1, %u : tensor<i16>, tensor<5xf32>
    }
  return %r#1 : tensor<5xf32>
}

// CHECK-LABEL: func.func @asserted
// CHECK-NOT: arith.cmpi
// CHECK: stablehlo.compare GE, {{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK: cf.assert
func.func @asserted(%x: tensor<?xf32>, %n: tensor<i8>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : i8
  %e = tensor.extract %n[] : tensor<i8>
  %p = arith.cmpi sge, %e, %c0 : i8
  cf.assert %p, "n is negative"
  return %x : tensor<?xf32>
}

// CHECK-LABEL: func.func @cast
// CHECK-NOT: arith.index_cast
// CHECK: stablehlo.convert %arg0 : (tensor<i8>) -> tensor<i64>
// CHECK: return
func.func @cast(%a0: tensor<i8>) -> tensor<i32> {
  %s0 = tensor.extract %a0[] : tensor<i8>
  %m = arith.index_cast %s0 : i8 to index
  %k = arith.constant 10 : index
  %n = arith.addi %m, %k : index
  %r = arith.index_cast %n : index to i32
  %q = tensor.from_elements %r : tensor<i32>
  return %q : tensor<i32>
}

// Extensions read the bits that the number has.
// CHECK-LABEL: func.func @extended
// CHECK: arith.extsi
// CHECK: arith.extui
// CHECK: return
func.func @extended(%n: tensor<i8>) -> tensor<2xi32> {
  %0 = tensor.extract %n[] : tensor<i8>
  %1 = arith.extsi %0 : i8 to i32
  %2 = arith.extui %0 : i8 to i32
  %3 = tensor.from_elements %1, %2 : tensor<2xi32>
  return %3 : tensor<2xi32>
}

// Outside of kernels, IREE has no floats of 64 bits.
// CHECK-LABEL: func.func @doubles
// CHECK-NOT: arith.fptosi
// CHECK: stablehlo.convert {{.*}} : (tensor<f64>) -> tensor<i32>
// CHECK: return
func.func @doubles(%x: tensor<f64>) -> tensor<i32> {
  %0 = tensor.extract %x[] : tensor<f64>
  %1 = math.ceil %0 : f64
  %2 = arith.fptosi %1 : f64 to i32
  %3 = tensor.from_elements %2 : tensor<i32>
  return %3 : tensor<i32>
}

// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-to-stablehlo{keep-readable=on})' %s | FileCheck %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(legalize-to-stablehlo)' %s 2>&1 | FileCheck %s --check-prefix=OFF

// OFF: 'scf.if' op has no equivalent in StableHLO

// IREE reads all ops of this function.
// CHECK-LABEL: func.func @readable
// CHECK: tensor.dim
// CHECK: arith.divui
// CHECK: scf.if
// CHECK: tensor.reshape
func.func @readable(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.divui %n, %c1 : index
  %sizes = tensor.from_elements %m : tensor<1xindex>
  %q = stablehlo.constant dense<true> : tensor<i1>
  %e = tensor.extract %q[] : tensor<i1>
  %0 = scf.if %e -> (tensor<?xf32>) {
    %1 = tensor.reshape %x(%sizes) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// It does not read 'shape': the function becomes StableHLO, but for unsigned arithmetic.
// CHECK-LABEL: func.func @not_readable
// CHECK-NOT: {{ui64|shape\.|tensor\.dim}}
// CHECK: arith.divui %{{.*}}, %{{.*}} : tensor<i64>
// CHECK-NOT: {{ui64|shape\.|tensor\.dim}}
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : tensor<i64>
func.func @not_readable(%x: tensor<?xf32>, %a: tensor<i64>, %b: tensor<i64>) -> (tensor<1xindex>, tensor<i64>, tensor<i1>) {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %c = tensor.extract %a[] : tensor<i64>
  %d = tensor.extract %b[] : tensor<i64>
  %q = arith.divui %c, %d : i64
  %l = arith.cmpi ult, %c, %d : i64
  %0 = tensor.from_elements %q : tensor<i64>
  %1 = tensor.from_elements %l : tensor<i1>
  return %s, %0, %1 : tensor<1xindex>, tensor<i64>, tensor<i1>
}

// RUN: bcast-lower --target=iree %s | bcast-lower --pass-pipeline='builtin.module()' | FileCheck %s --implicit-check-not=arith.cmpi
// RUN: bcast-lower --canonicalize-for-iree %s | bcast-lower --pass-pipeline='builtin.module()' | FileCheck %s --implicit-check-not=arith.cmpi

// MLIR's folders of TOSA make constants of dynamic types, which are not valid. Other ops are canonicalized.

// CHECK-LABEL: func.func @tosa_constants
// CHECK-DAG: tosa.add {{.*}} -> tensor<?xf32>
func.func @tosa_constants() -> tensor<?xf32> {
  %a = "tosa.const"() <{values = dense<2.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<3.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.add %a, %b : (tensor<1xf32>, tensor<1xf32>) -> tensor<?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // CHECK-DAG: cf.assert %false
  %less = arith.cmpi ult, %c3, %c2 : index
  cf.assert %less, "less"
  return %0 : tensor<?xf32>
}

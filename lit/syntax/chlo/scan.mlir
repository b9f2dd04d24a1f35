// Scans, as jaxlib 0.10.2 prints them.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --emit-bytecode %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @scans(
func.func @scans(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // CHECK-NEXT: %[[R0:.*]]:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  {
  // CHECK-NEXT: ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.add %input, %carry : tensor<3xf32>
  // CHECK-NEXT: stablehlo.return %[[R1]], %[[R1]] : tensor<3xf32>, tensor<3xf32>
  // CHECK-NEXT: } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  %0:2 = chlo.scan(%a) inits (%b) dimension = 0 {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %1 = stablehlo.add %x, %y : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  // CHECK-NEXT: chlo.scan() inits (%arg1) dimension=1  attributes {is_associative = false, is_reverse = true, scan_dim_size = 5 : i64} {
  // CHECK-NEXT: ^bb0(%carry: tensor<3xf32>):
  // CHECK-NEXT: stablehlo.return %carry, %carry : tensor<3xf32>, tensor<3xf32>
  // CHECK-NEXT: } : (tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3xf32>)
  %2:2 = chlo.scan() inits (%b) dimension = 1 attributes {is_associative = false, is_reverse = true, scan_dim_size = 5 : i64} {
  ^bb0(%y: tensor<3xf32>):
    stablehlo.return %y, %y : tensor<3xf32>, tensor<3xf32>
  } : (tensor<3xf32>) -> (tensor<3x5xf32>, tensor<3xf32>)
  return
}

// RUN: bcast-lower --target=iree %s | FileCheck %s
// RUN: not bcast-lower --canonicalize %s 2>&1 | FileCheck %s --check-prefix=CRASH
// RUN: not bcast-lower --inline %s 2>&1 | FileCheck %s --check-prefix=INLINE

// MLIR's own patterns run only on what has been converted: on `shape`, they crash or drop checks. A crash of a pass
// that is asked for is an error.
// CRASH: error: pass 'canonicalize' crashes with SIGSEGV
// INLINE: error: one of the passes 'inline', 'canonicalize' crashes with SIGSEGV

// CHECK-LABEL: func.func @shape_of_static
// CHECK: return %arg0
func.func @shape_of_static(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = shape.shape_of %x : tensor<2xi32> -> !shape.shape
  %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<1xindex>
  %2 = "stablehlo.dynamic_reshape"(%x, %1) : (tensor<2xi32>, tensor<1xindex>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}

// CHECK-LABEL: func.func @false_witness
// CHECK: cf.assert %false, "shape.const_witness: the witness is constant false"
func.func @false_witness(%x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.const_witness false
  %0 = shape.assuming %w -> tensor<?xf32> {
    %1 = stablehlo.negate %x : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @one_false_witness
// CHECK: cf.assert %false
func.func @one_false_witness(%x: tensor<?xf32>) -> tensor<?xf32> {
  %true = shape.const_witness true
  %false = shape.const_witness false
  %w = shape.assuming_all %true, %false
  %0 = shape.assuming %w -> tensor<?xf32> {
    %1 = stablehlo.negate %x : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// RUN: bcast-lower --target=iree --split-input-file %s | FileCheck %s
// RUN: bcast-lower --guard-broadcasts --split-input-file %s | FileCheck %s --check-prefix=CUSTOM

// Attributes of TOSA have another custom form in IREE's LLVM than in LLVM 22; both read the generic form.

// CHECK: "tosa.const_shape"() <{values = dense<[-1, 4]> : tensor<2xindex>}> : () -> !tosa.shape<2>
// CHECK: "tosa.reduce_sum"(%{{.*}}) <{axis = 1 : i32}>
// CUSTOM: tosa.const_shape {values = dense<[-1, 4]> : tensor<2xindex>}
// CUSTOM: tosa.reduce_sum %{{.*}} {axis = 1 : i32}
func.func @attributes(%x: tensor<?x4xf32>) -> tensor<?x1xf32> {
  %shape = tosa.const_shape {values = dense<[-1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %shape : (tensor<?x4xf32>, !tosa.shape<2>) -> tensor<?x4xf32>
  %1 = tosa.reduce_sum %0 {axis = 1 : i32} : (tensor<?x4xf32>) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}

// -----

// CHECK: func.func @no_attributes
// CHECK: tosa.add %arg0, %arg1
func.func @no_attributes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tosa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

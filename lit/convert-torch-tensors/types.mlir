// RUN: bcast-lower --allow-unregistered-dialect --pass-pipeline='builtin.module(convert-torch-tensors{rules=torch})' %s | FileCheck %s

// CHECK-LABEL: @chain
// CHECK-SAME: (%[[A:.*]]: !torch.vtensor<[?,4],f32>, %[[B:.*]]: !torch.vtensor<[],f32>)
func.func @chain(%a: !torch.vtensor<[?,4],f32>, %b: !torch.vtensor<[],f32>) -> !torch.vtensor<[?,4],f32> {
  // Each value is cast once, and a cast of a cast is none.
  // CHECK-DAG: %[[X:.*]] = "torch_c.to_builtin_tensor"(%[[A]]) : (!torch.vtensor<[?,4],f32>) -> tensor<?x4xf32>
  // CHECK-DAG: %[[Y:.*]] = "torch_c.to_builtin_tensor"(%[[B]]) : (!torch.vtensor<[],f32>) -> tensor<f32>
  // CHECK: %[[P:.*]] = "torch.aten.mul.Tensor"(%[[X]], %[[Y]]) : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %0 = "torch.aten.mul.Tensor"(%a, %b) : (!torch.vtensor<[?,4],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[?,4],f32>
  // CHECK-NOT: torch_c
  // CHECK: %[[Q:.*]] = "torch.aten.mul.Tensor"(%[[P]], %[[X]]) {tag = "t"} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = "torch.aten.mul.Tensor"(%0, %a) {tag = "t"} : (!torch.vtensor<[?,4],f32>, !torch.vtensor<[?,4],f32>) -> !torch.vtensor<[?,4],f32>
  // CHECK-NEXT: %[[R:.*]] = "torch_c.from_builtin_tensor"(%[[Q]]) : (tensor<?x4xf32>) -> !torch.vtensor<[?,4],f32>
  // CHECK-NEXT: return %[[R]]
  return %1 : !torch.vtensor<[?,4],f32>
}

// Signed integers become signless ones; other ops keep their tensors.
// CHECK-LABEL: @elements
func.func @elements(%a: !torch.vtensor<[2,?],si64>) -> (!torch.vtensor<[2,?],i1>, !torch.vtensor<[2,?],si64>) {
  // CHECK: %[[X:.*]] = "torch_c.to_builtin_tensor"(%arg0) : (!torch.vtensor<[2,?],si64>) -> tensor<2x?xi64>
  // CHECK: %[[P:.*]] = "torch.aten.lt.Tensor"(%[[X]], %[[X]]) : (tensor<2x?xi64>, tensor<2x?xi64>) -> tensor<2x?xi1>
  // CHECK: %[[Q:.*]] = "torch_c.from_builtin_tensor"(%[[P]]) : (tensor<2x?xi1>) -> !torch.vtensor<[2,?],i1>
  %0 = "torch.aten.lt.Tensor"(%a, %a) : (!torch.vtensor<[2,?],si64>, !torch.vtensor<[2,?],si64>) -> !torch.vtensor<[2,?],i1>
  // CHECK: %[[N:.*]] = "torch.aten.neg"(%arg0) : (!torch.vtensor<[2,?],si64>) -> !torch.vtensor<[2,?],si64>
  %1 = "torch.aten.neg"(%a) : (!torch.vtensor<[2,?],si64>) -> !torch.vtensor<[2,?],si64>
  // CHECK: return %[[Q]], %[[N]]
  return %0, %1 : !torch.vtensor<[2,?],i1>, !torch.vtensor<[2,?],si64>
}

// The casts that `torch-func-backend-type-conversion` has inserted are removed.
// CHECK-LABEL: @converted_function
func.func @converted_function(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "torch_c.from_builtin_tensor"(%a) : (tensor<?xf32>) -> !torch.vtensor<[?],f32>
  // CHECK-NEXT: %[[R:.*]] = "torch.aten.maximum"(%arg0, %arg0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = "torch.aten.maximum"(%0, %0) : (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  %2 = "torch_c.to_builtin_tensor"(%1) : (!torch.vtensor<[?],f32>) -> tensor<?xf32>
  // CHECK-NEXT: return %[[R]]
  return %2 : tensor<?xf32>
}

// Tensors without rank or element type stay.
// CHECK-LABEL: @unknown
func.func @unknown(%a: !torch.vtensor<*,f32>, %b: !torch.vtensor<[?],unk>) -> (!torch.vtensor<*,f32>, !torch.vtensor) {
  // CHECK-NOT: torch_c
  // CHECK: "torch.aten.maximum"(%arg0, %arg0) : (!torch.vtensor<*,f32>, !torch.vtensor<*,f32>) -> !torch.vtensor<*,f32>
  %0 = "torch.aten.maximum"(%a, %a) : (!torch.vtensor<*,f32>, !torch.vtensor<*,f32>) -> !torch.vtensor<*,f32>
  // CHECK: "torch.aten.maximum"(%arg1, %arg1) : (!torch.vtensor<[?],unk>, !torch.vtensor<[?],unk>) -> !torch.vtensor
  %1 = "torch.aten.maximum"(%b, %b) : (!torch.vtensor<[?],unk>, !torch.vtensor<[?],unk>) -> !torch.vtensor
  return %0, %1 : !torch.vtensor<*,f32>, !torch.vtensor
}

// Values of blocks and regions are cast where they are defined.
// CHECK-LABEL: @region
func.func @region(%p: i1, %a: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  cf.cond_br %p, ^next(%a : !torch.vtensor<[?],f32>), ^next(%a : !torch.vtensor<[?],f32>)
// CHECK: ^bb1(%[[B:.*]]: !torch.vtensor<[?],f32>):
^next(%b: !torch.vtensor<[?],f32>):
  // CHECK-NEXT: %[[X:.*]] = "torch_c.to_builtin_tensor"(%[[B]])
  // CHECK-NEXT: "torch.prim.If"
  %0 = "torch.prim.If"(%p) ({
    // CHECK-NEXT: %[[R:.*]] = "torch.aten.maximum"(%[[X]], %[[X]])
    // CHECK-NEXT: %[[Y:.*]] = "torch_c.from_builtin_tensor"(%[[R]])
    %1 = "torch.aten.maximum"(%b, %b) : (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
    // CHECK-NEXT: "torch.prim.If.yield"(%[[Y]])
    "torch.prim.If.yield"(%1) : (!torch.vtensor<[?],f32>) -> ()
  }) : (i1) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

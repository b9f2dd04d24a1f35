// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=early-assertions,masked-loops})' %s | FileCheck %s

// The least number has no opposite: no more is removed than there is.
// CHECK-LABEL: func.func @padded_by_any
// CHECK: %[[ALL:.*]] = arith.subi %{{.*}}, %[[SIZE:.*]] : index
// CHECK: %[[REMOVED:.*]] = arith.maxsi %{{.*}}, %[[ALL]] : index
// CHECK: arith.subi %{{.*}}, %[[REMOVED]] : index
// CHECK: return
func.func @padded_by_any(%a: tensor<?xf32>, %low: tensor<1xi64>, %high: tensor<1xi64>) -> tensor<?xf32> {
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%none = stablehlo.constant dense<0> : tensor<1xi64>
%0 = stablehlo.dynamic_pad %a, %zero, %low, %high, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
return %0 : tensor<?xf32>
}

// Padding by numbers known only at run time. A negative number would remove elements.
// CHECK-LABEL: func.func @dynamic_pad
// CHECK: %[[IS_NEGATIVE:.*]] = arith.cmpi slt
// CHECK: %[[CUT:.*]] = scf.if %[[IS_NEGATIVE]]
// CHECK: stablehlo.real_dynamic_slice %arg0
// CHECK: %[[COPY:.*]] = tensor.insert_slice %arg0 into
// CHECK-NEXT: "util.optimization_barrier"() : () -> ()
// CHECK-NEXT: scf.yield %[[COPY]]
// CHECK: cf.assert %{{.*}}, "stablehlo.dynamic_pad: the padding of dim 0 removes more elements than there are"
// CHECK: tensor.insert_slice %[[CUT]] into
func.func @dynamic_pad(%x: tensor<?xf32>, %low: tensor<1xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %zero, %low, %none, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Interior padding: elements at every second position.
// CHECK-LABEL: func.func @interior
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[%{{.*}}] [%{{.*}}] [2]
func.func @interior(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %zero, %none, %none, %one : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

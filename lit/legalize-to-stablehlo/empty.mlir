// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s

// Rows without elements, in types of every width.
// CHECK-LABEL: func.func @from_elements
// CHECK-DAG: dense<> : tensor<0xi1>
// CHECK-DAG: dense<> : tensor<0xi8>
// CHECK-DAG: dense<> : tensor<0xi16>
// CHECK-DAG: dense<> : tensor<0xi64>
// CHECK-DAG: dense<> : tensor<0xcomplex<f32>>
func.func @from_elements() -> (tensor<0xi1>, tensor<0xi8>, tensor<0xi16>, tensor<0xindex>, tensor<0xcomplex<f32>>) {
  %0 = tensor.from_elements : tensor<0xi1>
  %1 = tensor.from_elements : tensor<0xi8>
  %2 = tensor.from_elements : tensor<0xi16>
  %3 = tensor.from_elements : tensor<0xindex>
  %4 = tensor.from_elements : tensor<0xcomplex<f32>>
  return %0, %1, %2, %3, %4 : tensor<0xi1>, tensor<0xi8>, tensor<0xi16>, tensor<0xindex>, tensor<0xcomplex<f32>>
}

// CHECK-LABEL: func.func @constants
// CHECK-DAG: dense<> : tensor<0xi1>
// CHECK-DAG: dense<> : tensor<0xi8>
// CHECK-DAG: dense<> : tensor<0x3xi64>
func.func @constants() -> (tensor<0xi1>, tensor<0xi8>, tensor<0x3xindex>) {
  %0 = arith.constant dense<> : tensor<0xi1>
  %1 = arith.constant dense<> : tensor<0xi8>
  %2 = arith.constant dense<> : tensor<0x3xindex>
  return %0, %1, %2 : tensor<0xi1>, tensor<0xi8>, tensor<0x3xindex>
}

// CHECK-LABEL: func.func @computed
// CHECK-DAG: dense<> : tensor<0xi8>
// CHECK-DAG: dense<> : tensor<0xi1>
// CHECK-DAG: dense<> : tensor<0xi16>
func.func @computed(%a: tensor<0xi8>, %b: tensor<0xi8>) -> (tensor<0xi8>, tensor<0xi1>, tensor<0xi16>) {
  %0 = arith.addi %a, %b : tensor<0xi8>
  %1 = arith.cmpi slt, %a, %b : tensor<0xi8>
  %2 = arith.extsi %a : tensor<0xi8> to tensor<0xi16>
  return %0, %1, %2 : tensor<0xi8>, tensor<0xi1>, tensor<0xi16>
}

// Neighbouring constants are one constant, whatever their width.
// CHECK-LABEL: func.func @narrow_row
// CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
// CHECK-DAG: %[[X:.*]] = stablehlo.reshape %arg0 : (tensor<i8>) -> tensor<1xi8>
// CHECK: stablehlo.concatenate %[[C]], %[[X]], dim = 0
func.func @narrow_row(%a: tensor<i8>) -> tensor<3xi8> {
  %x = tensor.extract %a[] : tensor<i8>
  %c1 = arith.constant 1 : i8
  %c2 = arith.constant 2 : i8
  %0 = tensor.from_elements %c1, %c2, %x : tensor<3xi8>
  return %0 : tensor<3xi8>
}

// A branch that must not run because a size in it is negative need not run.
// CHECK-LABEL: func.func @negative_in_a_branch
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[NONE:c.*]], dims = []
// CHECK: stablehlo.dynamic_iota %[[NONE]], dim = 0
// CHECK: %[[ANY:.*]] = stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[NONE]], dims = []
// CHECK: stablehlo.add %[[ANY]], %[[ANY]]
func.func @negative_in_a_branch(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %c = arith.constant -1 : index
    %v = arith.constant 1.0 : f32
    %s = tensor.from_elements %c : tensor<1xindex>
    %1 = tensor.splat %v[%c] : tensor<?xf32>
    %2 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
    %3 = tensor.extract_slice %x[%c] [2] [1] : tensor<?xf32> to tensor<2xf32>
    %4 = tensor.extract_slice %x[0] [%c] [1] : tensor<?xf32> to tensor<?xf32>
    %5 = tensor.reshape %x(%s) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %6 = stablehlo.add %1, %2 : tensor<?xf32>
    %7 = stablehlo.add %4, %5 : tensor<?xf32>
    %8 = stablehlo.concatenate %3, %6, %7, dim = 0 : (tensor<2xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %8 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

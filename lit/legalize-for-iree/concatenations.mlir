// RUN: bcast-lower %s --legalize-for-iree | FileCheck %s
// RUN: bcast-lower %s --target=iree > %t
// RUN: bcast-lower %t --target=iree | diff %t -

// Each part is copied behind the one before; sizes of other dims are those of the first.

// CHECK-LABEL: func.func @two
// CHECK-SAME: %[[X:[^:]+]]: tensor<?x?xf32>, %[[Y:[^:]+]]: tensor<?x?xf32>
// CHECK: %[[EMPTY:.+]] = tensor.empty(%[[ROWS:.+]], %{{.+}}) : tensor<?x?xf32>
// CHECK: %[[FIRST:.+]] = tensor.insert_slice %[[X]] into %[[EMPTY]][%{{.+}}, %{{.+}}] [%[[ROWS]], %[[OWN:.+]]] [1, 1]
// CHECK: %[[BOTH:.+]] = tensor.insert_slice %[[Y]] into %[[FIRST]][%{{.+}}, %[[OWN]]] [%[[ROWS]], %{{.+}}] [1, 1]
// CHECK: return %[[BOTH]]
func.func @two(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Bits without a sign are copied.

// CHECK-LABEL: func.func @unsigned
// CHECK: tensor.insert_slice %{{.+}} : tensor<?xi8> into tensor<?xi8>
// CHECK: %[[BOTH:.+]] = tensor.insert_slice %{{.+}} : tensor<3xi8> into tensor<?xi8>
// CHECK: stablehlo.bitcast_convert %[[BOTH]] : (tensor<?xi8>) -> tensor<?xui8>
func.func @unsigned(%x: tensor<?xui8>, %y: tensor<3xui8>) -> tensor<?xui8> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xui8>, tensor<3xui8>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// A slice is given by its length; IREE does not see from what its position is computed.

// CHECK-LABEL: func.func @slices
// CHECK: %[[AT:.+]] = "util.optimization_barrier"
// CHECK: tensor.extract_slice %{{.+}}[%[[AT]]]
// CHECK-NOT: stablehlo.concatenate
func.func @slices(%x: tensor<?xf32>, %at: tensor<1xi32>) -> tensor<?xf32> {
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %all = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %at, %all, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.real_dynamic_slice %x, %none, %at, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Slices where a loop says, and with strides, stay, as do static tensors.

// CHECK-LABEL: func.func @others
// CHECK: stablehlo.concatenate
// CHECK: stablehlo.while
// CHECK: stablehlo.concatenate
// CHECK: stablehlo.concatenate
func.func @others(%x: tensor<?xf32>, %at: tensor<1xi32>, %step: tensor<1xi32>, %count: tensor<i32>, %y: tensor<2xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<4xf32>) {
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %next = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %all = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %at, %all, %step : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.concatenate %x, %0, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2:2 = stablehlo.while(%i = %zero, %carried = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %count, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %from = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %end = stablehlo.real_dynamic_slice %carried, %from, %all, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
    %begin = stablehlo.real_dynamic_slice %carried, %none, %from, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
    %both = stablehlo.concatenate %end, %begin, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %j = stablehlo.add %i, %next : tensor<i32>
    stablehlo.return %j, %both : tensor<i32>, tensor<?xf32>
  }
  %3 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %1, %2#1, %3 : tensor<?xf32>, tensor<?xf32>, tensor<4xf32>
}

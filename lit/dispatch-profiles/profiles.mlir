// RUN: bcast-lower --pass-pipeline='builtin.module(dispatch-profiles,canonicalize)' %s | FileCheck %s

// The check comes first; the only result is a tensor.
// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32> {bcast.dims = ["a", "b"]}) -> tensor<?x?xf32>
// CHECK: cf.assert
// CHECK-NEXT: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK-NEXT: %[[IS_4:.*]] = arith.cmpi eq, %[[ROWS]], %c4
// CHECK-NEXT: %[[COLUMNS:.*]] = tensor.dim %[[X]], %c1
// CHECK-NEXT: %[[IS_8:.*]] = arith.cmpi eq, %[[COLUMNS]], %c8
// CHECK-NEXT: %[[FITS:.*]] = arith.andi %[[IS_4]], %[[IS_8]] : i1
// CHECK-NEXT: %[[RESULT:.*]] = scf.if %[[FITS]] -> (tensor<?x?xf32>) {
// CHECK-NEXT: %[[STATIC:.*]] = tensor.cast %[[X]] : tensor<?x?xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[CALLED:.*]] = func.call @one_0(%[[STATIC]])
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[CALLED]] : tensor<4x8xf32> to tensor<?x?xf32>
// CHECK-NEXT: scf.yield %[[CAST]]
// CHECK-NEXT: } else {
// CHECK: scf.if %[[IS_8]]
// CHECK: func.call @one_1
// CHECK: func.call @one_any(%[[X]])
// CHECK: return %[[RESULT]]
// CHECK: func.func private @one_any(%{{.*}}: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {no_inline} {
// CHECK-NOT: cf.assert
// CHECK: stablehlo.negate
// CHECK: func.func private @one_0(%{{.*}}: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {no_inline} {
// CHECK: func.func private @one_1(%{{.*}}: tensor<?x8xf32>) -> tensor<?x8xf32> attributes {no_inline} {
func.func @one(%x: tensor<?x?xf32> {bcast.dims = ["a", "b"]}) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.compare GE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = tensor.extract %0[] : tensor<i1>
  cf.assert %1, "empty"
  %2 = stablehlo.negate %x : tensor<?x?xf32>
  cf.br ^end(%2 : tensor<?x?xf32>)
^end(%3: tensor<?x?xf32>):
  return %3 : tensor<?x?xf32>
}
func.func @one_0(%x: tensor<4x8xf32> {bcast.dims = ["a", "b"]}) -> tensor<4x8xf32> attributes {bcast.profile_of = @one, bcast.ranges = {a = array<i64: 1>}} {
  %0 = stablehlo.negate %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @one_1(%x: tensor<?x8xf32>) -> tensor<?x8xf32> attributes {bcast.profile_of = @one} {
  %0 = stablehlo.negate %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Several results are buffers, unsigned ones of the same bits.
// CHECK-LABEL: func.func @several(
// CHECK-SAME: %[[X:.*]]: tensor<?xui8>)
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %[[X]] : (tensor<?xui8>) -> tensor<?xi8>
// CHECK: %[[SIZE:.*]] = tensor.dim %[[BITS]], %c0 : tensor<?xi8>
// CHECK: %[[BUFFERS:.*]]:2 = scf.if %{{.*}} -> (!hal.buffer_view, !hal.buffer_view) {
// CHECK: %[[STATIC:.*]] = tensor.cast %[[BITS]] : tensor<?xi8> to tensor<3xi8>
// CHECK: %[[ARGUMENT:.*]] = stablehlo.bitcast_convert %[[STATIC]] : (tensor<3xi8>) -> tensor<3xui8>
// CHECK: %[[RESULTS:.*]]:2 = func.call @several_0(%[[ARGUMENT]])
// CHECK: %[[FIRST:.*]] = stablehlo.bitcast_convert %[[RESULTS]]#0 : (tensor<3xui8>) -> tensor<3xi8>
// CHECK: %[[A:.*]] = "hal.tensor.export"(%[[FIRST]]) {source_encoding = tensor<3xi8>} : (tensor<3xi8>) -> !hal.buffer_view
// CHECK: %[[B:.*]] = "hal.tensor.export"(%[[RESULTS]]#1) {source_encoding = tensor<f32>} : (tensor<f32>) -> !hal.buffer_view
// CHECK: scf.yield %[[A]], %[[B]]
// CHECK: %[[RESULTS:.*]]:2 = func.call @several_any_(%[[X]])
// CHECK: %[[A_SIZE:.*]] = tensor.dim
// CHECK: "hal.tensor.export"(%{{.*}}, %[[A_SIZE]]) {source_encoding = tensor<?xi8>}
// CHECK: %[[SIZE:.*]] = "hal.buffer_view.dim"(%[[BUFFERS]]#0) {index = 0 : index} : (!hal.buffer_view) -> index
// CHECK: %[[BITS:.*]] = "hal.tensor.import"(%[[BUFFERS]]#0, %[[SIZE]]) {operandSegmentSizes = array<i32: 1, 1, 0, 0>, target_encoding = tensor<?xi8>} : (!hal.buffer_view, index) -> tensor<?xi8>
// CHECK: %[[A:.*]] = stablehlo.bitcast_convert %[[BITS]] : (tensor<?xi8>) -> tensor<?xui8>
// CHECK: %[[B:.*]] = "hal.tensor.import"(%[[BUFFERS]]#1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, target_encoding = tensor<f32>}
// CHECK: return %[[A]], %[[B]]
func.func @several(%x: tensor<?xui8>) -> (tensor<?xui8>, tensor<f32>) {
  %0 = stablehlo.add %x, %x : tensor<?xui8>
  %1 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0, %1 : tensor<?xui8>, tensor<f32>
}
func.func @several_any() {
  return
}
func.func @several_0(%x: tensor<3xui8>) -> (tensor<3xui8>, tensor<f32>) attributes {bcast.profile_of = @several} {
  %0 = stablehlo.add %x, %x : tensor<3xui8>
  %1 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0, %1 : tensor<3xui8>, tensor<f32>
}

// Behind a loop, they are tensors of a multiple of 64 bytes.
// CHECK-LABEL: func.func @looping(
// CHECK: %[[RESULTS:.*]]:2 = scf.if %{{.*}} -> (tensor<16x?xf32>, tensor<i32>) {
// CHECK: func.call @looping_0
// CHECK: tensor.insert_slice
// CHECK: func.call @looping_any
// CHECK: tensor.insert_slice
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[RESULTS]]#0
// CHECK: return %[[PART]], %[[RESULTS]]#1
func.func @looping(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %i, %three : tensor<i32>
      %2 = stablehlo.tanh %a : tensor<?xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
    }
  return %0#1, %0#0 : tensor<?xf32>, tensor<i32>
}
func.func @looping_0(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) attributes {bcast.profile_of = @looping} {
  %0 = stablehlo.tanh %x : tensor<3xf32>
  %1 = stablehlo.constant dense<3> : tensor<i32>
  return %0, %1 : tensor<3xf32>, tensor<i32>
}

// No function has the copies of another one.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: scf.if
// CHECK: func.func @alone_0({{.*}}) -> tensor<3xf32> attributes {bcast.profile_of = @gone}
func.func @alone(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func @alone_0(%x: tensor<3xf32>) -> tensor<3xf32> attributes {bcast.profile_of = @gone} {
  return %x : tensor<3xf32>
}

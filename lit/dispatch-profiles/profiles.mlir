// RUN: bcast-lower --pass-pipeline='builtin.module(dispatch-profiles,canonicalize)' %s | FileCheck %s

// The check comes first; a copy of static sizes gets tensors of such, not casts; each block returns what its function does, so none is passed on.
// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32> {bcast.dims = ["a", "b"]}) -> !hal.buffer_view {
func.func @one(%x: tensor<?x?xf32> {bcast.dims = ["a", "b"]}) -> tensor<?x?xf32> {
  // CHECK: cf.assert
  // Both sizes are those of the first copy.
  // CHECK-NEXT: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
  // CHECK-NEXT: %[[IS_4:.*]] = arith.cmpi eq, %[[ROWS]], %c4
  // CHECK-NEXT: %[[COLUMNS:.*]] = tensor.dim %[[X]], %c1
  // CHECK-NEXT: %[[IS_8:.*]] = arith.cmpi eq, %[[COLUMNS]], %c8
  // CHECK-NEXT: %[[FITS:.*]] = arith.andi %[[IS_4]], %[[IS_8]] : i1
  // CHECK-NEXT: cf.cond_br %[[FITS]], ^[[OWN:.*]], ^[[OTHERS:.*]]
  // The argument gets static sizes.
  // CHECK-NEXT: ^[[OWN]]:
  // CHECK-NEXT: %[[BUFFER:.*]] = "hal.tensor.export"(%[[X]], %[[ROWS]], %[[COLUMNS]]) {source_encoding = tensor<?x?xf32>}
  // CHECK-NEXT: %[[STATIC:.*]] = "hal.tensor.import"(%[[BUFFER]]) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, target_encoding = tensor<4x8xf32>} : (!hal.buffer_view) -> tensor<4x8xf32>
  // CHECK-NEXT: %[[CALLED:.*]] = call @one_0(%[[STATIC]])
  // CHECK-NEXT: %[[RESULT:.*]] = "hal.tensor.export"(%[[CALLED]]) {name = "output0", source_encoding = tensor<4x8xf32>}
  // CHECK-NEXT: return %[[RESULT]] : !hal.buffer_view
  // Only the second one is that of the second copy.
  // CHECK-NEXT: ^[[OTHERS]]:
  // CHECK-NEXT: cf.cond_br %[[IS_8]], ^[[OWN:.*]], ^[[OTHERS:.*]]
  // CHECK-NEXT: ^[[OWN]]:
  // CHECK: tensor.cast %[[X]] : tensor<?x?xf32> to tensor<?x8xf32>
  // CHECK: call @one_1
  // CHECK: return
  // No copy fits.
  // CHECK-NEXT: ^[[OTHERS]]:
  // CHECK-NEXT: %[[CALLED:.*]] = call @one_any(%[[X]])
  // CHECK: "hal.tensor.export"(%[[CALLED]], %{{.*}}, %{{.*}}) {name = "output0", source_encoding = tensor<?x?xf32>}
  // CHECK-NEXT: return
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
// CHECK: func.func private @one_any(%{{.*}}: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {no_inline} {
// CHECK-NOT: cf.assert
// CHECK: stablehlo.negate
// CHECK: func.func private @one_0(%{{.*}}: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {no_inline} {
func.func @one_0(%x: tensor<4x8xf32> {bcast.dims = ["a", "b"]}) -> tensor<4x8xf32> attributes {bcast.profile_of = @one, bcast.ranges = {a = array<i64: 1>}} {
  %0 = stablehlo.negate %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// CHECK: func.func private @one_1(%{{.*}}: tensor<?x8xf32>) -> tensor<?x8xf32> attributes {no_inline} {
func.func @one_1(%x: tensor<?x8xf32>) -> tensor<?x8xf32> attributes {bcast.profile_of = @one} {
  %0 = stablehlo.negate %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// IREE converts unsigned elements in types, so they are a number. An i32 is no tensor.
// CHECK-LABEL: func.func @several(
// CHECK-SAME: %[[X:.*]]: tensor<?xui8>, %[[NUMBER:.*]]: i32) -> (!hal.buffer_view, i32)
// CHECK: %[[STATIC:.*]] = "hal.tensor.import"(%{{.*}}) {{.*}} -> tensor<3xi8>
// CHECK: %[[ARGUMENT:.*]] = stablehlo.bitcast_convert %[[STATIC]] : (tensor<3xi8>) -> tensor<3xui8>
// CHECK: %[[RESULTS:.*]]:2 = call @several_0(%[[ARGUMENT]], %[[NUMBER]])
// CHECK: %[[FIRST:.*]] = stablehlo.bitcast_convert %[[RESULTS]]#0 : (tensor<3xui8>) -> tensor<3xi8>
// CHECK: %[[A:.*]] = "hal.tensor.export"(%[[FIRST]]) {name = "output0", source_encoding = tensor<3xi8>}
// CHECK: %[[BYTES:.*]] = "hal.buffer_view.buffer"(%[[A]]) : (!hal.buffer_view) -> !hal.buffer
// CHECK: %[[LENGTH:.*]] = "hal.buffer.length"(%[[BYTES]]) : (!hal.buffer) -> index
// CHECK: %[[UNSIGNED:.*]] = "hal.buffer_view.create"(%[[BYTES]], %c0, %[[LENGTH]], %c301989896_i32, %c1_i32, %c3)
// CHECK: return %[[UNSIGNED]], %[[RESULTS]]#1 : !hal.buffer_view, i32
// CHECK: %[[RESULTS:.*]]:2 = call @several_any_(%[[X]], %[[NUMBER]])
// CHECK: "hal.buffer_view.create"
// CHECK: return %{{.*}}, %[[RESULTS]]#1
func.func @several(%x: tensor<?xui8>, %n: i32) -> (tensor<?xui8>, i32) {
  %0 = stablehlo.add %x, %x : tensor<?xui8>
  return %0, %n : tensor<?xui8>, i32
}
func.func @several_any() {
  return
}
func.func @several_0(%x: tensor<3xui8>, %n: i32) -> (tensor<3xui8>, i32) attributes {bcast.profile_of = @several} {
  %0 = stablehlo.add %x, %x : tensor<3xui8>
  return %0, %n : tensor<3xui8>, i32
}

// What a function of the same module calls takes tensors, and checks them.
// CHECK-LABEL: func.func @caller(
// CHECK: call @checked_called
// CHECK-LABEL: func.func @checked(%{{.*}}: tensor<?xf32>) -> !hal.buffer_view
// CHECK-LABEL: func.func private @checked_any(
// CHECK-NOT: cf.assert
// CHECK-LABEL: func.func private @checked_called(%{{.*}}: tensor<?xf32>) -> tensor<?xf32> attributes {no_inline} {
// CHECK: cf.assert
func.func @caller(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @checked(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @checked(%x: tensor<?xf32>) -> tensor<?xf32> attributes {bcast.ranges = {a = array<i64: 1>}} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = arith.cmpi sge, %n, %c0 : index
  cf.assert %0, "odd"
  %1 = stablehlo.negate %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @checked_0(%x: tensor<3xf32>) -> tensor<3xf32> attributes {bcast.profile_of = @checked} {
  %0 = stablehlo.negate %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// No function has the copies of another one.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: cf.cond_br
// CHECK: func.func @alone_0({{.*}}) -> tensor<3xf32> attributes {bcast.profile_of = @gone}
func.func @alone(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func @alone_0(%x: tensor<3xf32>) -> tensor<3xf32> attributes {bcast.profile_of = @gone} {
  return %x : tensor<3xf32>
}

// IREE makes one block of blocks that differ in operands only; if they return several buffers, their ops differ.
// CHECK-LABEL: func.func @pair(
// CHECK: call @pair_0
// CHECK-NEXT: %[[A:.*]] = "hal.tensor.export"
// CHECK-NEXT: %[[B:.*]] = "hal.tensor.export"
// CHECK-NEXT: return %[[A]], %[[B]]
// CHECK: call @pair_1
// CHECK-NEXT: %[[A:.*]] = "hal.tensor.export"
// CHECK-NEXT: %[[B:.*]] = "hal.tensor.export"
// CHECK-NEXT: %[[HIDDEN:.*]] = "util.optimization_barrier"(%[[A]]) : (!hal.buffer_view) -> !hal.buffer_view
// CHECK-NEXT: return %[[HIDDEN]], %[[B]]
// CHECK: call @pair_any
// CHECK: %[[ONCE:.*]] = "util.optimization_barrier"
// CHECK-NEXT: %[[TWICE:.*]] = "util.optimization_barrier"(%[[ONCE]])
// CHECK-NEXT: return %[[TWICE]],
func.func @pair(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.abs %x : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func @pair_0(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) attributes {bcast.profile_of = @pair} {
  %0 = stablehlo.negate %x : tensor<3xf32>
  return %x, %0 : tensor<3xf32>, tensor<3xf32>
}
func.func @pair_1(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) attributes {bcast.profile_of = @pair} {
  %0 = stablehlo.negate %x : tensor<5xf32>
  return %x, %0 : tensor<5xf32>, tensor<5xf32>
}

// A tensor is returned once; what is the same is a copy of it.
// CHECK-LABEL: func.func @returned_twice
// CHECK: %[[R:.*]]:2 = call @returned_twice_0
// CHECK: "hal.tensor.export"(%[[R]]#0)
// CHECK: "hal.tensor.export"(%[[R]]#1)
func.func @returned_twice(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  return %x, %x : tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: func.func private @returned_twice_0
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %arg0
// CHECK: return %arg0, %[[COPY]]
func.func @returned_twice_0(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) attributes {bcast.profile_of = @returned_twice} {
  return %x, %x : tensor<3xf32>, tensor<3xf32>
}

// Another shape, another part and the same bits of a tensor stay what they are.
// CHECK-LABEL: func.func private @forms_0
// CHECK: %[[ROW:.*]] = stablehlo.reshape %arg0
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[ROW]]
// CHECK: return %arg0, %[[COPY]]
func.func @forms(%x: tensor<?x2xf32>, %n: tensor<1xi32>) -> (tensor<?x2xf32>, tensor<?xf32>) {
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %x, %0 : tensor<?x2xf32>, tensor<?xf32>
}
func.func @forms_0(%x: tensor<3x2xf32>, %n: tensor<1xi32>) -> (tensor<3x2xf32>, tensor<6xf32>) attributes {bcast.profile_of = @forms} {
  %0 = stablehlo.reshape %x : (tensor<3x2xf32>) -> tensor<6xf32>
  return %x, %0 : tensor<3x2xf32>, tensor<6xf32>
}

// What a branch or a loop returns twice, and what an op moves that has one element.
// CHECK-LABEL: func.func private @of_branch_0
// CHECK: %[[BOTH:.*]]:2 = "stablehlo.if"
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[BOTH]]#1
// CHECK: return %[[BOTH]]#0, %[[COPY]]
func.func @of_branch(%x: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
  return %x, %x : tensor<?xf32>, tensor<?xf32>
}
func.func @of_branch_0(%x: tensor<3xf32>, %p: tensor<i1>) -> (tensor<3xf32>, tensor<3xf32>) attributes {bcast.profile_of = @of_branch} {
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<3xf32>
    %2 = stablehlo.sqrt %x : tensor<3xf32>
    stablehlo.return %1, %2 : tensor<3xf32>, tensor<3xf32>
  }) : (tensor<i1>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}
// CHECK-LABEL: func.func private @moved_0
// CHECK: %[[SAME:.*]] = stablehlo.reverse
// CHECK: %[[COPY:.*]] = stablehlo.select %{{.*}}, %[[SAME]]
// CHECK: return %{{.*}}, %[[COPY]]
func.func @moved(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  return %x, %x : tensor<?xf32>, tensor<?xf32>
}
func.func @moved_0(%x: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>) attributes {bcast.profile_of = @moved} {
  %0 = stablehlo.negate %x : tensor<1xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<1xf32>
  return %0, %1 : tensor<1xf32>, tensor<1xf32>
}

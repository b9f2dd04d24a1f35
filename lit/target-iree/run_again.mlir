// RUN: bcast-lower --target=iree %s > %t
// RUN: FileCheck %s --input-file=%t
// RUN: bcast-lower --target=iree %t | diff %t -

// What a second run reads differs from what the first one read: positions are constants, each sign of an argument
// has an op, constants and empty tensors are merged. It finds nothing more to change.

// The part that is read is the one that is replaced, so the insertion is not repeated.
// CHECK-LABEL: func.func @at_constant_positions(
// CHECK-COUNT-1: tensor.insert_slice
// CHECK: return
func.func @at_constant_positions(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<?x1xf32> {
  %0 = stablehlo.constant dense<0> : tensor<1xi64>
  %1 = "stablehlo.scatter"(%x, %0, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<?x1xf32>, tensor<1xi64>, tensor<?xf32>) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}

// An argument from which something is computed in front of a branch, and again in it, is copied for the branch,
// also if it is unsigned.
// CHECK-LABEL: func.func @unsigned_around_a_branch(
// CHECK: %[[COPY:.*]] = stablehlo.bitcast_convert %{{.*}} : (tensor<?x64xi8>) -> tensor<?x64xui8>
// CHECK: stablehlo.if
// CHECK-NEXT: stablehlo.bitcast_convert %[[COPY]]
// CHECK-NOT: %arg0
// CHECK: return
func.func @unsigned_around_a_branch(%x: tensor<?x?xui8>, %y: tensor<?x1xui8>, %c: tensor<i1>) -> (tensor<?x?xui8>, tensor<?x?xui8>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xui8>, tensor<?x1xui8>) -> tensor<?x?xui8>
  %1 = "stablehlo.if"(%c) ({
    %2 = stablehlo.multiply %x, %x : tensor<?x?xui8>
    stablehlo.return %2 : tensor<?x?xui8>
  }, {
    stablehlo.return %x : tensor<?x?xui8>
  }) : (tensor<i1>) -> tensor<?x?xui8>
  return %0, %1 : tensor<?x?xui8>, tensor<?x?xui8>
}

// The branch is chosen by a size, but what it yields is no size.
// CHECK-LABEL: func.func @narrow_behind_a_branch(
// CHECK: scf.if
// CHECK: stablehlo.add %{{.*}} : tensor<2xi16>
func.func @narrow_behind_a_branch(%x: tensor<?xi16>, %y: tensor<2xi16>) -> tensor<2xi16> {
  %0 = chlo.broadcast_or %x, %y : (tensor<?xi16>, tensor<2xi16>) -> tensor<2xi16>
  %1 = stablehlo.add %0, %y : tensor<2xi16>
  return %1 : tensor<2xi16>
}

// A tensor that has no elements, whatever its other size, has no part to be kept.
// CHECK-LABEL: func.func @empty_around_a_branch(
// CHECK: stablehlo.if
// CHECK: tensor.empty(%{{.*}}) : tensor<0x?xf32>
func.func @empty_around_a_branch(%x: tensor<0x?xf32>, %c: tensor<i1>) -> tensor<0x?xf32> {
  %0 = stablehlo.negate %x : tensor<0x?xf32>
  %1 = "stablehlo.if"(%c) ({
    %2 = stablehlo.exponential %x : tensor<0x?xf32>
    stablehlo.return %2 : tensor<0x?xf32>
  }, {
    stablehlo.return %x : tensor<0x?xf32>
  }) : (tensor<i1>) -> tensor<0x?xf32>
  %3 = stablehlo.add %0, %1 : tensor<0x?xf32>
  %4 = stablehlo.add %3, %x : tensor<0x?xf32>
  return %4 : tensor<0x?xf32>
}

// Targets that are calls: what the program's own calls agree on need not hold in them.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/calls.toml --split-input-file %s | FileCheck %s

// CHECK-LABEL: @main
func.func @main(%square: tensor<?x?xf32> {bcast.dims = ["n", "n"]}, %x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = call @sum(%square, %square) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: call @sum(%arg1, %arg1)
  %1 = "ml.sum"(%x, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func private @sum(
// CHECK-COUNT-2: custom_call @shape_assertion
// CHECK: stablehlo.add
func.func private @sum(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @by_name
func.func @by_name(%square: tensor<?x?xf32> {bcast.dims = ["n", "n"]}, %x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = call @sum_by_name(%square, %square) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: call @sum_by_name(%arg1, %arg1)
  %1 = "ml.named"(%x, %x) {name = "sum"} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func private @sum_by_name(
// CHECK-COUNT-2: custom_call @shape_assertion
// CHECK: stablehlo.add
func.func private @sum_by_name(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Of a program without such ops, all calls are known.
// CHECK-LABEL: @without
func.func @without(%square: tensor<?x?xf32> {bcast.dims = ["n", "n"]}) -> tensor<?x?xf32> {
  %0 = call @sum(%square, %square) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func private @sum(
// CHECK-NOT: shape_assertion
// CHECK: stablehlo.add
func.func private @sum(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

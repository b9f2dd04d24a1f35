// What has been lowered for bounds stays when it is lowered again.
// RUN: bcast-lower --target=xla --bounds=b=4,s=8,i=6 %s -o %t.xla.mlir
// RUN: bcast-lower --target=xla %t.xla.mlir | diff %t.xla.mlir -
// RUN: bcast-lower --target=iree --bounds=b=4,s=8,i=6 %s -o %t.iree.mlir
// RUN: bcast-lower --target=iree %t.iree.mlir | diff %t.iree.mlir -
// RUN: FileCheck %s < %t.iree.mlir
// RUN: not bcast-lower --target=xla --bounds=4x8,4x8,6x1,scalar,scalar,scalar --function=rows %t.xla.mlir 2>&1 | FileCheck %s --check-prefix=TWICE

// TWICE: error: function 'rows' is for all sizes up to bounds already; give the program that it was made of

// Sizes that are known, and checks that hold, are not computed.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: get_dimension_size
// CHECK-NOT: compare EQ, %[[SIZE:.*]], %[[SIZE]],
func.func @rows(%x: tensor<?x?xf32> {bcast.dims = ["b", "s"]}, %y: tensor<?x?xf32> {bcast.dims = ["b", "s"]}, %i: tensor<?x1xi32> {bcast.dims = ["i", "?"]}) -> tensor<?x?xf32> {
  %0 = stablehlo.power %x, %y : tensor<?x?xf32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %ok = stablehlo.compare EQ, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %m, %n) {api_version = 2 : i32, error_message = "expected {1} rows, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %sizes = stablehlo.concatenate %n1, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = "stablehlo.dynamic_gather"(%0, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

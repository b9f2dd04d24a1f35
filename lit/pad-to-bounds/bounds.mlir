// RUN: split-file %s %t
// RUN: bcast-lower --bounds=b=4,s=8 %t/f.mlir | FileCheck %s --check-prefix=SYMBOLS
// RUN: bcast-lower --bounds=2x4,4 --bounds=4x8,8 %t/f.mlir | FileCheck %s --check-prefix=BUCKETS
// RUN: bcast-lower --pass-pipeline='builtin.module(target-xla{bounds="b=4,s=8"})' %t/f.mlir | FileCheck %s --check-prefix=SYMBOLS
// RUN: bcast-lower --bounds=b=0,s=8 %t/f.mlir | FileCheck %s --check-prefix=EMPTY
// RUN: bcast-lower --assertions=none --bounds=b=4,s=8 %t/f.mlir | FileCheck %s --check-prefix=UNCHECKED
// RUN: bcast-lower --sizes=s=8 --bounds=b=4 %t/f.mlir | FileCheck %s --check-prefix=GIVEN

// Dims of one symbol share a size.
// SYMBOLS: func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 1>, array<i64: 1, 0>]})
// BUCKETS: func.func @f(%arg0: tensor<2x4xf32>,
// BUCKETS: func.func @f_1(%arg0: tensor<4x8xf32>,
// EMPTY: func.func @f(%arg0: tensor<0x8xf32>,
// UNCHECKED: bcast.checks = [{message = "the program is for sizes up to bounds; got {0} as size of 'b' (0 to 4), {1} as size of 's' (0 to 8)", sizes = ["arg2", "arg3"]}]
// RUN: bcast-lower --target=iree --bounds=b=4,s=8 --function=g %t/two.mlir | FileCheck %s --check-prefix=MARKS
// GIVEN: func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]})

// RUN: not bcast-lower --bounds=b=4 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: 'func.func' op argument #0 dim 1 ('s') has no bound; give one by name, or the greatest shapes of all arguments
// RUN: not bcast-lower --bounds=c=4 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: function 'f' has no argument 'c'; it has arg0: tensor<?x?xf32>, arg1: tensor<?xf32>; its symbols are 'b', 's'
// RUN: not bcast-lower --bounds=4x8,8x1 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: function 'f' has argument #1 of rank 1, but the given shape 8x1 has rank 2
// RUN: not bcast-lower --target=iree --profile=4x8,8 --bounds=4x8,8 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=PROFILE
// PROFILE: error: option 'bounds' gives one static program; leave out 'profile'
// RUN: not bcast-lower --bounds=4 %t/data.mlir 2>&1 | FileCheck %s --check-prefix=DATA
// DATA: error: 'stablehlo.dynamic_iota' op has no form for all sizes up to bounds: the size of dim 0 of its result has no bound that follows from those of the arguments
// RUN: not bcast-lower --bounds=4 %t/call.mlir 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: error: 'stablehlo.custom_call' op @mine has no form for all sizes up to bounds: what it computes is not known
// RUN: bcast-lower --bounds=4 %t/none.mlir | FileCheck %s --check-prefix=NONE
// NONE: func.func @f(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>) attributes {bcast.checks = []}

// Dims that have their bounds have no names. Another function keeps the mark of its guards, and IREE is told what they
// check.
// MARKS: func.func @g(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %{{.*}}: tensor<i32> {bcast.size_of =
// MARKS: func.func @other({{.*}}onnx.dim_params = "0:n"{{.*}}attributes {bcast.guarded_sizes}
// MARKS: cf.assert
// MARKS: %[[SIZE:.*]] = "util.assume.int"
// MARKS: "flow.tensor.tie_shape"(%arg0, %[[SIZE]])
// MARKS: "flow.tensor.tie_shape"(%arg1, %[[SIZE]])

//--- f.mlir
func.func @f(%x: tensor<?x?xf32> {bcast.dims = ["b", "s"]}, %y: tensor<?xf32> {bcast.dims = ["s"]}) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- data.mlir
func.func @f(%x: tensor<?xi32>) -> tensor<?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  %shape = stablehlo.reshape %sum : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

//--- call.mlir
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- none.mlir
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- two.mlir
func.func @g(%x: tensor<?x?xf32> {bcast.dims = ["b", "s"]}, %y: tensor<?xf32> {onnx.dim_params = "0:s"}) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @other(%x: tensor<?xf32> {onnx.dim_params = "0:n"}, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

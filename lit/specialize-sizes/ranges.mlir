// Ranges of symbols are declared on the function: they are checked at its entry, and then known.
//
// RUN: split-file %s %t
// RUN: bcast-lower --specialize-sizes='sizes=b=1..8,n=12..30' %t/declared.mlir | FileCheck %s --check-prefix=BOTH
// RUN: bcast-lower --specialize-sizes='sizes=b=..:16' %t/declared.mlir | FileCheck %s --check-prefix=STEP
// RUN: bcast-lower --specialize-sizes='sizes=b=3..' %t/jax.mlir | FileCheck %s --check-prefix=VARIABLE
// RUN: bcast-lower --specialize-sizes='sizes=c=2..4' %t/names.mlir | FileCheck %s --check-prefix=NAMES
// RUN: bcast-lower --specialize-sizes='sizes=b=4,n=32..' %t/declared.mlir | FileCheck %s --check-prefix=PART
// RUN: bcast-lower --sizes=b=..:16 %t/declared.mlir | FileCheck %s --check-prefix=CHECKED
// RUN: bcast-lower --target=iree --sizes=b=1..8,n=16..64:16 %t/declared.mlir | FileCheck %s --check-prefix=IREE

// Those of a program and those that are given become one. `onnx.dim_params` names dims, too.
// BOTH: func.func @f(%{{.*}}: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %{{.*}}: tensor<?xf32> {onnx.dim_params = "0:n"}) -> tensor<?x?xf32>
// BOTH-SAME: attributes {bcast.ranges = {b = array<i64: 1, 8>, n = array<i64: 16, 30, 8>}}

// STEP: bcast.ranges = {b = array<i64: 0, 2147483647, 16>, n = array<i64: 8, 64, 8>}

// JAX's variable gets a name where it is the size of a dim; the other attributes stay.
// VARIABLE: func.func @main(%{{.*}}: tensor<?xf32>, %{{.*}}: tensor<?x?xf32> {bcast.dims = ["?", "b"], test.other})
// VARIABLE-SAME: attributes {bcast.ranges = {b = array<i64: 3>}}

// A dim that has another name keeps it.
// NAMES: func.func @main(%{{.*}}: tensor<?xf32> {bcast.dims = ["n"]})
// NAMES-SAME: attributes {bcast.ranges = {n = array<i64: 2, 4>}}

// PART: func.func @f(%{{.*}}: tensor<4x?xf32> {bcast.dims = ["b", "n"]}
// PART-SAME: attributes {bcast.ranges = {n = array<i64: 32, 64, 8>}}

// A step without a greatest size compares with none.
// CHECKED-NOT: 2147483647> : tensor
// CHECKED: error_message = "@f: argument #0 dim 0 has size {0}; 'b' is declared to be at least 0, a multiple of 16"

// IREE: util.int.assumption<umin = 1>
// IREE: util.int.assumption<umin = 16, udiv = 16>

// RUN: bcast-lower --verify-only --sizes=b=4,n=16..32 %t/declared.mlir 2>&1 | FileCheck %s --check-prefix=FITS
// FITS: remark: a call with b=4,n=16..32 fits; its results are tensor<4x?xf32>
// RUN: bcast-lower --verify-only --sizes=n=16..32 %t/declared.mlir 2>&1 | count 0

// RUN: not bcast-lower --sizes=n=65.. %t/declared.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not bcast-lower --verify-only --sizes=n=65.. %t/declared.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: function 'f' declares 'n' as 8..64:8, which has no size in the range 65..
// RUN: not bcast-lower --sizes=c=1.. %t/declared.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: function 'f' has no symbol 'c'; it has 'b', 'n'
// RUN: not bcast-lower --sizes=n=1..8 %t/static.mlir 2>&1 | FileCheck %s --check-prefix=STATIC --implicit-check-not=error:
// STATIC: error: 'func.func' op argument #0 dim 0 has size 9, but 'n' is declared to be from 1 to 8
// RUN: not bcast-lower --sizes=n=1..8 --shapes=12 %t/one.mlir 2>&1 | FileCheck %s --check-prefix=SHAPE --implicit-check-not=error:
// SHAPE: error: 'func.func' op argument #0 dim 0 has size 12, but 'n' is declared to be from 1 to 8
// RUN: not bcast-lower --sizes=n=1..8 %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:
// WRONG: error: 'func.func' op attribute 'bcast.ranges' gives 'n' the range 3 : i64;

//--- declared.mlir
func.func @f(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %y: tensor<?xf32> {onnx.dim_params = "0:n"}) -> tensor<?x?xf32> attributes {bcast.ranges = {n = array<i64: 8, 64, 8>}} {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- jax.mlir
func.func @main(%y: tensor<?xf32>, %x: tensor<?x?xf32> {test.other}) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = call @inner(%0, %x) : (tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @inner(%b: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.negate %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- names.mlir
func.func @main(%x: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = call @inner(%0, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @inner(%c: tensor<i32> {jax.global_constant = "c"}, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- one.mlir
func.func @f(%x: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

//--- static.mlir
func.func @f(%x: tensor<9xf32> {bcast.dims = ["n"]}) -> tensor<9xf32> {
  return %x : tensor<9xf32>
}

//--- wrong.mlir
func.func @f(%x: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> attributes {bcast.ranges = {n = 3 : i64}} {
  return %x : tensor<?xf32>
}

// RUN: split-file %s %t
// RUN: bcast-lower --specialize-sizes='shapes="mask=3,_x=4x?"' %t/f.mlir | FileCheck %s --check-prefix=NAMES
// RUN: bcast-lower --shapes=arg0=4x6 %t/f.mlir | FileCheck %s --check-prefix=POSITION
// RUN: bcast-lower --shapes='tensor<4x6xf32>,_,tensor<2xi32>' %t/f.mlir | FileCheck %s --check-prefix=TYPES
// RUN: bcast-lower --sizes=b=4,n=3 %t/f.mlir | FileCheck %s --check-prefix=SYMBOLS
// RUN: bcast-lower --sizes=b=4 %t/jax.mlir | FileCheck %s --check-prefix=VARIABLES
// RUN: bcast-lower --shapes=4x6,3,2 --function=f %t/two.mlir | FileCheck %s --check-prefix=FUNCTION

// NAMES: func.func @f(%{{.*}}: tensor<4x?xf32> {{.*}}, %{{.*}}: tensor<3xf32> {{.*}}, %{{.*}}: tensor<2xi32>)
// POSITION: func.func @f(%{{.*}}: tensor<4x6xf32> {{.*}}, %{{.*}}: tensor<?xf32> {{.*}}, %{{.*}}: tensor<2xi32>)
// TYPES: func.func @f(%{{.*}}: tensor<4x6xf32> {{.*}}, %{{.*}}: tensor<?xf32> {{.*}}, %{{.*}}: tensor<2xi32>)
// SYMBOLS: func.func @f(%{{.*}}: tensor<4x3xf32> {{.*}}, %{{.*}}: tensor<3xf32> {{.*}}, %{{.*}}: tensor<2xi32>)
// VARIABLES: func.func @main(%{{.*}}: tensor<4x?xf32>)
// FUNCTION: func.func @f(%{{.*}}: tensor<4x6xf32>
// FUNCTION: func.func @g(%{{.*}}: tensor<?xf32>

// RUN: not bcast-lower --shapes=4x6,3 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: function 'f' has 3 arguments, but the number of shapes given is 2: '_x': tensor<?x?xf32>, 'mask': tensor<?xf32>, arg2: tensor<2xi32>
// RUN: not bcast-lower --shapes=mas=4 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: function 'f' has no argument 'mas'; it has {{.*}}; did you mean 'mask'?
// RUN: not bcast-lower --shapes=4x6x1,3,3 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: function 'f' has argument #0 ('_x') of rank 2, but the given shape 4x6x1 has rank 3
// RANK: error: function 'f' has argument #2, whose dim 0 is 2, not 3
// RUN: not bcast-lower --shapes='tensor<4x6xf64>,3,2' %t/f.mlir 2>&1 | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: error: function 'f' has argument #0 ('_x'), whose elements are 'f32', not 'f64'
// RUN: not bcast-lower --sizes=c=4 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=SYMBOL
// SYMBOL: error: function 'f' has no symbol 'c'; it has 'b', 'n'
// RUN: not bcast-lower --sizes=n=4 --shapes=mask=5 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=CONFLICT
// CONFLICT: error: function 'f' has argument #1 ('mask'), whose dim 0 is 'n' = 4, but its shape is given as 5
// RUN: not bcast-lower --shapes=4x6,5,2 %t/f.mlir 2>&1 | FileCheck %s --check-prefix=DECLARED
// DECLARED: 'func.func' op argument #1 dim 0 has size 5, but argument #0 dim 1, declared as 'n' too, has size 6
// RUN: not bcast-lower --function=h --shapes=4 %t/two.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: there is no function 'h'; there are 'f', 'g'
// RUN: not bcast-lower --function=f %t/two.mlir 2>&1 | FileCheck %s --check-prefix=NO-SIZES
// NO-SIZES: error: no sizes are given for function 'f', but argument #0 has type tensor<?x?xf32>; the options 'shapes' and 'sizes' give them
// RUN: not bcast-lower --shapes=4,_ %t/kinds.mlir 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: error: function 'f' has argument #0, whose dim 0 is at most 3, so it cannot be 4
// RUN: not bcast-lower --shapes=3,scalar %t/kinds.mlir 2>&1 | FileCheck %s --check-prefix=TOKEN
// TOKEN: error: function 'f' has argument #1, which is no tensor and takes no shape; write `_` for it
// RUN: bcast-lower --shapes='tensor<2x!quant.uniform<i8:f32, 1.0>>' %t/quantized.mlir | FileCheck %s --check-prefix=QUANTIZED
// QUANTIZED: func.func @f(%{{.*}}: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>)
// RUN: not bcast-lower --shapes='tensor<2x!quant.uniform<i8:f32, 2.0>>' %t/quantized.mlir 2>&1 | FileCheck %s --check-prefix=SCALE
// SCALE: error: function 'f' has argument #0, whose elements are '!quant.uniform<i8:f32, 1.000000e+00>', not '!quant.uniform<i8:f32, 2.0>'
// RUN: bcast-lower --function=f %t/static.mlir | FileCheck %s --check-prefix=AS-IT-IS
// AS-IT-IS: func.func @f(%{{.*}}: tensor<2xf32>) -> tensor<2xf32>
// RUN: bcast-lower --shapes=2,_ %t/kinds.mlir | FileCheck %s --check-prefix=UNBOUNDED
// UNBOUNDED: func.func @f(%{{.*}}: tensor<2xf32>, %{{.*}}: !stablehlo.token) -> tensor<2xf32>
// What follows from wrong sizes is not reported.
// RUN: not bcast-lower --shapes=8,16 %t/declared.mlir 2>&1 | FileCheck %s --check-prefix=FIRST --implicit-check-not=error:
// FIRST: error: 'func.func' op argument #1 dim 0 has size 16, but argument #0 dim 0, declared as 'n' too, has size 8
// RUN: not bcast-lower --sizes=n=5 %t/declared.mlir 2>&1 | FileCheck %s --check-prefix=RANGE --implicit-check-not=error:
// RANGE: error: 'func.func' op argument #0 dim 0 has size 5, but 'n' is declared to be from 8 to 64, a multiple of 8

//--- declared.mlir
func.func @f(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?xf32> attributes {bcast.ranges = {n = array<i64: 8, 64, 8>}} {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- f.mlir
func.func @f(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]} loc("_x"), %y: tensor<?xf32> {bcast.dims = ["n"]} loc("mask"), %z: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.negate %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- jax.mlir
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = call @inner(%0, %x) : (tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @inner(%b: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.negate %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- two.mlir
func.func @f(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %z: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.negate %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @g(%x: tensor<?xf32>) {
  return
}

//--- kinds.mlir
func.func @f(%x: tensor<?xf32, #stablehlo.bounds<3>>, %t: !stablehlo.token) -> tensor<?xf32, #stablehlo.bounds<3>> {
  %0 = stablehlo.negate %x : tensor<?xf32, #stablehlo.bounds<3>>
  return %0 : tensor<?xf32, #stablehlo.bounds<3>>
}

//--- quantized.mlir
func.func @f(%x: tensor<?x!quant.uniform<i8:f32, 1.0>>) {
  return
}

//--- static.mlir
func.func @f(%x: tensor<2xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : (tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

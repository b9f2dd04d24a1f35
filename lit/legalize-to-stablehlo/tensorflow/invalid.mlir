// RUN: bcast-lower --legalize-to-stablehlo --split-input-file --verify-diagnostics %s

func.func @slices(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %s: tensor<2xi32>) {
  %b = stablehlo.constant dense<0> : tensor<2xi32>
  %c = stablehlo.constant dense<0> : tensor<3xi32>
  %one = stablehlo.constant dense<1> : tensor<3xi32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: a stride is 0; expected another number than 0}}
  "tf.StridedSlice"(%x, %b, %b, %b) : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: a stride is not a compile-time constant}}
  "tf.StridedSlice"(%x, %b, %b, %s) : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: the number of sliced dims is 3; expected at most the operand's rank, 2}}
  "tf.StridedSlice"(%x, %c, %c, %one) : (tensor<?x?xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: 'ellipsis_mask' has several bits; expected at most one}}
  "tf.StridedSlice"(%x, %c, %c, %one) {ellipsis_mask = 3 : i64} : (tensor<?x?xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?xf32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: the numbers of elements of begin, end and strides is 2, 3 and 3; expected equal ones}}
  "tf.StridedSlice"(%x, %b, %c, %one) : (tensor<?x?xf32>, tensor<2xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?xf32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: operand #1, the begin, has type 'tensor<?xi32>'; give it a known number of integers}}
  "tf.StridedSlice"(%x, %i, %i, %i) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x?xf32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: it has no operand #1}}
  "tf.StridedSlice"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @out_of_range(%x: tensor<2xf32>) {
  %b = stablehlo.constant dense<2> : tensor<1xi32>
  %s = stablehlo.constant dense<1> : tensor<1xi32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: an index is 2; expected one within dim 0, which has size 2}}
  "tf.StridedSlice"(%x, %b, %b, %s) {shrink_axis_mask = 1 : i64} : (tensor<2xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<f32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: its result has size 2 in dim 0; expected size 0}}
  "tf.StridedSlice"(%x, %b, %b, %s) : (tensor<2xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  // expected-error@+1 {{'tf.StridedSlice' op cannot become StableHLO: its result has rank 2; expected rank 1}}
  "tf.StridedSlice"(%x, %b, %b, %s) : (tensor<2xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshapes(%x: tensor<3x5xf32>, %y: tensor<?xf32>) {
  %two = stablehlo.constant dense<-1> : tensor<2xi32>
  %no = stablehlo.constant dense<[-1, 4]> : tensor<2xi32>
  %low = stablehlo.constant dense<[-2, 4]> : tensor<2xi32>
  // expected-error@+1 {{'tf.Reshape' op cannot become StableHLO: more than one size is -1; expected at most one that is computed}}
  "tf.Reshape"(%x, %two) : (tensor<3x5xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // expected-error@+1 {{'tf.Reshape' op cannot become StableHLO: the size that is -1 is no whole number, since 15 elements are not a multiple of 4}}
  "tf.Reshape"(%x, %no) : (tensor<3x5xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // expected-error@+1 {{'tf.Reshape' op cannot become StableHLO: a size is -2; expected at least 0, or -1 for one that is computed}}
  "tf.Reshape"(%y, %low) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  // expected-error@+1 {{'tf.Squeeze' op cannot become StableHLO: its dims of size 1 are known only at run time; name them in 'squeeze_dims'}}
  "tf.Squeeze"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @others(%x: tensor<?x?xf32>, %d: tensor<1xi32>, %g: tensor<?xi32>) -> tensor<?xi32> {
  %twice = stablehlo.constant dense<[0, -2]> : tensor<2xi32>
  %beyond = stablehlo.constant dense<2> : tensor<1xi32>
  %low = stablehlo.constant dense<[1, -1]> : tensor<2xi32>
  // expected-error@+1 {{'tf.Sum' op cannot become StableHLO: the list of reduced dims is not a compile-time constant}}
  "tf.Sum"(%x, %d) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  // expected-error@+1 {{'tf.Sum' op cannot become StableHLO: a reduced dim is 0 twice; expected each dim once}}
  "tf.Sum"(%x, %twice) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?xf32>
  // expected-error@+1 {{'tf.Sum' op cannot become StableHLO: a reduced dim is 2; expected a dim of rank 2}}
  "tf.Sum"(%x, %beyond) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  // expected-error@+1 {{'tf.Tile' op cannot become StableHLO: a multiple is -1; expected at least 0}}
  "tf.Tile"(%x, %low) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // expected-error@+1 {{'tf.Tile' op cannot become StableHLO: the number of multiples is 1; expected the operand's rank, 2}}
  "tf.Tile"(%x, %d) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?x?xf32>
  %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %t = "tf.Pack"(%s) {axis = 0 : i64} : (tensor<2xi32>) -> tensor<1x2xi32>
  // expected-error@+1 {{'tf.BroadcastGradientArgs' op cannot become StableHLO: its result depends on sizes that are known only at run time, and is used by another op than 'tf.Sum'}}
  %r:2 = "tf.BroadcastGradientArgs"(%s, %low) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  // expected-error@+1 {{'tf.MatMul' op has no equivalent in StableHLO; run TensorFlow's 'xla-legalize-tf' first, and lower ops that broadcast with '--rules=tensorflow'}}
  "tf.MatMul"(%x, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r#0 : tensor<?xi32>
}

func.func @"tf.BroadcastArgs"(%a: tensor<?x1xf32>, %b: tensor<?xf32>) -> tensor<2xi32> {
  %s = shape.shape_of %a : tensor<?x1xf32> -> tensor<2xindex>
  %t = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %c = arith.index_cast %s : tensor<2xindex> to tensor<2xi32>
  %d = arith.index_cast %t : tensor<1xindex> to tensor<1xi32>
  %0 = "tf.BroadcastArgs"(%c, %d) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @"tf.BroadcastGradientArgs"() -> (tensor<2xi32>, tensor<1xi32>) {
  %a = stablehlo.constant dense<[1]> : tensor<1xi32>
  %b = stablehlo.constant dense<[4, 1]> : tensor<2xi32>
  %0:2 = "tf.BroadcastGradientArgs"(%a, %b) : (tensor<1xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<1xi32>)
  return %0#0, %0#1 : tensor<2xi32>, tensor<1xi32>
}

// -----

func.func @"tf.BroadcastTo"(%a: tensor<?xf32>) -> tensor<2x?xf32> {
  %s = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %c = arith.index_cast %s : tensor<1xindex> to tensor<1xi32>
  %t = stablehlo.constant dense<2> : tensor<1xi32>
  %r = stablehlo.concatenate %t, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "tf.BroadcastTo"(%a, %r) : (tensor<?xf32>, tensor<2xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @"tf.DepthwiseConv2dNative"(%a: tensor<?x?x?x2xf32>, %k: tensor<3x3x2x2xf32>) -> tensor<?x?x?x4xf32> {
  %0 = "tf.DepthwiseConv2dNative"(%a, %k) {data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "SAME", strides = [1, 2, 2, 1]} : (tensor<?x?x?x2xf32>, tensor<3x3x2x2xf32>) -> tensor<?x?x?x4xf32>
  return %0 : tensor<?x?x?x4xf32>
}

// -----

func.func @"tf.Const"() -> tensor<2xf32> {
  %0 = "tf.Const"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @"tf.Identity"(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Identity"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @"tf.Shape"(%a: tensor<?x6xf32>) -> tensor<2xi32> {
  %0 = "tf.Shape"(%a) : (tensor<?x6xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// also: tf.Rank
func.func @"tf.Size"(%a: tensor<?x6xf32>) -> tensor<i32> {
  %0 = "tf.Size"(%a) : (tensor<?x6xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @"tf.Pack"(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?x2xf32> {
  %0 = "tf.Pack"(%a, %b) {axis = -1 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

func.func @"tf.ConcatV2"(%a: tensor<?x2xf32>, %b: tensor<?x3xf32>) -> tensor<?x5xf32> {
  %d = stablehlo.constant dense<-1> : tensor<i32>
  %0 = "tf.ConcatV2"(%a, %b, %d) : (tensor<?x2xf32>, tensor<?x3xf32>, tensor<i32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// -----

func.func @"tf.OneHot"(%a: tensor<?xi32>, %on: tensor<f32>, %off: tensor<f32>) -> tensor<?x5xf32> {
  %d = stablehlo.constant dense<5> : tensor<i32>
  %0 = "tf.OneHot"(%a, %d, %on, %off) {axis = -1 : i64} : (tensor<?xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// -----

func.func @"tf.Sum"(%a: tensor<?x?xbf16>) -> tensor<?x1xbf16> {
  %d = stablehlo.constant dense<[-1]> : tensor<1xi32>
  %0 = "tf.Sum"(%a, %d) {keep_dims = true} : (tensor<?x?xbf16>, tensor<1xi32>) -> tensor<?x1xbf16>
  return %0 : tensor<?x1xbf16>
}

// -----

// also: tf.Min, tf.Mean
func.func @"tf.Prod"(%a: tensor<?x?xf32>) -> tensor<?x1xf32> {
  %d = stablehlo.constant dense<[-1]> : tensor<1xi32>
  %0 = "tf.Prod"(%a, %d) {keep_dims = true} : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// -----

func.func @"tf.Max"(%a: tensor<?x?xui8>) -> tensor<?x1xui8> {
  %d = stablehlo.constant dense<[-1]> : tensor<1xi32>
  %0 = "tf.Max"(%a, %d) {keep_dims = true} : (tensor<?x?xui8>, tensor<1xi32>) -> tensor<?x1xui8>
  return %0 : tensor<?x1xui8>
}

// -----

// also: tf.Any
func.func @"tf.All"(%a: tensor<?x?xi1>) -> tensor<?x1xi1> {
  %d = stablehlo.constant dense<[-1]> : tensor<1xi32>
  %0 = "tf.All"(%a, %d) {keep_dims = true} : (tensor<?x?xi1>, tensor<1xi32>) -> tensor<?x1xi1>
  return %0 : tensor<?x1xi1>
}

// -----

func.func @"tf.Reshape"(%a: tensor<?x6xf32>) -> tensor<?x4xf32> {
  %s = stablehlo.constant dense<[-1, 4]> : tensor<2xi64>
  %0 = "tf.Reshape"(%a, %s) : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @"tf.ExpandDims"(%a: tensor<?x6xf32>) -> tensor<?x6x1xf32> {
  %d = stablehlo.constant dense<-1> : tensor<i32>
  %0 = "tf.ExpandDims"(%a, %d) : (tensor<?x6xf32>, tensor<i32>) -> tensor<?x6x1xf32>
  return %0 : tensor<?x6x1xf32>
}

// -----

func.func @"tf.Squeeze"(%a: tensor<?x1x6xf32>) -> tensor<?x6xf32> {
  %0 = "tf.Squeeze"(%a) {squeeze_dims = [-2]} : (tensor<?x1x6xf32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// -----

func.func @"tf.StridedSlice"(%a: tensor<?x?x?xf32>) -> tensor<?x1x?xf32> {
  %b = stablehlo.constant dense<[-1, 0, 2]> : tensor<3xi32>
  %e = stablehlo.constant dense<[0, 0, -3]> : tensor<3xi32>
  %s = stablehlo.constant dense<[-2, 1, 1]> : tensor<3xi32>
  %0 = "tf.StridedSlice"(%a, %b, %e, %s) {begin_mask = 0 : i64, end_mask = 1 : i64, ellipsis_mask = 0 : i64, new_axis_mask = 2 : i64, shrink_axis_mask = 4 : i64} : (tensor<?x?x?xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x1x?xf32>
  return %0 : tensor<?x1x?xf32>
}

// -----

func.func @"tf.Tile"(%a: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %m = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %0 = "tf.Tile"(%a, %m) : (tensor<?x6xf32>, tensor<2xi32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// -----

func.func @"tf.Fill"(%a: tensor<?x6xf32>, %v: tensor<f32>) -> tensor<?x6xf32> {
  %s = shape.shape_of %a : tensor<?x6xf32> -> tensor<2xindex>
  %c = arith.index_cast %s : tensor<2xindex> to tensor<2xi32>
  %0 = "tf.Fill"(%c, %v) : (tensor<2xi32>, tensor<f32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

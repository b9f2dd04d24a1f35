// A mean over a window of rows, as TensorFlow's bridge leaves it: sizes are computed by `tf`, CHLO and `shape`, and
// there are reductions and reshapes of `tf`.
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
  %zero = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %one = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %rows = "tf.StridedSlice"(%shape, %zero, %one, %one) {begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %twice = chlo.broadcast_multiply %rows, %two : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %again = "tf.FloorDiv"(%twice, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %minus = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %sizes = "tf.Pack"(%again, %minus) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %sum = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %flat = "tf.Reshape"(%sum, %sizes) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %mean = "tf.Mean"(%flat, %one) {keep_dims = true} : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?x1xf32>
  %left = chlo.broadcast_subtract %flat, %mean : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %mean, %left : tensor<?x1xf32>, tensor<?x?xf32>
}

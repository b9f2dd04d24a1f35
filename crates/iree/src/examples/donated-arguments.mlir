// input: 4xf32
// input: 4xf32
func.func @main(%x: tensor<?xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %1 = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

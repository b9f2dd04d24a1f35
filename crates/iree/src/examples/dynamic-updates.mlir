// input: 5xf32
// input: 2xf32
// input: i32=7
func.func @main(%x: tensor<?xf32>, %update: tensor<2xf32>, %start: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %update, %start : (tensor<?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

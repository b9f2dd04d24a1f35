// input: 5000xf32
// input: 20xi32
func.func @main(%x: tensor<?xf32>, %places: tensor<20xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<20> : tensor<i32>
  %value = stablehlo.constant dense<3.5> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dynamic_slice %places, %i, sizes = [1] : (tensor<20xi32>, tensor<i32>) -> tensor<1xi32>
    %3 = "stablehlo.scatter"(%a, %2, %value) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %sum = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<?xf32>, tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

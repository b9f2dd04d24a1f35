// input: 5xi1
func.func @main(%x: tensor<?xi1>) -> tensor<?xi1> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %steps = stablehlo.constant dense<2> : tensor<i32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %next = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi1>) -> tensor<i32>
  %n_1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %end = stablehlo.subtract %n, %next : tensor<i32>
  %end_1 = stablehlo.reshape %end : (tensor<i32>) -> tensor<1xi32>
  %0:2 = stablehlo.while(%i = %first, %s = %x) : tensor<i32>, tensor<?xi1>
  cond {
    %1 = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.convert %s : (tensor<?xi1>) -> tensor<?xi32>
    %2 = stablehlo.real_dynamic_slice %1, %end_1, %n_1, %one : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
    %3 = stablehlo.real_dynamic_slice %1, %zero, %end_1, %one : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
    %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %5 = stablehlo.compare GT, %4, %1, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %6 = stablehlo.add %i, %next : tensor<i32>
    stablehlo.return %6, %5 : tensor<i32>, tensor<?xi1>
  }
  return %0#1 : tensor<?xi1>
}

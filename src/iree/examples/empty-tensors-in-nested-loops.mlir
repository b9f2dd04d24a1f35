// input: 2x3xf32=1 0 2 0 1 1
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %turned = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %square = stablehlo.dot_general %turned, %x, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %0:2 = stablehlo.while(%i = %zero, %y = %square) : tensor<i32>, tensor<?x?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %double = stablehlo.add %y, %y : tensor<?x?xf32>
    %1:2 = stablehlo.while(%j = %zero, %z = %double) : tensor<i32>, tensor<?x?xf32>
    cond {
      %c = stablehlo.compare LT, %j, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %again = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
      %same = stablehlo.dot_general %again, %x, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %product = stablehlo.dot_general %same, %z, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %sum = stablehlo.add %z, %product : tensor<?x?xf32>
      %next = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<?x?xf32>
    }
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %1#1 : tensor<i32>, tensor<?x?xf32>
  }
  return %0#1 : tensor<?x?xf32>
}

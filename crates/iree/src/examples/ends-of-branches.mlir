// input: 2x3xf32=1 2 3 4 5 6
// input: i32=0
func.func @main(%x: tensor<?x?xf32>, %p: tensor<i32>) -> (tensor<?x?xf32>, tensor<f32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %positive = stablehlo.compare GE, %rows, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%positive) {error_message = "no rows", has_side_effect = true} : (tensor<i1>) -> ()
  %0:4 = "stablehlo.case"(%p) ({
    %square = stablehlo.multiply %x, %x : tensor<?x?xf32>
    %sum = stablehlo.reduce(%x init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
    %turned = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %1:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?x?xf32>
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %more = chlo.broadcast_multiply %y, %half : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %more : tensor<i32>, tensor<?x?xf32>
    }
    stablehlo.return %square, %sum, %turned, %1#1 : tensor<?x?xf32>, tensor<f32>, tensor<?x?xf32>, tensor<?x?xf32>
  }, {
    %double = stablehlo.add %x, %x : tensor<?x?xf32>
    %square = stablehlo.multiply %double, %double : tensor<?x?xf32>
    %sum = stablehlo.reduce(%double init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
    %turned = stablehlo.transpose %double, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %1:2 = stablehlo.while(%i = %zero, %y = %double) : tensor<i32>, tensor<?x?xf32>
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %more = chlo.broadcast_multiply %y, %half : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %more : tensor<i32>, tensor<?x?xf32>
    }
    stablehlo.return %square, %sum, %turned, %1#1 : tensor<?x?xf32>, tensor<f32>, tensor<?x?xf32>, tensor<?x?xf32>
  }) : (tensor<i32>) -> (tensor<?x?xf32>, tensor<f32>, tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<?x?xf32>, tensor<f32>, tensor<?x?xf32>, tensor<?x?xf32>
}

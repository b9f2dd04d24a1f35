func.func @main(%x: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %k = stablehlo.add %n, %c1 : tensor<i32>
  %ok = stablehlo.compare LE, %k, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%ok) ({
    stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "small", has_side_effect = true} : (tensor<i1>) -> ()
    %l0 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
    %a = stablehlo.dynamic_iota %l0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    stablehlo.return %z : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %m = stablehlo.multiply %k, %k : tensor<i32>
  %l = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.dynamic_iota %l, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %r, %i : tensor<f32>, tensor<?xf32>
}

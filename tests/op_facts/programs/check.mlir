func.func @"stablehlo.custom_call"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%p) {api_version = 2 : i32, error_message = "sizes", has_side_effect = true} : (tensor<i1>) -> ()
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// `y` has 1 element or as many as `x`, which has at least 3.
func.func @"stablehlo.custom_call: at least"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare GE, %n, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %q = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.compare EQ, %m, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %s = stablehlo.or %q, %r : tensor<i1>
  %t = stablehlo.and %s, %p : tensor<i1>
  stablehlo.custom_call @shape_assertion(%t) {api_version = 2 : i32, error_message = "sizes", has_side_effect = true} : (tensor<i1>) -> ()
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.custom_call: a sharding"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.custom_call: a sharding of a size"(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.custom_call @Sharding(%size) {mhlo.sharding = "{replicated}"} : (tensor<i32>) -> tensor<i32>
  %shape = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"cf.assert"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = tensor.extract %p[] : tensor<i1>
  cf.assert %q, "sizes"
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// A witness orders only its users.
func.func @"shape.cstr_require"(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = tensor.extract %p[] : tensor<i1>
  %w = shape.cstr_require %q, "sizes"
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.custom_call: windows of unknown size"(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %window = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %low = stablehlo.subtract %window, %one : tensor<1xi32>
  %edges = stablehlo.concatenate %low, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %padding = stablehlo.reshape %edges : (tensor<2xi32>) -> tensor<1x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %v, %window, %one, %one, %one, %padding) {called_computations = [@add]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

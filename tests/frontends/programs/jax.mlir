// An export of JAX: it checks its sizes, and passes them on to the functions that it calls.
module @jit_f attributes {jax.uses_shape_polymorphism = true} {
  func.func public @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %is_positive = stablehlo.compare GE, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%is_positive, %n) {api_version = 2 : i32, error_message = "Expected value >= 1 for dimension variable 'n', got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %is_equal = stablehlo.compare EQ, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%is_equal, %m, %n) {api_version = 2 : i32, error_message = "Found inconsistency between {0} and 'n' (= {1})", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %r:2 = call @_wrapped_jax_export_main(%b, %n, %x, %y) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x1xf32>, tensor<?x?xf32>)
    return %r#0, %r#1 : tensor<?x1xf32>, tensor<?x?xf32>
  }
  func.func private @_wrapped_jax_export_main(%b: tensor<i32> {jax.global_constant = "b"}, %n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
    %rows = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
    %columns = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %shape = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %wide = stablehlo.dynamic_broadcast_in_dim %y, %shape, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %sum = stablehlo.add %x, %wide : tensor<?x?xf32>
    %mean = call @mean(%b, %n, %sum) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x1xf32>
    %all = stablehlo.dynamic_broadcast_in_dim %mean, %shape, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %left = stablehlo.subtract %sum, %all : tensor<?x?xf32>
    return %mean, %left : tensor<?x1xf32>, tensor<?x?xf32>
  }
  func.func private @mean(%b: tensor<i32> {jax.global_constant = "b"}, %n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?x?xf32>) -> tensor<?x1xf32> {
    %one = stablehlo.constant dense<1> : tensor<1xi32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %count = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
    %total = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %rows = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
    %shape = stablehlo.concatenate %rows, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %column = stablehlo.dynamic_broadcast_in_dim %total, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %counts = stablehlo.dynamic_broadcast_in_dim %count, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x1xf32>
    %mean = stablehlo.divide %column, %counts : tensor<?x1xf32>
    return %mean : tensor<?x1xf32>
  }
}

// RUN: bcast-lower --target=xla --bounds=7 --verify-diagnostics --split-input-file %s

// What padding counts for is another number for XLA.
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  // expected-error @+1 {{its padding, the initial value, is behind a dim of unknown size, and not neutral}}
  %0 = "stablehlo.reduce_window"(%x, %minus) <{window_dimensions = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// What one process has outside would be between the elements of two.
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{dim 0, its 'all_gather_dim', has an unknown size}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{its attributes have the number 9223372036854775807, which no size is}}
  %0 = stablehlo.pad %x, %zero, low = [0], high = [0], interior = [9223372036854775807] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// XLA selects a number of elements that it knows.
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  // expected-error @+1 {{it returns an unknown number of elements; give its sizes with option 'shapes' or 'sizes', too, or select exactly, as by `top_k`}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %n) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

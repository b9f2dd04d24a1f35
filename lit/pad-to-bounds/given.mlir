// Some sizes are given by name, others get bounds or profiles by name. JAX passes its variables `b` and `n` to a function
// whether it uses them or not; an argument has `2*n` columns.
// RUN: bcast-lower --target=xla --sizes=n=9 --bounds=b=4 %s | FileCheck %s --check-prefix=ROWS
// RUN: bcast-lower --target=iree --bounds=b=4 --sizes=n=9 %s | FileCheck %s --check-prefix=ROWS
// RUN: bcast-lower --shapes=?x18,9 --bounds=b=4 %s | FileCheck %s --check-prefix=ROWS
// RUN: bcast-lower --target=xla --sizes=b=4 --bounds=n=9 --bounds=n=20 %s | FileCheck %s --check-prefix=COLUMNS
// RUN: bcast-lower --target=iree --sizes=n=9 --profile=b=4 %s | FileCheck %s --check-prefix=PROFILE
// RUN: bcast-lower --target=xla --sizes=b=4,n=9 %s | FileCheck %s --check-prefix=ALL

// ROWS: func.func public @main(%{{.*}}: tensor<4x18xf32>, %{{.*}}: tensor<9xf32>, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}) -> (tensor<4xf32>, tensor<1xi32> {bcast.sizes_of = 0 : i64}, tensor<i32>)
// ROWS-NOT: func.func

// COLUMNS: func.func public @main(%{{.*}}: tensor<4x18xf32>, %{{.*}}: tensor<9xf32>, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 1>]}, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 1, 0>]}) -> (tensor<4xf32>, tensor<i32>)
// COLUMNS: func.func public @main_1(%{{.*}}: tensor<4x40xf32>, %{{.*}}: tensor<20xf32>,

// PROFILE: func.func public @main(%{{.*}}: tensor<?x18xf32>, %{{.*}}: tensor<9xf32>)
// PROFILE: @main_0(%{{.*}}: tensor<4x18xf32>

// What has all sizes passes none of them on.
// ALL: func.func public @main(%{{.*}}: tensor<4x18xf32>, %{{.*}}: tensor<9xf32>) -> tensor<4xf32>
// ALL-NOT: call
func.func public @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %columns = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.divide %columns, %two : tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %twice = stablehlo.multiply %n, %two : tensor<i32>
  %is_even = stablehlo.compare EQ, %columns, %twice : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_even, %columns) {api_version = 2 : i32, error_message = "expected 2*n columns, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %is_equal = stablehlo.compare EQ, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_equal, %m, %n) {api_version = 2 : i32, error_message = "expected {1} elements, got {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %0 = call @f(%b, %n, %x, %y) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @f(%b: tensor<i32> {jax.global_constant = "b"}, %n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Shardings that do not fit.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 has a sharding for an unknown mesh, @other}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 has a sharding of rank 1 for rank 2}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses axis "z", which the mesh does not have}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses axis "x" twice}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses axis "x" twice}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}], replicated={"x"}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 has unreduced axes "y" and "x" that are not in the order of the mesh}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"y", "x"}>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses neighbouring parts "y":(1)2 and "y":(2)2 of an axis, which must be one part}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, "y":(2)2}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses axes "y" and "y":(1)2, which overlap}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"y":(1)2}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses "y":(1)4, which is not a part of the axis of size 4}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)4}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses "y":(0)2, which is not a part of the axis of size 4}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(0)2}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses "y":(1)1, which is not a part of the axis of size 4}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)1}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses "y":(2)4, which is not a part of the axis of size 4}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(2)4}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses "y":(1)3, which is not a part of the axis of size 4}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)3}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 uses "y":(9223372036854775807)2, which is not a part of the axis of size 4}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(9223372036854775807)2}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 has a priority of dim 0, which nothing can divide}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}p1, {}]>})

// -----

sdy.mesh @mesh = <["z"=16]>
// expected-error@+1 {{'func.func' op argument #0 uses axes "z":(1)4 and "z":(2)4, which overlap}}
func.func private @f(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z":(1)4}, {"z":(2)4}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 has a sharding for the unranked type 'tensor<*xf32>'}}
func.func private @f(tensor<*xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 has a sharding with dims or axes for a value without a shape}}
func.func private @f(!stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 has a sharding for 'tuple<tensor<8xf32>, tensor<8xf32>>'; a tuple needs one element}}
func.func private @f(tuple<tensor<8xf32>, tensor<8xf32>> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})

// -----

sdy.mesh @m = <[], device_ids=[0]>
// expected-error@+1 {{'func.func' op argument #0 has a sharding with dims or axes for a mesh of one device}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error@+1 {{'func.func' op argument #0 has an attribute 'sdy.sharding' that is not a #sdy.sharding}}
func.func private @f(tensor<8xf32> {sdy.sharding = 1 : i32})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op has an attribute 'sdy.sharding' that is not a #sdy.sharding_per_value}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op has 0 shardings for 1 results}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op result #0 uses axis "z", which the mesh does not have}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op has an attribute 'sdy.sharding_rule' that is not an #sdy.op_sharding_rule}}
  %0 = stablehlo.abs %a {sdy.sharding_rule = 1 : i32} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op has an attribute 'sdy.propagation_edges' that is not a #sdy.propagation_edges}}
  %0 = stablehlo.abs %a {sdy.propagation_edges = 1 : i32} : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op has an attribute 'sdy.result_propagation_edges' that is not a list of #sdy.propagation_edges}}
  %0 = stablehlo.abs %a {sdy.result_propagation_edges = [1 : i32]} : tensor<8x8xf32>
  return
}

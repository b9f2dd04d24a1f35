// Invalid forms of those that StableHLO 1.14 and later versions added.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// expected-error @+1 {{a future needs ranked tensors, got 'i32'}}
func.func @future(%a: !stablehlo.future<i32>) {
  return
}

// -----

func.func @not_collective(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op region 'body' needs one collective op or slice, and its terminator}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %1 = stablehlo.abs %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @two_ops(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op region 'body' needs one collective op or slice, and its terminator}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %1 = stablehlo.slice %x [0:4] : (tensor<4xf32>) -> tensor<4xf32>
    %2 = stablehlo.slice %1 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %2 : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

func.func @another_result(%a: !stablehlo.future<tensor<4xf32>>) {
  // expected-error @+1 {{'stablehlo.async_done' op requires compatible element types, but operand #0's type #0 'tensor<4xf32>' and result #0 'tensor<4xi32>' differ}}
  %0 = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xi32>
  return
}

// -----

func.func @unknown_mesh(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op attribute 'replica_groups' names the mesh @mesh, which does not exist}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = []>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unknown_axis(%a: tensor<4xf32>) {
  // expected-error @+1 {{axis 'y' is not an axis of the mesh}}
  %0 = stablehlo.abs %a {a.b = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : tensor<4xf32>
  return
}

// -----

func.func @not_axis(%a: tensor<4xf32>) {
  // expected-error @+1 {{replica groups need axes, got "x"}}
  %0 = stablehlo.abs %a {a.b = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = ["x"]>} : tensor<4xf32>
  return
}

// -----

func.func @not_mesh(%a: tensor<4xf32>) {
  // expected-error @+1 {{replica groups need a mesh or the name of one, got "x"}}
  %0 = stablehlo.abs %a {a.b = #stablehlo.replica_group_mesh_axes<mesh = "x", axes = []>} : tensor<4xf32>
  return
}

// -----

func.func @no_operand(%root: tensor<0xi32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op requires at least one operand before the one for the root}}
  "stablehlo.collective_broadcast"(%root) <{has_dynamic_root, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<0xi32>) -> ()
  return
}

// -----

func.func @result_of_root(%a: tensor<4xf32>, %root: tensor<1xi32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op requires 1 result, as many as operands before the one for the root, got 2}}
  %0:2 = "stablehlo.collective_broadcast"(%a, %root) <{has_dynamic_root, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>, tensor<1xi32>) -> (tensor<4xf32>, tensor<1xi32>)
  return
}

// -----

func.func @element_of_root(%a: tensor<4xf32>, %root: tensor<1xi64>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op requires element type i32 of operand #1 'tensor<1xi64>'}}
  %0 = "stablehlo.collective_broadcast"(%a, %root) <{has_dynamic_root, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @number_of_roots(%a: tensor<4xf32>, %root: tensor<?xi32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op requires 1 root, one for each operand before it, got operand #1 'tensor<?xi32>'}}
  %0 = "stablehlo.collective_broadcast"(%a, %root) <{has_dynamic_root, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>, tensor<?xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @global_ids(%a: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.collective_reduce' op requires a channel id of at least 1, because use_global_device_ids is set}}
  %0 = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

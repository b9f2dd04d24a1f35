// The attributes of meshes, which have codes in bytecode, too.
func.func private @mesh()

func.func @attributes(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %a {
    x.axis = #stablehlo.axis_ref<name = "x">,
    x.part = #stablehlo.axis_ref<name = "x", sub_axis_info = (2)4>,
    x.mesh_axis = #stablehlo.mesh_axis<name = "a \22b\22", size = 3>,
    x.mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 3>]>,
    x.devices = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>,
    x.groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 3>]>, axes = [#stablehlo.axis_ref<name = "y">]>
  } : tensor<f32>
  return %0 : tensor<f32>
}

func.func @ops(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// also: sdy.reshard
func.func @"sdy.sharding_constraint"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = sdy.sharding_constraint %x <mesh<["x"=2]>, [{"x"}, {?}]> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// also: sdy.reshard
func.func @"sdy.sharding_constraint: a size"(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = sdy.sharding_constraint %size <mesh<["x"=2]>, []> : tensor<i32>
  %shape = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"sdy.propagation_barrier"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"sdy.propagation_barrier: a size"(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = sdy.propagation_barrier %size allowed_direction=FORWARD : tensor<i32>
  %shape = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"sdy.all_gather"(%x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]>}) -> tensor<?x?xf32> {
  %0 = sdy.all_gather [{"x"}, {}] %x out_sharding=<mesh<["x"=2]>, [{}, {}]> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"sdy.all_slice"(%x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{}, {}]>}) -> tensor<?x?xf32> {
  %0 = sdy.all_slice [{}, {"x"}] %x out_sharding=<mesh<["x"=2]>, [{}, {"x"}]> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"sdy.all_to_all"(%x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]>}) -> tensor<?x?xf32> {
  %0 = sdy.all_to_all [{"x"}: 0->1] %x out_sharding=<mesh<["x"=2]>, [{}, {"x"}]> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"sdy.collective_permute"(%x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>}) -> tensor<?x?xf32> {
  %0 = sdy.collective_permute %x out_sharding=<mesh<["x"=2, "y"=2]>, [{"y"}, {}]> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"sdy.all_reduce"(%x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{}, {}], unreduced={"x"}>}) -> tensor<?x?xf32> {
  %0 = sdy.all_reduce {"x"} %x out_sharding=<mesh<["x"=2]>, [{}, {}]> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"sdy.reduce_scatter"(%x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{}, {}], unreduced={"x"}>}) -> tensor<?x?xf32> {
  %0 = sdy.reduce_scatter [{"x"}, {}] %x out_sharding=<mesh<["x"=2]>, [{"x"}, {}]> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"sdy.sharded_to_unreduced"(%x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]>}) -> tensor<?x?xf32> {
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %x out_sharding=<mesh<["x"=2]>, [{}, {}], unreduced={"x"}> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"sdy.replicated_to_unreduced"(%x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{}, {}]>}) -> tensor<?x?xf32> {
  %0 = sdy.replicated_to_unreduced {"x"} %x out_sharding=<mesh<["x"=2]>, [{}, {}], unreduced={"x"}> : tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// Equal sizes are equal inside, and so are those of the results.
func.func @"sdy.named_computation"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.abs %x : tensor<?x?xf32>
  %1 = sdy.named_computation<"layer">(%0, %x) (%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) {
    %2 = chlo.broadcast_multiply %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    sdy.return %2 : tensor<?x?xf32>
  } : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// A size passes into the region and out of it.
func.func @"sdy.named_computation: a size"(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0:2 = sdy.named_computation<"layer">(%size, %y) (%n: tensor<i32>, %a: tensor<f32>) {
    %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_broadcast_in_dim %a, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    sdy.return %1, %n : tensor<?xf32>, tensor<i32>
  } : (tensor<i32>, tensor<f32>) -> (tensor<?xf32>, tensor<i32>)
  %shape = stablehlo.reshape %0#1 : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.add %0#0, %1 : tensor<?xf32>
  %sum = chlo.broadcast_add %2, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// Parts of equal sizes are equal; so are tensors of equal parts.
func.func @"sdy.manual_computation"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.abs %x : tensor<?x?xf32>
  %1 = sdy.manual_computation(%0, %x) in_shardings=[<mesh<["x"=2]>, [{"x"}, {}]>, <mesh<["x"=2]>, [{"x"}, {}]>] out_shardings=[<mesh<["x"=2]>, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) {
    %2 = chlo.broadcast_multiply %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    sdy.return %2 : tensor<?x?xf32>
  } : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %1, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// Equal sizes that are divided differently have parts of different sizes.
func.func @"sdy.manual_computation: other parts"(%x: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 2
  %0 = sdy.manual_computation(%x, %x) in_shardings=[<mesh<["x"=2]>, [{"x"}]>, <mesh<["x"=2]>, [{}]>] out_shardings=[<mesh<["x"=2]>, [{}]>] manual_axes={"x"} (%a: tensor<?xf32>, %b: tensor<?xf32>) {
    %1 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    sdy.return %1 : tensor<?xf32>
  } : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// A whole dim of the region may be a part of the result's.
func.func @"sdy.manual_computation: gathered"(%x: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %0 = sdy.manual_computation(%x) in_shardings=[<mesh<["x"=2]>, [{}]>] out_shardings=[<mesh<["x"=2]>, [{"x"}]>] manual_axes={"x"} (%a: tensor<?xf32>) {
    %1 = stablehlo.negate %a : tensor<?xf32>
    sdy.return %1 : tensor<?xf32>
  } : (tensor<?xf32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// An axis that is not manual divides nothing that the region sees; only manual ones are counted.
func.func @"sdy.manual_computation: two axes"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<mesh<["x"=2, "y"=3]>, [{"x", "y"}]>] out_shardings=[<mesh<["x"=2, "y"=3]>, [{"x"}]>] manual_axes={"x"} (%a: tensor<?xf32>) {
    %1 = stablehlo.negate %a : tensor<?xf32>
    sdy.return %1 : tensor<?xf32>
  } : (tensor<?xf32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

// The parts of known sizes are known, and so are the wholes.
func.func @"sdy.manual_computation: known parts"(%x: tensor<6xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
  %z = tensor.cast %x : tensor<6xf32> to tensor<?xf32>
  %0 = sdy.manual_computation(%z, %y) in_shardings=[<mesh<["x"=2]>, [{"x"}]>, <mesh<["x"=2]>, [{}]>] out_shardings=[<mesh<["x"=2]>, [{"x"}]>] manual_axes={"x"} (%a: tensor<?xf32>, %b: tensor<3xf32>) {
    %1 = chlo.broadcast_multiply %a, %b : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
    sdy.return %1 : tensor<?xf32>
  } : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<6xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

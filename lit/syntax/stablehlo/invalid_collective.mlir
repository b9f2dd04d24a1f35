// Collective ops, and asynchronous ones. Each is named by its constraint in StableHLO's specification.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// all_gather_c1
func.func @f(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{attribute 'all_gather_dim' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.all_gather"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    all_gather_dim = 2 : i64
  }> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c2
func.func @f(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds 0 more than once}}
  "stablehlo.all_gather"(%a) <{
    replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>,
    all_gather_dim = 1 : i64
  }> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c4
func.func @f(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds 2, but needs each of 0 to 1 once}}
  "stablehlo.all_gather"(%a) <{
    replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>,
    all_gather_dim = 1 : i64
  }> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c5
func.func @f(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{requires a channel id of at least 0, because use_global_device_ids is set, got -1}}
  "stablehlo.all_gather"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    all_gather_dim = 1 : i64,
    channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>,
    use_global_device_ids
  }> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c6
func.func @f(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{requires a multiple of the size 2 of dimension 1 of operand #0}}
  "stablehlo.all_gather"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    all_gather_dim = 1 : i64
  }> : (tensor<2x2xf32>) -> tensor<2x5xf32>
  return
}

// -----

// all_gather_c6 (other dims)
func.func @f(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{requires size 2 of dimension 0 of result #0}}
  "stablehlo.all_gather"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    all_gather_dim = 1 : i64
  }> : (tensor<2x2xf32>) -> tensor<3x4xf32>
  return
}

// -----

// all_gather_i3
func.func @f(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' has rank 1, but needs rank 2}}
  "stablehlo.all_gather"(%a) <{
    replica_groups = dense<[0, 1]> : tensor<2xi64>,
    all_gather_dim = 1 : i64
  }> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_reduce_c1
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds 1 more than once}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// all_reduce_c3
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds 3, but needs each of 0 to 1 once}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, -1, 3]]> : tensor<1x3xi64>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// all_reduce_c4
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires a channel id of at least 1, because use_global_device_ids is set, got 0}}
  "stablehlo.all_reduce"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    use_global_device_ids
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// all_reduce_c5
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{differ in rank}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x:
      tensor<2xf32>, %y: tensor<2xf32>): %s = stablehlo.add %x, %y : tensor<2xf32>
      "stablehlo.return"(%s) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// all_reduce_c6
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires size 2 of dimension 0 of result #0}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// all_reduce_c7
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires compatible element types}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// all_to_all_c1
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{attribute 'split_dimension' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.all_to_all"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    split_dimension = 2 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64
  }> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  return
}

// -----

// all_to_all_c2
func.func @f(%a: tensor<4x3xf32>) {
  // expected-error @+1 {{attribute 'split_count' 2 does not divide the size 3 of split_dimension}}
  "stablehlo.all_to_all"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    split_dimension = 1 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64
  }> : (tensor<4x3xf32>) -> tensor<8x2xf32>
  return
}

// -----

// all_to_all_c3
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{attribute 'concat_dimension' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.all_to_all"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    split_dimension = 1 : i64,
    concat_dimension = 2 : i64,
    split_count = 2 : i64
  }> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  return
}

// -----

// all_to_all_c5
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds 0 more than once}}
  "stablehlo.all_to_all"(%a) <{
    replica_groups = dense<0> : tensor<1x2xi64>,
    split_dimension = 1 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64
  }> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  return
}

// -----

// all_to_all_c7
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds -1, but needs each of 0 to 1 once}}
  "stablehlo.all_to_all"(%a) <{
    replica_groups = dense<[[-1, 0]]> : tensor<1x2xi64>,
    split_dimension = 1 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64
  }> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  return
}

// -----

// all_to_all_c8
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{requires replica_groups of 2 elements each, as split_count says, got shape [2, 1]}}
  "stablehlo.all_to_all"(%a) <{
    replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>,
    split_dimension = 1 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64
  }> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  return
}

// -----

// all_to_all_c8 (no groups)
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{requires replica_groups of 2 elements each, as split_count says, got shape [0, 2]}}
  "stablehlo.all_to_all"(%a) <{
    replica_groups = dense<> : tensor<0x2xi64>,
    split_dimension = 1 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64
  }> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  return
}

// -----

// all_to_all_c9
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{requires size 8 of dimension 0 of result #0}}
  "stablehlo.all_to_all"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    split_dimension = 1 : i64,
    concat_dimension = 0 : i64,
    split_count = 2 : i64
  }> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// reduce_scatter_c2
func.func @f(%a: tensor<2x4xf32>) {
  // expected-error @+1 {{attribute 'scatter_dimension' holds 2, which is not a dimension of a tensor of rank 2}}
  "stablehlo.reduce_scatter"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    scatter_dimension = 2 : i64
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

// reduce_scatter_c3
func.func @f(%a: tensor<2x4xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds 0 more than once}}
  "stablehlo.reduce_scatter"(%a) <{
    replica_groups = dense<0> : tensor<1x2xi64>,
    scatter_dimension = 1 : i64
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

// reduce_scatter_c6
func.func @f(%a: tensor<2x4xf32>) {
  // expected-error @+1 {{requires a channel id of at least 1, because use_global_device_ids is set, got 0}}
  "stablehlo.reduce_scatter"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    scatter_dimension = 1 : i64,
    use_global_device_ids
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

// reduce_scatter_c7
func.func @f(%a: tensor<2x4xf32>) {
  // expected-error @+1 {{requires equal element types}}
  "stablehlo.reduce_scatter"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    scatter_dimension = 1 : i64
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

// reduce_scatter_c8
func.func @f(%a: tensor<2x4xf32>) {
  // expected-error @+1 {{requires a multiple of the size 3 of dimension 1 of result #0}}
  "stablehlo.reduce_scatter"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    scatter_dimension = 1 : i64
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// reduce_scatter_c8 (size 0)
func.func @f(%a: tensor<2x4xf32>) {
  // expected-error @+1 {{requires a size other than 0 of dimension 1 of result #0}}
  "stablehlo.reduce_scatter"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    scatter_dimension = 1 : i64
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x0xf32>
  return
}

// -----

// reduce_scatter_c9
func.func @f(%a: tensor<2x4xf32>) {
  // expected-error @+1 {{requires compatible element types}}
  "stablehlo.reduce_scatter"(%a) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    scatter_dimension = 1 : i64
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x2xf64>
  return
}

// -----

// collective_broadcast_c1
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds 1 more than once}}
  "stablehlo.collective_broadcast"(%a) <{
    replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_broadcast_c2
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' holds -1, but needs at least 0}}
  "stablehlo.collective_broadcast"(%a) <{
    replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c1
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'source_target_pairs' has shape [1, 3], but needs [N, 2]}}
  "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c2
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'source_target_pairs' holds the source 0 more than once}}
  "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c3
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'source_target_pairs' holds the target 1 more than once}}
  "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c4
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'source_target_pairs' holds -1, but needs at least 0}}
  "stablehlo.collective_permute"(%a) <{
    source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// async_done
func.func @f(%a: !stablehlo.future<tensor<2xf32>>) {
  // expected-error @+1 {{requires compatible shapes}}
  "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

// async_start (region)
func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{region 'body' needs one collective op or slice, and its terminator}}
  "stablehlo.async_start"(%a) ({
    ^bb0(%x:
      tensor<2xf32>):
      "stablehlo.return"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

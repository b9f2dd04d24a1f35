// also: stablehlo.collective_reduce
func.func @"stablehlo.all_reduce"(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0:2 = "stablehlo.all_reduce"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  %1 = stablehlo.add %0#1, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %0#0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.collective_broadcast"(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %root: tensor<2xi32>) -> tensor<?x?xf32> {
  %0:2 = "stablehlo.collective_broadcast"(%x, %y, %root) {has_dynamic_root, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<?x?xf32>, tensor<?xf32>, tensor<2xi32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  %1 = stablehlo.add %0#1, %y : tensor<?xf32>
  %sum = chlo.broadcast_add %0#0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.collective_permute"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// Its second dim is twice as large.
func.func @"stablehlo.all_gather"(%x: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<?x?xf32> {
  // guards: 1
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.reduce_scatter"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // guards: 1
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.cross-replica-sum"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// In groups of two processes, a known dim is twice as large.
func.func @"stablehlo.all_gather: known"(%x: tensor<?x3xf32>, %v: tensor<6xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<?x3xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %v : (tensor<?x?xf32>, tensor<6xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.reduce_scatter: known"(%x: tensor<6x?xf32>, %v: tensor<3x1xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<6x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %v : (tensor<?x?xf32>, tensor<3x1xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

// Half of the columns go to the other process, whose rows come.
func.func @"stablehlo.all_to_all"(%x: tensor<2x4x?xf32>, %v: tensor<4x2x1xf32>) -> tensor<?x?x?xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4x?xf32>) -> tensor<?x?x?xf32>
  %sum = chlo.broadcast_add %0, %v : (tensor<?x?x?xf32>, tensor<4x2x1xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.all_to_all: one dim"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

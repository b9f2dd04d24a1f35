// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4,?,_ function=of_tied_types})' %s | FileCheck %s --check-prefix=TIED
// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=4,?,_ function=in_a_loop})' %s | FileCheck %s --check-prefix=LOOP

// A result whose type is that of an operand keeps it, where an assertion depends on the operand alone.
// TIED-LABEL: func.func @of_tied_types(
// TIED-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<?xf32>, %{{.*}}: !shape.witness)
// TIED: stablehlo.optimization_barrier %[[Y]] : tensor<?xf32>
// TIED: tensor.insert %{{.*}} into %[[Y]][%{{.*}}] : tensor<?xf32>
// TIED: scf.execute_region -> tensor<4xf32>
// TIED: tensor.cast %[[Y]] : tensor<?xf32> to tensor<4xf32>
// TIED: scf.yield {{.*}} : tensor<4xf32>
// TIED: shape.assuming %{{.*}} -> (tensor<4xf32>) {
// TIED: tensor.cast %[[Y]] : tensor<?xf32> to tensor<4xf32>
// TIED: shape.assuming_yield {{.*}} : tensor<4xf32>
func.func @of_tied_types(%x: tensor<?xf32>, %y: tensor<?xf32>, %holds: !shape.witness) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %0 = stablehlo.optimization_barrier %y : tensor<?xf32>
  %1 = tensor.insert %one into %y[%c0] : tensor<?xf32>
  %2 = scf.execute_region -> tensor<?xf32> {
    scf.yield %y : tensor<?xf32>
  }
  %3 = shape.assuming %holds -> (tensor<?xf32>) {
    shape.assuming_yield %y : tensor<?xf32>
  }
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// A loop that may run no iteration returns a tensor of the size that is not given; each iteration passes on one of
// the size that is.
// LOOP-LABEL: func.func @in_a_loop(
// LOOP-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<?xf32>, %{{.*}}: tensor<i1>) -> tensor<?xf32>
// LOOP: stablehlo.while(%[[CARRIED:.*]] = %[[Y]]) : tensor<?xf32>
// LOOP: %[[SUM:.*]] = stablehlo.add %[[CARRIED]], %[[X]] : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
// LOOP: %[[NEXT:.*]] = tensor.cast %[[SUM]] : tensor<4xf32> to tensor<?xf32>
// LOOP: stablehlo.return %[[NEXT]] : tensor<?xf32>
func.func @in_a_loop(%x: tensor<?xf32>, %y: tensor<?xf32>, %goes_on: tensor<i1>) -> tensor<?xf32> {
  %0 = stablehlo.while(%carried = %y) : tensor<?xf32>
    cond {
      stablehlo.return %goes_on : tensor<i1>
    } do {
      %sum = stablehlo.add %carried, %x : tensor<?xf32>
      stablehlo.return %sum : tensor<?xf32>
    }
  return %0 : tensor<?xf32>
}

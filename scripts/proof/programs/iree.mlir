// RUN: bcast-lower --target=iree --profile=1,1,scalar --function=profiled %s
// RUN: bcast-lower --target=iree %s

// Copies for a profile with loops, and elements of tensors that are written part by part.

func.func @profiled(%a: tensor<?xf32>, %b: tensor<1xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %b) : tensor<i32>, tensor<1xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = chlo.broadcast_subtract %a, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<1xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<1xf32>
  }
  %3 = chlo.broadcast_subtract %a, %0#1 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
func.func @written(%a: tensor<?xi32>, %b: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %1 = stablehlo.subtract %0, %0 : tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}
func.func @undone(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = stablehlo.add %x, %y : tensor<?xi32>
  %1 = stablehlo.subtract %0, %y : tensor<?xi32>
  %2 = stablehlo.subtract %x, %y : tensor<?xi32>
  %3 = stablehlo.subtract %x, %2 : tensor<?xi32>
  return %0, %1, %3 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
func.func @updated(%a: tensor<5xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<5xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<5xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func @padded(%a: tensor<?xf32>, %low: tensor<1xi32>, %high: tensor<1xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %a, %zero, %low, %high, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @scattered(%x: tensor<?x4xf32>, %i: tensor<40x1xi32>, %u: tensor<40x4xf32>) -> tensor<?x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x4xf32>, tensor<40x1xi32>, tensor<40x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

func.func @"stablehlo.cholesky"(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<?x?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.triangular_solve"(%a: tensor<?x?xf32>, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %x) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.batch_norm_inference"(%x: tensor<?x?xf32>, %s: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.batch_norm_training"(%x: tensor<?x?xf32>, %s: tensor<?xf32>) -> tensor<?x?xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  %sum = chlo.broadcast_add %0#0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.batch_norm_grad"(%x: tensor<?x?xf32>, %s: tensor<?xf32>, %g: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %s, %s, %g) {epsilon = 1.0 : f32, feature_index = 0 : i64} : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  %sum = chlo.broadcast_add %0#0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.rng"(%a: tensor<f32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.optimization_barrier"(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<?x?xf32>, tensor<?xf32>
  %sum = chlo.broadcast_add %0#0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.batch_norm_training: moments"(%x: tensor<?x?xf32>, %s: tensor<?xf32>) -> tensor<?x?xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  %1 = stablehlo.add %0#1, %0#2 : tensor<?xf32>
  %sum = chlo.broadcast_add %0#1, %x : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.batch_norm_training: a vector"(%x: tensor<?xf32>, %s: tensor<?xf32>) -> tensor<?xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) {epsilon = 1.0 : f32, feature_index = 0 : i64} : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  %sum = chlo.broadcast_add %0#1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.fft"(%x: tensor<?x5xcomplex<f32>>, %y: tensor<?x5xcomplex<f32>>) -> tensor<?x5xf32> {
  %0 = stablehlo.fft %x, type = FFT, length = [5] : (tensor<?x5xcomplex<f32>>) -> tensor<?x5xcomplex<f32>>
  %1 = stablehlo.real %x : (tensor<?x5xcomplex<f32>>) -> tensor<?x5xf32>
  %2 = stablehlo.real %0 : (tensor<?x5xcomplex<f32>>) -> tensor<?x5xf32>
  %sum = chlo.broadcast_add %1, %2 : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
  return %sum : tensor<?x5xf32>
}

// -----

func.func @"stablehlo.fft: real"(%x: tensor<?x5xf32>) -> tensor<?xf32> {
  %0 = stablehlo.fft %x, type = RFFT, length = [5] : (tensor<?x5xf32>) -> tensor<?x3xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<?x3xcomplex<f32>>) -> tensor<?x3xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x5xf32>, tensor<f32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %2, %3 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.optimization_barrier: elements"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.optimization_barrier %m : tensor<1xi32>
  %y = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

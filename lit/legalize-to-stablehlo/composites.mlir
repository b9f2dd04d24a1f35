// RUN: bcast-lower --target=xla --split-input-file %s | FileCheck %s

// Calls whose sizes JAX's refinement makes constant; the sizes in a decomposition may be numbers among its operands.
// CHECK-LABEL: func.func @dynamic
// CHECK: call @twice(%{{.*}}, %{{.*}}) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK: call @number(%{{.*}}) : (tensor<i32>) -> tensor<f32>
func.func @dynamic(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.composite "own.twice" %size, %x {decomposition = @twice, version = 1 : i32} : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.composite "own.number" %size {decomposition = @number} : (tensor<i32>) -> tensor<f32>
  return %0, %1 : tensor<?xf32>, tensor<f32>
}

func.func private @twice(%size: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func private @number(%size: tensor<i32>) -> tensor<f32> {
  %0 = stablehlo.convert %size : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// What consumers know a composite op by stays where all sizes are known.
// CHECK-LABEL: func.func @static
// CHECK: stablehlo.composite "own.twice"
func.func @static(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.composite "own.twice" %x {decomposition = @twice} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}

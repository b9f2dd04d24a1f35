// RUN: bcast-lower explain --target=xla --bounds=4x8x2,_ %s | FileCheck %s

// The report says which elements are kept away, and for which op.
// CHECK-LABEL: @main: {{[0-9]+}} changes
// CHECK: func.func gets the sizes of its arguments as arguments: argument #0 dim 0 (0 to 4), argument #0 dim 1 (0 to 8); {{[0-9]+}} ops become {{[0-9]+}} (pad-to-bounds)
// CHECK: stablehlo.reduce gets neutral elements outside of the sizes: dim 1 of tensor<4x8x2xf32> (pad-to-bounds)
// CHECK: stablehlo.sort moves elements to positions that depend on the sizes (pad-to-bounds)
// CHECK: stablehlo.reverse moves elements to positions that depend on the sizes (pad-to-bounds)
// CHECK: stablehlo.concatenate moves elements to positions that depend on the sizes (pad-to-bounds)
// CHECK: stablehlo.dynamic_slice moves elements to positions that depend on the sizes (pad-to-bounds)
// CHECK: stablehlo.dynamic_slice has its positions limited by the sizes (pad-to-bounds)
// CHECK: func.return moves elements to positions that depend on the sizes (pad-to-bounds)
// CHECK: {{^}}pad-to-bounds {{ *}}1 bounded, 1 masked, 5 moved, 1 limited
func.func @main(%x: tensor<?x?x2xf32>, %at: tensor<i32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<1x2xf32>, tensor<?x2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
  %sorted = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %less = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %reversed = stablehlo.reverse %sorted, dims = [0] : tensor<?x2xf32>
  %joined = stablehlo.concatenate %sorted, %reversed, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x2xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x2xf32>) -> tensor<i32>
  %rows = stablehlo.multiply %b, %s : tensor<i32>
  %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %merged = stablehlo.concatenate %rows1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.dynamic_reshape %x, %merged : (tensor<?x?x2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %2 = stablehlo.dynamic_slice %1, %at, %none, sizes = [1, 2] : (tensor<?x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  return %0, %1, %2, %joined : tensor<?x2xf32>, tensor<?x2xf32>, tensor<1x2xf32>, tensor<?x2xf32>
}

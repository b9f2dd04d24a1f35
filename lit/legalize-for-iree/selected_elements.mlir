// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree)' --split-input-file %s | FileCheck %s

// The earlier one of equal elements stays. Each element of the result combines what the three places in windows
// give it, from the last place to the first.
// [9], [4] => [9]
// CHECK-LABEL: func.func @overlapping
// CHECK: %[[FIRST:.*]] = tensor.extract_slice %arg0[%c0{{.*}}] [4] [2]
// CHECK: %[[SECOND:.*]] = tensor.extract_slice %arg0[%c1{{.*}}] [4] [2]
// CHECK: %[[STAYS:.*]] = stablehlo.compare GE, %[[FIRST]], %[[SECOND]]
// CHECK: %[[BEST:.*]] = stablehlo.select %[[STAYS]], %[[FIRST]], %[[SECOND]]
// CHECK: %[[THIRD:.*]] = tensor.extract_slice %arg0[%c2{{.*}}] [4] [2]
// CHECK: stablehlo.compare GE, %[[BEST]], %[[THIRD]]
// CHECK: %[[SPREAD:.*]] = stablehlo.pad %arg1, %{{.*}}, low = [2], high = [3], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<12xf32>
// CHECK: %[[CHOSEN:.*]] = stablehlo.pad %{{.*}}, %{{.*}}, low = [2], high = [3], interior = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<12xi32>
// CHECK: tensor.extract_slice %[[SPREAD]][%c0{{.*}}] [9] [1]
// CHECK: tensor.extract_slice %[[SPREAD]][%c1{{.*}}] [9] [1]
// CHECK: tensor.extract_slice %[[SPREAD]][%c2{{.*}}] [9] [1]
// CHECK: %[[IS_CHOSEN:.*]] = stablehlo.compare EQ
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK: stablehlo.select %[[IS_CHOSEN]], %[[SUM]],
func.func @overlapping(%x: tensor<9xf32>, %y: tensor<4xf32>, %z: tensor<f32>) -> tensor<9xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<9xf32>, tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// Elements in the padding are not selected, and the sum is computed in 32 bits.
// CHECK-LABEL: func.func @wider
// CHECK: stablehlo.convert %arg1 : (tensor<?xi8>) -> tensor<?xi32>
// CHECK: %[[PADDED:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [1], high = [1], interior = [0] : (tensor<?xi8>, tensor<i8>) -> tensor<?xi8>
// CHECK: %[[INSIDE:.*]] = stablehlo.pad %{{.*}}, %{{.*}}, low = [1], high = [1], interior = [0] : (tensor<?xi1>, tensor<i1>) -> tensor<?xi1>
// CHECK: tensor.extract_slice %[[INSIDE]][%c0{{.*}}]
// CHECK: stablehlo.add %{{.*}} : tensor<?xi32>
func.func @wider(%x: tensor<?xi8>, %y: tensor<?xi8>, %z: tensor<i32>) -> tensor<?xi32> {
  %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{padding = dense<1> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<?xi8>, tensor<?xi8>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

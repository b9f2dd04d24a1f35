// Vectors: all sizes are known, scalable ones except for their factor, so nothing is checked.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/vectors.toml %s | FileCheck %s --implicit-check-not=assert
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/vectors.toml %s | mlir-opt | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/vectors.toml --assertions=shape %s | FileCheck %s

// [2, 4] x [4] => [2, 4]
// CHECK-LABEL: @fixed
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %arg1 : vector<4xf32> to vector<2x4xf32>
// CHECK-NEXT: arith.addf %arg0, %[[B]] : vector<2x4xf32>
func.func @fixed(%a: vector<2x4xf32>, %b: vector<4xf32>) -> vector<2x4xf32> {
  %0 = "mydialect.add"(%a, %b) : (vector<2x4xf32>, vector<4xf32>) -> vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// [2, [4]] x [1, 1] => [2, [4]]
// CHECK-LABEL: @scalable
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %arg1 : vector<1x1xf32> to vector<2x[4]xf32>
// CHECK-NEXT: arith.addf %arg0, %[[B]] : vector<2x[4]xf32>
func.func @scalable(%a: vector<2x[4]xf32>, %b: vector<1x1xf32>) -> vector<2x[4]xf32> {
  %0 = "mydialect.add"(%a, %b) : (vector<2x[4]xf32>, vector<1x1xf32>) -> vector<2x[4]xf32>
  return %0 : vector<2x[4]xf32>
}

// [2, 1] x [[4]] => [2, [4]]: both are stretched.
// CHECK-LABEL: @both
// CHECK-NEXT: %[[A:.*]] = vector.broadcast %arg0 : vector<2x1xf32> to vector<2x[4]xf32>
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %arg1 : vector<[4]xf32> to vector<2x[4]xf32>
// CHECK-NEXT: arith.addf %[[A]], %[[B]]
func.func @both(%a: vector<2x1xf32>, %b: vector<[4]xf32>) -> vector<2x[4]xf32> {
  %0 = "mydialect.add"(%a, %b) : (vector<2x1xf32>, vector<[4]xf32>) -> vector<2x[4]xf32>
  return %0 : vector<2x[4]xf32>
}

// [2] is aligned to dim 0: [2] => [2, 1] => [2, 3]
// CHECK-LABEL: @by_dims
// CHECK-NEXT: %[[C:.*]] = vector.shape_cast %arg1 : vector<2xf32> to vector<2x1xf32>
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %[[C]] : vector<2x1xf32> to vector<2x3xf32>
// CHECK-NEXT: arith.addf %arg0, %[[B]]
func.func @by_dims(%a: vector<2x3xf32>, %b: vector<2xf32>) -> vector<2x3xf32> {
  %0 = "mydialect.add_by_dims"(%a, %b) {dims = array<i64: 0>} : (vector<2x3xf32>, vector<2xf32>) -> vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// The result's element type differs from the operands'.
// CHECK-LABEL: @compare
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %arg1 : vector<1xf32> to vector<4xf32>
// CHECK-NEXT: arith.cmpf olt, %arg0, %[[B]] : vector<4xf32>
func.func @compare(%a: vector<4xf32>, %b: vector<1xf32>) -> vector<4xi1> {
  %0 = "mydialect.less"(%a, %b) : (vector<4xf32>, vector<1xf32>) -> vector<4xi1>
  return %0 : vector<4xi1>
}

// [] x [] => []; an earlier broadcast is reused.
// CHECK-LABEL: @rank_0
// CHECK-NEXT: arith.addf %arg0, %arg0 : vector<f32>
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %arg0 : vector<f32> to vector<4xf32>
// CHECK-NEXT: arith.addf %[[B]], %arg1
// CHECK-NEXT: arith.addf %arg1, %[[B]]
func.func @rank_0(%a: vector<f32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = "mydialect.add"(%a, %a) : (vector<f32>, vector<f32>) -> vector<f32>
  %1 = "mydialect.add"(%a, %b) : (vector<f32>, vector<4xf32>) -> vector<4xf32>
  %2 = "mydialect.add"(%b, %a) : (vector<4xf32>, vector<f32>) -> vector<4xf32>
  return %2 : vector<4xf32>
}

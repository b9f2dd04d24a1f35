// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree,canonicalize,cse)' %s | FileCheck %s -enable-var-scope

// The last of the elementwise ops that are computed in one loop.
// CHECK-LABEL: func @elementwise
func.func @elementwise(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: exponential
  // CHECK: %[[SUM:.*]] = stablehlo.add
  // CHECK-NEXT: %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<?x4xf32>) outs(%[[SUM]] : tensor<?x4xf32>)
  // CHECK-NEXT: ^bb0(%[[ELEMENT:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[ELEMENT]] : f32 to i32
  // CHECK-NEXT: %[[HALF:.*]] = arith.divui %[[BITS]], %c2_i32 : i32
  // CHECK-NEXT: %[[IS_LESS:.*]] = arith.cmpi uge, %[[BITS]], %[[HALF]] : i32
  // CHECK-NEXT: %[[OWN:.*]] = arith.select %[[IS_LESS]], %[[ELEMENT]], %{{.*}} : f32
  // CHECK-NEXT: linalg.yield %[[OWN]] : f32
  // CHECK-NOT: linalg.generic
  // CHECK: return %[[RESULT]]
  %0 = stablehlo.exponential %a : tensor<?x4xf32>
  %1 = stablehlo.add %0, %a : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// Integers are divided themselves; those of one bit, of unknown meaning, and f64, of which IREE may
// make f32, are not.
// CHECK-LABEL: func @types
func.func @types(
    %a: tensor<?xi8>, %b: tensor<?xf16>, %c: tensor<?xi1>, %d: tensor<?xui8>, %e: tensor<?xf64>,
    %f: tensor<?xcomplex<f32>>, %g: tensor<8xf32>)
    -> (tensor<?xi8>, tensor<?xf16>, tensor<?xi1>, tensor<?xui8>, tensor<?xf64>, tensor<?xcomplex<f32>>,
        tensor<8xf32>) {
  // CHECK: arith.divui %{{.*}}, %{{.*}} : i8
  // CHECK: arith.bitcast %{{.*}} : f16 to i16
  // CHECK-NEXT: arith.divui %{{.*}}, %{{.*}} : i16
  // CHECK-NOT: arith.divui
  %0 = stablehlo.not %a : tensor<?xi8>
  %1 = stablehlo.negate %b : tensor<?xf16>
  %2 = stablehlo.not %c : tensor<?xi1>
  %3 = stablehlo.not %d : tensor<?xui8>
  %4 = stablehlo.negate %e : tensor<?xf64>
  %5 = stablehlo.negate %f : tensor<?xcomplex<f32>>
  %6 = stablehlo.negate %g : tensor<8xf32>
  return %0, %1, %2, %3, %4, %5, %6
      : tensor<?xi8>, tensor<?xf16>, tensor<?xi1>, tensor<?xui8>, tensor<?xf64>, tensor<?xcomplex<f32>>,
        tensor<8xf32>
}

// A division by what is known only at run time is enough, one by a constant is not.
// CHECK-LABEL: func @divisions
func.func @divisions(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[QUOTIENT:.*]] = stablehlo.divide %arg0, %arg1
  // CHECK: %[[FIRST:.*]] = stablehlo.negate %[[QUOTIENT]]
  // CHECK: %[[SECOND:.*]] = stablehlo.divide
  // CHECK: %[[DIVIDED:.*]] = linalg.generic {{.*}} ins(%[[SECOND]]
  // CHECK: return %[[FIRST]], %[[DIVIDED]]
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.divide %a, %b : tensor<?xf32>
  %1 = stablehlo.negate %0 : tensor<?xf32>
  %2 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %two, %3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %5 = stablehlo.divide %a, %4 : tensor<?xf32>
  return %1, %5 : tensor<?xf32>, tensor<?xf32>
}

// What a reduction reads is divided for it alone.
// CHECK-LABEL: func @reduction
func.func @reduction(%a: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  // CHECK: %[[DIVIDED:.*]] = linalg.generic {{.*}} ins(%arg0
  // CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[DIVIDED]] init
  // CHECK: return %[[SUM]], %arg0
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0, %a : tensor<?xf32>, tensor<?x?xf32>
}

// Several reductions divide in different ways, so that nothing is computed for all of them, and stored.
// CHECK-LABEL: func @reductions
func.func @reductions(%a: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: linalg.generic {{.*}} ins(%arg0
  // CHECK: arith.divui %{{.*}}, %c2_i32 : i32
  // CHECK: stablehlo.reduce
  // CHECK: linalg.generic {{.*}} ins(%arg0
  // CHECK: arith.divui %{{.*}}, %c3_i32 : i32
  // CHECK: stablehlo.reduce
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.maximum across dimensions = [1]
      : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// A tensor that is widened is not written to.
// CHECK-LABEL: func @widened
func.func @widened(%a: tensor<?xi8>) -> tensor<?xi32> {
  // CHECK: %[[WIDE:.*]] = stablehlo.convert %arg0
  // CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?xi32>
  // CHECK: linalg.generic {{.*}} ins(%[[WIDE]] : tensor<?xi32>) outs(%[[EMPTY]] : tensor<?xi32>)
  %0 = stablehlo.convert %a : (tensor<?xi8>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// IREE makes a product of a vector and a matrix of a sum with weights, unless there is a division. Without the sum, or if
// the weights differ along the last dim, it does not.
// CHECK-LABEL: func @weighted_sums(
func.func @weighted_sums(%x: tensor<?x?x64xf32>, %weights: tensor<?x?xf32>, %scale: tensor<?x64xf32>, %shape: tensor<3xi32>)
    -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  // CHECK-NOT: arith.divui
  // CHECK: stablehlo.reduce
  // CHECK: arith.divui
  // CHECK: stablehlo.reduce
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dynamic_broadcast_in_dim %weights, %shape, dims = [0, 1] {known_nonexpanding_dimensions = array<i64: 0, 1>}
      : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<?x?x64xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?x64xf32>, tensor<f32>) -> tensor<?x64xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %scale, %shape, dims = [1, 2] {known_nonexpanding_dimensions = array<i64: 0, 1>}
      : (tensor<?x64xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
  %4 = stablehlo.multiply %x, %3 : tensor<?x?x64xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<?x?x64xf32>, tensor<f32>) -> tensor<?x64xf32>
  return %2, %5 : tensor<?x64xf32>, tensor<?x64xf32>
}

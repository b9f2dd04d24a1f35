// Targets of more than one op.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/sequence.toml %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/sequence.toml --mlir-disable-threading %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/sequence.toml %s -o %t.mlir
// RUN: bcast-lower --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/sequence.toml --print-rules -o %t.toml
// RUN: bcast-lower --allow-unregistered-dialect --rules-only --rules=%t.toml --print-rules | diff %t.toml -
// RUN: bcast-lower explain --allow-unregistered-dialect --rules=%S/Inputs/sequence.toml %s | FileCheck %s --check-prefix=EXPLAIN
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/sequence.toml --assertions=shape %s | FileCheck %s --check-prefix=SHAPE

// Both broadcasts are guarded and emitted once.
// [?] x [?] => [?]
// CHECK-LABEL: @dynamic
// EXPLAIN: becomes stablehlo.subtract, stablehlo.multiply
func.func @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: "nn.squared_difference: operand #0 dim 0 has size {0}
  // CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0
  // CHECK-NEXT: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK-NEXT: %[[D:.*]] = stablehlo.subtract %[[A]], %[[B]] : tensor<?xf32>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.multiply %[[D]], %[[D]] : tensor<?xf32>
  // CHECK-NEXT: return %[[S]]
  %0 = "nn.squared_difference"(%a, %b) {T = f32} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The constants are scalars, and broadcast once.
// [?, 4] x [4] => [?, 4]
// CHECK-LABEL: @constants
// SHAPE-LABEL: @constants
func.func @constants(%a: tensor<?x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1
  // CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[ZEROS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[ZERO]], %{{.*}}, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %[[Q:.*]] = stablehlo.divide %arg0, %[[B]]
  // CHECK-NEXT: %[[P:.*]] = stablehlo.compare EQ, %[[B]], %[[ZEROS]] : {{.*}} -> tensor<?x4xi1>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.select %[[P]], %[[ZEROS]], %[[Q]]
  // CHECK-NEXT: return %[[S]]
  %0 = "nn.div_no_nan"(%a, %b) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// [2] x [] => [2], [] x [] => [], [0] x [1] => [0]
// CHECK-LABEL: @static
func.func @static(%a: tensor<2xi32>, %b: tensor<i32>, %c: tensor<0xf16>, %d: tensor<1xf16>) {
  // CHECK: stablehlo.constant dense<0> : tensor<2xi32>
  // CHECK-NEXT: stablehlo.divide
  %0 = "nn.div_no_nan"(%a, %b) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  // CHECK: stablehlo.constant dense<0> : tensor<i32>
  // CHECK-NEXT: stablehlo.divide %arg1, %arg1 : tensor<i32>
  %1 = "nn.div_no_nan"(%b, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  // CHECK: stablehlo.compare EQ, {{.*}} : (tensor<0xf16>, tensor<0xf16>) -> tensor<0xi1>
  %2 = "nn.div_no_nan"(%c, %d) : (tensor<0xf16>, tensor<1xf16>) -> tensor<0xf16>
  return
}

// CHECK-LABEL: @bounded
func.func @bounded(%a: tensor<?xf32, #stablehlo.bounds<8>>) {
  // CHECK: stablehlo.set_dimension_size
  // CHECK: stablehlo.select {{.*}} tensor<?xf32, #stablehlo.bounds<8>>
  %0 = "nn.div_no_nan"(%a, %a) : (tensor<?xf32, #stablehlo.bounds<8>>, tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return
}

// [?] x [?] => [?]
// CHECK-LABEL: @attributes
func.func @attributes(%a: tensor<3xf32>, %b: tensor<f32>) {
  // CHECK: %[[T:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<3xf32>
  // CHECK: stablehlo.compare LT, %{{.*}}, %[[T]] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %0 = "nn.distance"(%a, %b) {pred = "lt", tolerance = 0.5 : f64, other = 1 : i32} : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  // The result is converted.
  // CHECK: %[[T:.*]] = stablehlo.constant dense<9.99999974E-6> : tensor<3xf32>
  // CHECK: %[[P:.*]] = stablehlo.compare GE, %{{.*}}, %[[T]] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  // CHECK-NEXT: stablehlo.convert %[[P]] : (tensor<3xi1>) -> tensor<3xi8>
  %1 = "nn.distance"(%a, %b) <{pred = "ge"}> : (tensor<3xf32>, tensor<f32>) -> tensor<3xi8>
  return
}

// [3] x [] => [3]
// CHECK-LABEL: @operands
func.func @operands(%a: tensor<3xf32>, %b: tensor<f32>, %c: tensor<7xf64>) {
  // CHECK: %[[C:.*]] = stablehlo.constant dense<-1> : tensor<3xi32>
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add
  // CHECK-NEXT: %[[F:.*]] = "nn.convert"(%[[SUM]]) : (tensor<3xf32>) -> tensor<3xf64>
  // CHECK-NEXT: %[[S:.*]] = "nn.scale"(%[[F]], %arg2, %[[C]]) : (tensor<3xf64>, tensor<7xf64>, tensor<3xi32>) -> tensor<3xf64>
  // CHECK-NEXT: stablehlo.convert %[[S]] : (tensor<3xf64>) -> tensor<3xf32>
  %0 = "nn.sum_scaled"(%a, %b, %c) : (tensor<3xf32>, tensor<f32>, tensor<7xf64>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: @equal_types
func.func @equal_types(%a: tensor<?xf32>, %b: tensor<4xf32>, %c: vector<[4]xf32>, %d: vector<1xf32>, %e: tensor<4xi32>) {
  // CHECK: arith.addf {{.*}} : tensor<4xf32>
  // CHECK-NEXT: arith.addf {{.*}} : tensor<4xf32>
  %0 = "nn.add_one"(%a, %b) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  // CHECK: %[[ONE:.*]] = arith.constant dense<1.500000e+00> : vector<[4]xf32>
  // CHECK-NEXT: %[[SUM:.*]] = arith.addf {{.*}} : vector<[4]xf32>
  // CHECK-NEXT: arith.addf %[[SUM]], %[[ONE]] : vector<[4]xf32>
  %1 = "nn.add_one"(%c, %d) : (vector<[4]xf32>, vector<1xf32>) -> vector<[4]xf32>
  // CHECK-NEXT: stablehlo.add %arg4, %arg4
  %2 = "nn.add_one"(%e, %e) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// [2] x [] => [2]
// CHECK-LABEL: @negative_zero
func.func @negative_zero(%a: tensor<2xf32>, %b: tensor<f32>, %c: tensor<2xi32>, %d: tensor<i32>) {
  // CHECK: stablehlo.constant dense<-0.000000e+00> : tensor<2xf32>
  %0 = "nn.sum"(%a, %b) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK: stablehlo.constant dense<0> : tensor<2xi32>
  %1 = "nn.sum"(%c, %d) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return
}

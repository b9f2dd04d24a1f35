// Attributes that no rule names would be lost, or would have no meaning, without a word.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/unknown_attributes.toml --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/unknown_attributes.toml --split-input-file --verify-diagnostics --mlir-disable-threading %s

// CHECK-LABEL: @carried
func.func @carried(%a: tensor<2xf32>) {
  // CHECK: stablehlo.add %arg0, %arg0 {negate = true}
  // expected-warning-re@+1 {{'nn.add' op has attribute 'negate', which its rule at {{.*}}unknown_attributes.toml:3:10 does not name: 'stablehlo.add' gets it as an attribute without a meaning; add it to `require`, or to `carry` or `drop` if 'stablehlo.add' does not depend on it}}
  %0 = "nn.add"(%a, %a) {name = "sum", negate = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// A warning for each attribute, once.
func.func @again(%a: tensor<2xf32>) {
  %0 = "nn.add"(%a, %a) {negate = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // expected-warning@+1 {{has attribute 'rounding'}}
  %1 = "nn.add"(%a, %a) {rounding = "up"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // Attributes with a dialect belong to it.
  %2 = "nn.add"(%a, %a) {my.note = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// CHECK-LABEL: @lost
func.func @lost(%a: tensor<2xf32>) {
  // CHECK: stablehlo.subtract %arg0, %arg0 :
  // expected-warning@+1 {{does not name: it is lost; add it to `require`, or to `drop` if the target does not depend on it}}
  %0 = "nn.subtract"(%a, %a) {name = "difference", negate = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // expected-warning@+1 {{'nn.multiply' op has attribute 'negate', which its rule at}}
  %1 = "nn.multiply"(%a, %a) {negate = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @known(%a: tensor<2xf32>) {
  %0 = "nn.compare"(%a, %a) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %1 = "nn.divide"(%a, %a) {negate = false} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "nn.power"(%a, %a) {negate = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

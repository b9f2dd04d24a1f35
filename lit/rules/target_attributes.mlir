// An inherent attribute of the target must be of the defined kind: MLIR would drop it
// otherwise.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/target_attributes.toml --split-input-file --verify-diagnostics %s
// RUN: not bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/wrong_target_attributes.toml %s 2>&1 | FileCheck %s

// CHECK: {{.*}}wrong_target_attributes.toml:4:20: error: `set` gives attribute `fastmath` the value `1 : i32`, which `arith.addf` does not accept; expected `#arith.fastmath<none>`, {{.*}} or `#arith.fastmath<fast>`
// CHECK-NEXT: set = { fastmath = "1 : i32" }
// CHECK-NEXT: {{^}}        ^
// CHECK-NEXT: {{.*}}wrong_target_attributes.toml:9:32: error: `set` gives attribute `comparison_direction` the value `"LT"`, which `stablehlo.compare` does not accept; expected `#stablehlo<comparison_direction EQ>`, `#stablehlo<comparison_direction NE>`, `#stablehlo<comparison_direction GE>`, `#stablehlo<comparison_direction GT>`, `#stablehlo<comparison_direction LE>` or `#stablehlo<comparison_direction LT>`
// CHECK: {{.*}}wrong_target_attributes.toml:14:28: error: `set` gives attribute `precision_config` the value `1 : i32`, which `stablehlo.dot` does not accept; expected "array of precisions"
// CHECK-NOT: attribute `note`

func.func @of_another_kind(%a: vector<2xf32>, %b: vector<1xf32>) -> vector<2xf32> {
  // expected-warning@+2 {{attribute 'note'}}
  // expected-error@+1 {{'my.add' op cannot be lowered: attribute 'fastmath' is 1 : i32, which 'arith.addf' does not accept; expected "Floating point fast math flags"}}
  %0 = "my.add"(%a, %b) {fastmath = 1 : i32, note = 2 : i8} : (vector<2xf32>, vector<1xf32>) -> vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @of_its_kind(%a: vector<2xf32>, %b: vector<1xf32>) -> vector<2xf32> {
  // expected-warning@+1 {{attribute 'note'}}
  %0 = "my.add"(%a, %b) {fastmath = #arith.fastmath<fast>, note = 2 : i8} : (vector<2xf32>, vector<1xf32>) -> vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @missing(%a: tensor<2xf32>, %b: tensor<1xf32>) -> tensor<2xi1> {
  // expected-error-re@+1 {{'my.less' op cannot be lowered: its target op 'stablehlo.compare', from its rule at {{.*}}target_attributes.toml:{{.*}}, is invalid: requires attribute 'comparison_direction' (its attributes are 'compare_type', 'comparison_direction'; a rule sets them by `carry`, `rename` or `set`)}}
  %0 = "my.less"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

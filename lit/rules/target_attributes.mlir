// An attribute that is the target's own must be of its kind: MLIR would drop it.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/target_attributes.toml --split-input-file --verify-diagnostics %s
// RUN: not bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/wrong_target_attributes.toml %s 2>&1 | FileCheck %s

// CHECK: wrong_target_attributes.toml:4:9: {{.*}}`set` gives attribute `fastmath` the value `1 : i32`, which `arith.addf` does not take
// CHECK: wrong_target_attributes.toml:9:9: {{.*}}`set` gives attribute `comparison_direction` the value `"LT"`, which `stablehlo.compare` does not take
// CHECK-NOT: attribute `note`

func.func @of_another_kind(%a: vector<2xf32>, %b: vector<1xf32>) -> vector<2xf32> {
  // expected-error@+1 {{'my.add' op cannot be lowered: attribute 'fastmath' is 1 : i32, which 'arith.addf' does not take}}
  %0 = "my.add"(%a, %b) {fastmath = 1 : i32, note = 2 : i8} : (vector<2xf32>, vector<1xf32>) -> vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @of_its_kind(%a: vector<2xf32>, %b: vector<1xf32>) -> vector<2xf32> {
  %0 = "my.add"(%a, %b) {fastmath = #arith.fastmath<fast>, note = 2 : i8} : (vector<2xf32>, vector<1xf32>) -> vector<2xf32>
  return %0 : vector<2xf32>
}

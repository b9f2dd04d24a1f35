// Errors in ops on vectors, which MLIR's own verifier does not check.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/vectors.toml --split-input-file --verify-diagnostics=only-expected %s
// RUN: not bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/vectors.toml --trait-rules=mlir --split-input-file %s 2>&1 | FileCheck %s

// CHECK: 'mydialect.add' op cannot be lowered: operand #1 dim 0 has size 4, but the result has size [4] in dim 0; expected that size or 1
func.func @fixed_and_scalable(%a: vector<[4]xf32>, %b: vector<4xf32>) -> vector<[4]xf32> {
  // expected-error @+1 {{'mydialect.add' op operands don't have broadcast-compatible shapes}}
  %0 = "mydialect.add"(%a, %b) : (vector<[4]xf32>, vector<4xf32>) -> vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

// -----

// CHECK: cannot broadcast vector with tensor
func.func @mixed(%a: vector<4xf32>, %b: tensor<4xf32>) -> vector<4xf32> {
  // expected-error @+1 {{cannot broadcast vector with tensor}}
  %0 = "mydialect.add"(%a, %b) : (vector<4xf32>, tensor<4xf32>) -> vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// No size of a vector is dynamic.
func.func @result(%a: vector<4xf32>, %b: vector<1xf32>) -> vector<2xf32> {
  // expected-error @+2 {{result type '2' not broadcast compatible with broadcasted operands's shapes '4'}}
  // expected-note @+1 {{but the operands broadcast to 4 there; expected 4 (broadcastable_c6)}}
  %0 = "mydialect.add"(%a, %b) : (vector<4xf32>, vector<1xf32>) -> vector<2xf32>
  return %0 : vector<2xf32>
}

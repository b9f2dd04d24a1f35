// Valid ops that cannot be lowered yet are errors and never become wrong code.
// RUN: bcast-lower --split-input-file --verify-diagnostics --allow-unregistered-dialect %s

func.func @unranked_operand(%a: tensor<*xf32>, %b: tensor<2xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'chlo.broadcast_add' op cannot be lowered: operand #0 has type 'tensor<*xf32>' of unknown rank; give the arguments' shapes first, as with --shapes}}
  %0 = chlo.broadcast_add %a, %b : (tensor<*xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @unranked_result(%a: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{'chlo.broadcast_add' op cannot be lowered: the result has type 'tensor<*xf32>' of unknown rank; give the arguments' shapes first, as with --shapes}}
  %0 = chlo.broadcast_add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @encoding(%a: tensor<?xf32, "layout">, %b: tensor<f32>) -> tensor<?xf32> {
  // expected-error @+1 {{'chlo.broadcast_add' op cannot be lowered: operand #0 has type 'tensor<?xf32, "layout">', and what its encoding means for a broadcast is not known; remove the encoding first}}
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32, "layout">, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// [5] x [] => [<=4]
func.func @static_size_beyond_the_bound_of_the_result(%a: tensor<5xf32>, %b: tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  // expected-error @+1 {{'chlo.broadcast_add' op cannot be lowered: the result declares that dim 0 is at most 4, but the operands broadcast to 5}}
  %0 = chlo.broadcast_add %a, %b : (tensor<5xf32>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %0 : tensor<?xf32, #stablehlo.bounds<4>>
}

// -----

// A valid op of the same name, attributes and types says nothing of one with regions.
func.func @region_after_the_same_op_without_one(%a: tensor<2xf32>, %b: tensor<f32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // expected-error @+1 {{'chlo.broadcast_add' op requires zero regions}}
  %1 = "chlo.broadcast_add"(%a, %b) ({
    "stablehlo.return"() : () -> ()
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

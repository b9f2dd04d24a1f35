func.func @main(%a: tensor<?xi32>, %b: tensor<i32>) -> tensor<?xi32> {
  %0 = stablehlo.negate %a : tensor<?xi32>
  return %0 : tensor<?xi32>
}
// proven: right
// refuted: an argument has a size: `%a: tensor<?xi32` => `%a: tensor<4xi32`, `%a : tensor` => `%a : (tensor<4xi32>) -> tensor`
// refuted: an argument is missing: `, %b: tensor<i32>` => ``
// refuted: elements have no signs: `xi32>, %b: tensor<i32>) -> tensor<?xi32` => `xui32>, %b: tensor<i32>) -> tensor<?xui32`, `%a : tensor<?xi32` => `%a : tensor<?xui32`, `%0 : tensor<?xi32` => `%0 : tensor<?xui32`
// refuted: a result is missing
func.func @main(%a: tensor<?xi32>, %b: tensor<i32>) {
  return
}
// -----
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %1 = stablehlo.custom_call @print(%a) {has_side_effect = false} : (tensor<?xf32>) -> tensor<i1>
  return %b : tensor<?xf32>
}
// proven: right
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  return %b : tensor<?xf32>
}
// refuted: an effect is new
  %1 = stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<?xf32>) -> tensor<i1>
// -----
func.func @main(%a: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @f(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %0 : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
// proven: right
// not known: an unknown function returns at most 4
  %0 = stablehlo.custom_call @f(%a) : (tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %d = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<i32>
  %lt = stablehlo.compare LT, %d, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %n0 = stablehlo.negate %0 : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32>
  %c = tensor.cast %0 : tensor<?xf32, #stablehlo.bounds<4>> to tensor<?xf32>
  %r = "stablehlo.if"(%lt) ({
    stablehlo.return %c : tensor<?xf32>
  }, {
    stablehlo.return %n0 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
// not known: an unknown function returns 4: `> tensor<?xf32, #stablehlo.bounds<4>` => `> tensor<4xf32`, ` 0 : (tensor<?xf32, #stablehlo.bounds<4>` => ` 0 : (tensor<4xf32`, `%0 : (tensor<?xf32, #stablehlo.bounds<4>` => `%0 : (tensor<4xf32`, `: tensor<?xf32, #stablehlo.bounds<4>` => `: tensor<4xf32`
// -----
// OUTPUT
// proven: right
func.func @main(%a: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @f(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %0 : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
// -----
// That an op in front of an assertion is legal only if it holds checks nothing.
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %a, %b : tensor<?xf32>
  %m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %e = stablehlo.compare EQ, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%e) {api_version = 2 : i32, error_message = "", has_side_effect = true} : (tensor<i1>) -> ()
  return %0 : tensor<?xf32>
}
// proven: right
// refuted: a size is compared with itself: `EQ, %m, %n` => `EQ, %m, %m`
// -----
// A private function that nothing calls may be gone.
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "test.apply"(%a) {function = @used} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @unused(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
func.func private @used(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// proven: right
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "test.apply"(%a) {function = @used} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @used(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// not known: a function to which an op refers is missing: `private @used` => `private @other`
// refuted: another function: `stablehlo.negate` => `stablehlo.abs`

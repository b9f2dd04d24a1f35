// RUN: bcast-lower --split-input-file --pass-pipeline='builtin.module(specialize-sizes{shapes=4})' %s | FileCheck %s -enable-var-scope

// A function that sizes do not change may return sizes. It is still called if it does more.
// CHECK-LABEL: func.func @known_results(
// CHECK: call @shape(%{{.*}}) : (!stablehlo.token) -> (!stablehlo.token, tensor<1xi64>)
// CHECK-NOT: call @sum
// CHECK: stablehlo.iota dim = 0 : tensor<5xi32>
// CHECK-NEXT: stablehlo.iota dim = 0 : tensor<7xi32>
// CHECK: func.func private @shape(
// CHECK-NOT: func.func
func.func @known_results(%x: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %token = stablehlo.create_token : !stablehlo.token
  %0:2 = call @shape(%token) : (!stablehlo.token) -> (!stablehlo.token, tensor<1xi64>)
  %1 = call @sum(%0#1) : (tensor<1xi64>) -> tensor<1xi64>
  %2 = stablehlo.dynamic_iota %0#1, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %3 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %2, %3 : tensor<?xi32>, tensor<?xi32>
}
func.func private @shape(%token: !stablehlo.token) -> (!stablehlo.token, tensor<1xi64>) {
  stablehlo.custom_call @log(%token) {has_side_effect = true} : (!stablehlo.token) -> ()
  %shape = stablehlo.constant dense<5> : tensor<1xi64>
  return %token, %shape : !stablehlo.token, tensor<1xi64>
}
func.func private @sum(%a: tensor<1xi64>) -> tensor<1xi64> {
  %b = call @two() : () -> tensor<1xi64>
  %0 = stablehlo.add %a, %b : tensor<1xi64>
  return %0 : tensor<1xi64>
}
func.func private @two() -> tensor<1xi64> {
  %0 = stablehlo.constant dense<2> : tensor<1xi64>
  return %0 : tensor<1xi64>
}

// -----

// Nothing but @main calls @callee, although it is public.
// CHECK-LABEL: func.func @main(
// CHECK: call @callee(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: func.func @callee(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @callee(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A call about which something is said stays, and so does a function about whose arguments something
// is said.
// CHECK-LABEL: func.func @attributes(
// CHECK: call @marked_call(%{{.*}}) {compute_on = "host"}
// CHECK: call @marked_argument(%{{.*}})
// CHECK-NOT: call @plain
func.func @attributes(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @marked_call(%x) {compute_on = "host"} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @marked_argument(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @plain(%1) : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func private @marked_call(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @marked_argument(%x: tensor<?xf32> {mhlo.sharding = "{replicated}"}) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @plain(%x: tensor<?xf32>) -> (tensor<?xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A function that calls itself stays as it is, if sizes do not change it.
// CHECK-LABEL: func.func @recursion(
// CHECK: call @countdown
// CHECK: stablehlo.negate %{{.*}} : tensor<4xf32>
func.func @recursion(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<i32>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = call @countdown(%c) : (tensor<i32>) -> tensor<i32>
  %1 = stablehlo.negate %x : tensor<?xf32>
  return %1, %0 : tensor<?xf32>, tensor<i32>
}
func.func private @countdown(%n: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %is_done = stablehlo.compare EQ, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%is_done) ({
    stablehlo.return %n : tensor<i32>
  }, {
    %1 = stablehlo.subtract %n, %one : tensor<i32>
    %2 = func.call @countdown(%1) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// The decomposition of a composite op knows the sizes that it gets, and what it returns is known.
// CHECK-LABEL: func.func @sizes_of_composites(
// CHECK: %[[N:.*]] = stablehlo.constant dense<4> : tensor<i32>
// CHECK: stablehlo.composite "a.iota" %[[N]] {decomposition = @iota} : (tensor<i32>) -> tensor<4xf32>
// CHECK: stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK: func.func private @iota(%{{.*}}: tensor<i32>) -> tensor<4xf32>
func.func @sizes_of_composites(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.composite "a.iota" %n {decomposition = @iota} : (tensor<i32>) -> tensor<?xf32>
  %1 = stablehlo.composite "a.double" %n {decomposition = @double} : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %0, %3 : tensor<?xf32>, tensor<?xf32>
}
func.func private @iota(%n: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @double(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %n, %n : tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A function may return a tensor without elements, whose other sizes only its copy knows.
// CHECK-LABEL: func.func @empty_result(
// CHECK-SAME: -> tensor<0x2xi32>
// CHECK-NEXT: %[[NONE:.*]] = stablehlo.constant dense<> : tensor<0x2xi32>
// CHECK-NEXT: return %[[NONE]] : tensor<0x2xi32>
func.func @empty_result(%x: tensor<?xi32>) -> tensor<?x?xi32> {
  %0 = call @empty(%x) : (tensor<?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
func.func private @empty(%x: tensor<?xi32>) -> tensor<?x?xi32> {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %rows = stablehlo.subtract %n, %four : tensor<i32>
  %columns = call @half(%n) : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %c = stablehlo.reshape %columns : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %r, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %two, %shape, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
func.func private @half(%n: tensor<i32>) -> tensor<i32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.divide %n, %two : tensor<i32>
  return %0 : tensor<i32>
}

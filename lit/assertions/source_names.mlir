// Names in messages are those that the user knows, which frontends store in locations and in
// attributes of arguments.
// RUN: bcast-lower %s | FileCheck %s
// RUN: bcast-lower explain %s | FileCheck %s --check-prefix=EXPLAIN

// CHECK-LABEL: @tensorflow
// EXPLAIN: chlo.broadcast_add 'model/add' in @tensorflow becomes stablehlo.add
// EXPLAIN: operand #0 %a 'x'
// EXPLAIN: operand #1 %0 'model/neg'
// EXPLAIN: the greatest of operand #0 %a 'x' dim 0 and operand #1 %0 'model/neg' dim 0
func.func @tensorflow(%a: tensor<?xf32> {tf._user_specified_name = "x"}, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %b : tensor<?xf32> loc(fused["Neg:", "model/neg@__inference_f_12"])
  // CHECK: "chlo.broadcast_add: operand #0 'x' dim 0 has size {0}, operand #1 'model/neg' dim 0 has size {1};
  %1 = chlo.broadcast_add %a, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc(fused["AddV2:", callsite("model/add@__inference_f_12"("model.py":3:4) at "model.py":5:6)])
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: @jax
// EXPLAIN: chlo.broadcast_add 'jit(f)/add' in @jax becomes stablehlo.add
func.func @jax(%a: tensor<?xf32> {jax.arg_info = "params['w']"} loc(unknown), %b: tensor<?xf32> loc("rest[0]")) -> tensor<?xf32> {
  // CHECK: operand #0 'params['w']' dim 0 has size {0}, operand #1 'rest[0]' dim 0 has size {1};
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc("jit(f)/add"(callsite("f"("f.py":1:2) at "<module>"("f.py":3:4))))
  return %0 : tensor<?xf32>
}

// Checks of declarations use these names too.
// CHECK-LABEL: @onnx
func.func @onnx(%a: tensor<?xf32> {onnx.name = "input", bcast.dims = ["n"]}, %b: tensor<?xf32> {bcast.dims = ["n"]}) attributes {tf.entry_function = {control_outputs = "", inputs = "a,b_0", outputs = ""}} {
  // CHECK: argument #1 'b_0' dim 0 has size {0}, argument #0 'input' dim 0 has size {1};
  return
}

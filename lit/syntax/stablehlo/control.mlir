// Ops of control flow, calls, tuples and tokens.
// RUN: bcast-lower --pass-pipeline='builtin.module()' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module()' --mlir-print-op-generic %s | bcast-lower --pass-pipeline='builtin.module()' - | FileCheck %s

// CHECK-LABEL: func.func @branches(
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %a: tensor<?xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = "stablehlo.if"(%arg0) ({
  // CHECK-NEXT: stablehlo.return %arg2 : tensor<?xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.negate %arg2 : tensor<?xf32>
  // CHECK-NEXT: stablehlo.return %[[R1]] : tensor<?xf32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<?xf32>
  // CHECK-NEXT: %[[R2:.*]] = "stablehlo.case"(%arg1) ({
  // CHECK-NEXT: stablehlo.return %arg2 : tensor<?xf32>
  // CHECK-NEXT: }) : (tensor<i32>) -> tensor<?xf32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<?xf32>
  }, {
    %1 = stablehlo.negate %a : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %2 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @loops(
func.func @loops(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<i32>) {
  // CHECK-NEXT: %[[R0:.*]]:2 = stablehlo.while(%[[ITERARG0:.*]] = %arg1, %[[ITERARG1:.*]] = %arg2) : tensor<?xf32>, tensor<i32> attributes {note = "kept"}
  // CHECK-NEXT: cond {
  // CHECK-NEXT: stablehlo.return %arg0 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: stablehlo.return %[[ITERARG0]], %[[ITERARG1]] : tensor<?xf32>, tensor<i32>
  // CHECK-NEXT: }
  // CHECK-NEXT: stablehlo.while()
  // CHECK-NEXT: cond {
  // CHECK-NEXT: stablehlo.return %arg0 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: stablehlo.return
  // CHECK-NEXT: }
  %0:2 = stablehlo.while(%x = %a, %y = %b) : tensor<?xf32>, tensor<i32> attributes {note = "kept"}
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %x, %y : tensor<?xf32>, tensor<i32>
  }
  stablehlo.while()
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// CHECK-LABEL: func.func @calls(
func.func @calls(%a: tensor<2xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.custom_call @target(%arg0) : (tensor<2xf32>) -> tensor<?xf32>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.custom_call @"other target"(%arg0, %[[R0]]) {api_version = 2 : i32, backend_config = "x", called_computations = [@helper], has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.custom_call @target(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i32}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NEXT: stablehlo.custom_call @target() : () -> ()
  // CHECK-NEXT: %[[R3:.*]] = stablehlo.composite "my.helper" %arg0 {composite_attributes = {n = 1 : i64}, decomposition = @helper, version = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.custom_call @target(%a) : (tensor<2xf32>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @"other target"(%a, %0) {api_version = 2 : i32, backend_config = "x", called_computations = [@helper], has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @target(%a) {api_version = 4 : i32, backend_config = {a = 1 : i32}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @target() : () -> ()
  %3 = stablehlo.composite "my.helper" %a {composite_attributes = {n = 1 : i64}, decomposition = @helper, version = 2 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func private @helper(
func.func private @helper(%a: tensor<2xf32>) -> tensor<2xf32>

// CHECK-LABEL: func.func @tuples(
func.func @tuples(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, !stablehlo.token>
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.get_tuple_element %[[R0]][1] : (tuple<tensor<2xf32>, !stablehlo.token>) -> !stablehlo.token
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.tuple  : tuple<>
  %0 = stablehlo.tuple %a, %t : tuple<tensor<2xf32>, !stablehlo.token>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, !stablehlo.token>) -> !stablehlo.token
  %2 = stablehlo.tuple : tuple<>
  return
}

// CHECK-LABEL: func.func @tokens(
func.func @tokens(%a: tensor<2xf32>) {
  // CHECK-NEXT: %[[R0:.*]] = stablehlo.create_token : !stablehlo.token
  // CHECK-NEXT: %[[R1:.*]] = stablehlo.after_all %[[R0]], %[[R0]] : !stablehlo.token
  // CHECK-NEXT: %[[R2:.*]] = stablehlo.optimization_barrier %arg0 : tensor<2xf32>
  // CHECK-NEXT: %[[R3:.*]]:2 = stablehlo.optimization_barrier %arg0, %[[R0]] : tensor<2xf32>, !stablehlo.token
  // CHECK-NEXT: stablehlo.optimization_barrier()
  // CHECK-NEXT: %[[R4:.*]]:2 = "stablehlo.infeed"(%[[R0]]) <{infeed_config = "x"}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  // CHECK-NEXT: %[[R5:.*]] = "stablehlo.outfeed"(%arg0, %[[R0]]) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: %[[R6:.*]] = "stablehlo.send"(%arg0, %[[R0]]) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: %[[R7:.*]]:2 = "stablehlo.recv"(%[[R0]]) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 : !stablehlo.token
  %2 = stablehlo.optimization_barrier %a : tensor<2xf32>
  %3:2 = stablehlo.optimization_barrier %a, %0 : tensor<2xf32>, !stablehlo.token
  stablehlo.optimization_barrier()
  %4:2 = "stablehlo.infeed"(%0) <{infeed_config = "x"}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %5 = "stablehlo.outfeed"(%a, %0) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %6 = "stablehlo.send"(%a, %0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %7:2 = "stablehlo.recv"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

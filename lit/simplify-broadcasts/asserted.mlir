// RUN: bcast-lower --pass-pipeline='builtin.module(simplify-broadcasts,canonicalize,cse)' %s | FileCheck %s
// RUN: bcast-lower --target=iree %s | FileCheck %s --check-prefix=IREE

// That `add` is legal only for equal sizes checks nothing: an assertion still compares the sizes of both
// operands, whatever they pass through.

// CHECK-LABEL: func.func @through_a_reduction
// IREE-LABEL: func.func @through_a_reduction
func.func @through_a_reduction(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // CHECK-DAG: %[[ROW_A:.*]] = stablehlo.reshape %[[A]]
  // CHECK-DAG: %[[ROW_B:.*]] = stablehlo.reshape %[[B]]
  // CHECK: %[[EQUAL:.*]] = stablehlo.compare EQ, %[[ROW_A]], %[[ROW_B]]
  // CHECK: %[[ALL:.*]] = stablehlo.reduce(%[[EQUAL]]
  // CHECK: @shape_assertion(%[[ALL]], %[[A]], %[[B]])
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %row_a = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
  %row_b = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %equal = stablehlo.compare EQ, %row_a, %row_b : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
  %all = stablehlo.reduce(%equal init: %true) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%all, %a, %b) {api_version = 2 : i32, error_message = "a = b, {0} {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @through_a_barrier
// IREE-LABEL: func.func @through_a_barrier
func.func @through_a_barrier(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // CHECK: %[[FIRST:.*]] = stablehlo.optimization_barrier %[[A]]
  // CHECK: %[[SECOND:.*]] = stablehlo.optimization_barrier %[[B]]
  // CHECK: %[[EQUAL:.*]] = stablehlo.compare EQ, %[[FIRST]], %[[SECOND]]
  // CHECK: @shape_assertion(%[[EQUAL]])
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %first = stablehlo.optimization_barrier %a : tensor<i32>
  %second = stablehlo.optimization_barrier %b : tensor<i32>
  %equal = stablehlo.compare EQ, %first, %second : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @through_a_branch
// IREE-LABEL: func.func @through_a_branch
func.func @through_a_branch(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // CHECK: stablehlo.if
  // CHECK: stablehlo.return %[[B]]
  // CHECK: @shape_assertion
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %chosen = "stablehlo.if"(%p) ({
    stablehlo.return %b : tensor<i32>
  }, {
    stablehlo.return %zero : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %a, %chosen : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @in_a_branch
// IREE-LABEL: func.func @in_a_branch
func.func @in_a_branch(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // CHECK: %[[DIFFER:.*]] = stablehlo.compare NE, %[[A]], %[[B]]
  // CHECK: "stablehlo.if"(%[[DIFFER]])
  // CHECK: @shape_assertion
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %differ = stablehlo.compare NE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%differ) ({
    %never = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.custom_call @shape_assertion(%never) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func.func @through_a_loop
// IREE-LABEL: func.func @through_a_loop
func.func @through_a_loop(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // CHECK: stablehlo.while({{.*}} = %[[B]])
  // CHECK: @shape_assertion
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %doubled = stablehlo.add %a, %one : tensor<i32>
  %0 = stablehlo.while(%n = %b) : tensor<i32>
    cond {
      %less = stablehlo.compare LT, %n, %doubled : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %next = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  %equal = stablehlo.compare EQ, %0, %doubled : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "a + 1 >= b", has_side_effect = true} : (tensor<i1>) -> ()
  return %s : tensor<?xf32>
}

// Which of several blocks ends a region.
// CHECK-LABEL: func.func @through_blocks
// IREE-LABEL: func.func @through_blocks
func.func @through_blocks(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // CHECK: stablehlo.compare EQ, %[[A]], %[[B]]
  // CHECK: cf.assert
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %truth = tensor.extract %equal[] : tensor<i1>
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.execute_region -> i1 {
    cf.cond_br %truth, ^equal, ^unequal
  ^equal:
    scf.yield %true : i1
  ^unequal:
    scf.yield %false : i1
  }
  cf.assert %0, "a = b"
  return %s : tensor<?xf32>
}

func.func private @check(%a: tensor<i32>, %b: tensor<i32>) {
  %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// CHECK-LABEL: func.func @through_a_call
// IREE-LABEL: func.func @through_a_call
func.func @through_a_call(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // CHECK: call @check(%[[A]], %[[B]])
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  call @check(%a, %b) : (tensor<i32>, tensor<i32>) -> ()
  return %s : tensor<?xf32>
}

// The broadcast has the size of `y`, which is that of `x` only if `add` is legal.
// CHECK-LABEL: func.func @through_a_tensor
// IREE-LABEL: func.func @through_a_tensor
func.func @through_a_tensor(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-DAG: %[[A:.*]] = stablehlo.get_dimension_size %arg0
  // CHECK-DAG: %[[B:.*]] = stablehlo.get_dimension_size %arg1
  // CHECK: %[[EQUAL:.*]] = stablehlo.compare EQ, %[[B]], %[[A]]
  // CHECK: @shape_assertion(%[[EQUAL]])
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %wide = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %n = stablehlo.get_dimension_size %wide, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %n, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "a = b", has_side_effect = true} : (tensor<i1>) -> ()
  return %s : tensor<?xf32>
}

// Which operand has the size of the result is left to the consumer.
// CHECK-LABEL: func.func @of_a_result
// IREE-LABEL: func.func @of_a_result
func.func @of_a_result(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[S:.*]] = stablehlo.add
  // CHECK: %[[N:.*]] = stablehlo.get_dimension_size %[[S]]
  // CHECK: stablehlo.compare EQ, %[[N]]
  // CHECK: @shape_assertion
  // IREE: cf.assert
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %n = stablehlo.get_dimension_size %s, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %equal = stablehlo.compare EQ, %n, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "n = a", has_side_effect = true} : (tensor<i1>) -> ()
  return %s : tensor<?xf32>
}

// What no assertion depends on is simplified by all facts.
// CHECK-LABEL: func.func @others
func.func @others(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  // CHECK-NOT: stablehlo.dynamic_broadcast_in_dim
  %s = stablehlo.add %x, %y : tensor<?xf32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %wide = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %equal = stablehlo.compare EQ, %b, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%equal) {api_version = 2 : i32, error_message = "b = n", has_side_effect = true} : (tensor<i1>) -> ()
  return %wide : tensor<?xf32>
}

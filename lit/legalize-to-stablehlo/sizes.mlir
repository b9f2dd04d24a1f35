// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s --enable-var-scope --implicit-check-not='= arith.' --implicit-check-not='= tensor.' --implicit-check-not='= shape.'
// RUN: bcast-lower --legalize-to-stablehlo %s | bcast-lower --legalize-to-stablehlo | FileCheck %s --enable-var-scope

// A size that is cast to the type in which it was emitted is emitted once, in that type.
// CHECK-LABEL: func.func @sizes_are_emitted_once
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x4xf32>
// CHECK-NEXT: %[[N:.*]] = stablehlo.get_dimension_size %[[X]], dim = 0
// CHECK-NEXT: %[[R:.*]] = stablehlo.reshape %[[N]] : (tensor<i32>) -> tensor<1xi32>
// CHECK-NEXT: %[[C:.*]] = stablehlo.constant dense<4> : tensor<1xi32>
// CHECK-NEXT: %[[S:.*]] = stablehlo.concatenate %[[R]], %[[C]], dim = 0
// CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[S]], dims = []
// CHECK-NEXT: stablehlo.dynamic_reshape %{{.*}}, %[[S]]
// CHECK-NEXT: return
func.func @sizes_are_emitted_once(%x: tensor<?x4xf32>, %s: tensor<f32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i64
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %m = arith.index_cast %n : index to i64
  %a = tensor.from_elements %m, %c4 : tensor<2xi64>
  %shape = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %s, %shape, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x4xf32>
  %1 = stablehlo.dynamic_reshape %0, %a : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// A product may overflow 32 bits: it is computed in 64.
// CHECK-LABEL: func.func @products_are_wide
// CHECK: %[[P:.*]] = stablehlo.multiply %{{.*}}, %{{.*}} : tensor<i64>
// CHECK: %[[S:.*]] = stablehlo.reshape %[[P]] : (tensor<i64>) -> tensor<1xi64>
// CHECK: stablehlo.dynamic_reshape %{{.*}}, %[[S]] : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
func.func @products_are_wide(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %p = arith.muli %n, %m : index
  %s = tensor.from_elements %p : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Half of a size fits in 32 bits, whichever op divides it.
// CHECK-LABEL: func.func @quotients_of_sizes_are_narrow
// CHECK: %[[Q:.*]] = stablehlo.divide %{{.*}}, %{{.*}} : tensor<i32>
// CHECK-NEXT: stablehlo.reshape %[[Q]] : (tensor<i32>) -> tensor<1xi32>
func.func @quotients_of_sizes_are_narrow(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %h = arith.floordivsi %n, %c2 : index
  %s = tensor.from_elements %h : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Shapes of constants are constants; the shape of rank 0 is empty.
// CHECK-LABEL: func.func @constant_shapes
// CHECK: %[[E:.*]] = stablehlo.constant dense<> : tensor<0xi32>
// CHECK: stablehlo.dynamic_reshape %{{.*}}, %[[E]] : (tensor<1xf32>, tensor<0xi32>) -> tensor<f32>
// CHECK: %[[S:.*]] = stablehlo.constant dense<[2, 6]> : tensor<2xi32>
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[S]], dims = []
func.func @constant_shapes(%x: tensor<1xf32>) -> tensor<?x?xf32> {
  %none = tensor.from_elements : tensor<0xindex>
  %0 = stablehlo.dynamic_reshape %x, %none : (tensor<1xf32>, tensor<0xindex>) -> tensor<f32>
  %a = arith.constant dense<[1, 3]> : tensor<2xindex>
  %b = arith.constant dense<2> : tensor<2xindex>
  %s = arith.muli %a, %b : tensor<2xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Scalar arguments and results of functions are tensors of rank 0 with 64 bits.
// CHECK-LABEL: func.func @functions
// CHECK-SAME: (%[[I:.*]]: tensor<i64>, %[[S:.*]]: tensor<2xi64>) -> (tensor<i64>, tensor<2xi64>)
// CHECK-NEXT: %[[C:.*]]:2 = call @callee(%[[I]], %[[S]]) : (tensor<i64>, tensor<2xi64>) -> (tensor<i64>, tensor<2xi64>)
// CHECK-NEXT: return %[[C]]#0, %[[C]]#1
func.func @functions(%i: index, %s: tensor<2xindex>) -> (index, tensor<2xindex>) {
  %0, %1 = call @callee(%i, %s) : (index, tensor<2xindex>) -> (index, tensor<2xindex>)
  return %0, %1 : index, tensor<2xindex>
}
// CHECK: func.func private @callee(tensor<i64>, tensor<2xi64>) -> (tensor<i64>, tensor<2xi64>)
func.func private @callee(index, tensor<2xindex>) -> (index, tensor<2xindex>)

// Values emitted in a region are not used outside it.
// CHECK-LABEL: func.func @regions
// CHECK: "stablehlo.if"
// CHECK-COUNT-2: stablehlo.get_dimension_size
// CHECK-NOT: stablehlo.get_dimension_size
// CHECK: }
func.func @regions(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
    "stablehlo.return"(%1) : (tensor<?xf32>) -> ()
  }, {
    %1 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
    %2 = stablehlo.negate %1 : tensor<?xf32>
    "stablehlo.return"(%2) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The rounded quotient of integers is an integer, even if it is computed with floats.
// CHECK-LABEL: func.func @range
// CHECK-NOT: f64
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size
// CHECK: %[[S:.*]] = stablehlo.reshape %[[N]]
// CHECK: stablehlo.dynamic_iota %[[S]], dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
func.func @range(%x: tensor<?xf32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.index_cast %n : index to i64
  %t = tensor.from_elements %m : tensor<i64>
  %f = stablehlo.convert %t : (tensor<i64>) -> tensor<f64>
  %q = stablehlo.divide %f, %one : tensor<f64>
  %r = stablehlo.ceil %q : tensor<f64>
  %i = stablehlo.convert %r : (tensor<f64>) -> tensor<i64>
  %s = stablehlo.reshape %i : (tensor<i64>) -> tensor<1xi64>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// So are other integers that a float represents exactly.
// CHECK-LABEL: func.func @integers_in_floats
// CHECK-NOT: f64
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[N]] : (tensor<i32>) -> tensor<i64>
// CHECK: stablehlo.add %[[WIDE]], %[[WIDE]] : tensor<i64>
// CHECK: stablehlo.dynamic_iota
// CHECK: return
func.func @integers_in_floats(%x: tensor<?xf32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %a = stablehlo.abs %f : tensor<f64>
  %d = stablehlo.add %a, %f : tensor<f64>
  %r = stablehlo.floor %d : tensor<f64>
  %i = stablehlo.convert %r : (tensor<f64>) -> tensor<i64>
  %s = stablehlo.reshape %i : (tensor<i64>) -> tensor<1xi64>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// A product of sizes may need more bits than a float's significand has.
// CHECK-LABEL: func.func @floats_that_round
// CHECK: %[[F:.*]] = stablehlo.multiply %{{.*}} : tensor<f64>
// CHECK: stablehlo.convert %[[F]] : (tensor<f64>) -> tensor<i64>
// CHECK: return
func.func @floats_that_round(%x: tensor<?xf32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %d = stablehlo.multiply %f, %f : tensor<f64>
  %i = stablehlo.convert %d : (tensor<f64>) -> tensor<i64>
  %s = stablehlo.reshape %i : (tensor<i64>) -> tensor<1xi64>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @casts_are_checked
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x3xf32>
// CHECK: %[[OK:.*]] = stablehlo.compare EQ, %[[N:.*]], %{{.*}} : (tensor<i32>, tensor<i32>)
// CHECK: stablehlo.custom_call @shape_assertion(%[[OK]], %[[N]])
// CHECK-SAME: error_message = "tensor.cast: operand #0 'x' dim 0 has size {0}; expected 2, which its type declares"
// CHECK: stablehlo.convert %[[X]] : (tensor<?x3xf32>) -> tensor<2x3xf32>
// CHECK-NOT: shape_assertion
// CHECK: stablehlo.convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x?xf32>
func.func @casts_are_checked(%x: tensor<?x3xf32> loc("x")) -> tensor<2x?xf32> {
  %0 = tensor.cast %x : tensor<?x3xf32> to tensor<2x3xf32>
  %1 = tensor.cast %0 : tensor<2x3xf32> to tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}

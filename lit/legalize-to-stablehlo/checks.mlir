// RUN: bcast-lower --legalize-to-stablehlo %s | FileCheck %s --enable-var-scope --implicit-check-not='= shape.' --implicit-check-not='cf.assert %'
// RUN: bcast-lower --legalize-to-stablehlo=zero-extents=numpy %s | FileCheck %s --check-prefix=NUMPY
// RUN: bcast-lower --legalize-to-stablehlo=assertions=cf %s | FileCheck %s --check-prefix=CF
// RUN: bcast-lower --legalize-to-stablehlo=assertions=none %s | FileCheck %s --check-prefix=NONE --implicit-check-not=assert
// RUN: not bcast-lower --legalize-to-stablehlo=assertions=shape %s 2>&1 | FileCheck %s --check-prefix=SHAPE

// SHAPE: option 'assertions' of pass 'legalize-to-stablehlo' is 'shape'; expected 'custom-call', 'cf' or 'none'

// [?, 4] x [?, 1] => [?, 4]
// CHECK-LABEL: func.func @upstream
// CHECK: %[[A:.*]] = stablehlo.get_dimension_size %{{.*}}, dim = 0
// CHECK: %[[B:.*]] = stablehlo.get_dimension_size %{{.*}}, dim = 0
// CHECK: stablehlo.custom_call @shape_assertion(%{{.*}}, %[[A]], %[[B]])
// CHECK-SAME: error_message = "shape.cstr_broadcastable: operand #0 'x' dim 0 has size {0}, operand #1 'y' dim 0 has size {1}; expected equal sizes, or 1 and a size of at least 1"
// CHECK: %[[ONE:.*]] = stablehlo.compare EQ, %[[A]], %{{.*}} : (tensor<i32>, tensor<i32>)
// CHECK: %[[N:.*]] = stablehlo.select %[[ONE]], %[[B]], %[[A]] : tensor<i1>, tensor<i32>
// CHECK: stablehlo.multiply
// CHECK-NEXT: return
// NUMPY-LABEL: func.func @upstream
// NUMPY: expected equal sizes, or one of them 1"
// CF-LABEL: func.func @upstream
// CF: cf.assert %{{.*}}, "shape.cstr_broadcastable: the sizes of operand #0 'x' dim 0 and operand #1 'y' dim 0 do not fit
// NONE-LABEL: func.func @upstream
func.func @upstream(%x: tensor<?x4xf32> loc("x"), %y: tensor<?x1xf32> loc("y")) -> tensor<?x4xf32> {
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.shape_of %y : tensor<?x1xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<2xindex>
  %2 = shape.assuming %w -> (tensor<?x4xf32>) {
    %s = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    %a = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x4xf32>
    %m = stablehlo.multiply %a, %b : tensor<?x4xf32>
    shape.assuming_yield %m : tensor<?x4xf32>
  }
  return %2 : tensor<?x4xf32>
}

// A size of a broadcast needs no check against itself.
// CHECK-LABEL: func.func @known
// CHECK-NOT: shape_assertion
// CHECK: return
func.func @known(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %a, %b : tensor<1xindex>, tensor<1xindex>
  %v = shape.cstr_eq %a, %b : tensor<1xindex>, tensor<1xindex>
  %u = shape.assuming_all %w, %v
  %1 = shape.assuming %u -> (tensor<?xf32>) {
    shape.assuming_yield %0 : tensor<?xf32>
  }
  return %1 : tensor<?xf32>
}

// [?] x [?] x [?]: each size is checked against the size that all three broadcast to.
// CHECK-LABEL: func.func @three
// CHECK: %[[A:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: %[[B:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
// CHECK: %[[AB:.*]] = stablehlo.maximum %[[A]], %[[B]]
// CHECK: %[[C:.*]] = stablehlo.get_dimension_size %arg2, dim = 0
// CHECK: %[[ABC:.*]] = stablehlo.maximum %[[C]], %[[AB]]
// CHECK: stablehlo.compare EQ, %[[A]], %[[ABC]]
// CHECK: stablehlo.custom_call @shape_assertion(%{{.*}}, %[[A]], %[[ABC]])
// CHECK: stablehlo.custom_call @shape_assertion(%{{.*}}, %[[B]], %[[ABC]])
// CHECK: stablehlo.custom_call @shape_assertion(%{{.*}}, %[[C]], %[[ABC]])
// NUMPY-LABEL: func.func @three
// NUMPY: %[[A:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// NUMPY: %[[B:.*]] = stablehlo.get_dimension_size %arg1, dim = 0
// NUMPY: %[[AB:.*]] = stablehlo.select %{{.*}}, %[[B]], %[[A]] :
// NUMPY: %[[C:.*]] = stablehlo.get_dimension_size %arg2, dim = 0
// NUMPY: %[[ABC:.*]] = stablehlo.select %{{.*}}, %[[C]], %[[AB]] :
// NUMPY: stablehlo.compare EQ, %[[A]], %[[ABC]]
// NUMPY: stablehlo.custom_call @shape_assertion(%{{.*}}, %[[A]], %[[ABC]])
// NUMPY: stablehlo.custom_call @shape_assertion(%{{.*}}, %[[B]], %[[ABC]])
// NUMPY: stablehlo.custom_call @shape_assertion(%{{.*}}, %[[C]], %[[ABC]])
func.func @three(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) {
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %c = shape.shape_of %z : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %a, %b, %c : tensor<1xindex>, tensor<1xindex>, tensor<1xindex>
  return
}

// CHECK-LABEL: func.func @equal
// CHECK: error_message = "shape.cstr_eq: operand #0 dim 1 has size {0}, operand #1 dim 1 has size {1}; expected equal sizes"
// CHECK-NOT: shape_assertion
// CHECK: return
func.func @equal(%s: tensor<2xindex>, %x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %a = shape.shape_of %x : tensor<2x?xf32> -> tensor<2xindex>
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %n = shape.get_extent %s, %c1 : tensor<2xindex>, index -> index
  %b = tensor.from_elements %c2, %n : tensor<2xindex>
  %w = shape.cstr_eq %a, %b : tensor<2xindex>, tensor<2xindex>
  return %x : tensor<2x?xf32>
}

// Messages are the program's own, without placeholders.
// CHECK-LABEL: func.func @required
// CHECK: error_message = "at least \\7B0\\7D"
// CHECK: error_message = "must hold"
// CHECK: error_message = "shape.const_witness: the witness is constant false"
func.func @required(%p: tensor<i1>) -> tensor<i1> {
  %0 = tensor.extract %p[] : tensor<i1>
  %w = shape.cstr_require %0, "at least {0}"
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %never = arith.cmpi eq, %c1, %c2 : i32
  %also = arith.ori %0, %never : i1
  %true = arith.constant true
  %not = arith.xori %also, %true : i1
  cf.assert %not, "must hold" loc("check")
  %x = shape.const_witness false
  return %p : tensor<i1>
}

// Used sizes are checked even if the program does not request it; others are not. [?] x [?] =>
// [?]
// CHECK-LABEL: func.func @unguarded
// CHECK: error_message = "shape.broadcast: operand #0 dim 0 has size {0}, operand #1 dim 0 has size {1}; expected
// CHECK-NOT: shape_assertion
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK-NOT: shape_assertion
// CHECK: return
func.func @unguarded(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.shape_of %z : tensor<?xf32> -> tensor<1xindex>
  %s = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  %unused = shape.broadcast %0, %2 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  %a = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}

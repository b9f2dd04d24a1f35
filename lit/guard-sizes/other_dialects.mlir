// RUN: bcast-lower --pass-pipeline='builtin.module(guard-sizes{assertions=cf})' %s | FileCheck %s --implicit-check-not=cf.assert

// CHECK-LABEL: func.func @extracted_slice
// CHECK: cf.assert %{{.*}}, "tensor.extract_slice: operand #1 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "tensor.extract_slice: operand #2 does not fit; expected at least 0"
// CHECK: %[[LAST:.*]] = arith.muli %{{.*}}, %c2
// CHECK: cf.assert %{{.*}}, "tensor.extract_slice: the size of operand #0 dim 0 does not fit; expected at least the number that its operands give"
// CHECK: arith.cmpi sle, %c4
// CHECK: cf.assert %{{.*}}, "tensor.extract_slice: the size of operand #0 dim 1 does not fit; expected at least 4"
func.func @extracted_slice(%x: tensor<?x?xf32>, %offset: index, %n: index) -> tensor<?x3xf32> {
  %0 = tensor.extract_slice %x[%offset, 1] [%n, 3] [2, 1] : tensor<?x?xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @inserted_slice
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: the size of operand #1 dim 0 does not fit; expected at least 1"
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: operand #2 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: operand #3 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: the size of operand #1 dim 1 does not fit; expected at least the number that its operands give"
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: the size of operand #0 dim 0 does not fit; expected operand #3"
func.func @inserted_slice(%row: tensor<?xf32>, %x: tensor<?x?xf32>, %offset: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.insert_slice %row into %x[0, %offset] [1, %n] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Some dims of one element are missing in the source.
// CHECK-LABEL: func.func @inserted_plane
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: the size of operand #0 dim 1 does not fit; expected operand #3"
func.func @inserted_plane(%plane: tensor<1x?xf32>, %x: tensor<4x4x?xf32>, %n: index) -> tensor<4x4x?xf32> {
  %none = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %all = tensor.dim %x, %c2 : tensor<4x4x?xf32>
  %0 = tensor.insert_slice %plane into %x[0, 0, %none] [1, 1, %all] [1, 1, 1] : tensor<1x?xf32> into tensor<4x4x?xf32>
  return %0 : tensor<4x4x?xf32>
}

// CHECK-LABEL: func.func @elements
// CHECK: cf.assert %{{.*}}, "tensor.extract: operand #1 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "tensor.extract: the size of operand #0 dim 0 does not fit; expected at least the number that its operands give"
// CHECK: tensor.extract
// CHECK: cf.assert %{{.*}}, "tensor.insert: the size of operand #1 dim 0 does not fit; expected at least the number that its operands give"
func.func @elements(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %two = arith.constant 2 : index
  %0 = tensor.extract %x[%i] : tensor<?xf32>
  %1 = tensor.insert %0 into %y[%two] : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @new_tensors
// CHECK: cf.assert %{{.*}}, "tensor.empty: operand #0 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "tensor.splat: operand #1 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "tensor.pad: operand #1 does not fit; expected at least 0"
func.func @new_tensors(%n: index, %m: index, %low: index, %value: f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = tensor.splat %value[%m] : tensor<?xf32>
  %2 = tensor.pad %0 low[%low] high[1] {
  ^bb0(%position: index):
    tensor.yield %value : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// The sizes of `linalg.generic` follow from its maps: loops have one size each, and a sum of positions stays inside. In
// the body, which IREE makes a kernel, there are no assertions.
// CHECK-LABEL: func.func @loops
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of operand #0 dim 0 does not fit; expected at least the number that its operands give"
// CHECK: linalg.generic
// CHECK: tensor.extract
#sum = affine_map<(i, j) -> (i + j)>
#first = affine_map<(i, j) -> (i)>
#second = affine_map<(i, j) -> (j)>
func.func @loops(%x: tensor<?xf32>, %window: tensor<?xf32>, %y: tensor<?xf32>, %at: index) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#sum, #second, #first], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %i = linalg.index 0 : index
    %other = tensor.extract %window[%i] : tensor<?xf32>
    %sum = arith.addf %a, %other : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @product
// CHECK: cf.assert %{{.*}}, "linalg.matmul: the size of operand #1 dim 0 does not fit; expected the size of operand #0 dim 1"
// CHECK: cf.assert %{{.*}}, "linalg.matmul: the size of operand #2 dim 0 does not fit; expected the size of operand #0 dim 0"
// CHECK: cf.assert %{{.*}}, "linalg.matmul: the size of operand #2 dim 1 does not fit; expected the size of operand #1 dim 1"
func.func @product(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// RUN: bcast-lower --pass-pipeline='builtin.module(guard-sizes{assertions=cf})' %s | FileCheck %s --implicit-check-not=cf.assert

// CHECK-LABEL: func.func @extracted_slice
// CHECK: cf.assert %{{.*}}, "tensor.extract_slice: operand #1 does not fit; expected at least 0 and less than 2^31"
// CHECK: cf.assert %{{.*}}, "tensor.extract_slice: operand #2 does not fit; expected at least 0 and less than 2^31"
// CHECK: %[[LAST:.*]] = arith.muli %{{.*}}, %c2
// CHECK: cf.assert %{{.*}}, "tensor.extract_slice: the size of operand #0 dim 0 does not fit; expected at least operand #1 + (operand #2 - 1) * 2 + 1"
// CHECK: arith.cmpi sle, %c4
// CHECK: cf.assert %{{.*}}, "tensor.extract_slice: the size of operand #0 dim 1 does not fit; expected at least 4"
func.func @extracted_slice(%x: tensor<?x?xf32>, %offset: index, %n: index) -> tensor<?x3xf32> {
  %0 = tensor.extract_slice %x[%offset, 1] [%n, 3] [2, 1] : tensor<?x?xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @inserted_slice
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: the size of operand #1 dim 0 does not fit; expected at least 1"
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: operand #2 does not fit; expected at least 0 and less than 2^31"
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: operand #3 does not fit; expected at least 0 and less than 2^31"
// CHECK: cf.assert %{{.*}}, "tensor.insert_slice: the size of operand #1 dim 1 does not fit; expected at least operand #2 + operand #3"
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
// CHECK: cf.assert %{{.*}}, "tensor.extract: operand #1 does not fit; expected at least 0 and less than 2^31"
// CHECK: cf.assert %{{.*}}, "tensor.extract: the size of operand #0 dim 0 does not fit; expected at least operand #1 + 1"
// CHECK: tensor.extract
// CHECK: cf.assert %{{.*}}, "tensor.insert: the size of operand #1 dim 0 does not fit; expected at least operand #2 + 1"
func.func @elements(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %two = arith.constant 2 : index
  %0 = tensor.extract %x[%i] : tensor<?xf32>
  %1 = tensor.insert %0 into %y[%two] : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @new_tensors
// CHECK: cf.assert %{{.*}}, "tensor.empty: operand #0 does not fit; expected at least 0 and less than 2^31"
// CHECK: cf.assert %{{.*}}, "tensor.splat: operand #1 does not fit; expected at least 0 and less than 2^31"
// CHECK: cf.assert %{{.*}}, "tensor.pad: operand #1 does not fit; expected at least 0 and less than 2^31"
func.func @new_tensors(%n: index, %m: index, %low: index, %value: f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = tensor.splat %value[%m] : tensor<?xf32>
  %2 = tensor.pad %0 low[%low] high[1] {
  ^bb0(%position: index):
    tensor.yield %value : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// The sizes of `linalg.generic` follow from its maps: loops have one size each, and a sum of positions stays inside. What
// its body reads is checked in front of it: IREE makes a kernel of the body, and drops assertions from it.
// CHECK-LABEL: func.func @loops
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of operand #0 dim 0 does not fit; expected at least the size of operand #2 dim 0 - 1 + the size of operand #1 dim 0"
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of operand #1 dim 0 does not fit; expected at least the size of operand #2 dim 0"
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

// Positions that fall, are divided, or start again; an op without iterations reads nothing.
// CHECK-LABEL: func.func @positions
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK: %[[OK:.*]] = arith.ori %[[NONE]]
// CHECK: cf.assert %[[OK]], "linalg.generic: (the size of operand #1 dim 0 - 1) * -1 + 3 does not fit; expected at least 0"
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of operand #0 dim 0 does not fit; expected at least 4"
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of operand #0 dim 0 does not fit; expected at least (the size of operand #1 dim 0 - 1) / 2 + 1"
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of operand #0 dim 0 does not fit; expected at least (the size of operand #1 dim 0 - 1) / 2, rounded up, + 1"
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of operand #0 dim 0 does not fit; expected at least min(the size of operand #1 dim 0 - 1, 3) + 1"
#falling = affine_map<(i) -> (3 - i)>
#half = affine_map<(i) -> (i floordiv 2)>
#half_up = affine_map<(i) -> (i ceildiv 2)>
#again = affine_map<(i) -> (i mod 4)>
#own = affine_map<(i) -> (i)>
func.func @positions(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = linalg.generic {indexing_maps = [#falling, #own], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [#half, #own], iterator_types = ["parallel"]} ins(%z : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [#half_up, #own], iterator_types = ["parallel"]} ins(%z : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %3 = linalg.generic {indexing_maps = [#again, #own], iterator_types = ["parallel"]} ins(%z : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// Indices in a body: those of a loop, the same ones in all iterations, and data, which is kept inside as in StableHLO.
// CHECK-LABEL: func.func @reads
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of operand #1 dim 0 does not fit; expected the size of operand #0 dim 0"
// CHECK: cf.assert %{{.*}}, "linalg.generic: the size of dim 0 of a tensor that its body reads does not fit; expected at least 1"
// CHECK: cf.assert %{{.*}}, "linalg.generic: an index in its body does not fit; expected at least 0 and less than 2^31"
// CHECK: cf.assert %{{.*}}, "linalg.generic: an index in its body + 1 does not fit; expected at most 4, the size of dim 1 of a tensor that its body reads"
// CHECK: linalg.generic
// CHECK: %[[LAST:.*]] = arith.subi %{{.*}}, %c1
// CHECK: %[[LOW:.*]] = arith.minsi %{{.*}}, %[[LAST]]
// CHECK: %[[INDEX:.*]] = arith.maxsi %[[LOW]], %c0
// CHECK: tensor.extract %arg0[%[[INDEX]], %arg3]
func.func @reads(%x: tensor<?x4xf32>, %i: tensor<?xindex>, %y: tensor<?xf32>, %column: index) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#own, #own], iterator_types = ["parallel"]} ins(%i : tensor<?xindex>) outs(%y : tensor<?xf32>) {
  ^bb0(%row: index, %b: f32):
    %a = tensor.extract %x[%row, %column] : tensor<?x4xf32>
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

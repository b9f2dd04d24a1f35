// Ops that StableHLO leaves undefined for some sizes. XLA's refinement rejects these itself.
// unequal_operands(targets=iree) = x + y
// calls: 2x3,2x3 65x3,65x3 0x3,0x3
// wrong call: 2x3,3x3: stablehlo.add: the size of operand #1 dim 0 does not fit
// wrong call: 2x3,2x1: stablehlo.add: the size of operand #1 dim 1 does not fit
// wrong call: 2x0,2x3: stablehlo.add: the size of operand #1 dim 1 does not fit
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
// unequal_choices(targets=iree) = where(p, x, y)
// calls: 2,2,2 129,129,129
// wrong call: 2,2,3: stablehlo.select
// wrong call: 1,2,2: stablehlo.select
func.func @main(%p: tensor<?xi1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<?xi1>, tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
// unequal_bounds(targets=iree) = minimum(maximum(x, low), high)
// calls: 4,4,4 64,64,64
// wrong call: 4,4,3: stablehlo.clamp
// wrong call: 1,4,4: stablehlo.clamp
func.func @main(%low: tensor<?xf32>, %x: tensor<?xf32>, %high: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.clamp %low, %x, %high : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
// contracted(targets=iree) = x @ y
// calls: 2x3,3x4 65x64,64x129
// wrong call: 2x3,4x4: stablehlo.dot_general: the size of operand #0 dim 1 does not fit
// wrong call: 2x3,1x4: stablehlo.dot_general
// wrong call: 2x65,64x4: stablehlo.dot_general
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
// batched(targets=iree) = x @ y
// calls: 2x2x3,2x3x4
// wrong call: 2x2x3,3x3x4: stablehlo.dot_general: the size of operand #0 dim 0 does not fit
// wrong call: 2x2x3,2x2x4: stablehlo.dot_general: the size of operand #0 dim 2 does not fit
func.func @main(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
// joined(targets=iree) = concatenate([x, y])
// calls: 2x3,5x3 1x65,64x65
// wrong call: 2x11,3x12: stablehlo.concatenate: the size of operand #1 dim 1 does not fit
// wrong call: 2x12,3x11: stablehlo.concatenate
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
// declared(targets=iree) = concatenate([x, y])
// calls: 4,4 1,7
// wrong call: 3,4: expected 8, the declared size of result #0 dim 0
// wrong call: 5,4: expected 8, the declared size of result #0 dim 0
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<8xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// repeated(targets=iree) = broadcast_to(x, y.shape)
// calls: 3,2x3 1,2x3 1,64x65
// wrong call: 2,2x3: stablehlo.dynamic_broadcast_in_dim: the size of operand #0 dim 0 does not fit
// wrong call: 4,2x3: stablehlo.dynamic_broadcast_in_dim
func.func @main(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
// sliced(targets=iree) = x[:11]
// calls: 11 65
// wrong call: 10: stablehlo.slice: the size of operand #0 'x' dim 0 does not fit; expected at least 11
// wrong call: 0: stablehlo.slice
func.func @main(%x: tensor<?xf32> loc("x")) -> tensor<11xf32> {
  %0 = stablehlo.slice %x [0:11] : (tensor<?xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}
// -----
// sliced_by_size(targets=iree) = x[1:y.shape[0]]
// calls: 10,5 5,5 4,1
// wrong call: 4,5: stablehlo.real_dynamic_slice
// wrong call: 4,0: stablehlo.real_dynamic_slice
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.real_dynamic_slice %x, %one, %1, %one
      : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
// -----
// larger_update(targets=iree) = concatenate([y, x[y.shape[0]:]])
// calls: 5,2 5,5 65,64
// wrong call: 3,4: stablehlo.dynamic_update_slice
// wrong call: 64,65: stablehlo.dynamic_update_slice
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %y, %zero : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
// gathered(targets=iree) = x[n, :2]
// calls: 3x2,2 65x5,64
// wrong call: 3x1,2: stablehlo.gather
// wrong call: 0x2,1: stablehlo.gather
func.func @main(%x: tensor<?x?xf32>, %n: tensor<?xi32>) -> tensor<?x2xf32> {
  %0 = "stablehlo.gather"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}>
      : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
// -----
// scattered(targets=iree, bound=1) = concatenate([y[-1:], x[1:]])
// calls: 3x2,1x1,1x2
// wrong call: 3x2,2x1,3x2: stablehlo.scatter
// wrong call: 3x2,2x1,2x3: stablehlo.scatter
func.func @main(%x: tensor<?x?xf32>, %n: tensor<?x1xi32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.scatter"(%x, %n, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
// cut(targets=iree) = x[3:]
// calls: 5 3 65
// wrong call: 2: stablehlo.pad
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [-3], high = [0], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
// sorted_together(targets=iree) = sort(x) ; y[argsort(x, kind="stable")]
// calls: 3,3 65,65
// wrong call: 3,2: stablehlo.sort
// wrong call: 2,3: stablehlo.sort
func.func @main(%x: tensor<?xf32>, %y: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}
// -----
// reduced_together(targets=iree) = x.sum(1) + y.sum(1)
// calls: 2x3,2x3 1x65,1x65
// wrong call: 2x3,2x4: stablehlo.reduce
// wrong call: 2x3,1x3: stablehlo.reduce
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = "stablehlo.reduce"(%x, %y, %zero, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    %2 = stablehlo.add %p, %r : tensor<f32>
    %3 = stablehlo.add %q, %s : tensor<f32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>)
  %1 = stablehlo.add %0#0, %0#1 : tensor<?xf32>
  return %1 : tensor<?xf32>
}
// -----
// windows(targets=iree) = x[: x.shape[0] // 2 * 2].reshape(-1, 2).max(1)
// calls: 6 7
// wrong call: 5: expected 3, the declared size of result #0 dim 0
// wrong call: 8: expected 3, the declared size of result #0 dim 0
func.func @main(%x: tensor<?xf32>) -> tensor<3xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %least)
      <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
// features_of_kernel(targets=iree) = x[:, :-2] @ k[0] + x[:, 1:-1] @ k[1] + x[:, 2:] @ k[2]
// calls: 2x8x4,3x4x5 1x8x65,3x65x5
// wrong call: 2x8x4,3x3x5: stablehlo.convolution
// wrong call: 2x8x3,3x4x5: stablehlo.convolution
func.func @main(%x: tensor<?x8x?xf32>, %k: tensor<3x?x5xf32>) -> tensor<?x6x5xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x?xf32>, tensor<3x?x5xf32>) -> tensor<?x6x5xf32>
  return %0 : tensor<?x6x5xf32>
}
// -----
// moments(targets=iree) = (x - m) / sqrt(v * v + 0.1 + 1) * s + o
// calls: 2x3,3,3,3,3
// wrong call: 2x3,2,3,3,3: stablehlo.batch_norm_inference
// wrong call: 2x3,3,3,3,4: stablehlo.batch_norm_inference
func.func @main(%x: tensor<?x?xf32>, %s: tensor<?xf32>, %o: tensor<?xf32>, %m: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?x?xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.multiply %v, %v : tensor<?xf32>
  %1 = chlo.broadcast_add %0, %one : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %1) <{epsilon = 0.1 : f32, feature_index = 1 : i64}>
      : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
// -----
// In a loop, after what is carried has been computed.
// checked_in_loop(targets=iree) = x * y * y
// calls: 3,3 65,65
// wrong call: 3,4: stablehlo.multiply
// wrong call: 4,1: stablehlo.multiply
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.negate %a : tensor<?xf32>
    %2 = stablehlo.multiply %1, %y : tensor<?xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}
// -----
// In a loop, between what it computes for two tensors that it carries.
// guarded_in_loop(targets=iree, tolerance=1e-4) = pad(x[:, :-1], ((0, 0), (6, 0), (0, 0)))[:, :-6] ; stack([pad(pad(x[:, :-1], ((0, 0), (2 * i, 0), (0, 0)))[:, : x.shape[1] - 1] @ w[i], ((0, 0), (1, 2), (0, 0))) + z for i in range(3)])
// calls: 70x16x8,3x8x24,18x24 1x7x8,3x8x24,9x24 2x65x8,3x8x24,67x24 70x72x8,3x8x24,1x24 1x129x8,3x8x24,131x24
// wrong call: 1x7x8,3x8x24,8x24: chlo.broadcast_add: the size of operand #1 dim 0 does not fit
func.func @main(%x: tensor<?x?x8xf32>, %w: tensor<3x8x24xf32>, %z: tensor<?x24xf32>) -> (tensor<?x?x8xf32>, tensor<3x?x?x24xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %most = stablehlo.constant dense<9.0> : tensor<f32>
  %ones = stablehlo.constant dense<1> : tensor<3xi32>
  %zeros = stablehlo.constant dense<0> : tensor<3xi32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %c8 = stablehlo.constant dense<8> : tensor<1xi32>
  %c24 = stablehlo.constant dense<24> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x8xf32>) -> tensor<i32>
  %s0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x8xf32>) -> tensor<i32>
  %s = stablehlo.subtract %s0, %one : tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %t = stablehlo.add %s, %three : tensor<i32>
  %t1 = stablehlo.reshape %t : (tensor<i32>) -> tensor<1xi32>
  %all = stablehlo.concatenate %c3, %n1, %t1, %c24, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %row = stablehlo.concatenate %c1, %n1, %t1, %c24, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %limits = stablehlo.concatenate %n1, %s1, %c8, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %empty = stablehlo.dynamic_broadcast_in_dim %none, %all, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<3x?x?x24xf32>
  %first = stablehlo.real_dynamic_slice %x, %zeros, %limits, %ones : (tensor<?x?x8xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %a = %first, %o = %empty) : tensor<i32>, tensor<?x?x8xf32>, tensor<3x?x?x24xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 8, 24] : (tensor<3x8x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x24xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x8x24xf32>) -> tensor<8x24xf32>
    %3 = stablehlo.pad %a, %none, low = [0, 2, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?x8xf32>
    %4 = stablehlo.real_dynamic_slice %3, %zeros, %limits, %ones : (tensor<?x?x8xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %5 = stablehlo.dot_general %a, %2, contracting_dims = [2] x [0] : (tensor<?x?x8xf32>, tensor<8x24xf32>) -> tensor<?x?x24xf32>
    %6 = stablehlo.pad %5, %none, low = [0, 1, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<?x?x24xf32>, tensor<f32>) -> tensor<?x?x24xf32>
    %7 = chlo.broadcast_minimum %4, %most : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?x8xf32>
    %8 = chlo.broadcast_add %6, %z : (tensor<?x?x24xf32>, tensor<?x24xf32>) -> tensor<?x?x24xf32>
    %9 = stablehlo.dynamic_reshape %8, %row : (tensor<?x?x24xf32>, tensor<4xi32>) -> tensor<1x?x?x24xf32>
    %10 = stablehlo.dynamic_update_slice %o, %9, %i, %zero, %zero, %zero : (tensor<3x?x?x24xf32>, tensor<1x?x?x24xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x?x?x24xf32>
    %11 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %11, %7, %10 : tensor<i32>, tensor<?x?x8xf32>, tensor<3x?x?x24xf32>
  }
  return %0#1, %0#2 : tensor<?x?x8xf32>, tensor<3x?x?x24xf32>
}
// -----
// pooled(targets=iree) = x[:, : x.shape[1] // 2 * 2, : x.shape[2] // 2 * 2].reshape(len(x), x.shape[1] // 2, 2, x.shape[2] // 2, 2, 3).max((2, 4))
// calls: 1x1x1x3 2x0x5x3 1x1x4x3 0x2x2x3 2x2x3x3 1x65x64x3
func.func @main(%x: tensor<?x?x?x3xf32>) -> tensor<?x?x?x3xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %least)
      <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x?x?x3xf32>, tensor<f32>) -> tensor<?x?x?x3xf32>
  return %0 : tensor<?x?x?x3xf32>
}
// -----
// shared_positions(targets=iree) = x.argmax(1).astype("i4") ; (x * 0 + [2 * i for i in range(x.shape[1])]).astype("i4")
// calls: 1x1 2x3 65x64 3x129 129x5
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?xi32>, tensor<?x?xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  %twice = stablehlo.add %i, %i : tensor<?x?xi32>
  %0:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [1]
      : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#1, %twice : tensor<?xi32>, tensor<?x?xi32>
}
// -----
// rows_of_table(targets=iree, bound=1) = x[i[..., 0]]
// calls: 2x4,3x2x1 0x4,0x2x1 0x4,3x0x1 65x4,64x1x1
// wrong call: 0x4,1x1x1: stablehlo.gather: the size of operand #0 dim 0 does not fit; expected at least 1
func.func @main(%x: tensor<?x4xf32>, %i: tensor<?x?x1xi32>) -> tensor<?x?x4xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<?x?x1xi32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}
// -----
// product_of_linalg(targets=iree) = x @ y + z
// calls: 2x3,3x4,2x4 65x64,64x129,65x129
// wrong call: 2x3,4x4,2x4: linalg.matmul: the size of operand #1 dim 0 does not fit
// wrong call: 2x3,3x4,3x4: linalg.matmul: the size of operand #2 dim 0 does not fit
// wrong call: 2x3,3x4,2x3: linalg.matmul: the size of operand #2 dim 1 does not fit
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
// part_of_tensor(targets=iree) = x[1::2, 1:4]
// calls: 6x4 130x4
// wrong call: 6x3: tensor.extract_slice: the size of operand #0 dim 1 does not fit; expected at least 4
// wrong call: 0x3: tensor.extract_slice: the size of operand #0 dim 1 does not fit; expected at least 4
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %half = arith.divui %n, %c2 : index
  %0 = tensor.extract_slice %x[1, 1] [%half, 3] [2, 1] : tensor<?x?xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

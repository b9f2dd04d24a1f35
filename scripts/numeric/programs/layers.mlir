// The gates of a cell: two branches on one condition, which IREE must not merge.
// gates(tolerance=1e-4) = 1 / (1 + exp(-x)) * (h - tanh(x))
// calls: 1x2,1x2 3x2,3x2 3x2,1x2 1x2,3x2
// wrong call: 2x2,3x2: expected equal sizes, or one of them 1
func.func @main(%x: tensor<?x2xf32>, %h: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %z = stablehlo.logistic %x : tensor<?x2xf32>
  %m = stablehlo.tanh %x : tensor<?x2xf32>
  %d = chlo.broadcast_subtract %h, %m : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %e = chlo.broadcast_multiply %z, %d : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %e : tensor<?x2xf32>
}
// -----
// Two tensors padded, or truncated, equally: IREE must not fill one tensor for both.
// two_pads(tolerance=1e-4) = abs(pad(x, (0, max(0, len(y) - len(x))))[:len(y)]) * pad(x, (0, max(0, len(y) - len(x))))[:len(y)]
// calls: 3,5 5,3 3,3 1,4 4,1
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %k = arith.subi %m, %n : index
  %low = tensor.from_elements %c0 : tensor<1xindex>
  %high = tensor.from_elements %k : tensor<1xindex>
  %a = stablehlo.abs %x : tensor<?xf32>
  %0 = stablehlo.dynamic_pad %a, %zero, %low, %high, %low
      : (tensor<?xf32>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_pad %x, %zero, %low, %high, %low
      : (tensor<?xf32>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}
// -----
// The positions of elements in order, where many are equal: IREE's sort is not stable by itself.
// order(tolerance=1e-4) = argsort(x, axis=1, kind='stable').astype(int32)
// calls: 2x20 1x1 3x0
func.func @main(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %s = shape.shape_of %x : tensor<?x?xi32> -> tensor<2xindex>
  %i = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<?x?xi32>, tensor<?x?xi32>) -> (tensor<?x?xi32>, tensor<?x?xi32>)
  return %0#1 : tensor<?x?xi32>
}
// -----
// torch's group norm: channels in groups, by reshapes to computed sizes.
// group_norm(tolerance=1e-4) = group_norm(x) * w + b
// calls: 2x4x3x5,4x1x1,4x1x1 1x4x1x1,4x1x1,4x1x1 0x4x3x2,4x1x1,4x1x1
func.func @main(%x: tensor<?x4x?x?xf32>, %w: tensor<4x1x1xf32>, %b: tensor<4x1x1xf32>) -> tensor<?x4x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %g = arith.constant 2 : i64
  %c4 = arith.constant 4 : i64
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<f32>
  %n = tensor.dim %x, %c0 : tensor<?x4x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x4x?x?xf32>
  %v = tensor.dim %x, %c3 : tensor<?x4x?x?xf32>
  %n64 = arith.index_cast %n : index to i64
  %h64 = arith.index_cast %h : index to i64
  %v64 = arith.index_cast %v : index to i64
  %hw = arith.muli %h64, %v64 : i64
  %chw = arith.muli %hw, %c4 : i64
  %nchw = arith.muli %chw, %n64 : i64
  %ng = arith.muli %n64, %g : i64
  %rest = arith.divsi %chw, %g : i64
  %s = tensor.from_elements %n64, %g, %rest : tensor<3xi64>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x4x?x?xf32>, tensor<3xi64>) -> tensor<?x2x?xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<?x2x?xf32>, tensor<f32>) -> tensor<?x2xf32>
  %cf = arith.sitofp %rest : i64 to f32
  %ct = tensor.from_elements %cf : tensor<f32>
  %2 = chlo.broadcast_divide %1, %ct : (tensor<?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
  %one = arith.constant 1 : i64
  %s1 = tensor.from_elements %n64, %g, %one : tensor<3xi64>
  %3 = stablehlo.dynamic_reshape %2, %s1 : (tensor<?x2xf32>, tensor<3xi64>) -> tensor<?x2x1xf32>
  %4 = chlo.broadcast_subtract %0, %3 : (tensor<?x2x?xf32>, tensor<?x2x1xf32>) -> tensor<?x2x?xf32>
  %5 = chlo.square %4 : tensor<?x2x?xf32> -> tensor<?x2x?xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<?x2x?xf32>, tensor<f32>) -> tensor<?x2xf32>
  %7 = chlo.broadcast_divide %6, %ct : (tensor<?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
  %8 = stablehlo.dynamic_reshape %7, %s1 : (tensor<?x2xf32>, tensor<3xi64>) -> tensor<?x2x1xf32>
  %9 = chlo.broadcast_add %8, %eps : (tensor<?x2x1xf32>, tensor<f32>) -> tensor<?x2x1xf32>
  %10 = stablehlo.rsqrt %9 : tensor<?x2x1xf32>
  %11 = chlo.broadcast_multiply %4, %10 : (tensor<?x2x?xf32>, tensor<?x2x1xf32>) -> tensor<?x2x?xf32>
  %so = tensor.from_elements %n64, %c4, %h64, %v64 : tensor<4xi64>
  %12 = stablehlo.dynamic_reshape %11, %so : (tensor<?x2x?xf32>, tensor<4xi64>) -> tensor<?x4x?x?xf32>
  %13 = chlo.broadcast_multiply %12, %w : (tensor<?x4x?x?xf32>, tensor<4x1x1xf32>) -> tensor<?x4x?x?xf32>
  %14 = chlo.broadcast_add %13, %b : (tensor<?x4x?x?xf32>, tensor<4x1x1xf32>) -> tensor<?x4x?x?xf32>
  return %14 : tensor<?x4x?x?xf32>
}
// -----
// Causal attention: the mask is computed from row and column numbers.
// causal(tolerance=1e-4) = softmax(where(tril(ones(s.shape[1:], bool)), s, -inf))
// calls: 2x3x3 1x1x1 2x4x2 0x2x2
func.func @main(%s: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %s0 = shape.shape_of %s : tensor<?x?x?xf32> -> tensor<3xindex>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = tensor.extract %s0[%c1] : tensor<3xindex>
  %u = tensor.extract %s0[%c2] : tensor<3xindex>
  %m = tensor.from_elements %t, %u : tensor<2xindex>
  %row = stablehlo.dynamic_iota %m, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi32>
  %col = stablehlo.dynamic_iota %m, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi32>
  %mask = chlo.broadcast_compare %row,
      %col {comparison_direction = #chlo<comparison_direction GE>}
      : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = chlo.broadcast_select %mask, %s, %ninf : (tensor<?x?xi1>, tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?x?xf32>
  %mx = stablehlo.reduce(%0 init: %ninf) applies stablehlo.maximum across dimensions = [2]
      : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %b = arith.constant 0 : index
  %n = tensor.dim %s, %b : tensor<?x?x?xf32>
  %k = tensor.from_elements %n, %t, %c1 : tensor<3xindex>
  %mk = stablehlo.dynamic_reshape %mx, %k : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x1xf32>
  %1 = chlo.broadcast_subtract %0, %mk : (tensor<?x?x?xf32>, tensor<?x?x1xf32>) -> tensor<?x?x?xf32>
  %2 = stablehlo.exponential %1 : tensor<?x?x?xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %sk = stablehlo.dynamic_reshape %sum, %k : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x1xf32>
  %3 = chlo.broadcast_divide %2, %sk : (tensor<?x?x?xf32>, tensor<?x?x1xf32>) -> tensor<?x?x?xf32>
  return %3 : tensor<?x?x?xf32>
}
// -----
// The position of the greatest element, the first one of several.
// argmax(tolerance=1e-4) = x.argmax(1)
// calls: 3x4 1x1 0x3
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xi64> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %i = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi64>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %0:2 = stablehlo.reduce(%x init: %ninf), (%i init: %zero) across dimensions = [1]
      : (tensor<?x?xf32>, tensor<?x?xi64>, tensor<f32>, tensor<i64>) -> (tensor<?xf32>, tensor<?xi64>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i64>, %d: tensor<i64>) {
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.minimum %c, %d : tensor<i64>
    %5 = stablehlo.select %1, %c, %d : tensor<i1>, tensor<i64>
    %6 = stablehlo.select %3, %4, %5 : tensor<i1>, tensor<i64>
    stablehlo.return %2, %6 : tensor<f32>, tensor<i64>
  }
  return %0#1 : tensor<?xi64>
}
// -----
// TensorFlow's one_hot.
// one_hot(tolerance=1e-4) = eye(5, dtype=float32)[i]
// calls: 2x3 1x1 0x2
func.func @main(%i: tensor<?x?xi32>) -> tensor<?x?x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %i, %c0 : tensor<?x?xi32>
  %m = tensor.dim %i, %c1 : tensor<?x?xi32>
  %s = tensor.from_elements %n, %m, %c1 : tensor<3xindex>
  %0 = stablehlo.dynamic_reshape %i, %s : (tensor<?x?xi32>, tensor<3xindex>) -> tensor<?x?x1xi32>
  %k = stablehlo.iota dim = 0 : tensor<5xi32>
  %1 = chlo.broadcast_compare %0, %k {comparison_direction = #chlo<comparison_direction EQ>}
      : (tensor<?x?x1xi32>, tensor<5xi32>) -> tensor<?x?x5xi1>
  %on = stablehlo.constant dense<1.0> : tensor<f32>
  %off = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = chlo.broadcast_select %1, %on, %off : (tensor<?x?x5xi1>, tensor<f32>, tensor<f32>) -> tensor<?x?x5xf32>
  return %2 : tensor<?x?x5xf32>
}
// -----
// Repeats by the size of another tensor, and by a constant.
// tile(tolerance=1e-4) = tile(x, (y.shape[0], 3))
// calls: 2x3,2x1 1x1,1x1 2x1,0x1 0x2,3x1
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %r = tensor.dim %y, %c0 : tensor<?x1xf32>
  %s4 = tensor.from_elements %r, %n, %c3, %m : tensor<4xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s4, dims = [1, 3]
      : (tensor<?x?xf32>, tensor<4xindex>) -> tensor<?x?x3x?xf32>
  %rn = arith.muli %r, %n : index
  %m3 = arith.muli %m, %c3 : index
  %s2 = tensor.from_elements %rn, %m3 : tensor<2xindex>
  %1 = stablehlo.dynamic_reshape %0, %s2 : (tensor<?x?x3x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
// Pads to a multiple of 4.
// pad_to_multiple(tolerance=1e-4) = pad(x, ((0, -len(x) % 4), (0, 0)))
// calls: 3x2 1x2 4x2 0x2 5x2
func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  %q = arith.ceildivsi %n, %c4 : index
  %p = arith.muli %q, %c4 : index
  %d = arith.subi %p, %n : index
  %lo = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %hi = tensor.from_elements %d, %c0 : tensor<2xindex>
  %0 = stablehlo.dynamic_pad %x, %zero, %lo, %hi, %lo
      : (tensor<?x2xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
// -----
// Differences of rows: a slice that ends one row earlier.
// differences(tolerance=1e-4) = diff(x, axis=0)
// calls: 3x2 1x2 2x1 4x0
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n1 = arith.subi %n, %c1 : index
  %st = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %s0 = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %s1 = tensor.from_elements %c1, %c0 : tensor<2xindex>
  %l0 = tensor.from_elements %n1, %m : tensor<2xindex>
  %l1 = tensor.from_elements %n, %m : tensor<2xindex>
  %a = stablehlo.real_dynamic_slice %x, %s1, %l1, %st
      : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  %b = stablehlo.real_dynamic_slice %x, %s0, %l0, %st
      : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = chlo.broadcast_subtract %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}
// -----
// A reshape to an inferred size, -1 in frontends.
// flatten(tolerance=1e-4) = x.reshape(x.shape[0], 3 * x.shape[1]) * w
// calls: 2x4x3,12 1x1x3,1 3x2x3,1
// wrong call: 2x4x3,6: expected equal sizes, or one of them 1
func.func @main(%x: tensor<?x?x3xf32>, %w: tensor<?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?x3xf32> -> tensor<3xindex>
  %num = shape.num_elements %s : tensor<3xindex> -> index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x3xf32>
  %rest = arith.divsi %num, %n : index
  %t = tensor.from_elements %n, %rest : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %t : (tensor<?x?x3xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_multiply %0, %w : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
// A broadcast that a frontend has lowered itself, with `select`.
// select_sizes(tolerance=1e-4) = maximum(x, y)
// calls: 3,3 1,4 4,1 1,1
// wrong call: 2,3: sizes must broadcast
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %is = arith.cmpi eq, %n, %c1 : index
  %s = arith.select %is, %m, %n : index
  %eq = arith.cmpi eq, %n, %m : index
  %m1 = arith.cmpi eq, %m, %c1 : index
  %o1 = arith.ori %is, %eq : i1
  %o2 = arith.ori %o1, %m1 : i1
  cf.assert %o2, "sizes must broadcast"
  %t = tensor.from_elements %s : tensor<1xindex>
  %t32 = arith.index_cast %t : tensor<1xindex> to tensor<1xi32>
  %a = stablehlo.dynamic_broadcast_in_dim %x, %t32, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %y, %t32, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %r = stablehlo.maximum %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}
// -----
// The output of CHLO's own legalisation for three operands.
// assuming_all(tolerance=1e-4) = (x + y) * z
// calls: 2x3,3,2x1 1x1,3,2x1 2x1,1,1x1 0x3,1,1x1
// wrong call: 2x3,2,2x1: expected
// wrong call: 2x3,3,3x1: expected
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %z: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.shape_of %z : tensor<?x1xf32> -> tensor<2xindex>
  %w0 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %w1 = shape.cstr_broadcastable %0, %1, %2 : tensor<2xindex>, tensor<1xindex>, tensor<2xindex>
  %w = shape.assuming_all %w0, %w1
  %r = shape.assuming %w -> (tensor<?x?xf32>) {
    %s = shape.broadcast %0, %1, %2 : tensor<2xindex>, tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
    %a = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1]
      : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %c = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [0, 1]
      : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %m = stablehlo.add %a, %b : tensor<?x?xf32>
    %n = stablehlo.multiply %m, %c : tensor<?x?xf32>
    shape.assuming_yield %n : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

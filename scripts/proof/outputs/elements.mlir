func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %one = stablehlo.constant dense<1.0> : tensor<1xf32>
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %long = arith.cmpi sge, %n, %c5 : index
  cf.assert %long, "at least 5"
  %l = arith.subi %n, %c5 : index
  %s = tensor.extract_slice %a[5] [%l] [1] : tensor<?xf32> to tensor<?xf32>
  %t = stablehlo.concatenate %b, %one, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %ls = tensor.dim %s, %c0 : tensor<?xf32>
  %m = tensor.dim %t, %c0 : tensor<?xf32>
  %p = arith.divsi %ls, %m : index
  return %a : tensor<?xf32>
}
// refuted: an assertion is dropped, which a quotient tells
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
// -----
func.func @main(%x: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %q = arith.floordivsi %x, %b : tensor<?xi32>
  return %q : tensor<?xi32>
}
// proven: right
  %zero = "chlo.constant_like"(%x) <{value = 0 : i32}> : (tensor<?xi32>) -> tensor<?xi32>
  %one = "chlo.constant_like"(%x) <{value = 1 : i32}> : (tensor<?xi32>) -> tensor<?xi32>
  %d = stablehlo.divide %x, %b : tensor<?xi32>
  %dm = stablehlo.subtract %d, %one : tensor<?xi32>
  %p = stablehlo.multiply %d, %b : tensor<?xi32>
  %rn = stablehlo.compare NE, %p, %x : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %xn = stablehlo.compare LT, %x, %zero : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %bn = stablehlo.compare LT, %b, %zero : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %df = stablehlo.xor %xn, %bn : tensor<?xi1>
  %dn = stablehlo.and %df, %rn : tensor<?xi1>
  %q = stablehlo.select %dn, %dm, %d : tensor<?xi1>, tensor<?xi32>
// refuted: it is rounded where the signs are alike: `stablehlo.xor %xn, %bn` => `stablehlo.and %xn, %bn`
// refuted: it is rounded up: `stablehlo.subtract %d` => `stablehlo.add %d`
// -----
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>, %p: i1) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %m = tensor.dim %y, %c0 : tensor<?xi32>
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "equal sizes"
  %empty = tensor.empty(%n) : tensor<?xi32>
  %r = tensor.insert_slice %x into %empty[0] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  return %r : tensor<?xi32>
}
// proven: right
// refuted: a part reaches behind the tensor
  %far = tensor.insert_slice %x into %y[0] [%n] [2] : tensor<?xi32> into tensor<?xi32>
  %empty = tensor.empty(%n) : tensor<?xi32>
// -----
func.func @main(%x: tensor<?xf32>) -> tensor<?xf16> {
  %r = arith.truncf %x : tensor<?xf32> to tensor<?xf16>
  return %r : tensor<?xf16>
}
// proven: right
// refuted: a float is rounded in another way: `%x ` => `%x to_nearest_away `
// -----
func.func @main(%a: tensor<f32>) -> tensor<2xi32> {
  %e = tensor.empty() : tensor<2xi32>
  %r = stablehlo.constant dense<0> : tensor<2xi32>
  return %r : tensor<2xi32>
}
// proven: right
// refuted: elements that nothing has written are equal: `stablehlo.constant dense<0>` => `stablehlo.subtract %e, %e`
// -----
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %d = stablehlo.convert %c : (tensor<2x1xi32>) -> tensor<2x1xf32>
  %r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
  %s = stablehlo.reduce(%r init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
// proven: right
// refuted: a column of numbers is a row: `1], [2]]> : tensor<2x1xi32` => `1, 2]]> : tensor<1x2xi32`, `2x1xi32>) -> tensor<2x1xf32` => `1x2xi32>) -> tensor<1x2xf32`, `2x1xf32>, tensor<f32>) -> tensor<1xf32` => `1x2xf32>, tensor<f32>) -> tensor<2xf32`, `(tensor<1xf32` => `(tensor<2xf32`
// -----
// OPTIONS: --zero-extents=numpy
func.func @main(%a: tensor<?x3xbf16>) -> tensor<3xbf16> {
  %d = stablehlo.constant dense<[-2]> : tensor<1xi32>
  %r = "tf.Sum"(%a, %d) : (tensor<?x3xbf16>, tensor<1xi32>) -> tensor<3xbf16>
  return %r : tensor<3xbf16>
}
// proven: tf.Sum
  %w = stablehlo.convert %a : (tensor<?x3xbf16>) -> tensor<?x3xf32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%w init: %i) applies stablehlo.add across dimensions = [0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<3xf32>
  %r = stablehlo.convert %s : (tensor<3xf32>) -> tensor<3xbf16>
// refuted: tf.Sum, 1: `%a : (tensor<?x3xbf16>) -> tensor<?x3xf32>` => `%a : (tensor<?x3xbf16>) -> tensor<?x3xbf16>`, `tensor<f32>` => `tensor<bf16>`, `(tensor<?x3xf32>,` => `(tensor<?x3xbf16>,`, `tensor<3xf32>` => `tensor<3xbf16>`
// -----
func.func @main(%a: tensor<?xi8>, %b: tensor<?xi8>) -> tensor<?xi8> {
%0 = arith.ceildivui %a, %b : tensor<?xi8>
return %0 : tensor<?xi8>
}
// proven: right
%s = shape.shape_of %a : tensor<?xi8> -> tensor<1xindex>
%zero_scalar = stablehlo.constant dense<0> : tensor<i8>
%zero = stablehlo.dynamic_broadcast_in_dim %zero_scalar, %s, dims = [] : (tensor<i8>, tensor<1xindex>) -> tensor<?xi8>
%one_scalar = stablehlo.constant dense<1> : tensor<i8>
%one = stablehlo.dynamic_broadcast_in_dim %one_scalar, %s, dims = [] : (tensor<i8>, tensor<1xindex>) -> tensor<?xi8>
%a_bits = stablehlo.bitcast_convert %a : (tensor<?xi8>) -> tensor<?xui8>
%b_bits = stablehlo.bitcast_convert %b : (tensor<?xi8>) -> tensor<?xui8>
%bits = stablehlo.divide %a_bits, %b_bits : tensor<?xui8>
%q = stablehlo.bitcast_convert %bits : (tensor<?xui8>) -> tensor<?xi8>
%next = stablehlo.add %q, %one : tensor<?xi8>
%p = stablehlo.multiply %q, %b : tensor<?xi8>
%rest = stablehlo.compare NE, %p, %a : (tensor<?xi8>, tensor<?xi8>) -> tensor<?xi1>
%0 = stablehlo.select %rest, %next, %q : tensor<?xi1>, tensor<?xi8>
// refuted: numbers have a sign: `divide %a_bits, %b_bits : tensor<?xui8>` => `divide %a, %b : tensor<?xi8>`, `%q = stablehlo.bitcast_convert %bits : (tensor<?xui8>) -> tensor<?xi8>` => `%q = stablehlo.add %bits, %zero : tensor<?xi8>`
// refuted: a sum overflows
%most = stablehlo.subtract %b, %one : tensor<?xi8>
%all = stablehlo.add %a, %most : tensor<?xi8>
%a_bits = stablehlo.bitcast_convert %all : (tensor<?xi8>) -> tensor<?xui8>
%0 = stablehlo.add %q, %zero : tensor<?xi8>
// -----
func.func @main(%a: tensor<?x8xi32>, %b: tensor<?x8xui8>) -> tensor<?x?xi32> {
%f = stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xi32>
%0 = stablehlo.dot_general %a, %f, contracting_dims = [1] x [1] : (tensor<?x8xi32>, tensor<?x8xi32>) -> tensor<?x?xi32>
return %0 : tensor<?x?xi32>
}
// proven: right
%w = stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xui32>
%f = stablehlo.bitcast_convert %w : (tensor<?x8xui32>) -> tensor<?x8xi32>
// refuted: bytes are taken for numbers with a sign: `stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xui32` => `stablehlo.bitcast_convert %b : (tensor<?x8xui8>) -> tensor<?x8xi8`, `stablehlo.bitcast_convert %w : (tensor<?x8xui32` => `stablehlo.convert %w : (tensor<?x8xi8`
// proven: right
%w = stablehlo.convert %b : (tensor<?x8xui8>) -> tensor<?x8xi32>
%s = shape.shape_of %b : tensor<?x8xui8> -> tensor<2xindex>
%byte = stablehlo.constant dense<255> : tensor<i32>
%mask = stablehlo.dynamic_broadcast_in_dim %byte, %s, dims = [] : (tensor<i32>, tensor<2xindex>) -> tensor<?x8xi32>
%f = stablehlo.and %w, %mask : tensor<?x8xi32>
// refuted: a byte loses a bit: `255` => `127`
// -----
func.func @main(%a: tensor<?x?x32xf32>) -> tensor<?x?x4x8xf32> {
%0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?x32xf32>) -> tensor<i32>
%1 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?x32xf32>) -> tensor<i32>
%rows = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
%columns = stablehlo.convert %1 : (tensor<i32>) -> tensor<i64>
%zero = stablehlo.constant dense<0> : tensor<i64>
%heads = stablehlo.constant dense<[4, 8]> : tensor<2xi64>
%width = stablehlo.constant dense<32> : tensor<i64>
%some = stablehlo.compare NE, %rows, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.custom_call @shape_assertion(%some) {api_version = 2 : i32, error_message = "none", has_side_effect = true} : (tensor<i1>) -> ()
%all = stablehlo.multiply %rows, %columns : tensor<i64>
%all1 = stablehlo.reshape %all : (tensor<i64>) -> tensor<1xi64>
%width1 = stablehlo.reshape %width : (tensor<i64>) -> tensor<1xi64>
%flat = stablehlo.concatenate %all1, %width1, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
%x = stablehlo.dynamic_reshape %a, %flat : (tensor<?x?x32xf32>, tensor<2xi64>) -> tensor<?x32xf32>
%n = stablehlo.add %columns, %zero : tensor<i64>
%rows1 = stablehlo.reshape %rows : (tensor<i64>) -> tensor<1xi64>
%columns1 = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
%s = stablehlo.concatenate %rows1, %columns1, %heads, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<4xi64>
%y = stablehlo.dynamic_reshape %x, %s : (tensor<?x32xf32>, tensor<4xi64>) -> tensor<?x?x4x8xf32>
return %y : tensor<?x?x4x8xf32>
}
// proven: right
%elements = stablehlo.multiply %all, %width : tensor<i64>
%row = stablehlo.divide %elements, %rows : tensor<i64>
%n = stablehlo.divide %row, %width : tensor<i64>
// refuted|not known: another factor is cancelled: `%elements, %rows` => `%elements, %columns`
// refuted|not known: a factor is not cancelled: `%row, %width` => `%row, %rows`
// refuted|not known: a constant is not cancelled: `%all, %width` => `%all, %rows`
// -----
module {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %c = stablehlo.constant dense_resource<r> : tensor<2xf32>
    %0 = stablehlo.add %a, %c : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
{-# dialect_resources: { builtin: { r: "0x040000000000803F00000040" } } #-}
// proven: right
module {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %0 = stablehlo.add %a, %c : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
// refuted: an element of a resource is another: `2.0` => `3.0`
// -----
// Elements are converted to the type in which they are added.
func.func @main(%x: tensor<?x2xi8>, %init: tensor<i32>) -> tensor<?xi32> {
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<?x2xi8>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
// proven: right
func.func @main(%x: tensor<?x2xi8>, %init: tensor<i32>) -> tensor<?xi32> {
  %w = stablehlo.convert %x : (tensor<?x2xi8>) -> tensor<?x2xi32>
  %0 = stablehlo.reduce(%w init: %init) applies stablehlo.add across dimensions = [1] : (tensor<?x2xi32>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
// refuted: they are added as bytes
func.func @main(%x: tensor<?x2xi8>, %init: tensor<i32>) -> tensor<?xi32> {
  %i = stablehlo.convert %init : (tensor<i32>) -> tensor<i8>
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<?x2xi8>, tensor<i8>) -> tensor<?xi8>
  %w = stablehlo.convert %0 : (tensor<?xi8>) -> tensor<?xi32>
  return %w : tensor<?xi32>
}
// -----
func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// proven: right
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.extract %n[] : tensor<i32>
  %i = arith.index_cast %e : i32 to index
  %0 = tensor.extract_slice %x[%c0, %c0] [%i, %d] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// refuted: the part begins behind the first row: `%x[%c0,` => `%x[%c1,`
// refuted: the part is of other columns: `[%i, %d]` => `[%i, %c1]`
// -----
func.func @main(%x: tensor<?x?xf32>, %s: tensor<?xf32>, %o: tensor<?xf32>, %m: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) {epsilon = 0.5 : f32, feature_index = 1 : i64} : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// proven: right
  %shape = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %e = stablehlo.constant dense<0.5> : tensor<f32>
  %ea = stablehlo.dynamic_broadcast_in_dim %e, %shape, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  %va = stablehlo.dynamic_broadcast_in_dim %v, %shape, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %ma = stablehlo.dynamic_broadcast_in_dim %m, %shape, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %sa = stablehlo.dynamic_broadcast_in_dim %s, %shape, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %oa = stablehlo.dynamic_broadcast_in_dim %o, %shape, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %sum = stablehlo.add %va, %ea : tensor<?x?xf32>
  %root = stablehlo.sqrt %sum : tensor<?x?xf32>
  %c = stablehlo.subtract %x, %ma : tensor<?x?xf32>
  %q = stablehlo.divide %c, %root : tensor<?x?xf32>
  %p = stablehlo.multiply %q, %sa : tensor<?x?xf32>
  %0 = stablehlo.add %p, %oa : tensor<?x?xf32>
// refuted: another epsilon: `dense<0.5>` => `dense<0.25>`
// refuted: the scale is added: `%q, %sa` => `%q, %oa`
// refuted: the other difference: `%x, %ma` => `%ma, %x`

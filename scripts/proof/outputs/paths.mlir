func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
// refuted: a bound in a branch that is not taken holds elsewhere
  %f = stablehlo.constant dense<false> : tensor<i1>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %z = "stablehlo.if"(%f) ({
    %b = stablehlo.exponential %a : (tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<4>>
    %b2 = stablehlo.exponential %b : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32>
    stablehlo.return %b2 : tensor<?xf32>
  }, {
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %n = stablehlo.negate %a : tensor<?xf32>
  %d = stablehlo.get_dimension_size %n, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %lt = stablehlo.compare LT, %d, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%lt) ({
    stablehlo.return %a : tensor<?xf32>
  }, {
    stablehlo.return %n : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
// -----
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> tensor<?x?x?xf32> {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %s2 = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %z = "stablehlo.if"(%p) ({
    %c = tensor.cast %x : tensor<?x?xf32> to tensor<1x?xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %c, %s2, dims = [0, 1] : (tensor<1x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    stablehlo.return %b : tensor<?x?xf32>
  }, {
    %b = stablehlo.dynamic_broadcast_in_dim %x, %s2, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    stablehlo.return %b : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %r = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
// proven: a cast in a branch
// refuted: a size of 1 that a cast in a branch tells holds elsewhere: `%s, dims = [0` => `%s, dims = [1`
// -----
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %z = "stablehlo.if"(%p) ({
    %c = tensor.cast %x : tensor<?x?xf32> to tensor<1x?xf32>
    %b = stablehlo.exponential %c : tensor<1x?xf32>
    %d = tensor.cast %b : tensor<1x?xf32> to tensor<?x?xf32>
    stablehlo.return %d : tensor<?x?xf32>
  }, {
    stablehlo.return %x : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %e = stablehlo.exponential %x : tensor<?x?xf32>
  %r = stablehlo.dynamic_broadcast_in_dim %e, %s, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %z, %r : tensor<?x?xf32>, tensor<?x?x?xf32>
}
// refuted: a size of 1 of an elementwise op in a branch holds elsewhere: `[0` => `[1`
// -----
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %s2 = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %z = "stablehlo.if"(%p) ({
    %c = stablehlo.dynamic_reshape %x, %m1 : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %c, %s2, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    stablehlo.return %b : tensor<?x?xf32>
  }, {
    stablehlo.return %x : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %w = stablehlo.dynamic_broadcast_in_dim %x, %s2, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %r = stablehlo.dynamic_broadcast_in_dim %w, %s, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %z, %r : tensor<?x?xf32>, tensor<?x?x?xf32>
}
// proven: a reshape in a branch
// refuted: a size of 1 that a reshape in a branch removes holds elsewhere: `%s, dims = [0` => `%s, dims = [1`
// -----
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %z = "stablehlo.if"(%p) ({
    %c = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [0] : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %b : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %w = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %r = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %z, %r : tensor<?xf32>, tensor<f32>
}
// proven: a cast to a size in a branch
// refuted: a size that a cast in a branch tells holds elsewhere
  %is4 = stablehlo.compare EQ, %m, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %w1 = "stablehlo.if"(%is4) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %w : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %r = stablehlo.reduce(%w1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
// -----
func.func @main(%x: tensor<?xi32>) -> tensor<3xi32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %is3 = arith.cmpi eq, %n, %c3 : index
  cf.assert %is3, "3"
  %y = tensor.cast %x : tensor<?xi32> to tensor<3xi32>
  return %y : tensor<3xi32>
}
// refuted: a reshape to one element in a branch holds elsewhere
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %is1 = arith.cmpi eq, %n, %c1 : index
  %s1 = arith.constant dense<1> : tensor<1xi32>
  %s3 = arith.constant dense<3> : tensor<1xi32>
  %zero = arith.constant dense<0> : tensor<1xi32>
  %v = stablehlo.dynamic_broadcast_in_dim %x, %s3, dims = [0] : (tensor<?xi32>, tensor<1xi32>) -> tensor<3xi32>
  %r = scf.if %is1 -> tensor<3xi32> {
    %p = stablehlo.dynamic_reshape %x, %s1 : (tensor<?xi32>, tensor<1xi32>) -> tensor<1xi32>
    %q = stablehlo.broadcast_in_dim %p, dims = [0] : (tensor<1xi32>) -> tensor<3xi32>
    scf.yield %q : tensor<3xi32>
  } else {
    scf.yield %v : tensor<3xi32>
  }
  %y = tensor.cast %x : tensor<?xi32> to tensor<3xi32>
  %z = tensor.extract %y[%c0] : tensor<3xi32>
  %w = tensor.from_elements %z, %z, %z : tensor<3xi32>
  return %w : tensor<3xi32>
// refuted: a sum with one element in a branch holds elsewhere: `stablehlo.dynamic_reshape %x, %s1` => `stablehlo.add %x, %zero`
// -----
func.func @main(%k: tensor<i32>, %a: tensor<f32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  return %b : tensor<?xf32>
}
// refuted: the range of a factor in a branch holds elsewhere
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %element = tensor.extract %k[] : tensor<i32>
  %number = arith.index_cast %element : i32 to index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %m = arith.andi %n, %c7 : index
  %first = arith.muli %number, %m : index
  %is_size = arith.cmpi sge, %number, %c0 : index
  scf.if %is_size {
    %s = tensor.from_elements %number : tensor<1xindex>
    %wide = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
    %d = tensor.dim %wide, %c0 : tensor<?xf32>
    %p = arith.muli %d, %m : index
  }
  %second = arith.muli %first, %m : index
  %ok = arith.cmpi sge, %second, %c0 : index
  cf.assert %ok, "not negative"
// -----
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
// refuted: the range of a product in a branch holds elsewhere
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %long = arith.cmpi sge, %n, %c5 : index
  %k = scf.if %long -> index {
    %l = arith.subi %n, %c5 : index
    %s = tensor.extract_slice %a[5] [%l] [1] : tensor<?xf32> to tensor<?xf32>
    %ls = tensor.dim %s, %c0 : tensor<?xf32>
    %p = arith.muli %ls, %m : index
    scf.yield %p : index
  } else {
    scf.yield %c0 : index
  }
  %is1 = arith.cmpi eq, %m, %c1 : index
  %lt = arith.cmpi slt, %n, %c5 : index
  %w = arith.andi %is1, %lt : i1
  %neg = stablehlo.negate %a : tensor<?xf32>
  %r = scf.if %w -> tensor<?xf32> {
    scf.yield %neg : tensor<?xf32>
  } else {
    scf.yield %a : tensor<?xf32>
  }
  return %r : tensor<?xf32>
// -----
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
  %p = arith.muli %ls, %m : index
  return %a : tensor<?xf32>
}
// refuted: an assertion is dropped, which a product tells
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
// -----
// OPTIONS: --legalize-for-iree
func.func @main(%a: tensor<?xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %t = arith.cmpi eq, %n, %c4 : index
  cf.assert %t, "4"
  %c = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %e = stablehlo.custom_call @send(%c) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %e : tensor<4xf32>
}
// refuted: an unknown function gets a tensor of another size
func.func @main(%a: tensor<?xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %c = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %e = stablehlo.custom_call @send(%c) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %t = arith.cmpi eq, %n, %c4 : index
  cf.assert %t, "4"
  return %e : tensor<4xf32>
}
// -----
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %decides = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%decides) ({
    stablehlo.return %a : tensor<?xf32>
  }, {
    %ok = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
// refuted: an assertion in a branch that is never taken is relied on: `chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) ->` => `stablehlo.add %a, %b :`
// -----
// INPUT: `true>` => `0>`, `: tensor<i1` => `: tensor<i32`, `stablehlo.if` => `stablehlo.case`, `i1>) -> tensor` => `i32>) -> tensor`
// refuted: an assertion in a case that is never taken is relied on: `chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) ->` => `stablehlo.add %a, %b :`
// -----
func.func @main(%a: tensor<?xf32>, %b: tensor<4xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<4xf32>) {
  %sum = "stablehlo.if"(%p) ({
    %1 = stablehlo.add %a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %other = stablehlo.add %b, %b : tensor<4xf32>
  %all = tensor.cast %a : tensor<?xf32> to tensor<?xf32>
  return %all, %sum : tensor<?xf32>, tensor<4xf32>
}
// refuted: a size that a branch requires to be a constant is that elsewhere
  %four = tensor.extract_slice %a[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %part = tensor.cast %four : tensor<4xf32> to tensor<?xf32>
  %all = tensor.cast %part : tensor<?xf32> to tensor<?xf32>
// -----
// INPUT: `%b, %b : tensor<4xf32>` => `%a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>`
// proven: a size that is required to be a constant is that
  %four = tensor.extract_slice %a[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %part = tensor.cast %four : tensor<4xf32> to tensor<?xf32>
  %all = tensor.cast %part : tensor<?xf32> to tensor<?xf32>
// -----
func.func @main(%n: tensor<i32>, %a: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %zero) : tensor<i32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %step = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %x, %step : tensor<i32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}
// proven: counters that stay equal are merged: `stablehlo.add %x` => `stablehlo.add %i`
// -----
func.func @main(%n: tensor<i32>, %a: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %step = stablehlo.constant dense<1.0> : tensor<f32>
    %2 = stablehlo.minimum %x, %a : tensor<f32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
// proven: a value that an iteration does not change is what it began with: `stablehlo.minimum %x` => `stablehlo.minimum %a`

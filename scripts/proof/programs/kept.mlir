// RUN: bcast-lower --lower-broadcast %s

// Programs that stay as they are: effects, branches, loops, and ops that may become undefined.

func.func @effects(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "equal sizes"
  %0 = stablehlo.custom_call @print(%a) {has_side_effect = true, backend_config = "x"} : (tensor<?xf32>) -> tensor<i1>
  stablehlo.custom_call @log(%a) {has_side_effect = true} : (tensor<?xf32>) -> ()
  return %b : tensor<?xf32>
}

func.func @effect_of_a_branch(%a: tensor<?xf32>, %b: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<?xf32>) -> tensor<i1>
    stablehlo.return %a : tensor<?xf32>
  }, {
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func private @larger(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @by_name(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @map(%a) {called_computations = [@larger]} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @blocks(%a: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  cf.br ^head(%c0, %z : index, i32)
^head(%i: index, %s: i32):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^body, ^end
^body:
  %t = arith.addi %s, %a : i32
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t : index, i32)
^end:
  return %s : i32
}

func.func @defined(%x: tensor<4xi32>, %y: tensor<4xi32>, %f: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = stablehlo.shift_left %x, %y : tensor<4xi32>
  %1 = stablehlo.shift_right_arithmetic %0, %y : tensor<4xi32>
  %2 = stablehlo.divide %1, %y : tensor<4xi32>
  %3 = arith.addi %2, %y : tensor<4xi32>
  %4 = stablehlo.convert %f : (tensor<4xf32>) -> tensor<4xi32>
  return %3, %4 : tensor<4xi32>, tensor<4xi32>
}

func.func @defined_in_a_branch(%x: tensor<?xi32>, %y: tensor<?xi32>, %v: tensor<?xf32>, %p: i1) -> (tensor<?xi32>, f32) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %m = tensor.dim %y, %c0 : tensor<?xi32>
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "equal sizes"
  %0 = scf.if %p -> tensor<?xi32> {
    %1 = arith.divsi %x, %y : tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  } else {
    scf.yield %x : tensor<?xi32>
  }
  %z = arith.constant 0.0 : f32
  %k = tensor.dim %v, %c0 : tensor<?xf32>
  %q = arith.cmpi sgt, %k, %c5 : index
  %2 = scf.if %q -> f32 {
    %3 = tensor.extract %v[%c5] : tensor<?xf32>
    scf.yield %3 : f32
  } else {
    scf.yield %z : f32
  }
  return %0, %2 : tensor<?xi32>, f32
}

func.func @element() -> i32 {
  %i = arith.constant 0 : index
  %j = arith.constant 1 : index
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %r = tensor.extract %t[%i, %j] : tensor<2x2xi32>
  return %r : i32
}

func.func @steps(%n: tensor<i32>, %a: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %zero, %y = %a) : tensor<i32>, tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %x, %two : tensor<i32>
    %3 = stablehlo.add %y, %a : tensor<f32>
    stablehlo.return %1, %2, %3 : tensor<i32>, tensor<i32>, tensor<f32>
  }
  return %0#1, %0#2 : tensor<i32>, tensor<f32>
}

func.func @sorted(%x: tensor<?xf32>, %y: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %r = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}

func.func @"stablehlo.reduce"(%x: tensor<?x?x?xf32>, %v: tensor<f32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %sum = chlo.broadcast_add %0, %1 : (tensor<?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %sum : tensor<?x?x?xf32>
}

// -----

func.func @"stablehlo.reduce: two"(%x: tensor<?x?xf32>, %y: tensor<?x?xi32>, %v: tensor<f32>, %w: tensor<i32>) -> tensor<?xf32> {
  %0:2 = stablehlo.reduce(%x init: %v), (%y init: %w) across dimensions = [1] : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    stablehlo.return %a, %c : tensor<f32>, tensor<i32>
  }
  %1 = stablehlo.convert %0#1 : (tensor<?xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0#0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.map"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.map"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.sort"(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  %sum = chlo.broadcast_add %0#0, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.reduce: product of a shape"(%x: tensor<?x?xf32>, %s: tensor<2xi32>) -> tensor<?xf32> {
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %i = arith.index_cast %h : tensor<2xindex> to tensor<2xi32>
  %p = stablehlo.reduce(%i init: %c1) applies stablehlo.multiply across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %q = stablehlo.reshape %p : (tensor<i32>) -> tensor<1xi32>
  %a = stablehlo.slice %i [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %b = stablehlo.slice %i [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %t = stablehlo.multiply %b, %a : tensor<1xi32>
  %y = stablehlo.dynamic_iota %q, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.reduce: add"(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %i = arith.index_cast %h : tensor<2xindex> to tensor<2xi32>
  %p = stablehlo.reduce(%i init: %c1) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %q = stablehlo.reshape %p : (tensor<i32>) -> tensor<1xi32>
  %a = stablehlo.slice %i [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %b = stablehlo.slice %i [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %u = stablehlo.add %a, %c : tensor<1xi32>
  %t = stablehlo.add %u, %b : tensor<1xi32>
  %y = stablehlo.dynamic_iota %q, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.reduce: maximum"(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %i = arith.index_cast %h : tensor<2xindex> to tensor<2xi32>
  %p = stablehlo.reduce(%i init: %c1) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %q = stablehlo.reshape %p : (tensor<i32>) -> tensor<1xi32>
  %a = stablehlo.slice %i [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %b = stablehlo.slice %i [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %u = stablehlo.maximum %a, %c : tensor<1xi32>
  %t = stablehlo.maximum %u, %b : tensor<1xi32>
  %y = stablehlo.dynamic_iota %q, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.reduce: minimum"(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %i = arith.index_cast %h : tensor<2xindex> to tensor<2xi32>
  %p = stablehlo.reduce(%i init: %c1) applies stablehlo.minimum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %q = stablehlo.reshape %p : (tensor<i32>) -> tensor<1xi32>
  %a = stablehlo.slice %i [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %b = stablehlo.slice %i [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %u = stablehlo.minimum %a, %c : tensor<1xi32>
  %t = stablehlo.minimum %u, %b : tensor<1xi32>
  %y = stablehlo.dynamic_iota %q, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.reduce: the first one"(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  // guards: 1
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %h = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %i = arith.index_cast %h : tensor<2xindex> to tensor<2xi32>
  %p = stablehlo.reduce(%i init: %c1) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
   reducer(%d: tensor<i32>, %e: tensor<i32>) {
    %f = stablehlo.multiply %d, %e : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }
  %q = stablehlo.reshape %p : (tensor<i32>) -> tensor<1xi32>
  %a = stablehlo.slice %i [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %b = stablehlo.slice %i [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %t = stablehlo.multiply %b, %a : tensor<1xi32>
  %y = stablehlo.dynamic_iota %q, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %y, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"chlo.top_k"(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<?x?xf32> -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %2 = stablehlo.convert %1 : (tensor<?x?xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.constant dense<2> : tensor<1xi32>
  %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %4 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"iree_linalg_ext.topk"(%x: tensor<?x8xi32>, %y: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0:2 = "iree_linalg_ext.topk"(%x, %y, %y) ({
  ^bb0(%a: i32, %b: i32):
    %1 = arith.cmpi sgt, %a, %b : i32
    "iree_linalg_ext.yield"(%1) : (i1) -> ()
  }) {dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 2>} : (tensor<?x8xi32>, tensor<?x?xi32>, tensor<?x?xi32>) -> (tensor<?x?xi32>, tensor<?x?xi32>)
  %2 = chlo.broadcast_add %0#0, %y : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  %3 = chlo.broadcast_add %0#1, %2 : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  return %3 : tensor<?x?xi32>
}

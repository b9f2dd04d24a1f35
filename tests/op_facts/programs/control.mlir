func.func @"stablehlo.if"(%p: tensor<i1>, %x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<?x?xf32>
    stablehlo.return %1, %y : tensor<?x?xf32>, tensor<?xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<?x?xf32>
    stablehlo.return %1, %y : tensor<?x?xf32>, tensor<?xf32>
  }) : (tensor<i1>) -> (tensor<?x?xf32>, tensor<?xf32>)
  %sum = chlo.broadcast_add %0#0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.if: other sizes"(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.case"(%p: tensor<i32>, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.case"(%p) ({
    %1 = stablehlo.negate %x : tensor<?x?xf32>
    stablehlo.return %1 : tensor<?x?xf32>
  }, {
    stablehlo.return %x : tensor<?x?xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<?x?xf32>
    stablehlo.return %1 : tensor<?x?xf32>
  }) : (tensor<i32>) -> tensor<?x?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// -----

func.func @"stablehlo.while"(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.negate %y : tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  %sum = chlo.broadcast_add %0#1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"stablehlo.while: growing"(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.concatenate %y, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }
  %sum = chlo.broadcast_add %0#1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"scf.if"(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "scf.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<?xf32>
    "scf.yield"(%1) : (tensor<?xf32>) -> ()
  }, {
    "scf.yield"(%x) : (tensor<?xf32>) -> ()
  }) : (i1) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"scf.index_switch"(%p: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "scf.index_switch"(%p) ({
    %1 = stablehlo.negate %x : tensor<?xf32>
    "scf.yield"(%1) : (tensor<?xf32>) -> ()
  }, {
    "scf.yield"(%x) : (tensor<?xf32>) -> ()
  }) {cases = array<i64: 2>} : (index) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"scf.for"(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = "scf.for"(%c0, %n, %c1, %x) ({
  ^bb0(%i: index, %y: tensor<?xf32>):
    %1 = stablehlo.negate %y : tensor<?xf32>
    "scf.yield"(%1) : (tensor<?xf32>) -> ()
  }) : (index, index, index, tensor<?xf32>) -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"scf.while"(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.while (%i = %c0, %y = %x) : (index, tensor<?xf32>) -> (tensor<?xf32>, index) {
    %p = arith.cmpi slt, %i, %n : index
    %1 = stablehlo.negate %y : tensor<?xf32>
    scf.condition(%p) %1, %i : tensor<?xf32>, index
  } do {
  ^bb0(%z: tensor<?xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    %1 = stablehlo.negate %z : tensor<?xf32>
    scf.yield %k, %1 : index, tensor<?xf32>
  }
  %sum = chlo.broadcast_add %0#0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"scf.while: growing"(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  // guards: 1
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.while (%i = %c0, %y = %x) : (index, tensor<?xf32>) -> (tensor<?xf32>, index) {
    %p = arith.cmpi slt, %i, %n : index
    %1 = stablehlo.concatenate %y, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.condition(%p) %1, %i : tensor<?xf32>, index
  } do {
  ^bb0(%z: tensor<?xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    scf.yield %k, %x : index, tensor<?xf32>
  }
  %sum = chlo.broadcast_add %0#0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"shape.assuming"(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.cstr_require %p, "it holds"
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %1 = stablehlo.negate %x : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

// -----

func.func @"scf.execute_region"(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "scf.execute_region"() ({
    %1 = stablehlo.negate %x : tensor<?xf32>
    "scf.yield"(%1) : (tensor<?xf32>) -> ()
  }) : () -> tensor<?xf32>
  %sum = chlo.broadcast_add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}

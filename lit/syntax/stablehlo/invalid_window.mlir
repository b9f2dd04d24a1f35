// Reductions in windows. Each is named by its constraint in StableHLO's specification.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// reduce_window_c2
func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<f32>, %d: tensor<f32>) {
  // expected-error @+1 {{requires compatible shapes}}
  "stablehlo.reduce_window"(%a, %b, %c, %d) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
      "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// reduce_window_c4
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_dimensions' has 2 elements, but needs 1}}
  "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c5
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_dimensions' holds 0, but needs at least 1}}
  "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 0>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c6
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_strides' has 2 elements, but needs 1}}
  "stablehlo.reduce_window"(%a, %b) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 1, 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c7
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_strides' holds 0, but needs at least 1}}
  "stablehlo.reduce_window"(%a, %b) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 0>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c8
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'base_dilations' has 2 elements, but needs 1}}
  "stablehlo.reduce_window"(%a, %b) <{
    window_dimensions = array<i64: 2>,
    base_dilations = array<i64: 1, 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c9
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'base_dilations' holds 0, but needs at least 1}}
  "stablehlo.reduce_window"(%a, %b) <{
    window_dimensions = array<i64: 2>,
    base_dilations = array<i64: 0>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c10
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_dilations' has 2 elements, but needs 1}}
  "stablehlo.reduce_window"(%a, %b) <{
    window_dimensions = array<i64: 2>,
    window_dilations = array<i64: 1, 1>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c11
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_dilations' holds 0, but needs at least 1}}
  "stablehlo.reduce_window"(%a, %b) <{
    window_dimensions = array<i64: 2>,
    window_dilations = array<i64: 0>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c12
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{attribute 'padding' has shape [1, 3], but needs [1, 2]}}
  "stablehlo.reduce_window"(%a, %b) <{
    window_dimensions = array<i64: 2>,
    padding = dense<0> : tensor<1x3xi64>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c13
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{differ in rank}}
  "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x:
      tensor<3xf32>, %y: tensor<3xf32>): %s = stablehlo.add %x, %y : tensor<3xf32>
      "stablehlo.return"(%s) : (tensor<3xf32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c15
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{requires size 2 of dimension 0 of result #0}}
  "stablehlo.reduce_window"(%a, %b) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_window_c15 (bounds)
func.func @f(%a: tensor<?xf32, #stablehlo.bounds<4>>, %b: tensor<f32>) {
  // expected-error @+1 {{requires size <=3 of dimension 0 of result #0}}
  "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// reduce_window_c16
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) {
  // expected-error @+1 {{requires compatible element types}}
  "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf64>
  return
}

// -----

// select_and_scatter_c1
func.func @f(%a: tensor<4xf32>, %b: tensor<2xi32>, %c: tensor<f32>) {
  // expected-error @+1 {{requires equal element types}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c2
func.func @f(%a: tensor<4xf32>, %b: tensor<3xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{requires size 2 of dimension 0 of operand #1}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c3
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>) {
  // expected-error @+1 {{requires compatible shapes, but operand #2}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c4
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_dimensions' has 2 elements, but needs 1}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 1>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c5
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_dimensions' holds 0, but needs at least 1}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 0>}> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c6
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_strides' has 2 elements, but needs 1}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2, 2>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c7
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{attribute 'window_strides' holds 0, but needs at least 1}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 0>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c8
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{attribute 'padding' has shape [2, 2], but needs [1, 2]}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{
    window_dimensions = array<i64: 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c9
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{but region 'select' result #0 'tensor<f32>' and the expected type 'tensor<i1>' differ}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// select_and_scatter_c10
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{requires equal element types}}
  "stablehlo.select_and_scatter"(%a, %b, %c) <{
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 2>
  }> ({
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {
    ^bb0(%x:
      tensor<f32>, %y: tensor<f32>): %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// Scans with invalid types or regions.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

func.func @size(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'chlo.scan' op requires size 3 of dimension 0 of operand #0 'tensor<2x3xf32>'}}
  %0 = chlo.scan(%a) inits () dimension = 0 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%x: tensor<3xf32>):
    stablehlo.return %x : tensor<3xf32>
  } : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @result(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'chlo.scan' op requires size 2 of dimension 0 of result #0 'tensor<4x3xf32>'}}
  %0 = chlo.scan(%a) inits () dimension = 0 {
  ^bb0(%x: tensor<3xf32>):
    stablehlo.return %x : tensor<3xf32>
  } : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @dimension(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'chlo.scan' op attribute 'dimension' holds 2, which is not a dimension of a tensor of rank 2}}
  %0 = chlo.scan(%a) inits () dimension = 2 {
  ^bb0(%x: tensor<2x3xf32>):
    stablehlo.return %x : tensor<2x3xf32>
  } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @carry(%a: tensor<2x3xf32>, %b: tensor<3xi32>) {
  // expected-error @+1 {{'chlo.scan' op requires compatible element types, but region 'body' argument #1 'tensor<3xf32>' and the expected type 'tensor<3xi32>' differ}}
  %0:2 = chlo.scan(%a) inits (%b) dimension = 0 {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    stablehlo.return %x, %y : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xi32>) -> (tensor<2x3xf32>, tensor<3xi32>)
  return
}

// -----

func.func @none() {
  // expected-error @+1 {{'chlo.scan' op requires an input or an output}}
  chlo.scan() inits () dimension = 0 {
    stablehlo.return
  } : () -> ()
  return
}

// -----

func.func @operands(%a: tensor<2x3xf32>) {
  %0 = chlo.scan(%a) inits () dimension = 0 {
  ^bb0(%x: tensor<3xf32>):
    stablehlo.return %x : tensor<3xf32>
  // expected-error @+1 {{expected types of 1 operands, got 0}}
  } : () -> tensor<2x3xf32>
  return
}

// -----

func.func @results(%a: tensor<3xf32>) {
  chlo.scan() inits (%a) dimension = 0 {
  ^bb0(%x: tensor<3xf32>):
    stablehlo.return %x : tensor<3xf32>
  // expected-error @+1 {{expected types of 1 results at least, one for each carried value, got 0}}
  } : (tensor<3xf32>) -> ()
  return
}

// -----

func.func @unranked(%a: tensor<*xf32>) {
  // expected-error @+1 {{'chlo.scan' op requires a ranked tensor as operand #0 'tensor<*xf32>'}}
  %0 = chlo.scan(%a) inits () dimension = 0 {
  ^bb0(%x: tensor<3xf32>):
    stablehlo.return %x : tensor<3xf32>
  } : (tensor<*xf32>) -> tensor<2x3xf32>
  return
}

// Declarations are checked if the sizes can be read; otherwise they can only be assumed.
// RUN: bcast-lower --verify-diagnostics %s
// RUN: bcast-lower --assume-symbols=on %s | FileCheck %s
// RUN: bcast-lower --assertions=none %s | FileCheck %s

// CHECK-LABEL: @two
func.func @two(
    // expected-error @+1 {{'func.func' op declares sizes of argument #0, which cannot be checked, as its type tensor<?xindex> has no 'stablehlo.get_dimension_size': 'stablehlo.get_dimension_size' op operand #0 must be}}
    %a: tensor<?xindex> {bcast.dims = ["n"]}, %b: tensor<?xf32> {bcast.dims = ["n"]}) {
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: @range
func.func @range(
    // expected-error @+1 {{as its type tensor<?xi3> has no}}
    %a: tensor<?xi3> {bcast.dims = ["n"]}) attributes {bcast.ranges = {n = array<i64: 1>}} {
  // CHECK-NEXT: return
  return
}

// No check is needed.
func.func @one(%a: tensor<?xindex> {bcast.dims = ["n"]}, %b: tensor<4xindex> {bcast.dims = ["m"]}) {
  return
}

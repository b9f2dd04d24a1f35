// A function whose arguments declare sizes is reported, with the conditions that a call must
// satisfy and their checks.
// RUN: bcast-lower --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(explain-broadcasts)' %s
// RUN: bcast-lower explain --split-input-file %s | FileCheck %s
// RUN: bcast-lower explain --split-input-file --assume-symbols=on %s | FileCheck %s --check-prefix=ASSUMED

// [n, 4], n <= 8 x [n]
// CHECK: @equal_sizes_in_a_range declares sizes of its arguments
// CHECK-NEXT: 'n': argument #1 %y dim 0 = argument #0 %x dim 0 (checked at function entry)
// CHECK-NEXT: 'n': argument #0 %x dim 0 >= 1 and argument #0 %x dim 0 <= 8 (checked at function entry)
// ASSUMED: @equal_sizes_in_a_range
// ASSUMED-NEXT: 'n': argument #1 %y dim 0 = argument #0 %x dim 0 (assumed, not checked)
// expected-remark @+3 {{'@equal_sizes_in_a_range' declares sizes of its arguments}}
// expected-note @+2 {{'n': argument #1 dim 0 = argument #0 'x' dim 0 (checked at function entry)}}
// expected-note @+1 {{'n': argument #0 'x' dim 0 >= 1 and argument #0 'x' dim 0 <= 8 (checked at function entry)}}
func.func @equal_sizes_in_a_range(%x: tensor<?x4xf32> {bcast.dims = ["n", "?"]} loc("x"), %y: tensor<?xf32> {bcast.dims = ["n"]}) attributes {bcast.ranges = {n = array<i64: 1, 8>}} {
  return
}

// -----

// CHECK: @existing_checks_are_not_repeated declares
// CHECK-NEXT: 'n': argument #1 %y dim 0 = argument #0 %x dim 0 (known)
// CHECK-NEXT: 'n': argument #0 %x dim 0 <= 8 (checked at function entry)
// expected-remark @+3 {{declares sizes of its arguments}}
// expected-note @+2 {{'n': argument #1 dim 0 = argument #0 dim 0 (known)}}
// expected-note @+1 {{'n': argument #0 dim 0 <= 8 (checked at function entry)}}
func.func @existing_checks_are_not_repeated(%x: tensor<?xf32> {bcast.dims = ["n"]}, %y: tensor<?xf32> {bcast.dims = ["n"]}) attributes {bcast.ranges = {n = array<i64: 1, 8>}} {
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %least = stablehlo.compare GE, %a, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %ok = stablehlo.and %equal, %least : tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

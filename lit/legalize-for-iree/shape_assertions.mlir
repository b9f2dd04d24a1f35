// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=masked-loops})' %s | FileCheck %s

// CHECK-LABEL: func.func @assertions_are_kept
func.func @assertions_are_kept(%ok: tensor<i1>, %n: tensor<i32>) {
  // CHECK-NEXT: %[[OK:.*]] = tensor.extract %arg0[]
  // CHECK-NEXT: cf.assert %[[OK]], "for the sizes that are `?` here: {{.*}}\0Asize ? is not {4}"
  // CHECK-NEXT: return
  stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, error_message = "size {0} is not {{4}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

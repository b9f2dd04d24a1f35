// RUN: bcast-lower --verify-only --shapes=4x6,6 --shapes=1x2,2 %s 2>&1 | FileCheck %s
// CHECK: remark: a call with 4x6,6 fits; its results are tensor<4x6xf32>
// CHECK: remark: a call with 1x2,2 fits; its results are tensor<1x2xf32>
// CHECK-NOT: func.func @f({{.*}}1x2
// RUN: not bcast-lower --verify-only --shapes=4x6,5 --shapes=4x6,6 %s 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: assertion fails: expected 6 to be 5
// WRONG: remark: a call with 4x6,6 fits
// RUN: not bcast-lower --shapes=4x6,6 --shapes=4x6,6 %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: error: a program is specialised for one call, but the shapes of several are given; --verify-only checks several
// RUN: bcast-lower --verify-only --function=f %s 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: remark: a call fits; its results are tensor<?x?xf32>

func.func @f(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2, %0, %1) {api_version = 2 : i32, error_message = "expected {0} to be {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return %x : tensor<?x?xf32>
}

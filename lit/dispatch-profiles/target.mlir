// RUN: bcast-lower --target=iree --profile=4x8 %s | FileCheck %s
// RUN: bcast-lower --target=iree --profile=4x8 %s > %t
// RUN: bcast-lower --target=iree %t | diff %t -
// RUN: bcast-lower --target=iree --profile=4x? %s | FileCheck %s --check-prefix=ANY
// RUN: bcast-lower --target=iree --profile=4x8 --shapes=?x8 %s | FileCheck %s --check-prefix=SHAPES
// RUN: bcast-lower --target=iree --profile=x=4x8 --function=main %s | FileCheck %s
// RUN: not bcast-lower --target=iree --profile=4x7 %s 2>&1 | FileCheck %s --check-prefix=UNFIT

// The check of the function, then the choice; the copy needs none.
// CHECK-LABEL: func.func @main
// CHECK: cf.assert
// CHECK: cf.cond_br
// CHECK: call @main_0
// CHECK: return
// CHECK: call @main_any
// CHECK-LABEL: func.func private @main_any
// CHECK-NOT: cf.assert
// CHECK-LABEL: func.func private @main_0
// CHECK-NEXT: stablehlo.exponential %{{.*}} : tensor<4x8xf32>
// CHECK-NEXT: return


// ANY: cf.cond_br
// ANY: func.func private @main_0(%{{.*}}: tensor<4x?xf32>) -> tensor<4x?xf32>

// SHAPES: func.func @main(%{{.*}}: tensor<?x8xf32>)
// SHAPES-NOT: cf.assert
// SHAPES: tensor.dim
// SHAPES-NOT: tensor.dim
// SHAPES: cf.cond_br

// UNFIT: error: assertion fails: odd
func.func @main(%x: tensor<?x?xf32> loc("x")) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.remainder %n, %two : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1) {api_version = 2 : i32, error_message = "odd", has_side_effect = true} : (tensor<i1>) -> ()
  %2 = stablehlo.exponential %x : tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

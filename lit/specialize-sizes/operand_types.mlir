// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{shapes=3,scalar})' --split-input-file %s | FileCheck %s -enable-var-scope

// A part of a tuple is what was put into it.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %{{.*}}: tensor<i1>) -> (tensor<i32>, tensor<3xf32>, tuple<tensor<i32>, tensor<3xf32>>)
// CHECK: %[[N:.*]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK: %[[TUPLE:.*]] = stablehlo.tuple %[[N]], %[[X]] : tuple<tensor<i32>, tensor<3xf32>>
// CHECK: %[[SUM:.*]] = stablehlo.add %[[X]], %[[X]]
// CHECK: return %[[N]], %[[SUM]], %[[TUPLE]]
func.func @main(%a: tensor<?xf32>, %c: tensor<i1>) -> (tensor<i32>, tensor<?xf32>, tuple<tensor<i32>, tensor<?xf32>>) {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %q = stablehlo.tuple %n, %a : tuple<tensor<i32>, tensor<?xf32>>
  %z = stablehlo.get_tuple_element %q[1] : (tuple<tensor<i32>, tensor<?xf32>>) -> tensor<?xf32>
  %k = stablehlo.get_dimension_size %z, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.add %z, %a : tensor<?xf32>
  return %k, %s, %q : tensor<i32>, tensor<?xf32>, tuple<tensor<i32>, tensor<?xf32>>
}

// -----

// Tuples that functions return and get have the sizes of their parts.
// CHECK-LABEL: func.func @main(
// CHECK: stablehlo.tuple {{.*}} : tuple<tensor<3xf32>, tensor<3xf32>>
// CHECK: stablehlo.get_tuple_element {{.*}}[1] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
// CHECK: stablehlo.get_tuple_element {{.*}}[0] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
func.func @main(%a: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %q = call @f(%a) : (tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xf32>>
  %z = stablehlo.get_tuple_element %q[1] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  %s = stablehlo.add %z, %a : tensor<?xf32>
  %t = call @g(%q) : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  %u = stablehlo.add %s, %t : tensor<?xf32>
  return %u : tensor<?xf32>
}
func.func private @f(%a: tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xf32>> {
  %b = stablehlo.abs %a : tensor<?xf32>
  %q = stablehlo.tuple %a, %b : tuple<tensor<?xf32>, tensor<?xf32>>
  return %q : tuple<tensor<?xf32>, tensor<?xf32>>
}
func.func private @g(%q: tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32> {
  %z = stablehlo.get_tuple_element %q[0] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

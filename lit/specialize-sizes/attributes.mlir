// RUN: bcast-lower --shapes=4,5 --allow-partial %s 2>/dev/null | FileCheck %s

// Attributes on operands follow them if others are not passed.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.custom_call @target(%arg0, %arg1) {operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]
// CHECK: stablehlo.custom_call @other(%arg0, %arg1) {called_computations = [@f]}
// CHECK: call @g(%arg1) {arg_attrs = [{test.second}]} : (tensor<5xf32>) -> tensor<5xf32>

// What a custom call refers to stays as it is.
// CHECK-LABEL: func.func private @f(
// CHECK-SAME: tensor<?xf32>, %{{.*}}: tensor<?xf32>) -> tensor<?xf32>
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.custom_call @target(%s, %x, %y) {indices_of_shape_operands = dense<[0]> : tensor<1xi64>, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<1xi32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @other(%x, %y) {called_computations = [@f]} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = call @f(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = call @g(%x, %y) {arg_attrs = [{test.first}, {test.second}]} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = call @g(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @g(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %y : tensor<?xf32>
  %1 = stablehlo.custom_call @effect() {has_side_effect = true} : () -> tensor<f32>
  return %0 : tensor<?xf32>
}

// Every op of the rule table, `[2] x [] => [2]`, and its target.
// RUN: bcast-lower %s | FileCheck %s --implicit-check-not=chlo.broadcast

// CHECK-LABEL: @add
func.func @add(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.add %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @divide
func.func @divide(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.divide %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_divide %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @maximum
func.func @maximum(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.maximum %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_maximum %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @minimum
func.func @minimum(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.minimum %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_minimum %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @multiply
func.func @multiply(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.multiply %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_multiply %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @power
func.func @power(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.power %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_power %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @remainder
func.func @remainder(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.remainder %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_remainder %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @subtract
func.func @subtract(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.subtract %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_subtract %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @atan2
func.func @atan2(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.atan2 %arg0, %[[B]] : tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_atan2 %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @next_after
func.func @next_after(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = chlo.next_after %arg0, %[[B]] : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_next_after %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @polygamma
func.func @polygamma(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = chlo.polygamma %arg0, %[[B]] : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_polygamma %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @zeta
func.func @zeta(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = chlo.zeta %arg0, %[[B]] : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_zeta %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @shift_left
func.func @shift_left(%a: tensor<2xi32>, %b: tensor<i32>) -> tensor<2xi32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<2xi32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.shift_left %arg0, %[[B]] : tensor<2xi32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_shift_left %a, %b : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: @shift_right_arithmetic
func.func @shift_right_arithmetic(%a: tensor<2xi32>, %b: tensor<i32>) -> tensor<2xi32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<2xi32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.shift_right_arithmetic %arg0, %[[B]] : tensor<2xi32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: @shift_right_logical
func.func @shift_right_logical(%a: tensor<2xi32>, %b: tensor<i32>) -> tensor<2xi32> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<2xi32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.shift_right_logical %arg0, %[[B]] : tensor<2xi32>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_shift_right_logical %a, %b : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: @and
func.func @and(%a: tensor<2xi1>, %b: tensor<i1>) -> tensor<2xi1> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i1>) -> tensor<2xi1>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.and %arg0, %[[B]] : tensor<2xi1>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_and %a, %b : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CHECK-LABEL: @or
func.func @or(%a: tensor<2xi1>, %b: tensor<i1>) -> tensor<2xi1> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i1>) -> tensor<2xi1>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.or %arg0, %[[B]] : tensor<2xi1>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_or %a, %b : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CHECK-LABEL: @xor
func.func @xor(%a: tensor<2xi1>, %b: tensor<i1>) -> tensor<2xi1> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i1>) -> tensor<2xi1>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.xor %arg0, %[[B]] : tensor<2xi1>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_xor %a, %b : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CHECK-LABEL: @complex
func.func @complex(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xcomplex<f32>> {
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = stablehlo.complex %arg0, %[[B]] : tensor<2xcomplex<f32>>
  // CHECK-NEXT: return %[[RESULT]]
  %0 = chlo.broadcast_complex %a, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

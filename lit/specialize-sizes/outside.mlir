// RUN: not bcast-lower --shapes=6,5 %s 2>&1 | FileCheck %s
// RUN: bcast-lower --shapes=5,5 %s

// CHECK: error: 'stablehlo.real_dynamic_slice' op takes a part that is not within its operand; expected 0 <= start <= limit <= 5 and a stride of at least 1 in dim 0, got start 2, limit 6 and stride 1
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %limit = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %start = stablehlo.subtract %limit, %four : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %1 = stablehlo.real_dynamic_slice %y, %start, %limit, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// input: 2x3xf32=1 2 3 4 5 6
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %first = stablehlo.constant dense<0> : tensor<1xi32>
  %unit = stablehlo.constant dense<1.0> : tensor<f32>
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %columns = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %units = stablehlo.dynamic_broadcast_in_dim %unit, %columns, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %begin = call @row(%x, %zero) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
  %a = call @zeros(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %0:4 = stablehlo.while(%xs = %x, %i = %zero, %c = %begin, %rows = %a) : tensor<?x?xf32>, tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
  cond {
    %3 = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = func.call @row(%xs, %i) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
    %4 = stablehlo.multiply %c, %3 : tensor<?xf32>
    %5 = func.call @set_row(%rows, %4, %i) : (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?x?xf32>
    %6 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %xs, %6, %4, %5 : tensor<?x?xf32>, tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
  }
  %b = call @zeros(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1:4 = stablehlo.while(%xs = %x, %i = %zero, %c = %units, %rows = %b) : tensor<?x?xf32>, tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
  cond {
    %3 = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = func.call @row(%xs, %i) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
    %4 = func.call @row(%0#3, %i) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
    %5 = stablehlo.multiply %c, %3 : tensor<?xf32>
    %6 = stablehlo.multiply %c, %4 : tensor<?xf32>
    %7 = func.call @set_row(%rows, %6, %i) : (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?x?xf32>
    %8 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %xs, %8, %5, %7 : tensor<?x?xf32>, tensor<i32>, tensor<?xf32>, tensor<?x?xf32>
  }
  %c = call @zeros(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "stablehlo.scatter"(%c, %first, %1#2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %4 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<1xi32>, tensor<?xf32>) -> tensor<?x?xf32>
  %3 = stablehlo.add %1#3, %2 : tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}
func.func private @zeros(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %rows = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %columns = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %zero, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func private @row(%x: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %steps = stablehlo.constant dense<1> : tensor<2xi32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %columns = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
  %next = stablehlo.add %at, %one : tensor<1xi32>
  %begin = stablehlo.concatenate %at, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %end = stablehlo.concatenate %next, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %x, %begin, %end, %steps : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %columns : (tensor<1x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @set_row(%x: tensor<?x?xf32>, %row: tensor<?xf32>, %i: tensor<i32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %row, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %columns = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %one, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %row, %shape : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x?xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i, %zero : (tensor<?x?xf32>, tensor<1x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

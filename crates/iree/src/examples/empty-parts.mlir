// input: 3x5xf32
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %steps = stablehlo.constant dense<2> : tensor<i32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %next = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n_1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m_1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %end = stablehlo.subtract %m, %next : tensor<i32>
  %end_1 = stablehlo.reshape %end : (tensor<i32>) -> tensor<1xi32>
  %start = stablehlo.concatenate %zero, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %none = stablehlo.concatenate %zero, %m_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %size = stablehlo.concatenate %n_1, %m_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %last = stablehlo.concatenate %zero, %end_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %limit = stablehlo.concatenate %n_1, %end_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0:2 = stablehlo.while(%i = %first, %s = %x) : tensor<i32>, tensor<?x?xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %steps : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.real_dynamic_slice %s, %start, %none, %one : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<0x?xf32>
    %2 = stablehlo.concatenate %s, %1, dim = 0 : (tensor<?x?xf32>, tensor<0x?xf32>) -> tensor<?x?xf32>
    %3 = stablehlo.real_dynamic_slice %2, %last, %size, %one : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %4 = stablehlo.real_dynamic_slice %2, %start, %limit, %one : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %6 = stablehlo.add %5, %s : tensor<?x?xf32>
    %7 = stablehlo.add %i, %next : tensor<i32>
    stablehlo.return %7, %6 : tensor<i32>, tensor<?x?xf32>
  }
  return %0#1 : tensor<?x?xf32>
}

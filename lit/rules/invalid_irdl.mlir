// RUN: bcast-lower --irdl-file=%S/Inputs/mydialect.irdl.mlir --split-input-file --verify-diagnostics %s

func.func @number_of_operands(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{op expects exactly 2 operands, but got 1}}
  %0 = "mydialect.add"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @op_that_is_not_defined(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{unregistered operation 'mydialect.ad' found in dialect ('mydialect')}}
  %0 = "mydialect.ad"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

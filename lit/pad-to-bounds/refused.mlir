// RUN: bcast-lower --target=xla --bounds=7 --verify-diagnostics --split-input-file %s

// What padding counts for is another number for XLA.
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  // expected-error @+1 {{its padding, the initial value, is behind a dim of unknown size, and not neutral}}
  %0 = "stablehlo.reduce_window"(%x, %minus) <{window_dimensions = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

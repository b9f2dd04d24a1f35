// RUN: bcast-lower --verify-diagnostics --pass-pipeline='builtin.module(legalize-for-iree)' %s
// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-for-iree{iree-disable=bits-of-another-width})' %s

func.func @bits_of_another_width(%x: tensor<?xi8>, %y: tensor<?x2xcomplex<f32>>) -> (tensor<?x2xi4>, tensor<?xcomplex<f64>>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op cannot be compiled by IREE 3.13: its tensor is of unknown size, and its elements get another width, one of them of less than 8 bits or complex; use static sizes, or compute the elements by shifts}}
  %0 = stablehlo.bitcast_convert %x : (tensor<?xi8>) -> tensor<?x2xi4>
  // expected-error@+1 {{'stablehlo.bitcast_convert' op cannot be compiled by IREE 3.13: its tensor is of unknown size, and its elements get another width}}
  %1 = stablehlo.bitcast_convert %y : (tensor<?x2xcomplex<f32>>) -> tensor<?xcomplex<f64>>
  return %0, %1 : tensor<?x2xi4>, tensor<?xcomplex<f64>>
}

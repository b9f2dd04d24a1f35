// Every type that values of StableHLO have, and constants of all element types: one value,
// several, equal ones, none.

func.func @tokens(%a: !stablehlo.token, %b: tuple<tensor<f32>, !stablehlo.token>) -> !stablehlo.token {
  %0 = stablehlo.after_all %a, %a : !stablehlo.token
  return %0 : !stablehlo.token
}

func.func @futures(%a: !stablehlo.future<tensor<4xf32>>, %b: !stablehlo.future<tensor<?xi8>, tensor<f8E5M2>>) {
  return
}

func.func @bounded(%a: tensor<?x3x?xf32, #stablehlo.bounds<5, ?, ?>>) -> tensor<?x3x?xf32, #stablehlo.bounds<5, ?, ?>> {
  return %a : tensor<?x3x?xf32, #stablehlo.bounds<5, ?, ?>>
}

func.func @shapes(%a: tensor<f32>, %b: tensor<0xf32>, %c: tensor<?x0x2xf32>, %d: tensor<*xf32>) {
  return
}

func.func @booleans() {
  %0 = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.constant dense<false> : tensor<i1>
  %2 = stablehlo.constant dense<true> : tensor<3xi1>
  %3 = stablehlo.constant dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>
  %4 = stablehlo.constant dense<> : tensor<0xi1>
  return
}

func.func @integers() {
  %0 = stablehlo.constant dense<-2> : tensor<i2>
  %1 = stablehlo.constant dense<[-2, -1, 0, 1, 1]> : tensor<5xi2>
  %2 = stablehlo.constant dense<3> : tensor<4xui2>
  %3 = stablehlo.constant dense<[[0, 1, 2], [3, 2, 1]]> : tensor<2x3xui2>
  %4 = stablehlo.constant dense<> : tensor<0xi2>
  %5 = stablehlo.constant dense<-8> : tensor<i4>
  %6 = stablehlo.constant dense<[-8, 7, 3]> : tensor<3xi4>
  %7 = stablehlo.constant dense<15> : tensor<3xui4>
  %8 = stablehlo.constant dense<[15, 0, 9]> : tensor<3xui4>
  %9 = stablehlo.constant dense<> : tensor<2x0xui4>
  %10 = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %11 = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  %12 = stablehlo.constant dense<[-32768, 32767]> : tensor<2xi16>
  %13 = stablehlo.constant dense<[65535, 1]> : tensor<2xui16>
  %14 = stablehlo.constant dense<[-2147483648, 2147483647]> : tensor<2xi32>
  %15 = stablehlo.constant dense<[4294967295, 1]> : tensor<2xui32>
  %16 = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
  %17 = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  return
}

func.func @floats() {
  %0 = stablehlo.constant dense<[1.500000e+00, 0x7F, 0.000000e+00]> : tensor<3xf8E4M3FN>
  %1 = stablehlo.constant dense<1.500000e+00> : tensor<3xf8E4M3FN>
  %2 = stablehlo.constant dense<[1.500000e+00, 0x7C, -0.000000e+00]> : tensor<3xf8E5M2>
  %3 = stablehlo.constant dense<1.500000e+00> : tensor<f8E5M2>
  %4 = stablehlo.constant dense<[1.500000e+00, 0x80]> : tensor<2xf8E4M3FNUZ>
  %5 = stablehlo.constant dense<[1.500000e+00, 0x80]> : tensor<2xf8E5M2FNUZ>
  %6 = stablehlo.constant dense<[1.500000e+00, 0x80]> : tensor<2xf8E4M3B11FNUZ>
  %7 = stablehlo.constant dense<[1.500000e+00, 0x78]> : tensor<2xf8E4M3>
  %8 = stablehlo.constant dense<[1.500000e+00, 0x70]> : tensor<2xf8E3M4>
  %9 = stablehlo.constant dense<[2.000000e+00, 0xFF]> : tensor<2xf8E8M0FNU>
  %10 = stablehlo.constant dense<2.000000e+00> : tensor<2xf8E8M0FNU>
  %11 = stablehlo.constant dense<[1.500000e+00, -6.000000e+00, 0.000000e+00]> : tensor<3xf4E2M1FN>
  %12 = stablehlo.constant dense<5.000000e-01> : tensor<3xf4E2M1FN>
  %13 = stablehlo.constant dense<[1.500000e+00, -7.500000e+00]> : tensor<2xf6E2M3FN>
  %14 = stablehlo.constant dense<[1.500000e+00, -2.800000e+01]> : tensor<2xf6E3M2FN>
  %15 = stablehlo.constant dense<> : tensor<0xf4E2M1FN>
  %16 = stablehlo.constant dense<> : tensor<0xf8E5M2>
  %17 = stablehlo.constant dense<[1.500000e+00, 0x7E01]> : tensor<2xf16>
  %18 = stablehlo.constant dense<[1.500000e+00, 0x7FC1]> : tensor<2xbf16>
  %19 = stablehlo.constant dense<[1.500000e+00, 0x7FC00001, 0xFF800000]> : tensor<3xf32>
  %20 = stablehlo.constant dense<[1.500000e+00, 0x7FF8000000000001]> : tensor<2xf64>
  %21 = stablehlo.constant dense<> : tensor<0xf32>
  return
}

func.func @complexes() {
  %0 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>
  %1 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<3xcomplex<f64>>
  %2 = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,0x7FC00000)]> : tensor<2xcomplex<f32>>
  %3 = stablehlo.constant dense<> : tensor<0xcomplex<f32>>
  return
}

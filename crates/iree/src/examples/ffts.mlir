// input: 2x8xcomplex<f32>
func.func @main(%x: tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>>
  return %0 : tensor<?x8xcomplex<f32>>
}

// The bias has a size that is known only at run time. The second op broadcasts, too, but what
// the first one has checked makes its sizes equal.
func.func @two_ops(%x: tensor<?x64xf32>, %bias: tensor<?xf32>) -> tensor<?x64xf32> {
  %0 = chlo.broadcast_add %x, %bias
      : (tensor<?x64xf32>, tensor<?xf32>) -> tensor<?x64xf32>
  %1 = chlo.broadcast_multiply %0, %x
      : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return %1 : tensor<?x64xf32>
}

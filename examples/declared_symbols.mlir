// Attention scores and their mask: the batch and the time of both are the same in
// every call.
func.func @masked(
    %scores: tensor<?x4x?x?xf32> {bcast.dims = ["batch", "?", "time", "time"]},
    %mask: tensor<?x1x1x?xf32> {bcast.dims = ["batch", "?", "?", "time"]}) -> tensor<?x4x?x?xf32>
    attributes {bcast.ranges = {time = array<i64: 1, 512>}} {
  %0 = stablehlo.negate %scores : tensor<?x4x?x?xf32>
  %1 = chlo.broadcast_add %0, %mask
      : (tensor<?x4x?x?xf32>, tensor<?x1x1x?xf32>) -> tensor<?x4x?x?xf32>
  return %1 : tensor<?x4x?x?xf32>
}

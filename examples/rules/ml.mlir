// Two branches of a network, joined; docs/rules-facts.md shows what becomes of the sums.
func.func @main(
    %x: tensor<?x?xf32>, %weights: tensor<?x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = "ml.linear"(%x, %weights) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "ml.relu"(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // The bias has as many elements as there are rows.
  %2 = "ml.add"(%1, %bias) {axis = 0 : i64}
      : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %3 = "ml.add_"(%0, %2) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = "ml.transpose"(%3) {perm = [1, 0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %5 = "ml.transpose"(%1) {perm = [1, 0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %6 = "ml.concat"(%4, %5) {axis = 1 : i64}
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %7 = "ml.concat"(%5, %4) {axis = 1 : i64}
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %8 = "ml.add"(%6, %7) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %8 : tensor<?x?xf32>
}

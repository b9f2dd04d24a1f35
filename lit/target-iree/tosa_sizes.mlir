// RUN: bcast-lower --target=iree --split-input-file %s | FileCheck %s --implicit-check-not=tie_shape
// RUN: bcast-lower --target=iree --profile=2x3,1x3 --split-input-file %s | FileCheck %s --check-prefix=PROFILE --implicit-check-not=stablehlo

// IREE makes a branch on each size that may broadcast, and merges those on sizes that it knows to be equal. So it is
// not told. A result that may be an earlier one is copied without ops of StableHLO.

// CHECK: "tosa.sub"
// PROFILE-LABEL: @main_any
// PROFILE: %[[TOTAL:.*]] = "tosa.reduce_sum"
// PROFILE: %[[LEFT:.*]] = "tosa.sub"
// PROFILE: %[[COPY:.*]] = "linalg.generic"(%[[LEFT]],
// PROFILE: "func.return"(%[[TOTAL]], %[[COPY]])
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %y: tensor<1x?xf32> {bcast.dims = ["?", "n"]}) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
  %sum = tosa.add %x, %y : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  %total = tosa.reduce_sum %sum {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?x1xf32>
  %left = tosa.sub %sum, %total : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %total, %left : tensor<?x1xf32>, tensor<?x?xf32>
}

// RUN: bcast-lower --legalize-to-stablehlo --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: bcast-lower --target=iree --split-input-file --verify-diagnostics %s | FileCheck %s --check-prefix=IREE

// A size of -1 in StableHLO is computed: [n, 6] => [n, 2, 3].
// CHECK-LABEL: @exact
// IREE-LABEL: @exact
func.func @exact(%x: tensor<?x6xf32>) -> tensor<?x2x3xf32> {
  // CHECK-NOT: shape_assertion
  // CHECK: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK: stablehlo.dynamic_reshape
  // IREE-NOT: dense<-1
  // IREE: tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]]
  %s = stablehlo.constant dense<[-1, 2, 3]> : tensor<3xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x6xf32>, tensor<3xi32>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}

// CHECK-LABEL: @guarded
// IREE-LABEL: @guarded
func.func @guarded(%x: tensor<?xf32>) -> tensor<?x4xf32> {
  // CHECK: shape_assertion{{.*}}"stablehlo.dynamic_reshape: operand #0 has {0} elements, which the sizes of the result do not hold
  // CHECK: stablehlo.divide
  // IREE: cf.assert
  %s = stablehlo.constant dense<[-1, 4]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @two(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %s = stablehlo.constant dense<-1> : tensor<2xi32>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op cannot become StableHLO: more than one size is -1; expected at most one that is computed}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// RUN: bcast-lower %s --pass-pipeline='builtin.module(simplify-broadcasts)' --allow-unregistered-dialect | FileCheck %s -enable-var-scope

// A module is a graph region: ops may use their own results, and each other's.

%s1 = "test.shape"() : () -> tensor<1xindex>
%s2 = "test.shape"() : () -> tensor<2xindex>

// CHECK: %[[S1:.*]] = "test.shape"
// CHECK: %[[S2:.*]] = "test.shape"

// CHECK: %[[SELF:.*]] = stablehlo.dynamic_broadcast_in_dim %[[SELF]], %[[S1]], dims = [0]
%0 = stablehlo.dynamic_broadcast_in_dim %0, %s1, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>

// CHECK: %[[TURNED:.*]] = stablehlo.dynamic_broadcast_in_dim %[[TURNED]], %[[S2]]
%1 = stablehlo.dynamic_broadcast_in_dim %1, %s2, dims = [1, 0] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>

// CHECK: stablehlo.dynamic_broadcast_in_dim
%2 = stablehlo.dynamic_broadcast_in_dim %3, %s2, dims = [1, 0] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
%3 = stablehlo.dynamic_broadcast_in_dim %2, %s2, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>

// CHECK: %[[RESHAPED:.*]] = stablehlo.dynamic_reshape %[[RESHAPED]], %[[S1]]
%4 = stablehlo.dynamic_reshape %4, %s1 : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>

// CHECK: stablehlo.dynamic_reshape
%5 = stablehlo.dynamic_reshape %6, %s1 : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
%6 = stablehlo.dynamic_reshape %5, %s2 : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>

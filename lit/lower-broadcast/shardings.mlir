// Shardings of programs for several devices (Shardy).
// RUN: bcast-lower %s | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

// The target op keeps the sharding, which is that of the result. A rule concerns the operands,
// and a broadcast changes those.
// CHECK-LABEL: func.func @target(
// CHECK: stablehlo.add %arg0, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<4x8xf32>
func.func @target(%a: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [j])->([i, j]) {i=4, j=8}>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// [?, ?] x [?, ?]: a constraint keeps the sizes.
// CHECK-LABEL: func.func @constraint(
// CHECK-NEXT: %[[X:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {?}]> : tensor<?x?xf32>
// CHECK-NEXT: stablehlo.add %[[X]], %arg0 : tensor<?x?xf32>
func.func @constraint(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {?}]> : tensor<?x?xf32>
  %1 = chlo.broadcast_add %0, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The region computes with its own sizes. Parts of equal sizes are equal: neither the product nor
// the sum outside is guarded.
// CHECK-LABEL: func.func @parts(
// CHECK-NEXT: %[[R:.*]]:2 = sdy.manual_computation(%arg0, %arg0, %arg1)
// CHECK-SAME: (%[[A:.*]]: tensor<?x8xf32>, %[[B:.*]]: tensor<?x8xf32>, %[[C:.*]]: tensor<?x8xf32>) {
// CHECK-NEXT: %[[P:.*]] = stablehlo.multiply %[[A]], %[[B]] : tensor<?x8xf32>
// CHECK: stablehlo.get_dimension_size %[[P]], dim = 0
// CHECK: stablehlo.get_dimension_size %[[C]], dim = 0
// CHECK: stablehlo.custom_call @shape_assertion
// CHECK: sdy.return
// CHECK: stablehlo.subtract %[[R]]#0, %arg0 : tensor<?x8xf32>
func.func @parts(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0:2 = sdy.manual_computation(%a, %a, %b) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<?x8xf32>, %d: tensor<?x8xf32>, %e: tensor<?x8xf32>) {
    %1 = chlo.broadcast_multiply %c, %d : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %2 = chlo.broadcast_add %1, %e : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    sdy.return %1, %2 : tensor<?x8xf32>, tensor<?x8xf32>
  } : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>)
  %3 = chlo.broadcast_subtract %0#0, %a : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %3 : tensor<?x8xf32>
}

// Nested regions, and a region inside a loop.
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: chlo.broadcast
// CHECK: return
func.func @nested(%n: tensor<i32>, %a: tensor<?x8xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %one, %x = %a, %w = %b) : tensor<i32>, tensor<?x8xf32>, tensor<8xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<?x8xf32>, %d: tensor<8xf32>) {
      %3 = sdy.manual_computation(%c, %d) in_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, [{"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%e: tensor<?x4xf32>, %f: tensor<4xf32>) {
        %4 = chlo.broadcast_add %e, %f : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
        sdy.return %4 : tensor<?x4xf32>
      } : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
      %4 = sdy.named_computation<"layer">(%3, %c) (%e: tensor<?x8xf32>, %f: tensor<?x8xf32>) {
        %5 = chlo.broadcast_multiply %e, %f : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
        sdy.return %5 : tensor<?x8xf32>
      } : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
      sdy.return %4 : tensor<?x8xf32>
    } : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
    stablehlo.return %1, %2, %w : tensor<i32>, tensor<?x8xf32>, tensor<8xf32>
  }
  return %0#1 : tensor<?x8xf32>
}

// A rejected program is unchanged, whether or not it is verified between passes.
// RUN: not bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/element_types.toml --verify-each=false --mlir-print-ir-after-failure %s 2>&1 | FileCheck %s

// CHECK: the ops that it becomes are invalid
// CHECK: IR Dump After
// CHECK-NOT: stablehlo.
// CHECK: "nn.add"
// CHECK-NEXT: "nn.add"
// CHECK-NOT: stablehlo.
func.func @f(%a: tensor<?xi32>, %b: tensor<?xi32>, %c: tensor<?xindex>, %d: tensor<?xindex>) {
  %0 = "nn.add"(%a, %b) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %1 = "nn.add"(%c, %d) : (tensor<?xindex>, tensor<?xindex>) -> tensor<?xindex>
  return
}

// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/mydialect.toml --split-input-file --verify-diagnostics %s

// A valid op of the same name, attributes and types says nothing of one with regions or
// successors.
func.func @region_after_the_same_op_without_one(%a: tensor<2xf32>, %b: tensor<f32>) {
  %0 = "mydialect.add"(%a, %b) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // expected-error @+1 {{'mydialect.add' op cannot be lowered: it has regions or successors}}
  %1 = "mydialect.add"(%a, %b) ({
    "mydialect.done"() : () -> ()
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @successor_after_the_same_op_without_one(%a: tensor<2xf32>, %b: tensor<f32>) {
  %0 = "mydialect.add"(%a, %b) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  // expected-error @+1 {{'mydialect.add' op cannot be lowered: it has regions or successors}}
  %1 = "mydialect.add"(%a, %b) [^bb1] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
^bb1:
  return
}

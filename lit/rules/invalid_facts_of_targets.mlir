// Facts about targets that these contradict.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/facts_of_targets.toml --verify-diagnostics %s

func.func @main(%x: tensor<?xf32>, %y: tensor<1xf32>) -> tensor<?xf32> {
  // expected-error-re@+1 {{'ml.sum' op cannot be lowered: the ops that it becomes are invalid: 'ml.add' op contradicts the facts at {{.*}}facts_of_targets.toml:14:6: result #0 has rank 1, but they give rank 0}}
  %0 = "ml.sum"(%x, %y) : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  // expected-error@+1 {{'ml.add' op contradicts the facts}}
  %1 = "ml.scaled_sum"(%x, %y) : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

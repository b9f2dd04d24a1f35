// Ops that the facts of a rule file do not hold for.
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/facts.toml --split-input-file --verify-diagnostics %s
// RUN: bcast-lower --allow-unregistered-dialect --rules=%S/Inputs/facts.toml --verify-only --split-input-file --verify-diagnostics %s

func.func @a_size(%x: tensor<?x3xf32>) {
  // expected-error-re@+1 {{'ml.relu' op contradicts the facts at {{.*}}facts.toml:6:6: dim 1 of result #0 has size 4, but they give 3}}
  %0 = "ml.relu"(%x) : (tensor<?x3xf32>) -> tensor<?x4xf32>
  return
}

// -----

func.func @a_rank(%x: tensor<?x3xf32>, %y: tensor<f32>) {
  // expected-error@+1 {{result #0 has rank 1, but they give rank 2}}
  %0 = "ml.relu"(%x) : (tensor<?x3xf32>) -> tensor<?xf32>
  // expected-error@+1 {{result #0 has rank 1, but they give rank 0}}
  %1 = "ml.relu"(%y) : (tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @operands_and_results(%x: tensor<?xf32>) {
  // expected-error@+1 {{'ml.relu' op contradicts the facts}}
  %0 = "ml.relu"() : () -> tensor<?xf32>
  // expected-error@+1 {{it has 2 results, but they are for 1}}
  %1:2 = "ml.relu"(%x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  // expected-error@+1 {{it has no result, but they are for 1}}
  "ml.relu"(%x) : (tensor<?xf32>) -> ()
  return
}

// -----

func.func @attributes(%x: tensor<?x?xf32>) {
  // expected-error@+1 {{attribute 'perm' is "a"; expected an integer or a list of integers}}
  %0 = "ml.transpose"(%x) {perm = "a"} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{[0, 0] is not an order of the 2 dims of operand #0}}
  %1 = "ml.transpose"(%x) {perm = [0, 0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{[2, 0] is not an order of the 2 dims of operand #0}}
  %2 = "ml.transpose"(%x) {perm = [2, 0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{there is no dim -3 of operand #0, which has rank 2}}
  %3 = "ml.reduce"(%x) {axes = [-3]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{[1, -1] names a dim of operand #0 twice}}
  %4 = "ml.reduce"(%x) {axes = [1, -1]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{attribute 'keepdims' is 2 : i64; expected true or false}}
  %5 = "ml.reduce"(%x) {axes = [1], keepdims = 2 : i64} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{attribute 'units' is -1 : i64; expected a size}}
  %6 = "ml.mixed"(%x) {axis = 1 : i64, units = -1 : i64} : (tensor<?x?xf32>) -> tensor<?x?x?x?xf32>
  // expected-error@+1 {{there are no dims from 0 to 3 of operand #0, which has rank 2}}
  %7 = "ml.mixed"(%x) {axis = 3 : i64, units = 1 : i64} : (tensor<?x?xf32>) -> tensor<?x?x?xf32>
  // expected-error@+1 {{there is no dim 2 of operand #0, which has rank 2}}
  %8 = "ml.concat"(%x, %x) {axis = 2 : i64} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @joined(%x: tensor<2x3xf32>, %y: tensor<4xf32>, %z: tensor<2x4xf32>) {
  // expected-error@+1 {{operand #1 has rank 1, but operand #0 has rank 2}}
  %0 = "ml.concat"(%x, %y) {axis = 0 : i64} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{operand #1 has size 4 in dim 1, but operand #0 has size 3}}
  %1 = "ml.concat"(%x, %z) {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{dim 1 of result #0 has size 8, but they give 7}}
  %2 = "ml.concat"(%x, %z) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @names(%x: tensor<?x?xf32>) {
  // expected-warning-re@+1 {{'ml.transpose' op has no attribute 'perm', which the facts at {{.*}} read; did you mean 'perms'?}}
  %0 = "ml.transpose"(%x) {perms = [0, 1]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-warning-re@+1 {{'ml.rellu' op has no facts, and the facts of 'ml.relu' at {{.*}}facts.toml:6:6 match no op; is one of the names misspelt?}}
  %1 = "ml.rellu"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}

// -----

// An earlier op lacks the attribute, and has none with a similar name.
func.func @names_of_later_ops(%x: tensor<?x?xf32>) {
  %0 = "ml.transpose"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-warning@+1 {{has no attribute 'perm', which the facts at}}
  %1 = "ml.transpose"(%x) {perms = [0, 1]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // Once for each name.
  %2 = "ml.transpose"(%x) {perms = [0, 1]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}

// -----

// Other facts read 'axis' and 'transposed', and none reads 'note' and 'my.axis'.
func.func @left_out(%x: tensor<?x?xf32>) {
  // expected-warning-re@+1 {{'ml.relu' op has attribute 'axis', which its facts at {{.*}}facts.toml:6:6 leave out, and which is read by the facts of 'ml.concat' at {{.*}}facts.toml:24:6; add it to their `require`, or to `ignore` if sizes do not depend on it}}
  %0 = "ml.relu"(%x) {axis = 1 : i64, note = 1 : i64, my.axis = 1 : i64} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-warning@+1 {{'ml.reduce' op has attribute 'transposed', which its facts at}}
  %1 = "ml.reduce"(%x) {axes = [0], transposed = true} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "ml.reduce"(%x) {axes = [0], transposed = true} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}

// -----

// Nothing is known of an op that meets no requirement.
func.func @requirements(%x: tensor<2x3xf32>) {
  %0 = "ml.matmul"(%x, %x) {transposed = "no"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<7xf32>
  // expected-error@+1 {{'ml.matmul' op contradicts the facts at}}
  %1 = "ml.matmul"(%x, %x) {transposed = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// Sizes that no size has.
func.func @negative(%x: tensor<2x8xf32>, %y: tensor<?x8xf32>) {
  // expected-error-re@+1 {{'ml.pool' op contradicts the facts at {{.*}}: the sum in dim 1 of result #0 is -10, which is not a size}}
  %0 = "ml.pool"(%x) {kernel = 30 : i64, strides = [1, 2]} : (tensor<2x8xf32>) -> tensor<2x4xf32>
  // expected-error@+1 {{the sum in dim 1 of result #0 is -1, which is not a size}}
  %1 = "ml.pool"(%y) {kernel = 10 : i64} : (tensor<?x8xf32>) -> tensor<?x?xf32>
  // No window fits.
  %2 = "ml.pool"(%y) {kernel = 10 : i64, strides = [1, 2]} : (tensor<?x8xf32>) -> tensor<?x0xf32>
  return
}

// -----

func.func @divisors(%x: tensor<?x?xf32>, %y: tensor<?xf32>) {
  // expected-error@+1 {{attribute 'strides' is [1, 0]; expected a positive number, because it is a divisor}}
  %0 = "ml.pool"(%x) {kernel = 3 : i64, strides = [1, 0]} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  // expected-error@+1 {{attribute 'step' is 0 : i64; expected a positive number, because it is a divisor}}
  %1 = "ml.subsample"(%y) {step = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error@+1 {{attribute 'step' is -2 : i64; expected a size}}
  %2 = "ml.subsample"(%y) {step = -2 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// Sizes that no sizes of the operands give.
func.func @impossible(%x: tensor<?x?xf32>, %y: tensor<?x4xf32>, %z: tensor<?x3x?xf32>) {
  // expected-error@+1 {{dim 1 of result #0 has size 3, but they give at least 4}}
  %0 = "ml.concat"(%x, %y) {axis = 1 : i64} : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x3xf32>
  %1 = "ml.concat"(%x, %y) {axis = 1 : i64} : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // expected-error@+1 {{dim 0 of result #0 has size 7, but they give a multiple of 3}}
  %2 = "ml.mixed"(%z) {axis = 2 : i64, units = 5 : i64} : (tensor<?x3x?xf32>) -> tensor<7x?x7x5xf32>
  %3 = "ml.mixed"(%z) {axis = 2 : i64, units = 5 : i64} : (tensor<?x3x?xf32>) -> tensor<6x?x7x5xf32>
  // expected-error@+1 {{dim 0 of result #2 has size 4, but they give at least 5}}
  %4:3 = "ml.several"(%x, %y) : (tensor<?x?xf32>, tensor<?x4xf32>) -> (tensor<?x?xf32>, f32, tensor<4xf32>)
  return
}

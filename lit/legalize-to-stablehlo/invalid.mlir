// RUN: bcast-lower --legalize-to-stablehlo --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// All errors of a file are reported in one run, without their consequences.
func.func @foreign(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{'tf.MatMul' op has no equivalent in StableHLO; run TensorFlow's 'xla-legalize-tf' first, and lower ops that broadcast with '--rules=tensorflow'}}
  %0 = "tf.MatMul"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<?xf32>
  // expected-error@+1 {{'torch.aten.add' op has no equivalent in StableHLO; run torch-mlir's 'convert-torch-to-stablehlo' first}}
  %2 = "torch.aten.add"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error@+1 {{'onnx.Add' op has no equivalent in StableHLO; run onnx-mlir's or torch-mlir's conversion to StableHLO first}}
  %3 = "onnx.Add"(%2) : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error@+1 {{'tosa.abs' op has no equivalent in StableHLO; choose a target that accepts TOSA, or convert it to StableHLO first}}
  %4 = tosa.abs %x : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error@+1 {{'chlo.broadcast_add' op has no equivalent in StableHLO; run 'lower-broadcast' first, which must not leave it}}
  %5 = chlo.broadcast_add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // expected-error@+1 {{'mine.op' op has no equivalent in StableHLO}}
  "mine.op"() : () -> ()
  return %1 : tensor<?xf32>
}

// -----

// expected-error@+1 {{'func.func' op cannot become StableHLO: argument #0 has type '!shape.shape'; use a tensor of extents}}
func.func @shape(%s: !shape.shape) {
  return
}

// -----

// expected-error@+1 {{'func.func' op cannot become StableHLO: argument #0 has type 'tensor<*xf32>'; give the arguments' shapes first, as with --shapes}}
func.func @unranked(%x: tensor<*xf32>) {
  // expected-error@+1 {{'shape.shape_of' op cannot become StableHLO: the rank of its operand is unknown; give the arguments' shapes first, as with --shapes}}
  %0 = shape.shape_of %x : tensor<*xf32> -> tensor<?xindex>
  %1 = shape.to_extent_tensor %0 : tensor<?xindex> -> tensor<?xindex>
  return
}

// -----

// expected-error@+1 {{'func.func' op has branches between blocks, which StableHLO does not support}}
func.func @blocks(%p: i1, %x: tensor<f32>) -> tensor<f32> {
  cf.cond_br %p, ^a(%x : tensor<f32>), ^a(%x : tensor<f32>)
^a(%y: tensor<f32>):
  return %y : tensor<f32>
}

// -----

func.func @never(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  %0 = shape.shape_of %x : tensor<2xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<3xf32> -> tensor<1xindex>
  // expected-error@+1 {{'shape.cstr_broadcastable' op cannot become StableHLO: it never holds: operand #1 dim 0 has size 3, but operand #0 dim 0, aligned to the same result dim 0, has size 2}}
  %w = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
  return
}

// -----

func.func @values(%x: tensor<2x?xf32>, %i: tensor<index>, %z: tensor<2xcomplex<f32>>, %a: tensor<2xf32>) {
  %s = shape.shape_of %x : tensor<2x?xf32> -> !shape.shape
  %c5 = arith.constant 5 : index
  // expected-error@+1 {{'tensor.dim' op cannot become StableHLO: the dim is out of range; expected a dim of rank 2}}
  %d = tensor.dim %x, %c5 : tensor<2x?xf32>
  %n = tensor.extract %i[] : tensor<index>
  // expected-error@+1 {{'shape.split_at' op cannot become StableHLO: the index is not a compile-time constant}}
  %h, %t = "shape.split_at"(%s, %n) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  // expected-error@+1 {{'chlo.bessel_i1e' op cannot become StableHLO: operand #0 has type 'tensor<2xcomplex<f32>>'}}
  %b = chlo.bessel_i1e %z : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  // expected-error@+1 {{'stablehlo.einsum' op cannot become StableHLO: the label 'a' occurs twice in one tensor; take the diagonal first}}
  %e = stablehlo.einsum %x, %a, config = "aa,b->b" : (tensor<2x?xf32>, tensor<2xf32>) -> tensor<2xf32>
  %q = stablehlo.constant dense<1.0> : tensor<3xf32>
  // expected-error@+1 {{'stablehlo.einsum' op cannot become StableHLO: its operands do not broadcast: operand #1 dim 0 has size 3}}
  %p = stablehlo.einsum %a, %q, config = "...,...->..." : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'stablehlo.constant' op cannot become StableHLO: its elements are in a resource that is not in the file, or has another size}}
  %r = stablehlo.constant dense_resource<missing> : tensor<2xf32>
  return
}

// -----

// StableHLO has no such integers, and its functions of integers none of truth values.
func.func @missing_numbers(%x: tensor<4xi7>, %y: tensor<4xi1>) -> (tensor<4xi7>, tensor<4xi1>) {
  // expected-error@+1 {{'arith.addi' op cannot become StableHLO: operand #0 has type 'tensor<4xi7>'}}
  %0 = arith.addi %x, %x : tensor<4xi7>
  return %0, %y : tensor<4xi7>, tensor<4xi1>
}

// -----

func.func @missing_function(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error@+1 {{'math.ctpop' op has no equivalent in StableHLO: 'stablehlo.popcnt' op operand #0 must be}}
  %0 = math.ctpop %x : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// In a branch that need not run, this is no error.
func.func @negative_size() -> tensor<?xf32> {
  %c = arith.constant -1 : index
  %v = arith.constant 1.0 : f32
  // expected-error@+1 {{'tensor.splat' op has no equivalent in StableHLO: 'stablehlo.dynamic_broadcast_in_dim' op requires extents of at least 0 in operand #1, got -1}}
  %0 = tensor.splat %v[%c] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

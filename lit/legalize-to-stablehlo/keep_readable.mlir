// RUN: bcast-lower --pass-pipeline='builtin.module(legalize-to-stablehlo{keep-readable=on})' %s | FileCheck %s
// RUN: not bcast-lower --pass-pipeline='builtin.module(legalize-to-stablehlo)' %s 2>&1 | FileCheck %s --check-prefix=OFF

// OFF: 'scf.if' op has no equivalent in StableHLO

// IREE reads all ops of this function.
// CHECK-LABEL: func.func @readable
// CHECK: tensor.dim
// CHECK: arith.divui
// CHECK: scf.if
// CHECK: tensor.reshape
func.func @readable(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.divui %n, %c1 : index
  %sizes = tensor.from_elements %m : tensor<1xindex>
  %q = stablehlo.constant dense<true> : tensor<i1>
  %e = tensor.extract %q[] : tensor<i1>
  %0 = scf.if %e -> (tensor<?xf32>) {
    %1 = tensor.reshape %x(%sizes) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// It does not read 'shape': the function becomes StableHLO, but for unsigned arithmetic.
// CHECK-LABEL: func.func @not_readable
// CHECK-NOT: {{ui64|shape\.|tensor\.dim}}
// CHECK: arith.divui %{{.*}}, %{{.*}} : tensor<i64>
// CHECK-NOT: {{ui64|shape\.|tensor\.dim}}
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : tensor<i64>
func.func @not_readable(%x: tensor<?xf32>, %a: tensor<i64>, %b: tensor<i64>) -> (tensor<1xindex>, tensor<i64>, tensor<i1>) {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %c = tensor.extract %a[] : tensor<i64>
  %d = tensor.extract %b[] : tensor<i64>
  %q = arith.divui %c, %d : i64
  %l = arith.cmpi ult, %c, %d : i64
  %0 = tensor.from_elements %q : tensor<i64>
  %1 = tensor.from_elements %l : tensor<i1>
  return %s, %0, %1 : tensor<1xindex>, tensor<i64>, tensor<i1>
}

// IREE computes numbers of 8 bits in 32: they become StableHLO, in which they are extended.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT: arith.{{.*}}i8
// CHECK: stablehlo.maximum
// CHECK-NOT: arith.{{.*}}i8
func.func @narrow(%x: tensor<?xf32>) -> tensor<i32> {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : i8
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.index_cast %n : index to i8
  %g = arith.maxsi %m, %c100 : i8
  %w = arith.extsi %g : i8 to i32
  %0 = tensor.from_elements %w : tensor<i32>
  return %0 : tensor<i32>
}

// A kernel computes 8 bits right.
// CHECK-LABEL: func.func @kernel
// CHECK: linalg.generic
// CHECK: arith.addi %{{.*}}, %{{.*}} : i8
func.func @kernel(%x: tensor<?xi8>) -> tensor<?xi8> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%x : tensor<?xi8>) outs(%x : tensor<?xi8>) {
  ^bb0(%a: i8, %b: i8):
    %1 = arith.addi %a, %b : i8
    linalg.yield %1 : i8
  } -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// Numbers as arguments stay, unless other functions give them.
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME: %{{.*}}: tensor<?xf32>, %[[P:.*]]: i1, %{{.*}}: index) -> tensor<?xf32>
// CHECK: scf.if %[[P]]
func.func @numbers(%x: tensor<?xf32>, %p: i1, %unused: index) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.negate %x : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %{{.*}}: tensor<?xf32>, %{{.*}}: tensor<i64>)
func.func @calls(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = func.call @called(%x, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func private @called(
// CHECK-SAME: %{{.*}}: tensor<?xf32>, %{{.*}}: tensor<i64>)
func.func private @called(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

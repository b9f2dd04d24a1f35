// RUN: split-file %s %t
// RUN: bcast-lower --target=xla --bounds=b=4,s=8 %t/matrix.mlir | FileCheck %s --check-prefix=MATRIX
// RUN: bcast-lower --target=xla --bounds=b=4,s=8 %t/bias.mlir | FileCheck %s --check-prefix=BIAS
// RUN: bcast-lower --target=xla --bounds=b=4,s=8 %t/vector.mlir | FileCheck %s --check-prefix=VECTOR
// RUN: bcast-lower --target=xla --bounds=b=8,x=4x8 %t/vector.mlir | FileCheck %s --check-prefix=VECTOR

// A size is that of a symbol, even if an argument that cannot have this shape has its name.
// MATRIX: func.func @main(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 1>]})
// BIAS: func.func @main(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<8xf32>,
// If all may be sizes of symbols, they are; beside a shape, it is the shape of an argument.
// VECTOR: func.func @main(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<8xf32>,

//--- matrix.mlir
func.func @main(%b: tensor<?x?xf32> {bcast.dims = ["b", "s"]} loc("b")) -> tensor<?x?xf32> {
  return %b : tensor<?x?xf32>
}

//--- bias.mlir
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "s"]} loc("x"), %b: tensor<8xf32> loc("b")) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}

//--- vector.mlir
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "s"]} loc("x"), %b: tensor<?xf32> {bcast.dims = ["s"]} loc("b")) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}

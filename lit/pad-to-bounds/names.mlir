// RUN: bcast-lower --target=xla --bounds=b=4,s=8 %s | FileCheck %s

// A size is that of a symbol, even if an argument that cannot have this shape has its name.
// CHECK: func.func @main(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}, %{{.*}}: tensor<i32> {bcast.size_of = [array<i64: 0, 1>]})
func.func @main(%b: tensor<?x?xf32> {bcast.dims = ["b", "s"]} loc("b")) -> tensor<?x?xf32> {
  return %b : tensor<?x?xf32>
}

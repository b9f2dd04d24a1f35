// RUN: bcast-lower --pass-pipeline='builtin.module(add-profiles{profile="4x8,8;x=2x3,n=3;4x8,_;?x?,?;n=8,x=4x8"})' %s | FileCheck %s
// RUN: bcast-lower --pass-pipeline='builtin.module(add-profiles)' %s | FileCheck %s --check-prefix=NONE
// RUN: not bcast-lower --pass-pipeline='builtin.module(add-profiles{profile="4x8,8;4x8,7"})' %s 2>&1 | FileCheck %s --check-prefix=UNFIT
// RUN: not bcast-lower --pass-pipeline='builtin.module(add-profiles{profile=z=3})' %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not bcast-lower --profile=4x8,8 %s 2>&1 | FileCheck %s --check-prefix=NO-TARGET
// RUN: not bcast-lower --target=xla --profile=4x8,8 %s 2>&1 | FileCheck %s --check-prefix=NO-TARGET

// The function stays. A symbol may be named, a dim may stay; the last two are a profile for all sizes,
// and one that there is.
// CHECK: func.func @main(%{{.*}}: tensor<?x?xf32>, %{{.*}}: tensor<?xf32> {bcast.dims = ["n"]}) -> tensor<?x?xf32> {
// CHECK: chlo.broadcast_add
// CHECK: call @twice
// CHECK: func.func @main_0(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<8xf32> {{.*}}) -> tensor<4x8xf32> attributes {bcast.profile_of = @main}
// CHECK: chlo.broadcast_add {{.*}} -> tensor<4x8xf32>
// The only call of a copy is replaced with its ops.
// CHECK-NOT: call
// CHECK: func.func @main_1(%{{.*}}: tensor<2x3xf32>, %{{.*}}: tensor<3xf32> {{.*}}) -> tensor<2x3xf32> attributes {bcast.profile_of = @main}
// CHECK: func.func @main_2(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<?xf32> {{.*}}) -> tensor<4x8xf32> attributes {bcast.profile_of = @main}
// CHECK-NOT: bcast.profile_of
// CHECK: func.func private @twice(%{{.*}}: tensor<?x?xf32>)
// NONE-NOT: profile

// UNFIT: error: 'chlo.broadcast_add' op operands don't have broadcast-compatible shapes
// UNKNOWN: error: function 'main' has no argument 'z'
// NO-TARGET: error: option 'profile' needs a target whose programs run at any size, as `--target=iree` does
func.func @main(%x: tensor<?x?xf32> loc("x"), %y: tensor<?xf32> {bcast.dims = ["n"]} loc("y")) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = call @twice(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @twice(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

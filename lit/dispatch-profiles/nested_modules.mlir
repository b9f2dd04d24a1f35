// RUN: bcast-lower --target=iree --profile=4 --function=main %s | FileCheck %s

// A module in this one has a function of the same name, which stays.
// CHECK: func.func @main(
// CHECK: call @main_0
// CHECK: module @inner
// CHECK: func.func @third(
// CHECK-NEXT: call @main(%arg0)
module {
  func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
  module @inner {
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> attributes {no_inline} {
      return %x : tensor<?xf32>
    }
    func.func @third(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = call @main(%x) : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
  }
}

// RUN: bcast-lower --pass-pipeline='builtin.module(specialize-sizes{allow-partial=on shapes=3,_})' --split-input-file %s 2>%t | FileCheck %s -enable-var-scope
// RUN: FileCheck %s --check-prefix=WARNING <%t

// A branch on a known condition is decided, so what does not run need not fit.
// CHECK-LABEL: func.func @known_condition(%arg0: tensor<3xf32>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %arg0, %arg0 : tensor<3xf32>
// CHECK-NEXT: return %[[SUM]]
func.func @known_condition(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %is_one = stablehlo.compare EQ, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%is_one) ({
    %1 = stablehlo.slice %x [3:4] : (tensor<?xf32>) -> tensor<1xf32>
    %2 = tensor.cast %1 : tensor<1xf32> to tensor<?xf32>
    stablehlo.return %2 : tensor<?xf32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A check that fails stays where it need not run.
// CHECK-LABEL: func.func @unknown_condition(%arg0: tensor<3xf32>
// CHECK: stablehlo.if
// CHECK: stablehlo.custom_call @shape_assertion
// WARNING: warning: assertion fails: expected one element, if it runs
func.func @unknown_condition(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %is_one = stablehlo.compare EQ, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%c) ({
    stablehlo.custom_call @shape_assertion(%is_one) {api_version = 2 : i32, error_message = "expected one element", has_side_effect = true} : (tensor<i1>) -> ()
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Both predecessors pass 3 elements, one of them in a tensor of another type.
// CHECK-LABEL: func.func @blocks(%arg0: tensor<3xf32>
// CHECK: cf.cond_br %{{.*}}, ^bb1({{.*}} : tensor<3xf32>), ^bb1(%arg0 : tensor<3xf32>)
// CHECK: ^bb1(%{{.*}}: tensor<3xf32>)
func.func @blocks(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = tensor.extract %c[] : tensor<i1>
  cf.cond_br %1, ^bb1(%0 : tensor<?xf32>), ^bb1(%x : tensor<?xf32>)
^bb1(%2: tensor<?xf32>):
  return %2 : tensor<?xf32>
}

// -----

// Nothing calls @unused, which keeps what it calls.
// CHECK-LABEL: func.func @caller(%arg0: tensor<3xf32>
// CHECK: call @callee_0(%arg0) : (tensor<3xf32>) -> tensor<3xf32>
// CHECK: call @callee_0(%{{.*}}) : (tensor<3xf32>) -> tensor<3xf32>
// CHECK: func.func private @callee(%arg0: tensor<?xf32>) -> tensor<?xf32>
// CHECK: func.func private @callee_0(%arg0: tensor<3xf32>) -> tensor<3xf32>
// CHECK: func.func private @unused(%arg0: tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: call @callee(%arg0) : (tensor<?xf32>) -> tensor<?xf32>
func.func @caller(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %0 = call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @callee(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @callee(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @unused(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Which of two sizes the result has depends on data.
// CHECK-LABEL: func.func @two_sizes(%arg0: tensor<3xf32>
// CHECK: %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<3xf32> to tensor<?xf32>
// CHECK-NEXT: stablehlo.return %[[CAST]] : tensor<?xf32>
// WARNING: remark: 'stablehlo.if' op is not specialised: dim 0 of its result depends on data: the elements of argument #1; it stays dynamic
func.func @two_sizes(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%c) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Programs of frontends in the syntax of their own dialects.
// RUN: not bcast-lower --split-input-file --allow-unregistered-dialect %s 2>&1 | FileCheck %s
// RUN: not bcast-lower --split-input-file %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: frontend_syntax.mlir:[[# @LINE + 3]]:11: error: Dialect `torch' not found for custom op 'torch.constant.int'
// CHECK: note: 'torch' is not a registered dialect, so its ops are read only in the generic form, `"torch.constant.int"(...)`: print the program with `torch-mlir-opt --mlir-print-op-generic`, or in Python with `module.operation.get_asm(print_generic_op_form=True)`{{$}}
func.func @torch(%x: tensor<?xf32>) {
  %int1 = torch.constant.int 1
  return
}

// -----

// UNKNOWN: error: Dialect `onnx' not found for custom op 'onnx.Constant'
// UNKNOWN: `onnx-mlir-opt --mlir-print-op-generic`{{.*}}; `--allow-unregistered-dialect` then accepts them
// CHECK: `onnx-mlir-opt --mlir-print-op-generic`
func.func @onnx() {
  %0 = onnx.Constant dense<1.0> : tensor<1xf32>
  return
}

// -----

// UNKNOWN: type created with unregistered dialect
// UNKNOWN: note: types of other dialects are read with `--allow-unregistered-dialect`; ops of 'torch' are read only in the generic form: print the program with `torch-mlir-opt --mlir-print-op-generic`
func.func @types(%x: !torch.vtensor<[?],f32>) {
  return
}

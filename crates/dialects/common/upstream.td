// The dialects of MLIR for whose ops the build generates constants with their names.

include "mlir/Dialect/Arith/IR/ArithOps.td"
include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.td"
include "mlir/Dialect/Func/IR/FuncOps.td"
include "mlir/Dialect/Math/IR/MathOps.td"
include "mlir/Dialect/SCF/IR/SCFOps.td"
include "mlir/Dialect/Shape/IR/ShapeOps.td"
include "mlir/Dialect/Tensor/IR/TensorOps.td"

// Checks that the verifiers of several kinds of StableHLO's ops share.
//
// A comment such as `add_c1` names a constraint of StableHLO's specification, at
// the check that it belongs to.

#ifndef BCAST_STABLEHLO_VERIFY_H
#define BCAST_STABLEHLO_VERIFY_H

#include "stablehlo/dialect.h"

namespace mlir::stablehlo {

inline RankedTensorType tensorOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Returns `tensor<i1>`.
Type boolScalar(MLIRContext *context);

/// Returns the elements of a constant; none if the value is not a constant.
std::optional<SmallVector<int64_t>> constantInts(Value value);

/// Returns the elements of an operand that is a constant, for a verifier.
template <typename ConcreteOp>
std::optional<SmallVector<int64_t>> constantOperand(ConcreteOp op,
                                                    unsigned operand) {
  static_assert(ConcreteOp::template hasTrait<hlo::ReadsConstants>(),
                "verified once for all operands of the same types");
  return constantInts(op->getOperand(operand));
}

/// Returns the types of operands or results from a position on.
SmallVector<hlo::NamedType>
namesOf(Operation *op, hlo::NamedType (*name)(Operation *, unsigned),
        unsigned first, size_t count);

/// Checks that all operands and results agree in their sizes. Unlike the trait,
/// it takes linear time.
LogicalResult verifyOneShape(Operation *op);

/// Checks that there are as many results as operands of a kind.
LogicalResult verifyResultCount(Operation *op, size_t count, StringRef kind);

/// Checks that there are inputs, the first operands, and as many results.
LogicalResult verifyInputs(Operation *op, size_t inputs);

/// Checks that dims are in increasing order.
LogicalResult verifySorted(Operation *op, StringRef name,
                           ArrayRef<int64_t> dims);

/// Checks that two lists have no dim in common.
LogicalResult verifyDisjoint(Operation *op, StringRef leftName,
                             ArrayRef<int64_t> left, StringRef rightName,
                             ArrayRef<int64_t> right);

/// Checks an operand with the extents of a result, given what `constantOperand`
/// returns: if it is a constant, its elements are the result's sizes; -1 is any
/// size if `mayInfer`.
LogicalResult
verifyExtents(Operation *op, unsigned operand,
              const std::optional<SmallVector<int64_t>> &extents,
              bool mayInfer = false);

//===-- Quantized types ---------------------------------------------------===//

/// Returns whether any of the types is quantized.
bool isAnyQuantized(ArrayRef<Type> types);

/// Checks that operand #0 and result #0 have one scale and zero point, if each
/// has a single one.
LogicalResult verifyScalePerTensor(Operation *op);

/// Checks that operand #0 and result #0 have equal scales and zero points.
LogicalResult verifySameScales(Operation *op);

/// Checks that a reshape keeps scales, and the position of the quantized dim.
LogicalResult verifyReshapedScales(Operation *op);

/// Checks that a broadcast repeats the scales along the quantized dim.
LogicalResult verifyBroadcastScales(Operation *op,
                                    ArrayRef<int64_t> broadcastDimensions);

/// Checks the element types of a product of quantized operands.
LogicalResult verifyQuantizedProduct(Operation *op);

//===-- Windows -----------------------------------------------------------===//

/// A dim of a moving window.
struct WindowDim {
  int64_t size;
  int64_t stride = 1;
  int64_t low = 0;
  int64_t high = 0;
  int64_t baseDilation = 1;
  int64_t windowDilation = 1;
};

/// A list of numbers, one for each dim of a window, and its name.
struct WindowList {
  StringRef name;
  std::optional<ArrayRef<int64_t>> values;
};

/// The attributes of a moving window; absent lists have no values.
struct WindowLists {
  WindowList sizes, strides, baseDilations, windowDilations;
  std::optional<DenseIntElementsAttr> padding;
};

/// Checks a window's attributes and returns its dims.
FailureOr<SmallVector<WindowDim>> verifyWindow(Operation *op,
                                               const WindowLists &lists);

/// Returns how many positions the window has along a dim; none if that
/// overflows.
std::optional<int64_t> countPositions(int64_t size, const WindowDim &window);

/// Returns the dims that a window's positions have along each dim.
FailureOr<SmallVector<hlo::Dim>> inferWindowed(Operation *op,
                                               ArrayRef<hlo::Dim> base,
                                               ArrayRef<WindowDim> window);

} // namespace mlir::stablehlo

#endif // BCAST_STABLEHLO_VERIFY_H

// The window of a convolution or reduction, and the verifiers of the ops that
// reduce in windows.

#include "stablehlo/verify.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

//===-- Windows -----------------------------------------------------------===//

FailureOr<SmallVector<WindowDim>>
stablehlo::verifyWindow(Operation *op, const WindowLists &lists) {
  ArrayRef<int64_t> sizes = *lists.sizes.values;
  int64_t rank = sizes.size();
  // reduce_window_c5, select_and_scatter_c5
  for (int64_t size : sizes)
    if (!ShapedType::isDynamic(size) &&
        failed(hlo::verifyAtLeast(op, lists.sizes.name, size, 1)))
      return failure();
  // convolution_c2, convolution_c3, convolution_c5...convolution_c8,
  // dynamic_conv_c2, dynamic_conv_c3, dynamic_conv_c5...dynamic_conv_c8,
  // reduce_window_c6...reduce_window_c11, select_and_scatter_c6,
  // select_and_scatter_c7
  for (const WindowList *list :
       {&lists.strides, &lists.baseDilations, &lists.windowDilations})
    if (failed(hlo::verifySteps(op, list->name, list->values, rank,
                                "one for each dimension of the window")))
      return failure();
  // convolution_c4, reduce_window_c12, select_and_scatter_c8
  if (failed(hlo::verifyPadding(op, lists.padding, rank)))
    return failure();
  auto at = [](const WindowList &list, size_t index) -> int64_t {
    return list.values && !list.values->empty() ? (*list.values)[index] : 1;
  };
  SmallVector<WindowDim> window;
  for (auto [index, size] : llvm::enumerate(sizes))
    window.push_back({size, at(lists.strides, index), 0, 0,
                      at(lists.baseDilations, index),
                      at(lists.windowDilations, index)});
  if (lists.padding && lists.padding->getNumElements() != 0)
    for (auto [index, value] :
         llvm::enumerate(lists.padding->getValues<APInt>()))
      (index % 2 == 0 ? window[index / 2].low : window[index / 2].high) =
          value.getSExtValue();
  return window;
}

// Returns the size of `size` elements with gaps between them:
// (size - 1) * dilation + 1; none if that overflows.
static std::optional<int64_t> dilate(int64_t size, int64_t dilation) {
  int64_t dilated = 0;
  if (size == 0)
    return 0;
  if (llvm::MulOverflow(size - 1, dilation, dilated) ||
      llvm::AddOverflow<int64_t>(dilated, 1, dilated))
    return std::nullopt;
  return dilated;
}

std::optional<int64_t> stablehlo::countPositions(int64_t size,
                                                 const WindowDim &window) {
  std::optional<int64_t> base = dilate(size, window.baseDilation);
  std::optional<int64_t> width = dilate(window.size, window.windowDilation);
  int64_t padded = 0;
  if (!base || !width || llvm::AddOverflow(*base, window.low, padded) ||
      llvm::AddOverflow(padded, window.high, padded))
    return std::nullopt;
  if (padded <= 0 || *width > padded)
    return 0;
  return (padded - *width) / window.stride + 1;
}

FailureOr<SmallVector<Dim>>
stablehlo::inferWindowed(Operation *op, ArrayRef<Dim> base,
                         ArrayRef<WindowDim> window) {
  SmallVector<Dim> inferred;
  for (auto [index, pair] :
       llvm::enumerate(llvm::zip_equal(base, window))) {
    auto [dim, step] = pair;
    int64_t known = dim.isStatic() ? dim.size : dim.bound;
    if (ShapedType::isDynamic(known) || ShapedType::isDynamic(step.size)) {
      inferred.push_back(Dim{ShapedType::kDynamic});
      continue;
    }
    std::optional<int64_t> count = countPositions(known, step);
    if (!count)
      return op->emitOpError("gives an invalid size for dimension ") << index;
    inferred.push_back(dim.isStatic() ? Dim{*count}
                                      : Dim{ShapedType::kDynamic, *count});
  }
  return inferred;
}

//===-- Reductions in windows ---------------------------------------------===//

LogicalResult ReduceWindowOp::verify() {
  // reduce_window_c1
  if (failed(verifyInputs(*this, getInputs().size())))
    return failure();
  int64_t rank = tensorOf(getInputs().front()).getRank();
  for (unsigned i = 0; i < getInputs().size(); ++i)
    // reduce_window_c2
    if (failed(hlo::verifyCompatibleSizes(*this, hlo::operandType(*this, 0),
                                          hlo::operandType(*this, i))))
      return failure();
  // reduce_window_c4
  if (failed(hlo::verifySize(*this, "window_dimensions",
                             getWindowDimensions().size(), rank,
                             "one for each dimension of operand #0")))
    return failure();
  auto window =
      verifyWindow(*this, {{"window_dimensions", getWindowDimensions()},
                           {"window_strides", getWindowStrides()},
                           {"base_dilations", getBaseDilations()},
                           {"window_dilations", getWindowDilations()},
                           getPadding()});
  if (failed(window))
    return failure();
  for (unsigned i = 0; i < getNumResults(); ++i) {
    auto expected = inferWindowed(
        *this, hlo::getDims(getInputs()[i].getType()), *window);
    // reduce_window_c15
    if (failed(expected) ||
        failed(hlo::verifyShape(*this, hlo::resultType(*this, i), *expected)))
      return failure();
  }
  return success();
}

// reduce_window_c3, reduce_window_c13, reduce_window_c16
LogicalResult ReduceWindowOp::verifyRegions() {
  size_t inputs = getInputs().size();
  SmallVector<Dim> window;
  for (int64_t size : getWindowDimensions())
    window.push_back(Dim{size});
  return hlo::verifyReducer(*this, getBody(), "body",
                            namesOf(*this, hlo::operandType, 0, inputs),
                            namesOf(*this, hlo::operandType, inputs, inputs),
                            namesOf(*this, hlo::resultType, 0, inputs), window);
}

LogicalResult SelectAndScatterOp::verify() {
  RankedTensorType operand = tensorOf(getOperand());
  ArrayRef<int64_t> sizes = getWindowDimensions().value_or(ArrayRef<int64_t>());
  // select_and_scatter_c4
  if (failed(hlo::verifySize(*this, "window_dimensions", sizes.size(),
                             operand.getRank(),
                             "one for each dimension of operand #0")))
    return failure();
  auto window = verifyWindow(*this, {{"window_dimensions", sizes},
                                     {"window_strides", getWindowStrides()},
                                     {"base_dilations", {}},
                                     {"window_dilations", {}},
                                     getPadding()});
  if (failed(window))
    return failure();
  auto named = hlo::operandType(*this, 0), source = hlo::operandType(*this, 1);
  // select_and_scatter_c1: floats may differ in width.
  bool areFloats = isa<FloatType>(operand.getElementType()) &&
                   isa<FloatType>(hlo::elementType(source.type));
  if (!areFloats && failed(hlo::verifySameElements(*this, named, source)))
    return failure();
  auto expected =
      inferWindowed(*this, hlo::getUnboundedDims(operand), *window);
  // select_and_scatter_c2
  if (failed(expected) ||
      failed(hlo::verifySizes(*this, source, *expected)))
    return failure();
  // select_and_scatter_c11
  return hlo::verifyShape(*this, hlo::resultType(*this, 0),
                          hlo::getDims(operand));
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  Type element = hlo::elementType(getOperand().getType());
  SmallVector<Type> pair(2, RankedTensorType::get({}, element));
  // Floats may differ in width.
  for (auto [index, argument] : llvm::enumerate(getSelect().getArguments()))
    if (index < pair.size() && isa<FloatType>(element) &&
        isa<FloatType>(hlo::elementType(argument.getType())))
      pair[index] =
          RankedTensorType::get({}, hlo::elementType(argument.getType()));
  // select_and_scatter_c9
  if (failed(hlo::verifyRegion(*this, getSelect(), "select", pair,
                               boolScalar(getContext()))))
    return failure();
  // select_and_scatter_c3, select_and_scatter_c10, select_and_scatter_c12
  return hlo::verifyReducer(*this, getScatter(), "scatter",
                            hlo::operandType(*this, 1),
                            hlo::operandType(*this, 2),
                            hlo::resultType(*this, 0), {});
}

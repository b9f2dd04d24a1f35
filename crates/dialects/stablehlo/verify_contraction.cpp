// Verifiers of products and convolutions: contraction.td.

#include "stablehlo/verify.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

//===-- Products ----------------------------------------------------------===//

LogicalResult DotOp::verify() {
  if (failed(hlo::verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  SmallVector<Dim> lhs = hlo::getDims(getLhs().getType());
  SmallVector<Dim> rhs = hlo::getDims(getRhs().getType());
  if (lhs.empty() || lhs.size() > 2 || rhs.empty() || rhs.size() > 2)
    return emitOpError("requires vectors or matrices");
  if (!hlo::areCompatibleSizes(lhs.back(), rhs.front()))
    return emitOpError("requires equal sizes of the last dimension of operand "
                       "#0 and the first of operand #1, got ")
           << hlo::toString(lhs.back()) << " and "
           << hlo::toString(rhs.front());
  SmallVector<Dim> expected(llvm::drop_end(lhs));
  llvm::append_range(expected, llvm::drop_begin(rhs));
  return hlo::verifySizes(*this, hlo::resultType(*this, 0), expected);
}

// Checks the quantized operands of a product.
static LogicalResult verifyQuantizedDot(DotGeneralOp op) {
  Type lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  if (!isAnyQuantized({lhs, rhs, op.getType()}))
    return success();
  Type element = hlo::elementType(rhs);
  // dot_general_c15
  bool hasZeroPoint = false;
  if (auto quantized = dyn_cast<quant::UniformQuantizedType>(element))
    hasZeroPoint = quantized.getZeroPoint() != 0;
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  if (perAxis)
    hasZeroPoint = llvm::any_of(perAxis.getZeroPoints(),
                                [](int64_t point) { return point != 0; });
  if (hasZeroPoint)
    return op.emitOpError("requires zero points of 0 of operand #1, got ")
           << element;
  // dot_general_c16
  if (perAxis &&
      llvm::is_contained(
          op.getDotDimensionNumbers().getRhsContractingDimensions(),
          perAxis.getQuantizedDimension()))
    return op.emitOpError("requires a quantized dimension of operand #1 that "
                          "is not contracted, got ")
           << perAxis.getQuantizedDimension();
  return verifyQuantizedProduct(op);
}

// Returns whether no operand has another precision than the default.
static bool hasDefaultPrecision(std::optional<ArrayAttr> precision) {
  return !precision || llvm::all_of(*precision, [](Attribute attribute) {
    return cast<PrecisionAttr>(attribute).getValue() == Precision::DEFAULT;
  });
}

LogicalResult DotGeneralOp::verify() {
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  hlo::DimPairs batching{"batching", numbers.getLhsBatchingDimensions(),
                         numbers.getRhsBatchingDimensions()};
  hlo::DimPairs contracting{"contracting",
                            numbers.getLhsContractingDimensions(),
                            numbers.getRhsContractingDimensions()};
  if (failed(hlo::verifyPrecision(*this, getPrecisionConfig())) ||
      failed(hlo::verifyDimPairs(*this, "dot_dimension_numbers",
                                 {batching, contracting})))
    return failure();
  hlo::TensorDims lhs(getLhs().getType()), rhs(getRhs().getType());
  SmallVector<Dim, 6> expected;
  for (auto [left, right] : llvm::zip_equal(batching.lhs, batching.rhs)) {
    if (!hlo::areCompatible(lhs[left], rhs[right]))
      return emitOpError("requires a size of dimension ")
             << left << " of operand #0 within that of dimension " << right
             << " of operand #1, got " << hlo::toString(lhs[left]) << " and "
             << hlo::toString(rhs[right]);
    expected.push_back(lhs[left].isStatic() ? lhs[left] : rhs[right]);
  }
  hlo::appendFreeDims(expected, getLhs().getType(),
                      {batching.lhs, contracting.lhs});
  hlo::appendFreeDims(expected, getRhs().getType(),
                      {batching.rhs, contracting.rhs});
  // dot_general_c12
  if (failed(hlo::verifySizes(*this, hlo::resultType(*this, 0), expected)))
    return failure();
  // dot_general_c21
  if (getAlgorithm() && !hasDefaultPrecision(getPrecisionConfig()))
    return emitOpError("requires precision DEFAULT if it has an algorithm");
  return verifyQuantizedDot(*this);
}

//===-- Convolutions ------------------------------------------------------===//

// Checks the dims that a convolution names: three lists of equal length, each
// with all dims once.
template <typename Op>
static LogicalResult verifyConvolutionDims(Op op, int64_t rank) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  size_t spatial = numbers.getInputSpatialDimensions().size();
  // convolution_c17, convolution_c19, dynamic_conv_c17, dynamic_conv_c19
  if (numbers.getKernelSpatialDimensions().size() != spatial ||
      numbers.getOutputSpatialDimensions().size() != spatial)
    return op.emitOpError("requires as many spatial dimensions of the kernel "
                          "and the output as of the input");
  // convolution_c12, dynamic_conv_c12
  if (rank != static_cast<int64_t>(spatial) + 2)
    return op.emitOpError("requires rank ")
           << spatial + 2 << " of " << hlo::operandType(op, 0);
  auto verifyDims = [&](ArrayRef<int64_t> spatialDims, int64_t first,
                        int64_t second) {
    SmallVector<int64_t> dims(spatialDims);
    dims.append({first, second});
    return hlo::verifyDimensions(op, "dimension_numbers", dims, rank);
  };
  // convolution_c13, convolution_c18, convolution_c20, dynamic_conv_c13,
  // dynamic_conv_c18, dynamic_conv_c20
  return failure(failed(verifyDims(numbers.getInputSpatialDimensions(),
                                   numbers.getInputBatchDimension(),
                                   numbers.getInputFeatureDimension())) ||
                 failed(verifyDims(numbers.getKernelSpatialDimensions(),
                                   numbers.getKernelInputFeatureDimension(),
                                   numbers.getKernelOutputFeatureDimension())) ||
                 failed(verifyDims(numbers.getOutputSpatialDimensions(),
                                   numbers.getOutputBatchDimension(),
                                   numbers.getOutputFeatureDimension())));
}

// Checks that one number divides another; an unknown size satisfies that.
static LogicalResult verifyDivides(Operation *op, StringRef name,
                                   uint64_t count, int64_t size,
                                   StringRef sizeName) {
  if (ShapedType::isDynamic(size) || size % static_cast<int64_t>(count) == 0)
    return success();
  return op->emitOpError("requires a ")
         << name << " that divides the " << sizeName << " " << size << ", got "
         << count;
}

// Checks the groups of features and batches.
template <typename Op> static LogicalResult verifyGroups(Op op) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  uint64_t featureGroups = op.getFeatureGroupCount();
  uint64_t batchGroups = op.getBatchGroupCount();
  // convolution_c23, dynamic_conv_c23
  if (featureGroups > 1 && batchGroups > 1)
    return op.emitOpError("requires feature_group_count or batch_group_count "
                          "to be 1");
  ArrayRef<int64_t> lhs = tensorOf(op.getLhs()).getShape();
  ArrayRef<int64_t> rhs = tensorOf(op.getRhs()).getShape();
  int64_t batch = lhs[numbers.getInputBatchDimension()];
  int64_t features = lhs[numbers.getInputFeatureDimension()];
  int64_t kernelInputs = rhs[numbers.getKernelInputFeatureDimension()];
  int64_t outputs = rhs[numbers.getKernelOutputFeatureDimension()];
  // convolution_c10, convolution_c11, convolution_c15, convolution_c16,
  // dynamic_conv_c10, dynamic_conv_c11, dynamic_conv_c15, dynamic_conv_c16
  if (failed(verifyDivides(op, "batch_group_count", batchGroups, batch,
                           "input batch size")) ||
      failed(verifyDivides(op, "feature_group_count", featureGroups, features,
                           "input feature size")) ||
      failed(verifyDivides(op, "batch_group_count", batchGroups, outputs,
                           "kernel output feature size")) ||
      failed(verifyDivides(op, "feature_group_count", featureGroups, outputs,
                           "kernel output feature size")))
    return failure();
  // convolution_c14, dynamic_conv_c14
  if (!ShapedType::isDynamic(features) && !ShapedType::isDynamic(kernelInputs) &&
      features / static_cast<int64_t>(featureGroups) != kernelInputs)
    return op.emitOpError("requires a kernel input feature size of ")
           << features / static_cast<int64_t>(featureGroups)
           << ", the input features of one group, got " << kernelInputs;
  return success();
}

// Checks the operands that both convolutions have in common.
template <typename Op> static LogicalResult verifyConvolved(Op op) {
  int64_t rank = tensorOf(op.getLhs()).getRank();
  // convolution_c1, dynamic_conv_c1
  if (rank < 2 || rank != tensorOf(op.getRhs()).getRank())
    return op.emitOpError("requires operands of one rank, at least 2, got ")
           << rank << " and " << tensorOf(op.getRhs()).getRank();
  // convolution_c27, dynamic_conv_c27: equal types, or any two of floats of 8 bits.
  auto isFloat8 = [](Value operand) {
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(operand));
    return type && type.getWidth() == 8;
  };
  if (!isAnyQuantized({op.getLhs().getType(), op.getRhs().getType()}) &&
      !(isFloat8(op.getLhs()) && isFloat8(op.getRhs())) &&
      failed(hlo::verifySameElements(op, hlo::operandType(op, 0),
                                     hlo::operandType(op, 1))))
    return failure();
  if (failed(verifyConvolutionDims(op, rank)) || failed(verifyGroups(op)))
    return failure();
  return hlo::verifyPrecision(op, op.getPrecisionConfig());
}

// Checks the dims along which quantized operands and results have scales.
template <typename Op> static LogicalResult verifyQuantizedConvolution(Op op) {
  if (!isAnyQuantized(
          {op.getLhs().getType(), op.getRhs().getType(), op.getType()}))
    return success();
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  auto verifyAxis = [&](const hlo::NamedType &named, StringRef name,
                        int64_t expected) -> LogicalResult {
    auto quantized = dyn_cast<quant::UniformQuantizedPerAxisType>(
        hlo::elementType(named.type));
    if (!quantized || quantized.getQuantizedDimension() == expected)
      return success();
    return op.emitOpError("requires ")
           << named.name() << " to be quantized along dimension " << expected
           << ", its " << name << ", got "
           << quantized.getQuantizedDimension();
  };
  // convolution_c29, convolution_c30, dynamic_conv_c29, dynamic_conv_c30
  if (failed(verifyAxis(hlo::operandType(op, 1), "output feature dimension",
                        numbers.getKernelOutputFeatureDimension())) ||
      failed(verifyAxis(hlo::resultType(op, 0), "feature dimension",
                        numbers.getOutputFeatureDimension())))
    return failure();
  return verifyQuantizedProduct(op);
}

// Returns the sizes of the dims that the kernel's window has.
template <typename Op> static SmallVector<int64_t> kernelSizes(Op op) {
  SmallVector<int64_t> sizes;
  for (int64_t dim : op.getDimensionNumbers().getKernelSpatialDimensions())
    sizes.push_back(tensorOf(op.getRhs()).getDimSize(dim));
  return sizes;
}

template <typename Op>
static FailureOr<SmallVector<WindowDim>>
verifyConvolutionWindow(Op op, ArrayRef<int64_t> sizes,
                        std::optional<DenseIntElementsAttr> padding) {
  // convolution_c9, dynamic_conv_c9
  std::optional<ArrayRef<bool>> reversal = op.getWindowReversal();
  if (reversal && !reversal->empty() &&
      failed(hlo::verifySize(op, "window_reversal", reversal->size(),
                             sizes.size(),
                             "one for each dimension of the window")))
    return failure();
  for (auto [dim, size] : llvm::zip_equal(
           op.getDimensionNumbers().getKernelSpatialDimensions(), sizes))
    if (size == 0)
      return op.emitOpError("requires a size of at least 1 of dimension ")
             << dim << " of " << hlo::operandType(op, 1);
  return verifyWindow(op, {{"kernel_spatial_dimensions", sizes},
                           {"window_strides", op.getWindowStrides()},
                           {"lhs_dilation", op.getLhsDilation()},
                           {"rhs_dilation", op.getRhsDilation()},
                           padding});
}

LogicalResult ConvolutionOp::verify() {
  if (failed(verifyConvolved(*this)))
    return failure();
  SmallVector<int64_t> sizes = kernelSizes(*this);
  auto window = verifyConvolutionWindow(*this, sizes, getPadding());
  if (failed(window))
    return failure();
  ConvDimensionNumbersAttr numbers = getDimensionNumbers();
  ArrayRef<int64_t> lhs = tensorOf(getLhs()).getShape();
  SmallVector<Dim> base;
  for (int64_t dim : numbers.getInputSpatialDimensions())
    base.push_back(Dim{lhs[dim]});
  auto spatial = inferWindowed(*this, base, *window);
  if (failed(spatial))
    return failure();
  SmallVector<Dim> expected(lhs.size(), Dim{ShapedType::kDynamic});
  for (auto [dim, size] :
       llvm::zip_equal(numbers.getOutputSpatialDimensions(), *spatial))
    expected[dim] = size;
  int64_t batch = lhs[numbers.getInputBatchDimension()];
  if (!ShapedType::isDynamic(batch))
    expected[numbers.getOutputBatchDimension()] =
        Dim{batch / static_cast<int64_t>(getBatchGroupCount())};
  expected[numbers.getOutputFeatureDimension()] = Dim{
      tensorOf(getRhs()).getDimSize(numbers.getKernelOutputFeatureDimension())};
  // convolution_c25, convolution_c26
  if (failed(hlo::verifySizes(*this, hlo::resultType(*this, 0), expected)))
    return failure();
  return verifyQuantizedConvolution(*this);
}

LogicalResult DynamicConvOp::verify() {
  if (failed(verifyConvolved(*this)))
    return failure();
  int64_t spatial = getDimensionNumbers().getInputSpatialDimensions().size();
  // dynamic_conv_c4
  if (failed(hlo::verifyShape(*this, hlo::operandType(*this, 2),
                              {Dim{spatial}, Dim{2}})))
    return failure();
  // Real programs have window attributes of other lengths if the padding is
  // not constant.
  if (constantOperand(*this, 2) &&
      failed(verifyConvolutionWindow(*this, kernelSizes(*this), std::nullopt)))
    return failure();
  return verifyQuantizedConvolution(*this);
}

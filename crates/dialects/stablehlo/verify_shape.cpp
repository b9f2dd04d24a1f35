// Verifiers of the ops that create, measure or rearrange tensors: most of
// shape.td.

#include "stablehlo/verify.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

//===-- No operand --------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  ShapedType value = getValue().getShapedType();
  Type element = getType().getElementType();
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    element = quantized.getStorageType();
  if (value.getShape() == getType().getShape() &&
      value.getElementType() == element)
    return success();
  return emitOpError("requires a value of the type of result #0 ")
         << getType() << ", got " << value;
}

// iota_c1
LogicalResult IotaOp::verify() {
  return hlo::verifyDimension(*this, "iota_dimension", getIotaDimension(),
                               tensorOf(getOutput()).getRank());
}

//===-- Extents -----------------------------------------------------------===//

LogicalResult GetDimensionSizeOp::verify() {
  // get_dimension_size_c1
  if (failed(hlo::verifyDimension(*this, "dimension", getDimension(),
                                   tensorOf(getOperand()).getRank())))
    return failure();
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), {});
}

LogicalResult SetDimensionSizeOp::verify() {
  if (failed(hlo::verifyDimension(*this, "dimension", getDimension(),
                                   tensorOf(getOperand()).getRank())) ||
      failed(hlo::verifyShape(*this, hlo::operandType(*this, 1), {})) ||
      failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))))
    return failure();
  SmallVector<Dim> expected = hlo::getDims(getOperand().getType());
  // The old size bounds the new one, and is the new one if that is a constant
  // of the same value.
  Dim &set = expected[getDimension()];
  int64_t limit = set.isStatic() ? set.size : set.bound;
  set = Dim{ShapedType::kDynamic, limit};
  std::optional<SmallVector<int64_t>> size = constantOperand(*this, 1);
  if (size && !ShapedType::isDynamic(limit) && size->front() == limit)
    set = Dim{limit};
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

//===-- Broadcasts --------------------------------------------------------===//

// Checks the requirements of every broadcast along given dims.
static LogicalResult verifyBroadcast(Operation *op,
                                     ArrayRef<int64_t> dimensions) {
  hlo::TensorDims from(op->getOperand(0).getType());
  hlo::TensorDims to(op->getResult(0).getType());
  // broadcast_in_dim_c2...broadcast_in_dim_c4,
  // dynamic_broadcast_in_dim_c2...dynamic_broadcast_in_dim_c5
  if (failed(hlo::verifySize(op, "broadcast_dimensions", dimensions.size(),
                             from.size(),
                             "one for each dimension of operand #0")) ||
      failed(hlo::verifyDimensions(op, "broadcast_dimensions", dimensions,
                                   to.size())))
    return failure();
  // broadcast_in_dim_c5, dynamic_broadcast_in_dim_c5
  for (auto [index, dimension] : llvm::enumerate(dimensions)) {
    if (from[index].size == 1 ||
        hlo::areCompatibleSizes(from[index], to[dimension]))
      continue;
    return op->emitOpError("requires size 1 or ")
           << hlo::toString(to[dimension]) << " of dimension " << index
           << " of operand #0, which becomes dimension " << dimension
           << " of result #0, got " << hlo::toString(from[index]);
  }
  return success();
}

LogicalResult BroadcastInDimOp::verify() {
  // broadcast_in_dim_c1
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))) ||
      failed(verifyScalePerTensor(*this)) ||
      failed(verifyBroadcast(*this, getBroadcastDimensions())))
    return failure();
  // A size that is not repeated is unchanged, bounded or not.
  hlo::TensorDims from(getOperand().getType()), to(getType());
  for (auto [index, dimension] : llvm::enumerate(getBroadcastDimensions()))
    if (from[index].isStatic() && from[index].size != 1 &&
        !to[dimension].isStatic())
      return emitOpError("requires size ")
             << from[index].size << " of dimension " << dimension
             << " of result #0, got " << hlo::toString(to[dimension]);
  return verifyBroadcastScales(*this, getBroadcastDimensions());
}

LogicalResult BroadcastOp::verify() {
  if (failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                     hlo::resultType(*this, 0))) ||
      failed(hlo::verifyAtLeast(*this, "broadcast_sizes", getBroadcastSizes(),
                                0)))
    return failure();
  SmallVector<Dim> expected;
  for (int64_t size : getBroadcastSizes())
    expected.push_back(Dim{size});
  llvm::append_range(expected, hlo::getUnboundedDims(getOperand().getType()));
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

// Checks hints on how an operand's dims are broadcast: each dim at most once in
// both lists.
static LogicalResult verifyHints(DynamicBroadcastInDimOp op) {
  ArrayRef<int64_t> expanding =
      op.getKnownExpandingDimensions().value_or(ArrayRef<int64_t>());
  ArrayRef<int64_t> nonexpanding =
      op.getKnownNonexpandingDimensions().value_or(ArrayRef<int64_t>());
  int64_t rank = tensorOf(op.getOperand()).getRank();
  // dynamic_broadcast_in_dim_c8...dynamic_broadcast_in_dim_c10
  if (failed(hlo::verifyDimensions(op, "known_expanding_dimensions", expanding,
                                   rank)) ||
      failed(hlo::verifyDimensions(op, "known_nonexpanding_dimensions",
                                   nonexpanding, rank)))
    return failure();
  for (int64_t dimension : expanding)
    if (llvm::is_contained(nonexpanding, dimension))
      return op.emitOpError("requires dimension ")
             << dimension
             << " to be in one of the attributes 'known_expanding_dimensions' "
                "and 'known_nonexpanding_dimensions' only";
  return success();
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  // dynamic_broadcast_in_dim_c1
  if (!isAnyQuantized({getOperand().getType(), getType()}) &&
      failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                     hlo::resultType(*this, 0))))
    return failure();
  std::optional<SmallVector<int64_t>> extents = constantOperand(*this, 1);
  // dynamic_broadcast_in_dim_c7: an extent for each dim, even if they are not
  // constant, which upstream does not check.
  if (failed(hlo::verifyShape(*this, hlo::operandType(*this, 1),
                              Dim{getType().getRank()})) ||
      failed(verifyBroadcast(*this, getBroadcastDimensions())) ||
      failed(verifyExtents(*this, 1, extents)) || failed(verifyHints(*this)))
    return failure();
  RankedTensorType operand = tensorOf(getOperand());
  // A result with dynamic dims has been compared with the extents, but not with
  // the operand.
  if (extents && operand.hasStaticShape())
    for (auto [index, dimension] : llvm::enumerate(getBroadcastDimensions()))
      if (operand.getDimSize(index) != 1 &&
          operand.getDimSize(index) != (*extents)[dimension])
        return emitOpError("requires size 1 or ")
               << (*extents)[dimension] << " of dimension " << index
               << " of operand #0, as operand #1 says, got "
               << operand.getDimSize(index);
  return verifyBroadcastScales(*this, getBroadcastDimensions());
}

LogicalResult DynamicIotaOp::verify() {
  // dynamic_iota_c1
  if (failed(hlo::verifyDimension(*this, "iota_dimension", getIotaDimension(),
                                  tensorOf(getResult()).getRank())))
    return failure();
  // dynamic_iota_c2: an extent for each dim, even if they are not constant,
  // which upstream does not check.
  if (failed(hlo::verifyShape(*this, hlo::operandType(*this, 0),
                              Dim{getType().getRank()})))
    return failure();
  return verifyExtents(*this, 0, constantOperand(*this, 0));
}

//===-- The same elements in another shape --------------------------------===//

// Returns the number of elements; none if it is unknown or overflows.
static std::optional<int64_t> countElements(RankedTensorType type) {
  if (!type.hasStaticShape())
    return std::nullopt;
  int64_t count = 1;
  bool isEmpty = llvm::is_contained(type.getShape(), 0);
  for (int64_t size : type.getShape())
    if (!isEmpty && llvm::MulOverflow(count, size, count))
      return std::nullopt;
  return isEmpty ? 0 : count;
}

// Checks that a reshape keeps the number of elements.
static LogicalResult verifySameCount(Operation *op) {
  std::optional<int64_t> before = countElements(tensorOf(op->getOperand(0)));
  std::optional<int64_t> after = countElements(tensorOf(op->getResult(0)));
  // reshape_c2, dynamic_reshape_c2
  if (before && after && *before != *after)
    return op->emitOpError("requires as many elements in result #0 as in "
                           "operand #0, but they have ")
           << *after << " and " << *before;
  return success();
}

LogicalResult ReshapeOp::verify() {
  // reshape_c1
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))) ||
      failed(verifySameCount(*this)))
    return failure();
  if (!tensorOf(getOperand()).hasStaticShape() || !getType().hasStaticShape())
    return success();
  return verifyReshapedScales(*this);
}

LogicalResult DynamicReshapeOp::verify() {
  // dynamic_reshape_c1
  if (!isAnyQuantized({getOperand().getType(), getType()}) &&
      failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                     hlo::resultType(*this, 0))))
    return failure();
  std::optional<SmallVector<int64_t>> extents = constantOperand(*this, 1);
  std::optional<int64_t> count = countElements(tensorOf(getOperand()));
  // dynamic_reshape_c4; of an operand of unknown size, -1 stands for an
  // extent that is computed, as older exporters write it.
  if (failed(verifySameCount(*this)) ||
      failed(hlo::verifyShape(*this, hlo::operandType(*this, 1),
                              Dim{getType().getRank()})) ||
      failed(verifyExtents(*this, 1, extents, /*mayInfer=*/!count)))
    return failure();
  if (extents && count) {
    std::optional<int64_t> other =
        countElements(RankedTensorType::get(*extents, getType().getElementType()));
    if (other && *other != *count)
      return emitOpError("requires extents of as many elements as operand #0 "
                         "has, but they give ")
             << *other << " and " << *count;
  }
  return verifyReshapedScales(*this);
}

// Returns the width of an element in bits; none if the type does not define it.
static std::optional<int64_t> bitsOf(Type element) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    element = quantized.getStorageType();
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  if (!element.isIntOrFloat())
    return std::nullopt;
  return element.getIntOrFloatBitWidth();
}

LogicalResult BitcastConvertOp::verify() {
  Type from = hlo::elementType(getOperand().getType());
  Type to = hlo::elementType(getResult().getType());
  // bitcast_convert_c2
  if (isa<ComplexType>(from) != isa<ComplexType>(to))
    return emitOpError("requires both or none of the element types to be "
                       "complex, got ")
           << from << " and " << to;
  std::optional<int64_t> fromBits = bitsOf(from), toBits = bitsOf(to);
  if (!fromBits || !toBits)
    return success();
  // Each wider element becomes several narrower ones along a new last dim.
  auto narrow = hlo::operandType(*this, 0), wide = hlo::resultType(*this, 0);
  int64_t narrowBits = *fromBits, wideBits = *toBits;
  if (narrowBits > wideBits) {
    std::swap(narrow, wide);
    std::swap(narrowBits, wideBits);
  }
  SmallVector<Dim> expected = hlo::getDims(wide.type);
  // bitcast_convert_c1
  if (wideBits != narrowBits) {
    SmallVector<Dim> own = hlo::getDims(narrow.type);
    if (!own.empty() && own.back().isStatic() && wideBits % narrowBits != 0)
      return emitOpError("requires a multiple of ")
             << narrowBits << " bits, got " << wideBits;
    expected.push_back(wideBits % narrowBits == 0
                           ? Dim{wideBits / narrowBits}
                           : Dim{ShapedType::kDynamic});
    return hlo::verifySizes(*this, narrow, expected);
  }
  // Elements of one width need no new dim; upstream compares the dims that both
  // shapes have.
  SmallVector<Dim> other = hlo::getDims(narrow.type);
  for (auto [index, dims] : llvm::enumerate(llvm::zip(other, expected))) {
    auto [left, right] = dims;
    if (!hlo::areCompatibleSizes(left, right))
      return emitOpError("requires size ")
             << hlo::toString(right) << " of dimension " << index << " of "
             << narrow;
  }
  return success();
}

LogicalResult TransposeOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  // transpose_c1, transpose_c2
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))) ||
      failed(hlo::verifySize(*this, "permutation", getPermutation().size(),
                             rank, "one for each dimension of operand #0")) ||
      failed(hlo::verifyDimensions(*this, "permutation", getPermutation(),
                                   rank)))
    return failure();
  hlo::TensorDims operand(getOperand().getType());
  SmallVector<Dim, 6> expected;
  for (int64_t dimension : getPermutation())
    expected.push_back(operand[dimension]);
  // transpose_c3
  if (failed(hlo::verifyShape(*this, hlo::resultType(*this, 0), expected)) ||
      failed(verifySameScales(*this)))
    return failure();
  // transpose_c4
  auto from = dyn_cast<quant::UniformQuantizedPerAxisType>(
      hlo::elementType(getOperand().getType()));
  auto to = dyn_cast<quant::UniformQuantizedPerAxisType>(
      hlo::elementType(getType()));
  if (from && to &&
      from.getQuantizedDimension() !=
          getPermutation()[to.getQuantizedDimension()])
    return emitOpError("requires operand #0 to be quantized along dimension ")
           << getPermutation()[to.getQuantizedDimension()] << ", got "
           << from.getQuantizedDimension();
  return success();
}

LogicalResult ReverseOp::verify() {
  // reverse_c1
  if (failed(hlo::verifyAllSameElements(*this)))
    return failure();
  // reverse_c2, reverse_c3
  return hlo::verifyDimensions(*this, "dimensions", getDimensions(),
                               tensorOf(getOperand()).getRank());
}

// Verifiers of the elementwise ops and of the ops that create, measure or
// rearrange tensors: elementwise.td and shape.td.

#include "dialect/stablehlo/dialect.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

static RankedTensorType tensorOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===-- Elementwise -------------------------------------------------------===//

// Returns the element type of a complex number's parts; otherwise the type
// itself.
static Type realElement(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

static LogicalResult verifyPart(Operation *op) {
  Type operand = hlo::elementType(op->getOperand(0).getType());
  Type result = hlo::elementType(op->getResult(0).getType());
  if (hlo::areCompatibleElements(realElement(operand), result))
    return success();
  return op->emitOpError("requires element type ")
         << realElement(operand) << " of result #0, got " << result;
}

LogicalResult AbsOp::verify() { return verifyPart(*this); }
LogicalResult RealOp::verify() { return verifyPart(*this); }
LogicalResult ImagOp::verify() { return verifyPart(*this); }

LogicalResult AddOp::verify() {
  Type lhs = hlo::elementType(getLhs().getType());
  Type rhs = hlo::elementType(getRhs().getType());
  Type result = hlo::elementType(getResult().getType());
  auto isPerAxis = [](Type type) {
    return isa<quant::UniformQuantizedPerAxisType>(type);
  };
  auto isQuantizedAlike = [&](Type other) {
    auto left = dyn_cast<quant::QuantizedType>(lhs);
    auto right = dyn_cast<quant::QuantizedType>(other);
    return left && right && left.getStorageType() == right.getStorageType() &&
           left.getExpressedType() == right.getExpressedType();
  };
  if (isQuantizedAlike(rhs) && isQuantizedAlike(result)) {
    if (isPerAxis(result) == (isPerAxis(lhs) || isPerAxis(rhs)))
      return success();
    return emitOpError("requires result #0 to be quantized per axis if and only "
                       "if an operand is, got ")
           << result;
  }
  return hlo::verifyAllCompatibleElements(*this, /*results=*/true);
}

LogicalResult ComplexOp::verify() {
  return hlo::verifyComplexOf(*this, hlo::operandType(*this, 0),
                              hlo::resultType(*this, 0));
}

LogicalResult SelectOp::verify() {
  auto onTrue = hlo::operandType(*this, 1);
  auto onFalse = hlo::operandType(*this, 2);
  auto result = hlo::resultType(*this, 0);
  if (failed(hlo::verifyCompatibleElements(*this, onTrue, onFalse)) ||
      failed(hlo::verifyCompatibleElements(*this, onTrue, result)) ||
      failed(hlo::verifyCompatibleShapes(*this, onTrue, onFalse)) ||
      failed(hlo::verifyCompatibleShapes(*this, onTrue, result)) ||
      failed(hlo::verifyCompatibleShapes(*this, onFalse, result)))
    return failure();
  if (tensorOf(getPred()).getRank() == 0)
    return success();
  return hlo::verifyCompatibleShapes(*this, hlo::operandType(*this, 0),
                                     onTrue);
}

LogicalResult ClampOp::verify() {
  auto operand = hlo::operandType(*this, 1);
  for (unsigned limit : {0, 2})
    if (tensorOf(getOperation()->getOperand(limit)).getRank() != 0 &&
        failed(hlo::verifyCompatibleShapes(
            *this, hlo::operandType(*this, limit), operand)))
      return failure();
  return hlo::verifyCompatibleShapes(*this, operand,
                                     hlo::resultType(*this, 0));
}

// Returns the expressed type of a quantized element type; otherwise the type
// itself.
static Type expressedElement(Value value) {
  Type element = hlo::elementType(value.getType());
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  return quantized ? quantized.getExpressedType() : element;
}

static LogicalResult verifyQuantization(Operation *op) {
  Type operand = expressedElement(op->getOperand(0));
  Type result = expressedElement(op->getResult(0));
  if (operand == result)
    return success();
  return op->emitOpError("requires one expressed type, but operand #0 has ")
         << operand << " and result #0 has " << result;
}

LogicalResult UniformQuantizeOp::verify() { return verifyQuantization(*this); }
LogicalResult UniformDequantizeOp::verify() {
  return verifyQuantization(*this);
}

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

LogicalResult IotaOp::verify() {
  return hlo::verifyDimension(*this, "iota_dimension", getIotaDimension(),
                               tensorOf(getOutput()).getRank());
}

//===-- Extents -----------------------------------------------------------===//

LogicalResult GetDimensionSizeOp::verify() {
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
  // The old size bounds the new one.
  Dim &set = expected[getDimension()];
  set = Dim{ShapedType::kDynamic, set.isStatic() ? set.size : set.bound};
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

// Checks a vector of extents against the rank of the result that it describes.
static LogicalResult verifyExtents(Operation *op, unsigned operand) {
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  return hlo::verifyShape(op, hlo::operandType(op, operand), Dim{rank});
}

//===-- Broadcasts --------------------------------------------------------===//

// Checks the requirements of every broadcast along given dims.
static LogicalResult verifyBroadcast(Operation *op,
                                     ArrayRef<int64_t> dimensions) {
  auto operand = cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (failed(hlo::verifyCompatibleElements(op, hlo::operandType(op, 0),
                                           hlo::resultType(op, 0))) ||
      failed(hlo::verifySize(op, "broadcast_dimensions", dimensions.size(),
                             operand.getRank(),
                             "one for each dimension of operand #0")) ||
      failed(hlo::verifyDimensions(op, "broadcast_dimensions", dimensions,
                                   result.getRank())))
    return failure();
  SmallVector<Dim> from = hlo::getDims(operand), to = hlo::getDims(result);
  for (auto [index, dimension] : llvm::enumerate(dimensions)) {
    if (from[index].size == 1 ||
        hlo::areCompatible(from[index], to[dimension]))
      continue;
    return op->emitOpError("requires size 1 or ")
           << hlo::toString(to[dimension]) << " of dimension " << index
           << " of operand #0, which becomes dimension " << dimension
           << " of result #0, got " << hlo::toString(from[index]);
  }
  return success();
}

LogicalResult BroadcastInDimOp::verify() {
  if (failed(verifyBroadcast(*this, getBroadcastDimensions())))
    return failure();
  // A size that is not repeated is unchanged, bounded or not.
  SmallVector<Dim> from = hlo::getDims(getOperand().getType());
  SmallVector<Dim> to = hlo::getDims(getType());
  for (auto [index, dimension] : llvm::enumerate(getBroadcastDimensions()))
    if (from[index].isStatic() && from[index].size != 1 &&
        !to[dimension].isStatic())
      return emitOpError("requires size ")
             << from[index].size << " of dimension " << dimension
             << " of result #0, got " << hlo::toString(to[dimension]);
  return success();
}

LogicalResult BroadcastOp::verify() {
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))) ||
      failed(hlo::verifyAtLeast(*this, "broadcast_sizes", getBroadcastSizes(),
                                0)))
    return failure();
  SmallVector<Dim> expected;
  for (int64_t size : getBroadcastSizes())
    expected.push_back(Dim{size});
  llvm::append_range(expected, hlo::getDims(getOperand().getType()));
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  if (failed(verifyExtents(*this, 1)) ||
      failed(verifyBroadcast(*this, getBroadcastDimensions())))
    return failure();
  // The hints name the operand's dims, each at most once in both lists.
  ArrayRef<int64_t> expanding =
      getKnownExpandingDimensions().value_or(ArrayRef<int64_t>());
  ArrayRef<int64_t> nonexpanding =
      getKnownNonexpandingDimensions().value_or(ArrayRef<int64_t>());
  int64_t rank = tensorOf(getOperand()).getRank();
  if (failed(hlo::verifyDimensions(*this, "known_expanding_dimensions",
                                   expanding, rank)) ||
      failed(hlo::verifyDimensions(*this, "known_nonexpanding_dimensions",
                                   nonexpanding, rank)))
    return failure();
  for (int64_t dimension : expanding)
    if (llvm::is_contained(nonexpanding, dimension))
      return emitOpError("requires dimension ")
             << dimension
             << " to be in one of the attributes 'known_expanding_dimensions' "
                "and 'known_nonexpanding_dimensions' only";
  return success();
}

LogicalResult DynamicIotaOp::verify() {
  if (failed(verifyExtents(*this, 0)))
    return failure();
  return hlo::verifyDimension(*this, "iota_dimension", getIotaDimension(),
                               tensorOf(getResult()).getRank());
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

static LogicalResult verifySameElements(Operation *op) {
  if (failed(hlo::verifyCompatibleElements(op, hlo::operandType(op, 0),
                                           hlo::resultType(op, 0))))
    return failure();
  auto operand = cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<int64_t> before = countElements(operand);
  std::optional<int64_t> after = countElements(result);
  if (before && after && *before != *after)
    return op->emitOpError("requires as many elements in result #0 as in "
                           "operand #0, but they have ")
           << *after << " and " << *before;
  return success();
}

LogicalResult ReshapeOp::verify() { return verifySameElements(*this); }

LogicalResult DynamicReshapeOp::verify() {
  if (failed(verifyExtents(*this, 1)))
    return failure();
  return verifySameElements(*this);
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
  if (wideBits % narrowBits != 0)
    return emitOpError("requires a multiple of ")
           << narrowBits << " bits, got " << wideBits;
  SmallVector<Dim> expected = hlo::getDims(wide.type);
  if (wideBits != narrowBits)
    expected.push_back(Dim{wideBits / narrowBits});
  return hlo::verifyShape(*this, narrow, expected);
}

LogicalResult TransposeOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))) ||
      failed(hlo::verifySize(*this, "permutation", getPermutation().size(),
                             rank, "one for each dimension of operand #0")) ||
      failed(hlo::verifyDimensions(*this, "permutation", getPermutation(),
                                   rank)))
    return failure();
  SmallVector<Dim> operand = hlo::getDims(getOperand().getType()), expected;
  for (int64_t dimension : getPermutation())
    expected.push_back(operand[dimension]);
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

LogicalResult ReverseOp::verify() {
  return hlo::verifyDimensions(*this, "dimensions", getDimensions(),
                               tensorOf(getOperand()).getRank());
}

//===-- Joining and cutting -----------------------------------------------===//

LogicalResult ConcatenateOp::verify() {
  if (getInputs().empty())
    return emitOpError("requires at least one operand");
  int64_t rank = tensorOf(getInputs().front()).getRank();
  if (failed(hlo::verifyDimension(*this, "dimension", getDimension(), rank)))
    return failure();
  int64_t joinedDim = getDimension();
  // For each dim the most precise size of all operands; along the concatenated
  // dim their sum.
  SmallVector<Dim> expected(rank, Dim{ShapedType::kDynamic});
  int64_t sum = 0;
  bool isSumKnown = true;
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    auto named = hlo::operandType(*this, index);
    if (failed(hlo::verifyCompatibleElements(
            *this, hlo::operandType(*this, 0), named)))
      return failure();
    SmallVector<Dim> dims = hlo::getDims(input.getType());
    if (static_cast<int64_t>(dims.size()) == rank) {
      Dim &joined = dims[joinedDim];
      if (!joined.isStatic() || llvm::AddOverflow(sum, joined.size, sum))
        isSumKnown = false;
    }
    // This also reports a wrong rank.
    if (failed(hlo::verifyShape(*this, named, expected)))
      return failure();
    for (int64_t dim = 0; dim < rank; ++dim)
      if (dim != joinedDim && dims[dim].isStatic())
        expected[dim] = dims[dim];
  }
  if (isSumKnown)
    expected[joinedDim] = Dim{sum};
  auto result = hlo::resultType(*this, 0);
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           result)))
    return failure();
  return hlo::verifyShape(*this, result, expected);
}

LogicalResult SliceOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  StringRef reason = "one for each dimension of operand #0";
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))) ||
      failed(hlo::verifySize(*this, "start_indices", getStartIndices().size(),
                             rank, reason)) ||
      failed(hlo::verifySize(*this, "limit_indices", getLimitIndices().size(),
                             rank, reason)) ||
      failed(hlo::verifySize(*this, "strides", getStrides().size(), rank,
                             reason)) ||
      failed(hlo::verifyAtLeast(*this, "start_indices", getStartIndices(),
                                0)) ||
      failed(hlo::verifyAtLeast(*this, "strides", getStrides(), 1)))
    return failure();
  SmallVector<Dim> operand = hlo::getDims(getOperand().getType()), expected;
  for (auto [index, dim] : llvm::enumerate(operand)) {
    int64_t start = getStartIndices()[index];
    int64_t limit = getLimitIndices()[index];
    if (limit < start)
      return emitOpError("attribute 'limit_indices' holds ")
             << limit << " for dimension " << index
             << ", which is below the start " << start;
    int64_t largest = dim.isStatic() ? dim.size : dim.bound;
    if ((dim.isStatic() || dim.isBounded()) && limit > largest)
      return emitOpError("attribute 'limit_indices' holds ")
             << limit << " for dimension " << index
             << ", which is beyond the size " << hlo::toString(dim);
    int64_t length = limit - start, stride = getStrides()[index];
    expected.push_back(Dim{length / stride + (length % stride != 0)});
  }
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

// Checks that some operands have one type.
static LogicalResult verifySameTypes(Operation *op, unsigned begin,
                                     unsigned end) {
  for (unsigned i = begin + 1; i < end; ++i)
    if (op->getOperand(begin).getType() != op->getOperand(i).getType())
      return op->emitOpError("requires equal types of ")
             << hlo::operandType(op, begin) << " and "
             << hlo::operandType(op, i);
  return success();
}

LogicalResult RealDynamicSliceOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  for (unsigned operand : {1, 2, 3})
    if (failed(hlo::verifyShape(*this, hlo::operandType(*this, operand),
                                Dim{rank})))
      return failure();
  if (failed(verifySameTypes(*this, 1, 4)) ||
      failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))))
    return failure();
  return hlo::verifyShape(
      *this, hlo::resultType(*this, 0),
      SmallVector<Dim>(rank, Dim{ShapedType::kDynamic}));
}

// Checks the number of scalar start indices, and that they are of one type.
static LogicalResult verifyStarts(Operation *op, ValueRange starts,
                                  int64_t rank) {
  if (static_cast<int64_t>(starts.size()) != rank)
    return op->emitOpError("requires ")
           << rank
           << " start indices, one for each dimension of operand #0, got "
           << starts.size();
  unsigned first = op->getNumOperands() - starts.size();
  return verifySameTypes(op, first, op->getNumOperands());
}

LogicalResult DynamicSliceOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))) ||
      failed(verifyStarts(*this, getStartIndices(), rank)) ||
      failed(hlo::verifySize(*this, "slice_sizes", getSliceSizes().size(),
                             rank, "one for each dimension of operand #0")) ||
      failed(hlo::verifyAtLeast(*this, "slice_sizes", getSliceSizes(), 0)))
    return failure();
  SmallVector<Dim> expected;
  for (auto [index, dim] :
       llvm::enumerate(hlo::getDims(getOperand().getType()))) {
    int64_t size = getSliceSizes()[index];
    if (dim.isStatic() && size > dim.size)
      return emitOpError("attribute 'slice_sizes' holds ")
             << size << " for dimension " << index
             << ", which is beyond the size " << dim.size;
    expected.push_back(Dim{size});
  }
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

LogicalResult DynamicUpdateSliceOp::verify() {
  auto operand = hlo::operandType(*this, 0);
  auto update = hlo::operandType(*this, 1);
  auto result = hlo::resultType(*this, 0);
  if (failed(hlo::verifyCompatibleElements(*this, operand, update)) ||
      failed(hlo::verifyCompatibleElements(*this, operand, result)) ||
      failed(hlo::verifyCompatibleShapes(*this, operand, result)) ||
      failed(verifyStarts(*this, getStartIndices(),
                          tensorOf(getOperand()).getRank())))
    return failure();
  SmallVector<Dim> dims = hlo::getDims(operand.type);
  if (failed(hlo::verifyShape(
          *this, update,
          SmallVector<Dim>(dims.size(), Dim{ShapedType::kDynamic}))))
    return failure();
  for (auto [index, dim] : llvm::enumerate(hlo::getDims(update.type)))
    if (dim.isStatic() && dims[index].isStatic() && dim.size > dims[index].size)
      return emitOpError("requires operand #1 to fit into operand #0, but "
                         "their sizes of dimension ")
             << index << " are " << dim.size << " and " << dims[index].size;
  return success();
}

LogicalResult PadOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  StringRef reason = "one for each dimension of operand #0";
  if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::operandType(*this, 1))) ||
      failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))) ||
      failed(hlo::verifySize(*this, "edge_padding_low",
                             getEdgePaddingLow().size(), rank, reason)) ||
      failed(hlo::verifySize(*this, "edge_padding_high",
                             getEdgePaddingHigh().size(), rank, reason)) ||
      failed(hlo::verifySize(*this, "interior_padding",
                             getInteriorPadding().size(), rank, reason)) ||
      failed(hlo::verifyAtLeast(*this, "interior_padding",
                                getInteriorPadding(), 0)))
    return failure();
  SmallVector<Dim> expected;
  for (auto [index, dim] :
       llvm::enumerate(hlo::getDims(getOperand().getType()))) {
    if (!dim.isStatic()) {
      expected.push_back(Dim{ShapedType::kDynamic});
      continue;
    }
    // size + low + high + max(size - 1, 0) * interior
    int64_t size = dim.size;
    int64_t gaps = std::max<int64_t>(size - 1, 0);
    if (llvm::MulOverflow(gaps, getInteriorPadding()[index], gaps) ||
        llvm::AddOverflow(size, gaps, size) ||
        llvm::AddOverflow(size, getEdgePaddingLow()[index], size) ||
        llvm::AddOverflow(size, getEdgePaddingHigh()[index], size) || size < 0)
      return emitOpError("gives an invalid size for dimension ") << index;
    expected.push_back(Dim{size});
  }
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

LogicalResult DynamicPadOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  for (unsigned operand : {2, 3, 4})
    if (failed(hlo::verifyShape(*this, hlo::operandType(*this, operand),
                                Dim{rank})))
      return failure();
  if (failed(verifySameTypes(*this, 2, 5)) ||
      failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::operandType(*this, 1))) ||
      failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, 0),
                                           hlo::resultType(*this, 0))))
    return failure();
  return hlo::verifyShape(
      *this, hlo::resultType(*this, 0),
      SmallVector<Dim>(rank, Dim{ShapedType::kDynamic}));
}

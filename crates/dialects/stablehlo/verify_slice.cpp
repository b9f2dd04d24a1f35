// Verifiers of the ops that join, cut or pad tensors.

#include "stablehlo/verify.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

//===-- Joining and cutting -----------------------------------------------===//

// Returns the size of two dims joined end to end.
static std::optional<Dim> joinDim(Dim left, Dim right) {
  int64_t leftLimit = left.isStatic() ? left.size : left.bound;
  int64_t rightLimit = right.isStatic() ? right.size : right.bound;
  if (ShapedType::isDynamic(leftLimit) || ShapedType::isDynamic(rightLimit))
    return Dim{ShapedType::kDynamic};
  int64_t sum = 0;
  if (llvm::AddOverflow(leftLimit, rightLimit, sum))
    return std::nullopt;
  return left.isStatic() && right.isStatic() ? Dim{sum}
                                             : Dim{ShapedType::kDynamic, sum};
}

// Returns the more precise one of two dims: a size, or the smaller bound.
static Dim preciseDim(Dim left, Dim right) {
  if (left.isStatic() || !right.isStatic())
    return !left.isStatic() && right.isBounded() &&
                   (!left.isBounded() || right.bound < left.bound)
               ? right
               : left;
  return right;
}

LogicalResult ConcatenateOp::verify() {
  // concatenate_c3
  if (getInputs().empty())
    return emitOpError("requires at least one operand");
  int64_t rank = tensorOf(getInputs().front()).getRank();
  // concatenate_c4
  if (failed(hlo::verifyDimension(*this, "dimension", getDimension(), rank)))
    return failure();
  int64_t joinedDim = getDimension();
  // For each dim the most precise size of all operands; along the concatenated
  // dim their sum.
  SmallVector<Dim, 6> expected(rank, Dim{ShapedType::kDynamic});
  Dim sum{0};
  auto first = hlo::operandType(*this, 0);
  for (unsigned index = 0; index < getInputs().size(); ++index) {
    auto named = hlo::operandType(*this, index);
    // concatenate_c1, concatenate_c2
    if (failed(hlo::verifySameElements(*this, first, named)) ||
        failed(hlo::verifyShape(*this, named, expected)))
      return failure();
    hlo::TensorDims dims(named.type);
    for (int64_t dim = 0; dim < rank; ++dim)
      if (dim != joinedDim)
        expected[dim] = preciseDim(expected[dim], dims[dim]);
      else if (std::optional<Dim> joined = joinDim(sum, dims[dim]))
        sum = *joined;
      else
        return emitOpError("gives an invalid size for dimension ") << dim;
  }
  expected[joinedDim] = sum;
  auto result = hlo::resultType(*this, 0);
  // concatenate_c5, concatenate_c6
  if (failed(hlo::verifySameElements(*this, first, result)))
    return failure();
  return hlo::verifyShape(*this, result, expected);
}

LogicalResult SliceOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  StringRef reason = "one for each dimension of operand #0";
  // slice_c1, slice_c2, slice_c4
  if (failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
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
    // slice_c3
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
  // slice_c5
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
  // real_dynamic_slice_c2
  for (unsigned operand : {1, 2, 3}) {
    RankedTensorType limits = tensorOf(getOperation()->getOperand(operand));
    if (!limits.hasStaticShape() || limits.getNumElements() != rank)
      return emitOpError("requires ")
             << rank << " elements of " << hlo::operandType(*this, operand)
             << ", one for each dimension of operand #0";
  }
  if (failed(verifySameTypes(*this, 1, 4)))
    return failure();
  // real_dynamic_slice_c1
  return hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                 hlo::resultType(*this, 0));
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
  // dynamic_slice_c1...dynamic_slice_c4
  if (failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
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
  // dynamic_slice_c5
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

LogicalResult DynamicUpdateSliceOp::verify() {
  auto operand = hlo::operandType(*this, 0);
  auto update = hlo::operandType(*this, 1);
  auto result = hlo::resultType(*this, 0);
  // dynamic_update_slice_c1, dynamic_update_slice_c2, dynamic_update_slice_c4,
  // dynamic_update_slice_c5
  if (failed(hlo::verifySameElements(*this, operand, update)) ||
      failed(hlo::verifySameElements(*this, operand, result)) ||
      failed(hlo::verifyCompatibleShapes(*this, operand, result)) ||
      failed(verifyStarts(*this, getStartIndices(),
                          tensorOf(getOperand()).getRank())))
    return failure();
  // dynamic_update_slice_c3, dynamic_update_slice_c6
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

// Returns the size of a padded dim, `low + size + high` and the gaps between
// elements; none if it is negative or overflows.
static std::optional<int64_t> padDim(int64_t size, int64_t low, int64_t high,
                                     int64_t interior) {
  int64_t gaps = std::max<int64_t>(size - 1, 0);
  if (llvm::MulOverflow(gaps, interior, gaps) ||
      llvm::AddOverflow(size, gaps, size) ||
      llvm::AddOverflow(size, low, size) ||
      llvm::AddOverflow(size, high, size) || size < 0)
    return std::nullopt;
  return size;
}

LogicalResult PadOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  StringRef reason = "one for each dimension of operand #0";
  // pad_c1...pad_c3
  if (failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                     hlo::operandType(*this, 1))) ||
      failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
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
    int64_t known = dim.isStatic() ? dim.size : dim.bound;
    if (ShapedType::isDynamic(known)) {
      expected.push_back(Dim{ShapedType::kDynamic});
      continue;
    }
    std::optional<int64_t> padded =
        padDim(known, getEdgePaddingLow()[index], getEdgePaddingHigh()[index],
               getInteriorPadding()[index]);
    if (!padded)
      return emitOpError("gives an invalid size for dimension ") << index;
    expected.push_back(dim.isStatic() ? Dim{*padded}
                                      : Dim{ShapedType::kDynamic, *padded});
  }
  // pad_c4
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

LogicalResult DynamicPadOp::verify() {
  RankedTensorType operand = tensorOf(getOperand());
  int64_t rank = operand.getRank();
  // dynamic_pad_c1
  if (failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                     hlo::operandType(*this, 1))) ||
      failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                     hlo::resultType(*this, 0))))
    return failure();
  // dynamic_pad_c2
  for (unsigned index : {2, 3, 4})
    if (failed(hlo::verifyShape(*this, hlo::operandType(*this, index),
                                Dim{rank})))
      return failure();
  if (failed(verifySameTypes(*this, 2, 5)))
    return failure();
  std::optional<SmallVector<int64_t>> interior = constantOperand(*this, 4);
  // dynamic_pad_c3
  if (interior)
    for (int64_t gap : *interior)
      if (gap < 0)
        return emitOpError("requires interior padding of at least 0, got ")
               << gap;
  SmallVector<Dim> expected(rank, Dim{ShapedType::kDynamic});
  std::optional<SmallVector<int64_t>> low = constantOperand(*this, 2);
  std::optional<SmallVector<int64_t>> high = constantOperand(*this, 3);
  // dynamic_pad_c4
  if (interior && low && high && operand.hasStaticShape() &&
      getType().hasStaticShape())
    for (auto [index, size] : llvm::enumerate(operand.getShape())) {
      std::optional<int64_t> padded =
          padDim(size, (*low)[index], (*high)[index], (*interior)[index]);
      if (!padded)
        return emitOpError("gives an invalid size for dimension ") << index;
      expected[index] = Dim{*padded};
    }
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

// The verifier of products of groups of rows.
//
// The ragged dim of operand #0 is divided into groups. What it is decides the
// shapes, here with a batching dim b, contracting dim k and other dims m and n:
//
//   ragged dim    operand #0   operand #1     group sizes   result
//   m             [b, m, k]    [g, b, k, n]   [b, g]        [b, m, n]
//   k             [b, m, k]    [b, k, n]      [b, g]        [g, b, m, n]
//   b             [b, m, k]    [b, k, n]      [g]           [b, m, n]
//
// The group sizes have one row for all dims in front of the ragged dim that are
// of its kind, and for all batching dims; or a single row, of shape [g].

#include "chlo/dialect.h"

using namespace mlir;
using namespace mlir::chlo;
using hlo::Dim;

// Returns the dims of operand #0 that the group sizes begin with.
static SmallVector<int64_t> groupPrefix(RaggedDotDimensionNumbersAttr numbers,
                                        int64_t ragged) {
  ArrayRef<int64_t> batching = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> contracting = numbers.getLhsContractingDimensions();
  auto inFront = [&](ArrayRef<int64_t> dims) {
    return dims.take_until([&](int64_t dim) { return dim == ragged; });
  };
  if (llvm::is_contained(batching, ragged))
    return SmallVector<int64_t>(inFront(batching));
  SmallVector<int64_t> prefix(batching);
  if (llvm::is_contained(contracting, ragged)) {
    llvm::append_range(prefix, inFront(contracting));
    return prefix;
  }
  for (int64_t dim = 0; dim < ragged; ++dim)
    if (!llvm::is_contained(batching, dim) &&
        !llvm::is_contained(contracting, dim))
      prefix.push_back(dim);
  return prefix;
}

// Checks the shape of the group sizes.
static LogicalResult verifyGroupSizes(RaggedDotOp op, int64_t ragged) {
  auto sizes = hlo::operandType(op, 2);
  auto shape = cast<RankedTensorType>(sizes.type).getShape();
  if (shape.size() == 1)
    return success();
  SmallVector<int64_t> expected;
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  for (int64_t dim : groupPrefix(op.getRaggedDotDimensionNumbers(), ragged))
    expected.push_back(lhs.getDimSize(dim));
  if (shape.size() != expected.size() + 1)
    return op.emitOpError("requires rank ")
           << (expected.empty() ? "" : "1 or ") << expected.size() + 1
           << " of " << sizes;
  if (shape.drop_back() == ArrayRef(expected))
    return success();
  InFlightDiagnostic error = op.emitOpError("requires sizes [");
  llvm::interleaveComma(expected, error, [&](int64_t size) {
    error << hlo::toString(Dim{size});
  });
  return error << "] in front of the number of groups of " << sizes;
}

// Checks the dims of operand #1 that hold groups.
static LogicalResult verifyGroupDims(RaggedDotOp op, int64_t ragged,
                                     Dim groups) {
  RaggedDotDimensionNumbersAttr numbers = op.getRaggedDotDimensionNumbers();
  SmallVector<int64_t> used(numbers.getRhsBatchingDimensions());
  llvm::append_range(used, numbers.getRhsContractingDimensions());
  ArrayRef<int64_t> groupDims = numbers.getRhsGroupDimensions();
  llvm::append_range(used, groupDims);
  SmallVector<Dim> rhs = hlo::getDims(op.getRhs().getType());
  if (failed(hlo::verifyDimensions(op, "ragged_dot_dimension_numbers", used,
                                   rhs.size())))
    return failure();
  bool isFree =
      !llvm::is_contained(numbers.getLhsBatchingDimensions(), ragged) &&
      !llvm::is_contained(numbers.getLhsContractingDimensions(), ragged);
  if (groupDims.size() != (isFree ? 1 : 0))
    return op.emitOpError("requires ")
           << (isFree ? "one dimension" : "no dimension")
           << " in rhs_group_dimensions, because the ragged dimension is "
           << (isFree ? "neither batching nor" : "batching or")
           << " contracting, got " << groupDims.size();
  if (!isFree || hlo::areCompatibleSizes(rhs[groupDims.front()], groups))
    return success();
  return op.emitOpError("requires size ")
         << hlo::toString(groups) << " of dimension " << groupDims.front()
         << " of operand #1, the number of groups, got "
         << hlo::toString(rhs[groupDims.front()]);
}

LogicalResult RaggedDotOp::verify() {
  for (unsigned i : {0, 1})
    if (!isa<RankedTensorType>(getOperation()->getOperand(i).getType()))
      return emitOpError("requires a rank of ") << hlo::operandType(*this, i);
  if (!isa<RankedTensorType>(getType()))
    return emitOpError("requires a rank of ") << hlo::resultType(*this, 0);
  RaggedDotDimensionNumbersAttr numbers = getRaggedDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatching = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracting = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsBatching = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> rhsContracting = numbers.getRhsContractingDimensions();
  if (failed(hlo::verifyPrecision(*this, getPrecisionConfig())) ||
      failed(hlo::verifyDimPairs(*this, "ragged_dot_dimension_numbers",
                                 {{"batching", lhsBatching, rhsBatching},
                                  {"contracting", lhsContracting,
                                   rhsContracting}})))
    return failure();
  if (numbers.getLhsRaggedDimensions().size() != 1)
    return emitOpError("requires one dimension in lhs_ragged_dimensions");
  int64_t ragged = numbers.getLhsRaggedDimensions().front();
  SmallVector<Dim> lhs = hlo::getDims(getLhs().getType());
  if (failed(hlo::verifyDimension(*this, "ragged_dot_dimension_numbers", ragged,
                                  lhs.size())))
    return failure();
  auto sizes = cast<RankedTensorType>(getGroupSizes().getType());
  if (sizes.getRank() == 0)
    return emitOpError("requires rank 1 at least of ")
           << hlo::operandType(*this, 2);
  Dim groups{sizes.getShape().back()};
  if (failed(verifyGroupSizes(*this, ragged)) ||
      failed(verifyGroupDims(*this, ragged, groups)))
    return failure();
  SmallVector<Dim> expected;
  if (llvm::is_contained(lhsContracting, ragged))
    expected.push_back(groups);
  for (int64_t dim : lhsBatching)
    expected.push_back(lhs[dim]);
  hlo::appendFreeDims(expected, getLhs().getType(),
                      {lhsBatching, lhsContracting});
  hlo::appendFreeDims(expected, getRhs().getType(),
                      {rhsBatching, rhsContracting,
                       numbers.getRhsGroupDimensions()});
  return hlo::verifySizes(*this, hlo::resultType(*this, 0), expected);
}

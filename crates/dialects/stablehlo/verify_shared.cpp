// Checks that verifiers of several kinds of ops share.

#include "stablehlo/verify.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

Type stablehlo::boolScalar(MLIRContext *context) {
  return RankedTensorType::get({}, IntegerType::get(context, 1));
}

std::optional<SmallVector<int64_t>> stablehlo::constantInts(Value value) {
  DenseIntElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)))
    return std::nullopt;
  return llvm::map_to_vector(
      elements.getValues<APInt>(),
      [](const APInt &element) { return element.getSExtValue(); });
}

SmallVector<hlo::NamedType>
stablehlo::namesOf(Operation *op, hlo::NamedType (*name)(Operation *, unsigned),
                   unsigned first, size_t count) {
  return llvm::map_to_vector(llvm::seq<size_t>(first, first + count),
                             [&](size_t index) { return name(op, index); });
}

LogicalResult stablehlo::verifyOneShape(Operation *op) {
  // For each dim the size of the first type that has one.
  std::optional<SmallVector<Dim>> known;
  auto verify = [&](const hlo::NamedType &named) -> LogicalResult {
    SmallVector<Dim> dims = hlo::getUnboundedDims(named.type);
    if (!known)
      known = dims;
    if (failed(hlo::verifySizes(op, named, *known)))
      return failure();
    for (auto [dim, own] : llvm::zip_equal(*known, dims))
      if (own.isStatic())
        dim = own;
    return success();
  };
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (failed(verify(hlo::operandType(op, i))))
      return failure();
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (failed(verify(hlo::resultType(op, i))))
      return failure();
  return success();
}

LogicalResult stablehlo::verifyResultCount(Operation *op, size_t count,
                                           StringRef kind) {
  if (op->getNumResults() == count)
    return success();
  return op->emitOpError("requires as many results as ")
         << kind << ", got " << op->getNumResults() << " and " << count;
}

LogicalResult stablehlo::verifyInputs(Operation *op, size_t inputs) {
  if (inputs == 0)
    return op->emitOpError("requires at least one input");
  return verifyResultCount(op, inputs, "inputs");
}

LogicalResult stablehlo::verifySorted(Operation *op, StringRef name,
                                      ArrayRef<int64_t> dims) {
  if (llvm::is_sorted(dims))
    return success();
  return op->emitOpError("requires ") << name << " in increasing order, got ["
                                      << dims << "]";
}

LogicalResult stablehlo::verifyDisjoint(Operation *op, StringRef leftName,
                                        ArrayRef<int64_t> left,
                                        StringRef rightName,
                                        ArrayRef<int64_t> right) {
  for (int64_t dim : left)
    if (llvm::is_contained(right, dim))
      return op->emitOpError("requires dimension ")
             << dim << " to be in one of " << leftName << " and " << rightName
             << " only";
  return success();
}

LogicalResult
stablehlo::verifyExtents(Operation *op, unsigned operand,
                         const std::optional<SmallVector<int64_t>> &extents,
                         bool mayInfer) {
  if (!extents)
    return success();
  SmallVector<Dim> expected;
  for (int64_t extent : *extents) {
    bool isInferred = mayInfer && extent == -1;
    if (extent < 0 && !isInferred)
      return op->emitOpError("requires extents of at least 0 in operand #")
             << operand << ", got " << extent;
    expected.push_back(Dim{isInferred ? ShapedType::kDynamic : extent});
  }
  return hlo::verifyShape(op, hlo::resultType(op, 0), expected);
}

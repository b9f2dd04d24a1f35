// Checks of the dims of products that verify.h declares.

#include "common/verify.h"

using namespace mlir;
using namespace mlir::hlo;

LogicalResult hlo::verifyPrecision(Operation *op,
                                   std::optional<ArrayAttr> precision) {
  // convolution_c24, dot_general_c11, dynamic_conv_c24
  if (!precision || precision->size() <= 2)
    return success();
  return op->emitOpError("attribute 'precision_config' has ")
         << precision->size()
         << " elements, but needs at most 2: one for each operand";
}

LogicalResult hlo::verifyDimPairs(Operation *op, StringRef attribute,
                                  ArrayRef<DimPairs> pairs) {
  TensorDims lhs(op->getOperand(0).getType()), rhs(op->getOperand(1).getType());
  SmallVector<int64_t> lhsUsed, rhsUsed;
  // dot_general_c1, dot_general_c2
  for (const DimPairs &pair : pairs) {
    if (pair.lhs.size() != pair.rhs.size())
      return op->emitOpError("requires as many lhs_")
             << pair.kind << "_dimensions as rhs_" << pair.kind
             << "_dimensions, got " << pair.lhs.size() << " and "
             << pair.rhs.size();
    llvm::append_range(lhsUsed, pair.lhs);
    llvm::append_range(rhsUsed, pair.rhs);
  }
  // dot_general_c3...dot_general_c8
  if (failed(verifyDimensions(op, attribute, lhsUsed, lhs.size())) ||
      failed(verifyDimensions(op, attribute, rhsUsed, rhs.size())))
    return failure();
  // dot_general_c9, dot_general_c10
  for (const DimPairs &pair : pairs)
    for (auto [left, right] : llvm::zip_equal(pair.lhs, pair.rhs))
      if (!areCompatibleSizes(lhs[left], rhs[right]))
        return op->emitOpError("requires equal sizes of ")
               << pair.kind << " dimensions, but dimension " << left
               << " of operand #0 is " << toString(lhs[left])
               << " and dimension " << right << " of operand #1 is "
               << toString(rhs[right]);
  return success();
}

void hlo::appendFreeDims(SmallVectorImpl<Dim> &dims, Type type,
                         ArrayRef<ArrayRef<int64_t>> used) {
  TensorDims own(type);
  for (size_t index = 0; index < own.size(); ++index)
    if (llvm::none_of(used, [&](ArrayRef<int64_t> list) {
          return llvm::is_contained(list, static_cast<int64_t>(index));
        }))
      dims.push_back(own[index]);
}

// Verifiers of the ops that apply regions to elements, and of branches and
// loops: parts of region.td and control.td.

#include "stablehlo/verify.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Agreement;
using hlo::Dim;

// Returns scalar types with the values' element types.
static SmallVector<Type> scalarsOf(ValueRange values) {
  return llvm::map_to_vector(values, [](Value value) -> Type {
    return RankedTensorType::get({}, hlo::elementType(value.getType()));
  });
}

//===-- Ops on elements ---------------------------------------------------===//

// Returns the dims of the first input that remain.
static SmallVector<Dim> keptDims(ReduceOp op) {
  SmallVector<Dim> kept;
  hlo::appendFreeDims(kept, op.getInputs().front().getType(),
                      {op.getDimensions()});
  return kept;
}

LogicalResult ReduceOp::verify() {
  // reduce_c3
  if (failed(verifyInputs(*this, getInputs().size())))
    return failure();
  // reduce_c1
  for (unsigned i = 1; i < getInputs().size(); ++i)
    if (failed(hlo::verifyCompatibleSizes(*this, hlo::operandType(*this, 0),
                                          hlo::operandType(*this, i))))
      return failure();
  // reduce_c4, reduce_c5
  if (failed(hlo::verifyDimensions(*this, "dimensions", getDimensions(),
                                   tensorOf(getInputs().front()).getRank())))
    return failure();
  // reduce_c7
  SmallVector<Dim> kept = keptDims(*this);
  for (unsigned i = 0; i < getNumResults(); ++i)
    if (failed(hlo::verifyShape(*this, hlo::resultType(*this, i), kept)))
      return failure();
  return success();
}

// reduce_c2, reduce_c6, reduce_c8
LogicalResult ReduceOp::verifyRegions() {
  size_t inputs = getInputs().size();
  return hlo::verifyReducer(*this, getBody(), "body",
                            namesOf(*this, hlo::operandType, 0, inputs),
                            namesOf(*this, hlo::operandType, inputs, inputs),
                            namesOf(*this, hlo::resultType, 0, inputs),
                            keptDims(*this));
}

LogicalResult MapOp::verify() {
  if (getInputs().empty())
    return emitOpError("requires at least one input");
  // map_c1, map_c2
  if (failed(verifyOneShape(*this)) ||
      failed(hlo::verifyShape(
          *this, hlo::resultType(*this, 0),
          hlo::getUnboundedDims(getInputs().back().getType()))))
    return failure();
  // map_c3
  int64_t rank = tensorOf(getInputs().front()).getRank();
  if (failed(hlo::verifySize(*this, "dimensions", getDimensions().size(), rank,
                             "one for each dimension of operand #0")))
    return failure();
  for (auto [index, dimension] : llvm::enumerate(getDimensions()))
    if (dimension != static_cast<int64_t>(index))
      return emitOpError("attribute 'dimensions' must hold all dimensions in "
                         "order, got ")
             << dimension << " at " << index;
  return success();
}

// map_c4
LogicalResult MapOp::verifyRegions() {
  if (failed(hlo::verifyBlock(*this, getComputation(), "computation")))
    return failure();
  // The result may have another scale.
  Block &block = getComputation().front();
  SmallVector<Type> returned = scalarsOf(getResult());
  if (block.back().getNumOperands() == 1 &&
      hlo::areCompatibleElements(
          hlo::elementType(returned.front()),
          hlo::elementType(block.back().getOperand(0).getType())))
    returned = scalarsOf(block.back().getOperands());
  return hlo::verifyRegion(*this, getComputation(), "computation",
                           scalarsOf(getInputs()), returned, Agreement::Equal);
}

LogicalResult SortOp::verify() {
  if (failed(verifyInputs(*this, getInputs().size())))
    return failure();
  // sort_c1, sort_c3
  if (failed(verifyOneShape(*this)))
    return failure();
  // sort_c2
  for (unsigned i = 0; i < getInputs().size(); ++i) {
    auto input = hlo::operandType(*this, i);
    auto result = hlo::resultType(*this, i);
    if (failed(hlo::verifyCompatibleShapes(*this, input, result)) ||
        failed(hlo::verifyCompatibleElements(*this, input, result)))
      return failure();
  }
  // sort_c4: a negative dimension counts from the end.
  int64_t rank = tensorOf(getInputs().front()).getRank();
  int64_t dimension = getDimension();
  if (dimension >= -rank && dimension < rank)
    return success();
  return emitOpError("attribute 'dimension' holds ")
         << dimension << ", which is not a dimension of a tensor of rank "
         << rank;
}

// sort_c5
LogicalResult SortOp::verifyRegions() {
  SmallVector<Type> pairs;
  for (Type scalar : scalarsOf(getInputs()))
    pairs.append(2, scalar);
  return hlo::verifyRegion(*this, getComparator(), "comparator", pairs,
                           boolScalar(getContext()), Agreement::Equal);
}

//===-- Branches and loops ------------------------------------------------===//

// Returns a result of a branch.
static hlo::NamedType resultOf(Region &branch, unsigned index,
                               StringRef name) {
  return {branch.front().back().getOperand(index).getType(), "result", index,
          name};
}

// Checks two results that agree: tensors of compatible types, or one type.
static LogicalResult verifyAgreement(Operation *op,
                                     const hlo::NamedType &left,
                                     const hlo::NamedType &right) {
  if (left.type == right.type)
    return success();
  if (!isa<RankedTensorType>(left.type) || !isa<RankedTensorType>(right.type))
    return op->emitOpError("requires equal types of ")
           << left << " and " << right;
  if (failed(hlo::verifyCompatibleElements(op, left, right)))
    return failure();
  return hlo::verifyCompatibleShapes(op, left, right);
}

// Merges a dim of two branches: a bound holds if both sizes are within it.
static Dim mergeBranches(Dim left, Dim right) {
  if (left.isStatic() && right.isStatic())
    return left;
  int64_t leftLimit = left.isStatic() ? left.size : left.bound;
  int64_t rightLimit = right.isStatic() ? right.size : right.bound;
  if (ShapedType::isDynamic(leftLimit) || ShapedType::isDynamic(rightLimit))
    return Dim{ShapedType::kDynamic};
  return Dim{ShapedType::kDynamic, std::max(leftLimit, rightLimit)};
}

// Checks the branches' results against each other, and the op's results against
// what the branches have in common.
static LogicalResult verifyBranches(Operation *op,
                                    ArrayRef<Region *> branches,
                                    ArrayRef<std::string> names) {
  SmallVector<SmallVector<Dim>> merged;
  for (auto [index, branch] : llvm::enumerate(branches)) {
    if (failed(hlo::verifyBlock(op, *branch, names[index])))
      return failure();
    // case_c2, if_c1
    if (branch->getNumArguments() != 0)
      return op->emitOpError("region '")
             << names[index] << "' argument needs 0 values, but has "
             << branch->getNumArguments();
    Operation &terminator = branch->front().back();
    if (terminator.getNumOperands() != op->getNumResults())
      return op->emitOpError("region '")
             << names[index] << "' result needs " << op->getNumResults()
             << " values, but has " << terminator.getNumOperands();
    // case_c3, if_c2
    for (unsigned i = 0; i < op->getNumResults(); ++i) {
      if (failed(verifyAgreement(
              op, resultOf(*branches.front(), i, names.front()),
              resultOf(*branch, i, names[index]))))
        return failure();
    }
    for (auto [result, type] : llvm::enumerate(terminator.getOperandTypes())) {
      SmallVector<Dim> dims = hlo::getDims(type);
      if (index == 0)
        merged.push_back(dims);
      else
        for (auto [dim, own] : llvm::zip_equal(merged[result], dims))
          dim = mergeBranches(dim, own);
    }
  }
  // case_c4, if_c3
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    auto result = hlo::resultType(op, i);
    auto returned = resultOf(*branches.front(), i, names.front());
    // A dim of the first branch may be static where another one's is not.
    if (!isa<RankedTensorType>(returned.type) ||
        !isa<RankedTensorType>(result.type)) {
      if (failed(verifyAgreement(op, result, returned)))
        return failure();
      continue;
    }
    if (failed(hlo::verifyCompatibleElements(op, result, returned)) ||
        failed(hlo::verifyShape(op, result, merged[i])))
      return failure();
  }
  return success();
}

// if_i1
LogicalResult IfOp::verify() {
  return hlo::verifyShape(*this, hlo::operandType(*this, 0), {});
}

LogicalResult IfOp::verifyRegions() {
  return verifyBranches(*this, {&getTrueBranch(), &getFalseBranch()},
                        {"true_branch", "false_branch"});
}

LogicalResult CaseOp::verify() {
  // case_c1
  if (getBranches().empty())
    return emitOpError("requires at least one branch");
  return hlo::verifyShape(*this, hlo::operandType(*this, 0), {});
}

LogicalResult CaseOp::verifyRegions() {
  SmallVector<Region *> branches;
  SmallVector<std::string> names;
  for (auto [index, region] : llvm::enumerate(getBranches())) {
    branches.push_back(&region);
    names.push_back(("branches #" + Twine(index)).str());
  }
  return verifyBranches(*this, branches, names);
}

LogicalResult WhileOp::verify() {
  // while_c3
  if (failed(verifyResultCount(*this, getNumOperands(), "operands")))
    return failure();
  for (unsigned i = 0; i < getNumOperands(); ++i)
    if (failed(verifyAgreement(*this, hlo::operandType(*this, i),
                               hlo::resultType(*this, i))))
      return failure();
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  SmallVector<Type> carried(getOperandTypes());
  // while_c1
  if (failed(hlo::verifyRegion(*this, getCond(), "cond", carried,
                               boolScalar(getContext()))))
    return failure();
  // while_c2
  return hlo::verifyRegion(*this, getBody(), "body", carried, carried);
}

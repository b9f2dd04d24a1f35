// Checks of sharding rules and of the record that propagation leaves.

#include "sdy/verify.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::sdy;

//===-- Rules -------------------------------------------------------------===//

// Checks the factors of one dim; `seen` has those of the tensor's other dims.
static LogicalResult verifyDimMapping(ArrayRef<int64_t> factors,
                                      ArrayRef<int64_t> sizes,
                                      llvm::BitVector &seen,
                                      EmitError emitError) {
  if (factors.empty())
    return emitError() << "has a dim without factors in its sharding rule";
  int64_t count = sizes.size();
  for (int64_t factor : factors) {
    if (factor < 0 || factor >= count)
      return emitError() << "has factor " << factor
                         << " in its sharding rule, which has " << count;
    if (seen.test(factor))
      return emitError() << "has factor " << factorName(factor)
                         << " twice in its sharding rule";
    if (sizes[factor] == 1 && factors.size() > 1)
      return emitError() << "has factor " << factorName(factor)
                         << " of size 1 beside other factors of a dim";
    seen.set(factor);
  }
  return success();
}

// Checks the mappings of all operands, or of all results; `used` receives their
// factors.
static LogicalResult verifyMappings(ArrayRef<TensorMappingAttr> mappings,
                                    TypeRange types, ArrayRef<int64_t> sizes,
                                    Operation *op, StringRef kind,
                                    llvm::BitVector &used) {
  if (mappings.size() != types.size())
    return op->emitOpError("has a sharding rule for ")
           << mappings.size() << ' ' << kind << "s, but " << types.size() << ' '
           << kind << "s";
  if (mappings.empty())
    return op->emitOpError("has a sharding rule, but no ") << kind << 's';
  for (auto [index, entry] : llvm::enumerate(llvm::zip(mappings, types))) {
    auto [mapping, type] = entry;
    auto emitError = [&, index = index] {
      return op->emitOpError(kind) << " #" << index << ' ';
    };
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasStaticShape())
      return emitError() << "has the type " << type
                         << ", but a sharding rule needs a static shape";
    ArrayRef<DimMappingAttr> dims = mapping.getDimMappings();
    if (static_cast<int64_t>(dims.size()) != shaped.getRank())
      return emitError() << "has " << dims.size()
                         << " dims in its sharding rule, but rank "
                         << shaped.getRank();
    llvm::BitVector seen(sizes.size());
    for (DimMappingAttr dim : dims)
      if (failed(
              verifyDimMapping(dim.getFactorIndices(), sizes, seen, emitError)))
        return failure();
    used |= seen;
  }
  return success();
}

// Checks a list of factors with a role: ascending, and existing.
static LogicalResult verifyRole(ArrayRef<int64_t> factors, int64_t count,
                                Operation *op) {
  for (auto [previous, factor] :
       llvm::zip(factors, factors.drop_front(!factors.empty())))
    if (previous >= factor)
      return op->emitOpError("has factors in its sharding rule that are not in "
                             "ascending order");
  if (!factors.empty() && (factors.front() < 0 || factors.back() >= count))
    return op->emitOpError("has a factor in a list of its sharding rule that "
                           "does not exist");
  return success();
}

LogicalResult sdy::verifyRule(OpShardingRuleAttr rule, Operation *op) {
  ArrayRef<int64_t> sizes = rule.getFactorSizes();
  llvm::BitVector inOperands(sizes.size()), inResults(sizes.size());
  if (failed(verifyMappings(rule.getOperandMappings(), op->getOperandTypes(),
                            sizes, op, "operand", inOperands)) ||
      failed(verifyMappings(rule.getResultMappings(), op->getResultTypes(),
                            sizes, op, "result", inResults)))
    return failure();
  llvm::BitVector used = inOperands;
  used |= inResults;
  if (int unused = used.find_first_unset(); unused >= 0)
    return op->emitOpError("has factor ")
           << factorName(unused)
           << " in its sharding rule, which no dim has";

  llvm::BitVector hasRole(sizes.size());
  for (ArrayRef<int64_t> factors :
       {rule.getReductionFactors(), rule.getNeedReplicationFactors(),
        rule.getPermutationFactors()}) {
    if (failed(verifyRole(factors, sizes.size(), op)))
      return failure();
    for (int64_t factor : factors) {
      if (hasRole.test(factor))
        return op->emitOpError("has factor ")
               << factorName(factor)
               << " in several lists of its sharding rule";
      hasRole.set(factor);
    }
  }
  if (failed(verifyRole(rule.getBlockedPropagationFactors(), sizes.size(), op)))
    return failure();
  for (int64_t factor : rule.getReductionFactors())
    if (inResults.test(factor))
      return op->emitOpError("has factor ")
             << factorName(factor)
             << " in its sharding rule, which is reduced, but in a result";
  return success();
}

//===-- Propagation -------------------------------------------------------===//

LogicalResult
PropagationEdgesAttr::verify(EmitError emitError,
                             ArrayRef<PropagationOneStepAttr> steps) {
  llvm::SmallDenseSet<int64_t> seen;
  for (PropagationOneStepAttr step : steps) {
    int64_t index = step.getStepIndex();
    if (index < 0)
      return emitError() << "expected steps that are not negative, got "
                         << index;
    // Two keys have a special meaning in the set, but neither is positive.
    if (!seen.insert(index == INT64_MAX ? -1 : index).second)
      return emitError() << "step " << index << " exists twice";
    for (AxisToPropagationDetailsAttr entry : step.getAxisEntries()) {
      llvm::SmallDenseSet<Attribute> targets;
      for (EdgeValueRefAttr target : entry.getTargets()) {
        if (target == entry.getSource())
          return emitError() << "step " << index
                             << " has a source that is also a target";
        if (!targets.insert(target).second)
          return emitError() << "step " << index << " has a target twice";
      }
    }
  }
  return success();
}

// Returns the value that a reference names; null if the op does not have it.
static Value resolve(EdgeValueRefAttr reference, Operation *op) {
  int64_t index = reference.getIndex();
  if (index < 0)
    return {};
  if (reference.getType() == EdgeNodeType::OPERAND)
    return index < op->getNumOperands() ? op->getOperand(index) : Value();
  return index < op->getNumResults() ? Value(op->getResult(index)) : Value();
}

LogicalResult sdy::verifyEdges(PropagationEdgesAttr edges, Operation *op) {
  SmallVector<TensorShardingAttr> shardings;
  SmallVector<AxisRefAttr> axes;
  for (PropagationOneStepAttr step : edges) {
    for (AxisToPropagationDetailsAttr entry : step.getAxisEntries()) {
      axes.push_back(entry.getAxisName());
      SmallVector<EdgeValueRefAttr> references(entry.getTargets());
      references.push_back(entry.getSource());
      for (EdgeValueRefAttr reference : references) {
        Value value = resolve(reference, op);
        if (!value)
          return op->emitOpError("has propagation edges for ")
                 << stringifyEnum(reference.getType()) << " #"
                 << reference.getIndex() << ", which it does not have";
        if (TensorShardingAttr sharding = findSharding(value))
          shardings.push_back(sharding);
      }
    }
  }
  MeshAttr mesh = findCommonMesh(shardings, op);
  if (!mesh)
    return op->emitOpError("has propagation edges, but its values have no "
                           "common mesh");
  for (AxisRefAttr axis : axes)
    if (!mesh.findAxis(axis.getName()))
      return op->emitOpError("has propagation edges for axis \"")
             << axis.getName() << "\", which the mesh does not have";
  return success();
}

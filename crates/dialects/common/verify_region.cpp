// Checks of regions that verify.h declares.

#include "common/verify.h"

using namespace mlir;
using namespace mlir::hlo;

LogicalResult hlo::verifyBlock(Operation *op, Region &region, StringRef name) {
  if (!region.hasOneBlock() || region.front().empty())
    return op->emitOpError("region '") << name << "' needs one block";
  Operation &terminator = region.front().back();
  if (terminator.getName().getStringRef() == "stablehlo.return")
    return success();
  return op->emitOpError("region '")
         << name << "' needs to end with stablehlo.return, got "
         << terminator.getName();
}

// Checks one value of a region: an argument or a result.
static LogicalResult verifyRegionType(Operation *op, const NamedType &actual,
                                      Type expected, Agreement agreement) {
  if (actual.type == expected)
    return success();
  if (!isa<TensorType>(actual.type) || !isa<TensorType>(expected) ||
      agreement == Agreement::Equal)
    return op->emitOpError(actual.name())
           << " is " << actual.type << ", but needs " << expected;
  NamedType needed{expected, "the expected type", std::nullopt};
  if (failed(verifyCompatibleElements(op, actual, needed)))
    return failure();
  return verifyCompatibleShapes(op, actual, needed);
}

// Checks one list of types: a region's arguments or results, as `kind` says.
static LogicalResult verifyRegionTypes(Operation *op, StringRef region,
                                       StringRef kind, TypeRange actual,
                                       ArrayRef<Type> expected,
                                       Agreement agreement) {
  if (actual.size() != expected.size())
    return op->emitOpError("region '")
           << region << "' " << kind << " needs " << expected.size()
           << " values, but has " << actual.size();
  for (auto [index, pair] :
       llvm::enumerate(llvm::zip_equal(actual, expected))) {
    auto [type, expectedType] = pair;
    NamedType named{type, kind, static_cast<unsigned>(index), region};
    if (failed(verifyRegionType(op, named, expectedType, agreement)))
      return failure();
  }
  return success();
}

LogicalResult hlo::verifyRegion(Operation *op, Region &region, StringRef name,
                                ArrayRef<Type> arguments,
                                ArrayRef<Type> returned, Agreement agreement) {
  if (failed(verifyBlock(op, region, name)))
    return failure();
  Block &block = region.front();
  if (failed(verifyRegionTypes(op, name, "argument", block.getArgumentTypes(),
                               arguments, agreement)))
    return failure();
  return verifyRegionTypes(op, name, "result", block.back().getOperandTypes(),
                           returned, agreement);
}

//===-- Reductions --------------------------------------------------------===//

static LogicalResult verifyPromotable(Operation *op, const NamedType &from,
                                      const NamedType &to) {
  if (isPromotableElement(hlo::elementType(from.type),
                          hlo::elementType(to.type)))
    return success();
  return op->emitOpError("requires an element type of ")
         << to << " that holds elements of " << from;
}

// Checks that a new value has dims of `dims`, in their order.
static LogicalResult verifySubsequence(Operation *op, const NamedType &value,
                                       ArrayRef<Dim> dims) {
  SmallVector<Dim> own = getDims(value.type);
  size_t found = 0;
  for (Dim dim : dims)
    if (found < own.size() && areCompatibleSizes(dim, own[found]))
      ++found;
  if (found == own.size())
    return success();
  if (dims.empty())
    return op->emitOpError("requires rank 0 of ") << value;
  InFlightDiagnostic error = op->emitOpError("requires dimensions of ");
  error << value << " among [";
  llvm::interleaveComma(dims, error, [&](Dim dim) { error << toString(dim); });
  return error << "], in this order";
}

// Checks that a returned value continues an accumulated one.
static LogicalResult verifyAccumulated(Operation *op,
                                       const NamedType &accumulated,
                                       const NamedType &returned,
                                       bool areFloatsAlike) {
  Type left = hlo::elementType(accumulated.type);
  Type right = hlo::elementType(returned.type);
  bool areAlike = left == right || (areFloatsAlike && isa<FloatType>(left) &&
                                    isa<FloatType>(right));
  if (!areAlike)
    return verifySameElements(op, accumulated, returned);
  return verifyCompatibleSizes(op, accumulated, returned);
}

LogicalResult hlo::verifyReducer(Operation *op, Region &region, StringRef name,
                                 ArrayRef<NamedType> inputs,
                                 ArrayRef<NamedType> initial,
                                 ArrayRef<NamedType> results,
                                 ArrayRef<Dim> dims) {
  if (failed(verifyBlock(op, region, name)))
    return failure();
  Block &block = region.front();
  size_t count = inputs.size();
  auto named = [&](StringRef kind, Type type, size_t index) {
    return NamedType{type, kind, static_cast<unsigned>(index), name};
  };
  auto verifyList = [&](StringRef kind, TypeRange types,
                        size_t needed) -> LogicalResult {
    if (types.size() != needed)
      return op->emitOpError("region '") << name << "' " << kind << " needs "
                                         << needed << " values, but has "
                                         << types.size();
    for (auto [index, type] : llvm::enumerate(types))
      if (!isa<RankedTensorType>(type))
        return op->emitOpError(named(kind, type, index).name())
               << " is " << type << ", but needs a ranked tensor";
    return success();
  };
  TypeRange returned = block.back().getOperandTypes();
  if (failed(verifyList("argument", block.getArgumentTypes(), 2 * count)) ||
      failed(verifyList("result", returned, count)))
    return failure();
  for (size_t i = 0; i < count; ++i) {
    auto accumulated = named("argument", block.getArgument(i).getType(), i);
    auto added =
        named("argument", block.getArgument(count + i).getType(), count + i);
    auto result = named("result", returned[i], i);
    // Floats that are added may differ in width.
    if (failed(verifyAccumulated(op, accumulated, result, false)) ||
        failed(verifyAccumulated(op, added, result, true)) ||
        failed(verifyCompatibleSizes(op, initial[i], result)) ||
        failed(verifyPromotable(op, initial[i], result)) ||
        failed(verifyPromotable(op, inputs[i], added)) ||
        failed(verifySubsequence(op, added, dims)))
      return failure();
    if (results[i].type &&
        failed(verifyCompatibleElements(op, result, results[i])))
      return failure();
  }
  return success();
}

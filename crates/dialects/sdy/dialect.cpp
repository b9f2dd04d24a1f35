#include "sdy/dialect.h"

#include "common/inliner.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::sdy;

#include "sdy_dialect.cpp.inc"
#include "sdy_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "sdy_attributes.cpp.inc"

namespace {
// A region's results replace those of its op.
struct Inliner : public hlo::Inliner {
  using hlo::Inliner::Inliner;

  void handleTerminator(Operation *op, ValueRange results) const final {
    for (auto [result, value] : llvm::zip(results, op->getOperands()))
      result.replaceAllUsesWith(value);
  }
};
} // namespace

void SdyDialect::initialize() {
  addInterfaces<Inliner>();
  registerOps();
  registerAttributes();
  registerBytecode();
}

void SdyDialect::registerOps() { registerSdyDialectOperations(this); }

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "sdy_attributes.cpp.inc"
      >();
}

//===-- Result types ------------------------------------------------------===//

LogicalResult ShardingGroupOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &) {
  return success();
}

LogicalResult ConstantOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  if (!adaptor.getValue())
    return failure();
  types.push_back(adaptor.getValue().getType());
  return success();
}

LogicalResult NamedComputationOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange, DictionaryAttr,
    OpaqueProperties, RegionRange regions, SmallVectorImpl<Type> &types) {
  if (regions.empty() || regions.front()->empty() ||
      regions.front()->front().empty())
    return failure();
  llvm::append_range(types,
                     regions.front()->front().back().getOperandTypes());
  return success();
}

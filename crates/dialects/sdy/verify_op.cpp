// Checks of the ops that are not collectives.

#include "sdy/verify.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::sdy;

//===-- Constraints and edges ---------------------------------------------===//

LogicalResult ShardingConstraintOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this,
                        [&] { return emitOpError(); });
}

LogicalResult ReshardOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this,
                        [&] { return emitOpError(); });
}

LogicalResult PropagationBarrierOp::verify() {
  if (getAllowedDirection() != PropagationDirection::BOTH)
    return success();
  return emitOpError("stops nothing if it allows both directions");
}

// Checks that an edge's value has a static shape and no other use.
static LogicalResult verifyEdge(Operation *op) {
  if (!cast<ShapedType>(op->getResult(0).getType()).hasStaticShape())
    return op->emitOpError("requires a static shape, got ")
           << op->getResult(0).getType();
  if (!op->getOperand(0).hasOneUse())
    return op->emitOpError("requires an operand that nothing else uses");
  return success();
}

LogicalResult DataFlowEdgeOp::verifySymbolUses(SymbolTableCollection &) {
  if (failed(verifyEdge(*this)))
    return failure();
  Operation *producer = getInput().getDefiningOp();
  if (producer && isa_and_present<SdyDialect>(producer->getDialect()) &&
      !isa<ManualComputationOp, NamedComputationOp>(producer))
    return (emitOpError() << "requires an operand that is not the result of '"
                          << producer->getName() << "'")
               .attachNote(producer->getLoc())
           << "the op is here";
  if (!getSharding())
    return success();
  return verifySharding(*getSharding(), getType(), *this,
                        [&] { return emitOpError(); });
}

LogicalResult FuncDataFlowEdgeOp::verifySymbolUses(SymbolTableCollection &) {
  if (failed(verifyEdge(*this)))
    return failure();
  auto argument = dyn_cast<BlockArgument>(getOperand());
  if (argument
          ? isa_and_present<func::FuncOp>(argument.getOwner()->getParentOp())
          : isa<func::CallOp>(getOperand().getDefiningOp()))
    return success();
  return emitOpError("requires an argument of a function or a result of a "
                     "call");
}

//===-- Regions -----------------------------------------------------------===//

namespace {
/// The operands or the results of a manual computation, with their
/// counterparts in the region.
struct ManualValues {
  ManualComputationOp op;
  StringRef kind;
  TypeRange global;
  TypeRange local;
  TensorShardingPerValueAttr shardings;

  LogicalResult verify();

private:
  bool isManual(AxisRefAttr axis) {
    return llvm::any_of(op.getManualAxes(), [&](StringAttr manual) {
      return manual.getValue() == axis.getName();
    });
  }
  LogicalResult verifyOrder(TensorShardingAttr sharding, size_t index);
  LogicalResult verifyLocalType(TensorShardingAttr sharding, size_t index);
  FailureOr<int64_t> localSize(int64_t size, ArrayRef<AxisRefAttr> axes,
                               MeshAttr mesh, size_t index);
};
} // namespace

// Manual axes come before the other axes of a dim.
LogicalResult ManualValues::verifyOrder(TensorShardingAttr sharding,
                                        size_t index) {
  for (auto [dim, dimSharding] : llvm::enumerate(sharding.getDimShardings())) {
    ArrayRef<AxisRefAttr> axes = dimSharding.getAxes();
    for (auto [previous, axis] :
         llvm::zip(axes, axes.drop_front(!axes.empty())))
      if (!isManual(previous) && isManual(axis))
        return op.emitOpError(kind)
               << " #" << index << " has manual axis " << toString(axis)
               << " after axis " << toString(previous) << " in dim " << dim;
  }
  return success();
}

FailureOr<int64_t> ManualValues::localSize(int64_t size,
                                           ArrayRef<AxisRefAttr> axes,
                                           MeshAttr mesh, size_t index) {
  if (ShapedType::isDynamic(size))
    return size;
  SmallVector<AxisRefAttr> manual;
  llvm::copy_if(axes, std::back_inserter(manual),
                [&](AxisRefAttr axis) { return isManual(axis); });
  int64_t parts = shardedSize(manual, mesh);
  if (parts > 0 && size % parts == 0)
    return size / parts;
  op.emitOpError(kind) << " #" << index << " has a dim of size " << size
                       << " that manual axes of size " << parts
                       << " do not divide evenly";
  return failure();
}

LogicalResult ManualValues::verifyLocalType(TensorShardingAttr sharding,
                                            size_t index) {
  auto shaped = dyn_cast<ShapedType>(global[index]);
  if (!shaped)
    return success();
  // A sharding for one device has no dims.
  ArrayRef<DimensionShardingAttr> dims = sharding.getDimShardings();
  SmallVector<int64_t> sizes(shaped.getShape());
  for (auto [size, dim] : llvm::zip(sizes, dims)) {
    FailureOr<int64_t> local =
        localSize(size, dim.getAxes(), findMesh(sharding, op), index);
    if (failed(local))
      return failure();
    size = *local;
  }
  auto expected = RankedTensorType::get(sizes, shaped.getElementType());
  if (local[index] == expected)
    return success();
  return op.emitOpError(kind)
         << " #" << index << " requires " << expected << " in the region, got "
         << local[index];
}

LogicalResult ManualValues::verify() {
  if (global.empty() && local.empty() && shardings.getShardings().empty())
    return success();
  if (failed(verifyShardings(shardings, global, op, kind)))
    return failure();
  if (global.size() != local.size())
    return op.emitOpError("has ") << global.size() << ' ' << kind << "s, but "
                                  << local.size() << " in its region";
  // An op without results may have one sharding.
  for (size_t index = 0; index < global.size(); ++index) {
    TensorShardingAttr sharding = shardings.getShardings()[index];
    if (failed(verifyOrder(sharding, index)) ||
        failed(verifyLocalType(sharding, index)))
      return failure();
  }
  return success();
}

LogicalResult ManualComputationOp::verifySymbolUses(SymbolTableCollection &) {
  Block &body = getBody().front();
  ManualValues operands = {*this, "operand", getOperandTypes(),
                           body.getArgumentTypes(), getInShardings()};
  ManualValues results = {*this, "result", getResultTypes(),
                          body.getTerminator()->getOperandTypes(),
                          getOutShardings()};
  if (failed(operands.verify()) || failed(results.verify()))
    return failure();

  SmallVector<TensorShardingAttr> shardings(getInShardings().getShardings());
  llvm::append_range(shardings, getOutShardings().getShardings());
  if (shardings.empty() || getManualAxes().empty())
    return success();
  MeshAttr mesh = findCommonMesh(shardings, *this);
  if (!mesh)
    return emitOpError("requires one mesh in all of its shardings");
  for (StringAttr axis : getManualAxes())
    if (!mesh.findAxis(axis))
      return emitOpError("has manual axis \"")
             << axis.getValue() << "\", which the mesh does not have";
  return success();
}

LogicalResult ManualComputationOp::verify() {
  for (StringAttr axis : getManualAxes())
    if (failed(verifyNotManual(axis, *this, [&] { return emitOpError(); })))
      return failure();
  return success();
}

LogicalResult NamedComputationOp::verifySymbolUses(SymbolTableCollection &) {
  TypeRange arguments = getBody().front().getArgumentTypes();
  if (arguments != TypeRange(getOperandTypes()))
    return emitOpError("requires arguments of its region of the types of its "
                       "operands");
  if (getInShardings() && failed(verifyShardings(*getInShardings(), arguments,
                                                 *this, "operand")))
    return failure();
  if (getOutShardings() && failed(verifyShardings(
                               *getOutShardings(), getResultTypes(), *this,
                               "result")))
    return failure();
  return success();
}

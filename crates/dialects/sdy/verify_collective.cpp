// The shardings of values, and checks of the ops that change them.

#include "sdy/verify.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::sdy;

//===-- Shardings of values -----------------------------------------------===//

// Returns whether values enter and leave the op's regions with the same
// sharding.
static bool hasDataFlow(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return isa<ManualComputationOp, NamedComputationOp>(op) ||
         name == "stablehlo.while" || name == "stablehlo.case" ||
         name == "stablehlo.optimization_barrier";
}

// Returns an entry of a list of shardings; null if there is none.
static TensorShardingAttr getEntry(TensorShardingPerValueAttr list,
                                   unsigned index) {
  return list && index < list.getShardings().size() ? list.getShardings()[index]
                                                    : TensorShardingAttr();
}

// Removes the manual axes, along which a region sees parts.
static TensorShardingAttr withoutManualAxes(TensorShardingAttr sharding,
                                            ManualAxesAttr manual) {
  if (!sharding)
    return {};
  auto remove = [&](ArrayRef<AxisRefAttr> axes) {
    SmallVector<AxisRefAttr> kept;
    llvm::copy_if(axes, std::back_inserter(kept), [&](AxisRefAttr axis) {
      return llvm::none_of(manual, [&](StringAttr name) {
        return name.getValue() == axis.getName();
      });
    });
    return kept;
  };
  SmallVector<DimensionShardingAttr> dims;
  for (DimensionShardingAttr dim : sharding.getDimShardings())
    dims.push_back(
        DimensionShardingAttr::get(dim.getContext(), remove(dim.getAxes()),
                                   dim.getIsClosed(), dim.getPriority()));
  return TensorShardingAttr::get(sharding.getContext(), sharding.getMeshOrRef(),
                                 dims, remove(sharding.getReplicatedAxes()),
                                 remove(sharding.getUnreducedAxes()),
                                 sharding.getReductionOp());
}

static TensorShardingAttr findArgumentSharding(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (auto function = dyn_cast_or_null<func::FuncOp>(op))
    return argument.getOwner()->isEntryBlock()
               ? function.getArgAttrOfType<TensorShardingAttr>(index, kSharding)
               : TensorShardingAttr();
  if (auto manual = dyn_cast_or_null<ManualComputationOp>(op))
    return withoutManualAxes(getEntry(manual.getInShardings(), index),
                             manual.getManualAxesAttr());
  if (auto named = dyn_cast_or_null<NamedComputationOp>(op))
    return getEntry(named.getInShardingsAttr(), index);
  return {};
}

static TensorShardingAttr findResultSharding(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (auto manual = dyn_cast<ManualComputationOp>(op))
    return getEntry(manual.getOutShardings(), index);
  if (auto named = dyn_cast<NamedComputationOp>(op))
    return getEntry(named.getOutShardingsAttr(), index);
  if (auto edge = dyn_cast<DataFlowEdgeOp>(op))
    return edge.getShardingAttr();
  if (auto constraint = dyn_cast<ShardingConstraintOp>(op))
    return constraint.getSharding();
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return reshard.getSharding();
  if (isa<SdyDialect>(op->getDialect()))
    if (auto collective = op->getAttrOfType<TensorShardingAttr>("out_sharding"))
      return collective;
  return getEntry(op->getAttrOfType<TensorShardingPerValueAttr>(kSharding),
                  index);
}

TensorShardingAttr sdy::findSharding(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    op = value.getParentBlock()->getParentOp();
  // A loop carries a value in one sharding, which is that of its result.
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && op) {
    StringRef name = op->getName().getStringRef();
    unsigned index = argument.getArgNumber();
    if (name == "stablehlo.while" && index < op->getNumResults())
      value = op->getResult(index);
    else if (name == "stablehlo.async_start" && index < op->getNumOperands())
      return findSharding(op->getOperand(index));
  }
  // The sharding of a value that only an edge uses is that of the edge.
  if (op && hasDataFlow(op) && value.hasOneUse())
    if (auto edge = dyn_cast<DataFlowEdgeOp>(*value.user_begin()))
      return edge.getShardingAttr();
  if (auto result = dyn_cast<OpResult>(value))
    return findResultSharding(result);
  return findArgumentSharding(cast<BlockArgument>(value));
}

//===-- Collectives -------------------------------------------------------===//

namespace {
/// The shardings of a collective op's operand and result.
struct Collective {
  Operation *op;
  TensorShardingAttr operand;
  TensorShardingAttr result;
  MeshAttr mesh;

  InFlightDiagnostic emitError() const { return op->emitOpError(); }
  ArrayRef<AxisRefAttr> operandAxes(size_t dim) const {
    return operand.getDimShardings()[dim].getAxes();
  }
  /// Checks the axes of one of the result's dims.
  LogicalResult verifyDim(size_t dim, ArrayRef<AxisRefAttr> expected) const;
};

enum class Needs { Nothing, OperandSharding };
} // namespace

// Finds the shardings and checks what all collectives need. An operand without
// a sharding is a copy on every device, which only some ops allow.
static FailureOr<Collective> getCollective(Operation *op, Needs needs) {
  auto result = op->getAttrOfType<TensorShardingAttr>("out_sharding");
  auto emitError = [&] { return op->emitOpError(); };
  if (failed(verifySharding(result, op->getResult(0).getType(), op, emitError)))
    return failure();
  TensorShardingAttr operand = findSharding(op->getOperand(0));
  MeshAttr mesh = findMesh(result, op);
  if (!operand) {
    if (needs == Needs::OperandSharding)
      return emitError() << "requires an operand with a sharding";
    auto dim = DimensionShardingAttr::get(op->getContext(), {},
                                          /*is_closed=*/false, std::nullopt);
    SmallVector<DimensionShardingAttr> dims(result.getDimShardings().size(),
                                            dim);
    operand = TensorShardingAttr::get(op->getContext(), result.getMeshOrRef(),
                                      dims, {}, {}, ReductionOp::SUM);
  }
  if (operand.getDimShardings().size() != result.getDimShardings().size())
    return emitError() << "has a sharding of rank "
                       << result.getDimShardings().size()
                       << ", but that of its operand has rank "
                       << operand.getDimShardings().size();
  MeshAttr operandMesh = findMesh(operand, op);
  if (!isa<CollectivePermuteOp>(op) && operandMesh && operandMesh != mesh)
    return emitError() << "has a sharding for mesh " << mesh
                       << ", but that of its operand is for " << operandMesh;
  return Collective{op, operand, result, mesh};
}

LogicalResult Collective::verifyDim(size_t dim,
                                    ArrayRef<AxisRefAttr> expected) const {
  if (result.getDimShardings()[dim].getAxes() == expected)
    return success();
  return emitError() << "requires a sharding with axes " << toString(expected)
                     << " of dim " << dim;
}

// Returns a dim's axes without some at their end.
static FailureOr<SmallVector<AxisRefAttr>>
removeAxes(const Collective &collective, size_t dim,
           ArrayRef<AxisRefAttr> removed) {
  SmallVector<AxisRefAttr> axes(collective.operandAxes(dim));
  for (AxisRefAttr axis : llvm::reverse(removed))
    if (!removeFromEnd(axes, axis, collective.mesh))
      return collective.emitError()
             << "removes axis " << toString(axis) << " of dim " << dim
             << ", whose axes do not end with it";
  return axes;
}

static FailureOr<SmallVector<AxisRefAttr>>
addAxes(const Collective &collective, size_t dim, ArrayRef<AxisRefAttr> added) {
  SmallVector<AxisRefAttr> axes(collective.operandAxes(dim));
  for (AxisRefAttr axis : added)
    appendAxis(axes, axis, collective.mesh);
  return axes;
}

// Checks an op that changes the axes of every dim.
static LogicalResult verifyEachDim(const Collective &collective,
                                   ArrayRef<AxisRefListAttr> lists,
                                   decltype(addAxes) change) {
  auto emitError = [&] { return collective.emitError(); };
  AxisChecker checker(collective.mesh, emitError);
  for (AxisRefListAttr list : lists)
    if (failed(checker.add(list)))
      return failure();
  size_t rank = collective.result.getDimShardings().size();
  if (lists.size() != rank)
    return emitError() << "has axes for " << lists.size()
                       << " dims, but a sharding of rank " << rank;
  for (auto [dim, list] : llvm::enumerate(lists)) {
    FailureOr<SmallVector<AxisRefAttr>> expected =
        change(collective, dim, list);
    if (failed(expected) || failed(collective.verifyDim(dim, *expected)))
      return failure();
  }
  return success();
}

LogicalResult AllGatherOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<Collective> collective =
      getCollective(*this, Needs::OperandSharding);
  return failure(
      failed(collective) ||
      failed(verifyEachDim(*collective, getGatheringAxes(), removeAxes)));
}

LogicalResult AllSliceOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<Collective> collective = getCollective(*this, Needs::Nothing);
  return failure(failed(collective) ||
                 failed(verifyEachDim(*collective, getSlicingAxes(), addAxes)));
}

//===-- Combined values ---------------------------------------------------===//

// Checks that values which are not combined before and behind the op will be
// combined in the same way.
static LogicalResult verifySameReduction(const Collective &collective) {
  ReductionOp before = collective.operand.getReductionOp();
  ReductionOp behind = collective.result.getReductionOp();
  if (before == behind || collective.operand.getUnreducedAxes().empty() ||
      collective.result.getUnreducedAxes().empty())
    return success();
  return collective.emitError()
         << "requires a sharding with unreduced axes of kind '"
         << stringifyReductionOp(before) << "', that of its operand, not '"
         << stringifyReductionOp(behind) << "'";
}

// Returns the axes of all dims.
static SmallVector<AxisRefAttr> flatten(ArrayRef<AxisRefListAttr> lists) {
  SmallVector<AxisRefAttr> axes;
  for (AxisRefListAttr list : lists)
    llvm::append_range(axes, list.getValue());
  return axes;
}

static bool overlapsAny(AxisRefAttr axis, ArrayRef<AxisRefAttr> axes) {
  return llvm::any_of(axes,
                      [&](AxisRefAttr each) { return overlap(axis, each); });
}

// Checks that an op combines values along axes in the way that its operand's
// sharding says.
static LogicalResult verifyReduction(const Collective &collective,
                                     ReductionOp reduction,
                                     ArrayRef<AxisRefAttr> axes) {
  ReductionOp expected = collective.operand.getReductionOp();
  for (AxisRefAttr axis : axes)
    if (overlapsAny(axis, collective.operand.getUnreducedAxes()) &&
        reduction != expected)
      return collective.emitError()
             << "combines by '" << stringifyReductionOp(reduction)
             << "' along axis " << toString(axis)
             << ", whose values are to be combined by '"
             << stringifyReductionOp(expected) << "'";
  return verifySameReduction(collective);
}

LogicalResult ReduceScatterOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<Collective> collective = getCollective(*this, Needs::Nothing);
  return failure(
      failed(collective) ||
      failed(verifyEachDim(*collective, getReduceScatterAxes(), addAxes)) ||
      failed(verifyReduction(*collective, getReductionOp(),
                             flatten(getReduceScatterAxes()))));
}

// Checks that the op adds axes to those along which its operand's values are
// not combined.
static LogicalResult verifyUnreduced(const Collective &collective,
                                     ArrayRef<AxisRefAttr> added) {
  if (failed(verifySameReduction(collective)))
    return failure();
  SmallVector<AxisRefAttr> expected(collective.operand.getUnreducedAxes());
  llvm::append_range(expected, added);
  sortAndMerge(expected, collective.mesh);
  if (collective.result.getUnreducedAxes() == ArrayRef(expected))
    return success();
  return collective.emitError()
         << "requires a sharding with unreduced axes " << toString(expected);
}

static bool dividesDim(AxisRefAttr axis, TensorShardingAttr sharding) {
  return llvm::any_of(sharding.getDimShardings(), [&](auto dim) {
    return overlapsAny(axis, dim.getAxes());
  });
}

LogicalResult ShardedToUnreducedOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<Collective> collective =
      getCollective(*this, Needs::OperandSharding);
  if (failed(collective) ||
      failed(verifyEachDim(*collective, getAxes(), removeAxes)))
    return failure();
  return verifyUnreduced(*collective, flatten(getAxes()));
}

LogicalResult
ReplicatedToUnreducedOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<Collective> collective =
      getCollective(*this, Needs::OperandSharding);
  if (failed(collective))
    return failure();
  auto emitError = [&] { return emitOpError(); };
  if (collective->operand.getDimShardings() !=
      collective->result.getDimShardings())
    return emitOpError("requires the dims of its operand's sharding");
  if (getAxes().empty())
    return emitOpError("requires an axis");
  if (failed(AxisChecker(collective->mesh, emitError)
                 .addOrdered(getAxes(), "given")))
    return failure();
  for (AxisRefAttr axis : getAxes())
    if (dividesDim(axis, collective->operand) ||
        overlapsAny(axis, collective->operand.getUnreducedAxes()))
      return emitOpError("has axis ")
             << toString(axis) << ", along which its operand is not copied";
  return verifyUnreduced(*collective, getAxes());
}

LogicalResult AllReduceOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<Collective> collective = getCollective(*this, Needs::Nothing);
  if (failed(collective))
    return failure();
  auto emitError = [&] { return emitOpError(); };
  for (size_t dim = 0; dim < collective->result.getDimShardings().size(); ++dim)
    if (failed(collective->verifyDim(dim, collective->operandAxes(dim))))
      return failure();
  if (!isReplicated(collective->operand) &&
      collective->operand.getMeshOrRef() != collective->result.getMeshOrRef())
    return emitOpError("requires the mesh of its operand's sharding");
  if (failed(AxisChecker(collective->mesh, emitError)
                 .addOrdered(getReductionAxes(), "reduction")))
    return failure();
  for (AxisRefAttr axis : getReductionAxes()) {
    if (dividesDim(axis, collective->operand) ||
        overlapsAny(axis, collective->operand.getReplicatedAxes()))
      return emitOpError("has axis ")
             << toString(axis)
             << ", along which its operand is divided or "
                "copied";
    if (overlapsAny(axis, collective->result.getUnreducedAxes()))
      return emitOpError("has axis ")
             << toString(axis) << ", along which its result is not combined";
  }
  return verifyReduction(*collective, getReductionOp(), getReductionAxes());
}

//===-- Moved axes --------------------------------------------------------===//

// Checks the positions of the dims between which axes move; `moved` receives
// them.
static LogicalResult verifyMovedDims(AllToAllOp op, int64_t rank,
                                     llvm::BitVector &moved) {
  int64_t previous = -1;
  for (AllToAllParamAttr param : op.getParams()) {
    for (int64_t dim : {param.getSrcDim(), param.getTgtDim()}) {
      if (dim < 0 || dim >= rank)
        return op.emitOpError("has dim ") << dim << " for rank " << rank;
      if (moved.test(dim))
        return op.emitOpError("has dim ") << dim << " twice";
      moved.set(dim);
    }
    if (param.getSrcDim() <= previous)
      return op.emitOpError("has source dims that are not in ascending order");
    previous = param.getSrcDim();
  }
  return success();
}

LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<Collective> collective =
      getCollective(*this, Needs::OperandSharding);
  if (failed(collective))
    return failure();
  if (getParams().empty())
    return emitOpError("requires axes that move");
  auto emitError = [&] { return emitOpError(); };
  AxisChecker checker(collective->mesh, emitError);
  for (AllToAllParamAttr param : getParams())
    if (failed(checker.add(param.getAxes())))
      return failure();
  size_t rank = collective->result.getDimShardings().size();
  llvm::BitVector moved(rank);
  if (failed(verifyMovedDims(*this, rank, moved)))
    return failure();
  for (AllToAllParamAttr param : getParams()) {
    size_t source = param.getSrcDim(), target = param.getTgtDim();
    auto remaining = removeAxes(*collective, source, param.getAxes());
    auto extended = addAxes(*collective, target, param.getAxes());
    if (failed(remaining) || failed(extended) ||
        failed(collective->verifyDim(source, *remaining)) ||
        failed(collective->verifyDim(target, *extended)))
      return failure();
  }
  for (size_t dim = 0; dim < rank; ++dim)
    if (!moved.test(dim) &&
        failed(collective->verifyDim(dim, collective->operandAxes(dim))))
      return failure();
  return success();
}

LogicalResult CollectivePermuteOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<Collective> collective =
      getCollective(*this, Needs::OperandSharding);
  if (failed(collective))
    return failure();
  MeshAttr mesh = collective->mesh;
  MeshAttr operandMesh = findMesh(collective->operand, *this);
  if (!operandMesh || mesh.getAxes() != operandMesh.getAxes())
    return emitOpError("requires meshes with the same axes");
  if (collective->operand.getMeshOrRef() != collective->result.getMeshOrRef() &&
      mesh == operandMesh)
    return emitOpError("has two names of the same mesh");
  for (auto [dim, entry] :
       llvm::enumerate(llvm::zip(collective->operand.getDimShardings(),
                                 collective->result.getDimShardings()))) {
    auto [from, to] = entry;
    if (shardedSize(from.getAxes(), mesh) != shardedSize(to.getAxes(), mesh))
      return emitOpError("divides dim ")
             << dim << " into another number of parts than its operand";
  }
  return success();
}

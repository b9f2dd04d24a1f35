// Verifiers of the ops in which several processes take part: collective.td.

#include "stablehlo/verify.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

LogicalResult PartitionIdOp::verify() {
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), {});
}
LogicalResult ReplicaIdOp::verify() {
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), {});
}

//===-- Groups ------------------------------------------------------------===//

// Checks that the ids of groups are distinct; -1 fills up groups and is
// skipped if `hasGaps` is set. Returns the number of ids, less those.
static FailureOr<int64_t> verifyDistinctIds(Operation *op,
                                            DenseIntElementsAttr groups,
                                            bool hasGaps) {
  // A constant of one value may be larger than the memory.
  if (hasGaps && groups.isSplat() && groups.getNumElements() != 0 &&
      groups.getSplatValue<APInt>().isAllOnes())
    return 0;
  llvm::SmallSet<int64_t, 16> seen;
  for (const APInt &element : groups.getValues<APInt>()) {
    int64_t id = element.getSExtValue();
    if (hasGaps && id == -1)
      continue;
    if (!seen.insert(id).second)
      return op->emitOpError("attribute 'replica_groups' holds ")
             << id << " more than once";
  }
  return seen.size();
}

// Returns groups that are listed; none for those along a mesh, whose ids are
// not known.
static DenseIntElementsAttr listedGroups(Attribute groups) {
  return dyn_cast<DenseIntElementsAttr>(groups);
}

static LogicalResult verifyGroupsRank(Operation *op,
                                      DenseIntElementsAttr groups) {
  if (groups.getType().getRank() == 2)
    return success();
  return op->emitOpError("attribute 'replica_groups' has rank ")
         << groups.getType().getRank() << ", but needs rank 2";
}

// Checks the groups of processes: each id from 0 on in one of them. Groups may
// be filled up by -1 unless `isUniform` is set.
static LogicalResult verifyReplicaGroups(Operation *op, Attribute attribute,
                                         bool isUniform,
                                         bool hasGlobalIds = false) {
  DenseIntElementsAttr groups = listedGroups(attribute);
  if (!groups)
    return success();
  // all_gather_i3, all_reduce_i2, all_to_all_i5, reduce_scatter_i3
  if (failed(verifyGroupsRank(op, groups)))
    return failure();
  if (hasGlobalIds && groups.getNumElements() == 0)
    return op->emitOpError("requires replica_groups that are not empty, "
                           "because use_global_device_ids is set");
  // all_gather_c2, all_reduce_c1, all_to_all_c5, reduce_scatter_c3
  FailureOr<int64_t> count = verifyDistinctIds(op, groups, !isUniform);
  if (failed(count))
    return failure();
  // all_gather_c4, all_reduce_c3, all_to_all_c7, reduce_scatter_c5: the ids are
  // distinct, so each is below their number.
  for (const APInt &element : groups.getValues<APInt>()) {
    int64_t id = element.getSExtValue();
    if (*count == 0)
      break;
    if ((id < 0 && (isUniform || id != -1)) || id >= *count)
      return op->emitOpError("attribute 'replica_groups' holds ")
             << id << ", but needs each of 0 to " << *count - 1 << " once";
  }
  return success();
}

static int64_t channelOf(std::optional<ChannelHandleAttr> channel) {
  return channel ? channel->getHandle() : 0;
}

// Checks that the ids of devices are counted along a channel.
static LogicalResult verifyChannel(Operation *op, bool hasGlobalIds,
                                   int64_t channel, int64_t minimum) {
  if (!hasGlobalIds || channel >= minimum)
    return success();
  return op->emitOpError("requires a channel id of at least ")
         << minimum << ", because use_global_device_ids is set, got "
         << channel;
}

//===-- Values ------------------------------------------------------------===//

// Checks the number of results and their element types.
static LogicalResult verifyPairs(Operation *op) {
  if (failed(verifyResultCount(op, op->getNumOperands(), "operands")))
    return failure();
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (failed(hlo::verifySameElements(op, hlo::operandType(op, i),
                                       hlo::resultType(op, i))))
      return failure();
  return success();
}

// Checks that along a dim one size is a multiple of another.
static LogicalResult verifyMultiple(Operation *op, const hlo::NamedType &whole,
                                    const hlo::NamedType &part, int64_t dim) {
  int64_t size = cast<RankedTensorType>(whole.type).getDimSize(dim);
  int64_t unit = cast<RankedTensorType>(part.type).getDimSize(dim);
  if (unit == 0)
    return op->emitOpError("requires a size other than 0 of dimension ")
           << dim << " of " << part;
  if (size % unit == 0)
    return success();
  return op->emitOpError("requires a multiple of the size ")
         << unit << " of dimension " << dim << " of " << part << ", got "
         << whole;
}

LogicalResult AllGatherOp::verify() {
  if (failed(verifyReplicaGroups(*this, getReplicaGroups(), /*isUniform=*/true,
                                 getUseGlobalDeviceIds())) ||
      // all_gather_c5
      failed(verifyChannel(*this, getUseGlobalDeviceIds(),
                           channelOf(getChannelHandle()), 0)) ||
      failed(verifyPairs(*this)))
    return failure();
  int64_t dim = getAllGatherDim();
  for (unsigned i = 0; i < getNumOperands(); ++i) {
    auto operand = hlo::operandType(*this, i);
    auto result = hlo::resultType(*this, i);
    SmallVector<Dim> expected = hlo::getDims(operand.type);
    // all_gather_c1
    if (failed(hlo::verifyDimension(*this, "all_gather_dim", dim,
                                    expected.size())))
      return failure();
    if (expected[dim].size == 0)
      return emitOpError("requires a size other than 0 of dimension ")
             << dim << " of " << operand;
    bool isKnown = expected[dim].isStatic();
    expected[dim] = Dim{ShapedType::kDynamic};
    // all_gather_c6
    if (failed(hlo::verifySizes(*this, result, expected)))
      return failure();
    // Upstream stops here, too.
    if (!isKnown || cast<RankedTensorType>(result.type).isDynamicDim(dim))
      return success();
    if (failed(verifyMultiple(*this, result, operand, dim)))
      return failure();
  }
  return success();
}

LogicalResult AllReduceOp::verify() {
  if (failed(verifyReplicaGroups(*this, getReplicaGroups(),
                                 /*isUniform=*/false,
                                 getUseGlobalDeviceIds())) ||
      // all_reduce_c4
      failed(verifyChannel(*this, getUseGlobalDeviceIds(),
                           channelOf(getChannelHandle()), 1)))
    return failure();
  if (failed(verifyResultCount(*this, getNumOperands(), "operands")))
    return failure();
  // all_reduce_c6
  for (unsigned i = 0; i < getNumOperands(); ++i)
    if (failed(hlo::verifyShape(
            *this, hlo::resultType(*this, i),
            hlo::getUnboundedDims(getOperand(i).getType()))))
      return failure();
  return success();
}

// Checks a region that combines the elements of each operand that has a result.
static LogicalResult verifyCombination(Operation *op, Region &region) {
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    auto operand = hlo::operandType(op, i);
    hlo::NamedType scalar = operand;
    scalar.type = RankedTensorType::get({}, hlo::elementType(operand.type));
    if (failed(hlo::verifyReducer(op, region, "computation", operand, scalar,
                                  hlo::resultType(op, i), {})))
      return failure();
  }
  return success();
}

// all_reduce_c5, all_reduce_c7
LogicalResult AllReduceOp::verifyRegions() {
  return verifyCombination(*this, getComputation());
}

// Multiplies a known size or bound.
static LogicalResult scale(Operation *op, int64_t &size, int64_t factor) {
  if (ShapedType::isDynamic(size) ||
      !llvm::MulOverflow(size, factor, size))
    return success();
  return op->emitOpError("gives an invalid size for concat_dimension");
}

LogicalResult AllToAllOp::verify() {
  // all_to_all_c4...all_to_all_c8
  int64_t count = getSplitCount();
  if (failed(verifyReplicaGroups(*this, getReplicaGroups(),
                                 /*isUniform=*/true)))
    return failure();
  if (DenseIntElementsAttr groups = listedGroups(getReplicaGroups())) {
    ArrayRef<int64_t> shape = groups.getType().getShape();
    if (shape[0] == 0 || shape[1] != count)
      return emitOpError("requires replica_groups of ")
             << count << " elements each, as split_count says, got shape ["
             << shape << "]";
  }
  if (failed(verifyPairs(*this)))
    return failure();
  int64_t split = getSplitDimension(), concat = getConcatDimension();
  for (unsigned i = 0; i < getNumOperands(); ++i) {
    SmallVector<Dim> expected = hlo::getDims(getOperand(i).getType());
    // all_to_all_c1, all_to_all_c3
    if (failed(hlo::verifyDimension(*this, "split_dimension", split,
                                    expected.size())) ||
        failed(hlo::verifyDimension(*this, "concat_dimension", concat,
                                    expected.size())))
      return failure();
    Dim &dim = expected[split];
    // all_to_all_c2
    if (dim.isStatic() && dim.size % count != 0)
      return emitOpError("attribute 'split_count' ")
             << count << " does not divide the size " << dim.size
             << " of split_dimension";
    if (dim.isStatic())
      dim.size /= count;
    if (dim.isBounded())
      dim.bound /= count;
    // all_to_all_c9
    if (failed(scale(*this, expected[concat].size, count)) ||
        failed(scale(*this, expected[concat].bound, count)) ||
        failed(hlo::verifyShape(*this, hlo::resultType(*this, i), expected)))
      return failure();
  }
  return success();
}

LogicalResult ReduceScatterOp::verify() {
  auto operand = hlo::operandType(*this, 0), result = hlo::resultType(*this, 0);
  SmallVector<Dim> expected = hlo::getDims(operand.type);
  SmallVector<Dim> unknown(expected.size(), Dim{ShapedType::kDynamic});
  int64_t dim = getScatterDimension();
  // reduce_scatter_c2, reduce_scatter_c6, reduce_scatter_c8
  if (failed(verifyReplicaGroups(*this, getReplicaGroups(), /*isUniform=*/true,
                                 getUseGlobalDeviceIds())) ||
      failed(hlo::verifyDimension(*this, "scatter_dimension", dim,
                                  expected.size())) ||
      failed(verifyChannel(*this, getUseGlobalDeviceIds(),
                           channelOf(getChannelHandle()), 1)) ||
      failed(hlo::verifyShape(*this, result, unknown)))
    return failure();
  // Upstream compares nothing else if the scattered dim is dynamic.
  if (!expected[dim].isStatic() || getType().isDynamicDim(dim))
    return success();
  if (expected[dim].size == 0)
    return emitOpError("requires a size other than 0 of dimension ")
           << dim << " of " << operand;
  expected[dim] = Dim{ShapedType::kDynamic};
  if (failed(verifyMultiple(*this, operand, result, dim)))
    return failure();
  return hlo::verifySizes(*this, result, expected);
}

// reduce_scatter_c7, reduce_scatter_c9
LogicalResult ReduceScatterOp::verifyRegions() {
  auto operand = hlo::operandType(*this, 0), result = hlo::resultType(*this, 0);
  hlo::NamedType scalar = operand;
  scalar.type = RankedTensorType::get({}, hlo::elementType(operand.type));
  int64_t dim = getScatterDimension();
  if (tensorOf(getOperand()).isDynamicDim(dim) || getType().isDynamicDim(dim))
    result = {};
  return hlo::verifyReducer(*this, getComputation(), "computation", operand,
                            scalar, result, {});
}

// Checks the operands and results of an op for whose group one process is the
// root. A dynamic root is one more operand.
template <typename Op> static LogicalResult verifyRooted(Op op) {
  int64_t count = op->getNumOperands();
  if (op.getHasDynamicRoot())
    --count;
  if (count < 1)
    return op.emitOpError("requires at least one operand")
           << (op.getHasDynamicRoot() ? " before the one for the root" : "");
  if (count != op->getNumResults())
    return op.emitOpError("requires ")
           << count << (count == 1 ? " result" : " results")
           << ", as many as operands"
           << (op.getHasDynamicRoot() ? " before the one for the root" : "")
           << ", got " << op->getNumResults();
  if (op.getHasDynamicRoot()) {
    auto root = hlo::operandType(op, count);
    if (!hlo::elementType(root.type).isSignlessInteger(32))
      return op.emitOpError("requires element type i32 of ") << root;
    if (failed(hlo::verifyShape(op, root, {Dim{count}})) ||
        cast<RankedTensorType>(root.type).isDynamicDim(0))
      return op.emitOpError("requires ")
             << count << (count == 1 ? " root" : " roots")
             << ", one for each operand before it, got " << root;
  }
  for (int64_t i = 0; i < count; ++i)
    if (failed(hlo::verifyCompatibleShapes(op, hlo::operandType(op, i),
                                           hlo::resultType(op, i))))
      return failure();
  return success();
}

LogicalResult CollectiveReduceOp::verify() {
  if (failed(verifyChannel(*this, getUseGlobalDeviceIds(),
                           channelOf(getChannelHandle()), 1)) ||
      failed(verifyRooted(*this)))
    return failure();
  DenseIntElementsAttr groups = listedGroups(getReplicaGroups());
  return success(!groups || succeeded(verifyGroupsRank(*this, groups)));
}

LogicalResult CollectiveReduceOp::verifyRegions() {
  return verifyCombination(*this, getComputation());
}

LogicalResult CollectiveBroadcastOp::verify() {
  if (failed(verifyRooted(*this)))
    return failure();
  for (unsigned i = 0; i < getNumResults(); ++i)
    if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, i),
                                             hlo::resultType(*this, i))))
      return failure();
  DenseIntElementsAttr groups = listedGroups(getReplicaGroups());
  if (!groups)
    return success();
  if (failed(verifyGroupsRank(*this, groups)))
    return failure();
  // collective_broadcast_c1
  if (failed(verifyDistinctIds(*this, groups, /*hasGaps=*/false)))
    return failure();
  // collective_broadcast_c2
  for (const APInt &id : groups.getValues<APInt>())
    if (id.isNegative())
      return emitOpError("attribute 'replica_groups' holds ")
             << id.getSExtValue() << ", but needs at least 0";
  return success();
}

LogicalResult CollectivePermuteOp::verify() {
  DenseIntElementsAttr pairs = getSourceTargetPairs();
  // collective_permute_c1, collective_permute_i2
  ArrayRef<int64_t> shape = pairs.getType().getShape();
  if (shape.size() != 2 || shape[1] != 2)
    return emitOpError("attribute 'source_target_pairs' has shape [")
           << shape << "], but needs [N, 2]";
  llvm::SmallSet<int64_t, 16> seen[2];
  for (auto [index, element] : llvm::enumerate(pairs.getValues<APInt>())) {
    int64_t id = element.getSExtValue();
    // collective_permute_c4
    if (id < 0)
      return emitOpError("attribute 'source_target_pairs' holds ")
             << id << ", but needs at least 0";
    // collective_permute_c2, collective_permute_c3
    if (!seen[index % 2].insert(id).second)
      return emitOpError("attribute 'source_target_pairs' holds the ")
             << (index % 2 == 0 ? "source " : "target ") << id
             << " more than once";
  }
  // collective_permute_c5
  return hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                 hlo::resultType(*this, 0));
}

//===-- Asynchronous computations -----------------------------------------===//

// Returns whether an op may run asynchronously.
static bool mayBeAsynchronous(Operation &op) {
  static constexpr StringLiteral kNames[] = {
      "stablehlo.all_gather",           "stablehlo.all_reduce",
      "stablehlo.all_to_all",           "stablehlo.collective_broadcast",
      "stablehlo.collective_permute",   "stablehlo.collective_reduce",
      "stablehlo.dynamic_slice",        "stablehlo.dynamic_update_slice",
      "stablehlo.reduce_scatter",       "stablehlo.slice"};
  return llvm::is_contained(kNames, op.getName().getStringRef());
}

LogicalResult AsyncStartOp::verifyRegions() {
  if (failed(hlo::verifyRegion(*this, getBody(), "body",
                               SmallVector<Type>(getOperandTypes()),
                               cast<FutureType>(getType()).getTypes(),
                               hlo::Agreement::Equal)))
    return failure();
  Block &block = getBody().front();
  if (!llvm::hasNItems(block, 2) || !mayBeAsynchronous(block.front()))
    return emitOpError("region 'body' needs one collective op or slice, and "
                       "its terminator");
  if (block.getTerminator()->getNumOperands() != 1)
    return emitOpError("requires a region that returns one value, got ")
           << block.getTerminator()->getNumOperands();
  return success();
}

LogicalResult AsyncDoneOp::verify() {
  ArrayRef<Type> types = cast<FutureType>(getOperand().getType()).getTypes();
  Operation *op = getOperation();
  if (types.size() != op->getNumResults())
    return emitOpError("requires as many results as operand #0 has, ")
           << types.size() << ", got " << op->getNumResults();
  for (auto [index, type] : llvm::enumerate(types)) {
    hlo::NamedType named{type, "operand #0's type",
                         static_cast<unsigned>(index)};
    auto result = hlo::resultType(*this, index);
    if (failed(hlo::verifyCompatibleElements(*this, named, result)) ||
        failed(hlo::verifyCompatibleShapes(*this, named, result)))
      return failure();
  }
  return success();
}

// Checks of meshes and shardings, and of the attributes by which other dialects'
// ops and functions have shardings.

#include "sdy/verify.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::sdy;

//===-- Meshes ------------------------------------------------------------===//

LogicalResult MeshAxisAttr::verify(EmitError emitError, StringRef,
                                   int64_t size) {
  if (size >= 1)
    return success();
  return emitError() << "expected an axis of size 1 at least, got " << size;
}

// Returns whether the numbers are 0, 1, and so on.
static bool isAscending(ArrayRef<int64_t> ids) {
  return llvm::equal(ids, llvm::seq<int64_t>(ids.size()));
}

// Returns the number of devices, or the largest number if there are more.
static int64_t countDevices(ArrayRef<MeshAxisAttr> axes) {
  int64_t count = 1;
  for (MeshAxisAttr axis : axes)
    count = saturatingProduct(count, axis.getSize());
  return count;
}

ArrayRef<int64_t> MeshAttr::withoutDefault(ArrayRef<MeshAxisAttr> axes,
                                           ArrayRef<int64_t> ids) {
  bool isDefault = !axes.empty() && isAscending(ids) &&
                   countDevices(axes) == static_cast<int64_t>(ids.size());
  return isDefault ? ArrayRef<int64_t>() : ids;
}

LogicalResult MeshAttr::verify(EmitError emitError, ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> ids) {
  for (int64_t id : ids)
    if (id < 0)
      return emitError() << "expected device_ids that are not negative, got "
                         << id;
  if (axes.empty()) {
    if (ids.size() <= 1)
      return success();
    return emitError() << "expected at most one device in a mesh without "
                          "axes, got "
                       << ids.size();
  }
  llvm::StringSet<> names;
  for (MeshAxisAttr axis : axes)
    if (!names.insert(axis.getName()).second)
      return emitError() << "axis \"" << axis.getName() << "\" exists twice";
  if (ids.empty())
    return success();
  SmallVector<int64_t> sorted(ids);
  llvm::sort(sorted);
  if (countDevices(axes) == static_cast<int64_t>(ids.size()) &&
      isAscending(sorted))
    return success();
  return emitError() << "expected each of the device_ids 0 to "
                     << countDevices(axes) - 1 << " once";
}

MeshAttr sdy::findMesh(Attribute meshOrRef, Operation *op) {
  if (auto mesh = dyn_cast<MeshAttr>(meshOrRef))
    return mesh;
  auto name = dyn_cast<FlatSymbolRefAttr>(meshOrRef);
  auto module = op->getParentOfType<ModuleOp>();
  if (!name || !module || module.getBodyRegion().empty())
    return {};
  // A symbol table would have to be built; meshes are usually the first ops.
  for (auto mesh : module.getOps<MeshOp>())
    if (mesh.getSymName() == name.getValue())
      return mesh.getMesh();
  return {};
}

MeshAttr sdy::findCommonMesh(ArrayRef<TensorShardingAttr> shardings,
                             Operation *op) {
  MeshAttr common;
  for (TensorShardingAttr sharding : shardings) {
    MeshAttr mesh = findMesh(sharding, op);
    if (!mesh)
      return {};
    if (!common || common.isEmpty())
      common = mesh;
    else if (!mesh.isEmpty() && mesh != common)
      return {};
  }
  return common;
}

//===-- Axes --------------------------------------------------------------===//

std::string sdy::toString(AxisRefAttr axis) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << '"' << axis.getName() << '"';
  if (SubAxisInfoAttr part = axis.getSubAxisInfo())
    stream << ":(" << part.getPreSize() << ')' << part.getSize();
  return text;
}

std::string sdy::toString(ArrayRef<AxisRefAttr> axes) {
  std::string text = "{";
  for (AxisRefAttr axis : axes)
    text += (text.size() > 1 ? ", " : "") + toString(axis);
  return text + "}";
}

AxisChecker::AxisChecker(MeshAttr mesh, EmitError emitError)
    : mesh(mesh), emitError(emitError) {
  for (MeshAxisAttr axis : mesh.getAxes())
    axisSizes[axis.getName()] = axis.getSize();
}

LogicalResult AxisChecker::add(ArrayRef<AxisRefAttr> axes) {
  AxisRefAttr previous;
  for (AxisRefAttr axis : axes) {
    if (!axisSizes.contains(axis.getName()))
      return emitError() << "uses axis \"" << axis.getName()
                         << "\", which the mesh does not have";
    if (!unique.insert(axis).second)
      return emitError() << "uses axis " << toString(axis) << " twice";
    if (previous && canMerge(previous, axis))
      return emitError() << "uses neighbouring parts " << toString(previous)
                         << " and " << toString(axis)
                         << " of an axis, which must be one part";
    added.push_back(axis);
    previous = axis;
  }
  return success();
}

LogicalResult AxisChecker::addOrdered(ArrayRef<AxisRefAttr> axes,
                                      StringRef name) {
  for (auto [previous, axis] : llvm::zip(axes, axes.drop_front(!axes.empty())))
    if (isBefore(axis, previous, mesh))
      return emitError() << "has " << name << " axes " << toString(previous)
                         << " and " << toString(axis)
                         << " that are not in the order of the mesh";
  return add(axes);
}

// Checks that a part divides its axis and is not all of it.
static LogicalResult verifyPart(AxisRefAttr axis, int64_t axisSize,
                                EmitError emitError) {
  SubAxisInfoAttr part = axis.getSubAxisInfo();
  if (!part)
    return success();
  int64_t begin = part.getPreSize(), size = part.getSize();
  if (begin < 1 || size < 2 || size == axisSize ||
      axisSize % saturatingProduct(begin, size) != 0)
    return emitError() << "uses " << toString(axis)
                       << ", which is not a part of the axis of size "
                       << axisSize;
  return success();
}

LogicalResult AxisChecker::finish() {
  for (AxisRefAttr axis : added)
    if (failed(verifyPart(axis, axisSizes.lookup(axis.getName()), emitError)))
      return failure();
  auto key = [](AxisRefAttr axis) {
    SubAxisInfoAttr part = axis.getSubAxisInfo();
    return std::make_pair(axis.getName(), part ? part.getPreSize() : 0);
  };
  // Of parts in this order, two overlap only if two neighbours do.
  llvm::sort(added, [&](AxisRefAttr left, AxisRefAttr right) {
    return key(left) < key(right);
  });
  ArrayRef<AxisRefAttr> rest = added;
  for (auto [left, right] : llvm::zip(rest, rest.drop_front(!rest.empty())))
    if (overlap(left, right))
      return emitError() << "uses axes " << toString(left) << " and "
                         << toString(right) << ", which overlap";
  return success();
}

LogicalResult sdy::verifyNotManual(StringRef axis, Operation *op,
                                   EmitError emitError) {
  for (auto parent = op->getParentOfType<ManualComputationOp>(); parent;
       parent = parent->getParentOfType<ManualComputationOp>())
    for (StringAttr manual : parent.getManualAxes())
      if (manual.getValue() == axis)
        return (emitError() << "uses axis \"" << axis
                            << "\", along which a surrounding op computes")
                   .attachNote(parent.getLoc())
               << "the op is here";
  return success();
}

//===-- Shardings ---------------------------------------------------------===//

// Returns whether the sharding divides nothing and says nothing about axes.
static bool isOfRankZero(TensorShardingAttr sharding) {
  return sharding.getDimShardings().empty() &&
         sharding.getReplicatedAxes().empty() &&
         sharding.getUnreducedAxes().empty();
}

bool sdy::isReplicated(TensorShardingAttr sharding) {
  return llvm::all_of(sharding.getDimShardings(),
                      [](auto dim) { return dim.getAxes().empty(); });
}

static LogicalResult verifyPriority(DimensionShardingAttr dim, size_t position,
                                    EmitError emitError) {
  if (!dim.getPriority())
    return success();
  if (*dim.getPriority() < 0)
    return emitError() << "has a negative priority of dim " << position;
  if (dim.getIsClosed() && dim.getAxes().empty())
    return emitError() << "has a priority of dim " << position
                       << ", which nothing can divide";
  return success();
}

// Checks all axes of a sharding of the right rank.
static LogicalResult verifyAxes(TensorShardingAttr sharding, MeshAttr mesh,
                                Operation *op, EmitError emitError) {
  AxisChecker checker(mesh, emitError);
  for (auto [position, dim] : llvm::enumerate(sharding.getDimShardings()))
    if (failed(verifyPriority(dim, position, emitError)) ||
        failed(checker.add(dim.getAxes())))
      return failure();
  if (failed(checker.addOrdered(sharding.getReplicatedAxes(), "replicated")) ||
      failed(checker.addOrdered(sharding.getUnreducedAxes(), "unreduced")) ||
      failed(checker.finish()))
    return failure();
  auto verifyList = [&](ArrayRef<AxisRefAttr> axes) {
    return success(llvm::all_of(axes, [&](AxisRefAttr axis) {
      return succeeded(verifyNotManual(axis.getName(), op, emitError));
    }));
  };
  for (DimensionShardingAttr dim : sharding.getDimShardings())
    if (failed(verifyList(dim.getAxes())))
      return failure();
  return failure(failed(verifyList(sharding.getReplicatedAxes())) ||
                 failed(verifyList(sharding.getUnreducedAxes())));
}

LogicalResult sdy::verifySharding(TensorShardingAttr sharding, Type type,
                                  Operation *op, EmitError emitError) {
  MeshAttr mesh = findMesh(sharding, op);
  // An op that is not in a module yet does not know the module's meshes.
  if (!mesh && !op->getParentOfType<ModuleOp>())
    return success();
  if (!mesh)
    return emitError() << "has a sharding for an unknown mesh, "
                       << sharding.getMeshOrRef();
  auto verifyRankZero = [&](const Twine &reason) -> LogicalResult {
    if (isOfRankZero(sharding))
      return success();
    return emitError() << "has a sharding with dims or axes for " << reason;
  };
  if (mesh.isMaximal())
    return verifyRankZero("a mesh of one device");
  if (!type)
    return verifyRankZero("no value");
  if (auto tuple = dyn_cast<TupleType>(type)) {
    if (tuple.size() != 1)
      return emitError() << "has a sharding for " << tuple
                         << "; a tuple needs one element";
    type = tuple.getType(0);
  }
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return verifyRankZero("a value without a shape");
  if (!shaped.hasRank())
    return emitError() << "has a sharding for the unranked type " << shaped;
  int64_t rank = sharding.getDimShardings().size();
  if (rank != shaped.getRank())
    return emitError() << "has a sharding of rank " << rank << " for rank "
                       << shaped.getRank();
  return verifyAxes(sharding, mesh, op, emitError);
}

LogicalResult sdy::verifyShardings(TensorShardingPerValueAttr shardings,
                                   TypeRange types, Operation *op,
                                   StringRef kind) {
  ArrayRef<TensorShardingAttr> list = shardings.getShardings();
  if (types.empty() && list.size() == 1) {
    MeshAttr mesh = findMesh(list.front(), op);
    if ((mesh && mesh.isMaximal()) || isReplicated(list.front()))
      return verifySharding(list.front(), Type(), op,
                            [&] { return op->emitOpError(); });
  }
  if (list.size() != types.size())
    return op->emitOpError("has ")
           << list.size() << " shardings for " << types.size() << ' ' << kind
           << "s";
  for (auto [index, entry] : llvm::enumerate(llvm::zip(list, types))) {
    auto [sharding, type] = entry;
    if (failed(verifySharding(sharding, type, op, [&, index = index] {
          return op->emitOpError(kind) << " #" << index << ' ';
        })))
      return failure();
  }
  return success();
}

//===-- Attributes of other dialects' ops ---------------------------------===//

static LogicalResult verifyFunctionValue(Operation *op, NamedAttribute named,
                                         TypeRange types, unsigned index,
                                         StringRef kind) {
  if (named.getName() != kSharding || index >= types.size())
    return success();
  auto emitError = [&] {
    return op->emitOpError(kind) << " #" << index << ' ';
  };
  auto sharding = dyn_cast<TensorShardingAttr>(named.getValue());
  if (!sharding)
    return emitError() << "has an attribute '" << kSharding
                       << "' that is not a #sdy.sharding";
  return verifySharding(sharding, types[index], op, emitError);
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned index,
                                                   NamedAttribute named) {
  if (auto function = dyn_cast<func::FuncOp>(op))
    return verifyFunctionValue(op, named, function.getArgumentTypes(), index,
                               "argument");
  return success();
}

LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                      unsigned index,
                                                      NamedAttribute named) {
  if (auto function = dyn_cast<func::FuncOp>(op))
    return verifyFunctionValue(op, named, function.getResultTypes(), index,
                               "result");
  return success();
}

static bool isListOfEdges(Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  return list && llvm::all_of(list, llvm::IsaPred<PropagationEdgesAttr>);
}

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute named) {
  StringRef name = named.getName();
  Attribute value = named.getValue();
  auto emitWrongKind = [&](StringRef expected) {
    return op->emitOpError("has an attribute '")
           << name << "' that is not " << expected;
  };
  if (name == kSharding) {
    auto shardings = dyn_cast<TensorShardingPerValueAttr>(value);
    return shardings ? verifyShardings(shardings, op->getResultTypes(), op,
                                       "result")
                     : emitWrongKind("a #sdy.sharding_per_value");
  }
  if (name == "sdy.sharding_rule") {
    auto rule = dyn_cast<OpShardingRuleAttr>(value);
    return rule ? verifyRule(rule, op)
                : emitWrongKind("an #sdy.op_sharding_rule");
  }
  if (name == "sdy.propagation_edges") {
    auto edges = dyn_cast<PropagationEdgesAttr>(value);
    return edges ? verifyEdges(edges, op)
                 : emitWrongKind("a #sdy.propagation_edges");
  }
  if ((name == "sdy.result_propagation_edges" ||
       name == "sdy.block_arg_propagation_edges") &&
      !isListOfEdges(value))
    return emitWrongKind("a list of #sdy.propagation_edges");
  return success();
}

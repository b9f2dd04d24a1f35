// Groups of replicas along the axes of a mesh.

#include "stablehlo/dialect.h"

using namespace mlir;
using namespace mlir::stablehlo;

LogicalResult ReplicaGroupMeshAxesAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Attribute mesh,
    ArrayAttr axes) {
  if (isa_and_nonnull<FlatSymbolRefAttr>(mesh) && axes)
    return success();
  auto known = dyn_cast_or_null<MeshAttr>(mesh);
  if (!known || !axes)
    return emitError() << "replica groups need a mesh or the name of one, got "
                       << mesh;
  for (Attribute element : axes) {
    auto axis = dyn_cast<AxisRefAttr>(element);
    if (!axis)
      return emitError() << "replica groups need axes, got " << element;
    if (llvm::none_of(known.getAxes(), [&](MeshAxisAttr other) {
          return other.getName() == axis.getName();
        }))
      return emitError() << "axis '" << axis.getName()
                         << "' is not an axis of the mesh";
  }
  return success();
}

// Checks that the mesh exists, if it is named.
static LogicalResult verifyMesh(Operation *op, Attribute groups,
                                SymbolTableCollection &symbolTables) {
  auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(groups);
  auto name = axes ? dyn_cast<FlatSymbolRefAttr>(axes.getMesh())
                   : FlatSymbolRefAttr();
  if (!name || symbolTables.lookupNearestSymbolFrom(op, name))
    return success();
  return op->emitOpError("attribute 'replica_groups' names the mesh ")
         << name << ", which does not exist";
}

#define BCAST_VERIFY_MESH(OP)                                                  \
  LogicalResult OP::verifySymbolUses(SymbolTableCollection &symbolTables) {    \
    return verifyMesh(*this, getReplicaGroups(), symbolTables);                \
  }

BCAST_VERIFY_MESH(AllGatherOp)
BCAST_VERIFY_MESH(AllReduceOp)
BCAST_VERIFY_MESH(AllToAllOp)
BCAST_VERIFY_MESH(CollectiveBroadcastOp)
BCAST_VERIFY_MESH(CollectiveReduceOp)
BCAST_VERIFY_MESH(ReduceScatterOp)

#undef BCAST_VERIFY_MESH

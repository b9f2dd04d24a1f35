// Checks of shardings and of the axes that they use.
//
// Invariant: every check accepts whatever generic ops and bytecode may have,
// and fails with a diagnostic, never with an assertion.

#ifndef BCAST_SDY_VERIFY_H
#define BCAST_SDY_VERIFY_H

#include "sdy/axes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::sdy {

/// Starts an error about an op, or about one of its values.
using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// Returns a mesh: the attribute itself, or the one that it names in the
/// module around the op. Null if there is none.
MeshAttr findMesh(Attribute meshOrRef, Operation *op);
inline MeshAttr findMesh(TensorShardingAttr sharding, Operation *op) {
  return findMesh(sharding.getMeshOrRef(), op);
}

/// Returns the mesh that all shardings have, apart from those with an empty
/// mesh. Null if there is none, or there are several.
MeshAttr findCommonMesh(ArrayRef<TensorShardingAttr> shardings, Operation *op);

/// Returns a value's sharding, which its op, function or region states. Null
/// if it has none.
TensorShardingAttr findSharding(Value value);

/// Returns whether no dim is divided.
bool isReplicated(TensorShardingAttr sharding);

/// Checks that lists of axes are valid together: their axes exist, their parts
/// divide them, and nothing is used twice.
class AxisChecker {
public:
  AxisChecker(MeshAttr mesh, EmitError emitError);

  /// Adds a list and checks what concerns it alone.
  LogicalResult add(ArrayRef<AxisRefAttr> axes);

  /// Adds a list whose axes must be in the order of the mesh.
  LogicalResult addOrdered(ArrayRef<AxisRefAttr> axes, StringRef name);

  /// Checks the parts of all axes that were added.
  LogicalResult finish();

private:
  MeshAttr mesh;
  EmitError emitError;
  llvm::StringMap<int64_t> axisSizes;
  SmallVector<AxisRefAttr> added;
  llvm::SmallDenseSet<AxisRefAttr> unique;
};

/// Checks the sharding of a value of an op; the type is null if the sharding is
/// that of an op without results.
LogicalResult verifySharding(TensorShardingAttr sharding, Type type,
                             Operation *op, EmitError emitError);

/// Checks a list with one sharding for each value; `kind` names the values.
LogicalResult verifyShardings(TensorShardingPerValueAttr shardings,
                              TypeRange types, Operation *op, StringRef kind);

/// Checks that an op with an attribute for each of its operands and results
/// has the sharding rule that fits them.
LogicalResult verifyRule(OpShardingRuleAttr rule, Operation *op);

/// Checks that propagation decided about values that the op has.
LogicalResult verifyEdges(PropagationEdgesAttr edges, Operation *op);

/// Returns an axis as it is printed.
std::string toString(AxisRefAttr axis);
std::string toString(ArrayRef<AxisRefAttr> axes);

/// Checks that no surrounding region already computes along an axis.
LogicalResult verifyNotManual(StringRef axis, Operation *op,
                              EmitError emitError);

} // namespace mlir::sdy

#endif // BCAST_SDY_VERIFY_H

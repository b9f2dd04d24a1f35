// The functions of the dialect's C API.

#include "capi/dialect.h"
#include "sdy/verify.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"

using namespace mlir;
using namespace mlir::sdy;

// Returns a value's sharding; null if there is none, or for another op.
static TensorShardingAttr getEntry(MlirOperation op, BcastSdyValues values,
                                   intptr_t index) {
  auto computation = dyn_cast<ManualComputationOp>(unwrap(op));
  if (!computation)
    return {};
  ArrayRef<TensorShardingAttr> shardings =
      (values == BcastSdyOperands ? computation.getInShardings()
                                  : computation.getOutShardings())
          .getShardings();
  return static_cast<size_t>(index) < shardings.size() ? shardings[index]
                                                       : TensorShardingAttr();
}

static SmallVector<AxisRefAttr> getManual(MlirOperation op,
                                          ArrayRef<AxisRefAttr> axes) {
  SmallVector<AxisRefAttr> manual;
  auto computation = cast<ManualComputationOp>(unwrap(op));
  llvm::copy_if(axes, std::back_inserter(manual), [&](AxisRefAttr axis) {
    return llvm::any_of(computation.getManualAxes(), [&](StringAttr name) {
      return name.getValue() == axis.getName();
    });
  });
  return manual;
}

extern "C" {

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Sdy, sdy, SdyDialect)

int64_t bcastSdyPartCount(MlirOperation op, BcastSdyValues values,
                          intptr_t index, intptr_t dim) {
  TensorShardingAttr sharding = getEntry(op, values, index);
  MeshAttr mesh = sharding ? findMesh(sharding, unwrap(op)) : MeshAttr();
  if (!mesh)
    return 0;
  // A sharding for one device has no dims.
  ArrayRef<DimensionShardingAttr> dims = sharding.getDimShardings();
  return static_cast<size_t>(dim) < dims.size()
             ? shardedSize(getManual(op, dims[dim].getAxes()), mesh)
             : 1;
}

bool bcastSdyIsWhole(MlirOperation op, BcastSdyValues values, intptr_t index) {
  TensorShardingAttr sharding = getEntry(op, values, index);
  return sharding && getManual(op, sharding.getUnreducedAxes()).empty() &&
         llvm::all_of(sharding.getDimShardings(), [&](auto dim) {
           return getManual(op, dim.getAxes()).empty();
         });
}
}

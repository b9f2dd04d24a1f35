// MLIR's `mlir-opt` with the passes and dialects of bcast-lower: `--lower-broadcast` and all others are
// options of their own, as those of MLIR are. docs/embedding.md explains how it is built.

#include "bcast_lower_mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  bcastLowerRegisterPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  bcastLowerRegisterDialects(wrap(&registry));
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "MLIR's passes and those of bcast-lower\n", registry));
}

// MLIR's language server, which has no C API.

#include "capi/language_server.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

using namespace mlir;

extern "C" {

MlirLogicalResult bcastLanguageServerRun(int argc, char **argv,
                                         MlirDialectRegistry registry) {
  return wrap(MlirLspServerMain(argc, argv, *unwrap(registry)));
}
}

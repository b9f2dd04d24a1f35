// MLIR's language server, which has no C API.

#ifndef BCAST_CAPI_LANGUAGE_SERVER_H
#define BCAST_CAPI_LANGUAGE_SERVER_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

// Serves on standard input and output until the client sends `exit`.
MlirLogicalResult bcastLanguageServerRun(int argc, char **argv,
                                         MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // BCAST_CAPI_LANGUAGE_SERVER_H

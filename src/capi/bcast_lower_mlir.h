// The passes and dialects of bcast-lower, for programs that use MLIR
// themselves.
//
// The library and the program must use the same MLIR: libMLIR.so, or the same
// static libraries.

#ifndef BCAST_LOWER_MLIR_H
#define BCAST_LOWER_MLIR_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Registers the passes, and the pipelines for targets, with MLIR's registry of passes. Further
// calls do nothing.
void bcastLowerRegisterPasses(void);

// Registers StableHLO, CHLO and the dialects used together with them, and those ops of
// IREE's dialects that `target-iree` writes, unless the registry already has these
// dialects. Must not be called with a registry that has another StableHLO.
void bcastLowerRegisterDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // BCAST_LOWER_MLIR_H

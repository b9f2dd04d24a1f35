// bcast-lower for programs that use MLIR themselves: its passes and dialects.
//
// The library and the program must share one MLIR: libMLIR.so, or the same static libraries.

#ifndef BCAST_LOWER_MLIR_H
#define BCAST_LOWER_MLIR_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Registers the passes, and the pipelines for targets, with MLIR's registry of passes. Further
// calls do nothing.
void bcastLowerRegisterPasses(void);

// Registers StableHLO, CHLO and the dialects that occur beside them. Must not be called for a
// registry that has another StableHLO.
void bcastLowerRegisterDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // BCAST_LOWER_MLIR_H

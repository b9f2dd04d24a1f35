// The passes and dialects of bcast-lower, for programs that use MLIR
// themselves.
//
// The library and the program must use the same MLIR: libMLIR.so, or the same
// static libraries.

#ifndef BCAST_LOWER_MLIR_H
#define BCAST_LOWER_MLIR_H

#include "bcast_lower.h"

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

// What a hook gets: an op whose operands have been broadcast. It is valid
// during the call.
typedef struct BcastLowerHookRequest BcastLowerHookRequest;

// Returns the value that replaces the op's result, of the result's type, or a
// null value on failure, which is an error on the op. It may be called on
// several threads at the same time.
typedef MlirValue (*BcastLowerHook)(const BcastLowerHookRequest *request,
                                    void *userData);

// Registers a hook, which rules name: `hook = "name"`. One that was registered
// by this name before is replaced.
void bcastLowerRegisterHook(const char *name, BcastLowerHook hook,
                            void *userData);

// Returns the op, which must not be changed; new ops should have its location.
MlirOperation
bcastLowerHookGetOperation(const BcastLowerHookRequest *request);

// Returns the operands: those that take part in the broadcast have the result's
// shape.
intptr_t bcastLowerHookGetNumOperands(const BcastLowerHookRequest *request);
MlirValue bcastLowerHookGetOperand(const BcastLowerHookRequest *request,
                                   intptr_t index);

// Returns the type of the value that the hook must return.
MlirType bcastLowerHookGetResultType(const BcastLowerHookRequest *request);

// Inserts an op in front of the one that is replaced, behind those inserted
// before. It must be valid, and must have no rule.
void bcastLowerHookInsert(const BcastLowerHookRequest *request,
                          MlirOperation operation);

#ifdef __cplusplus
}
#endif

#endif // BCAST_LOWER_MLIR_H

// The ops and attributes of IREE's dialects by which a program tells its compiler what
// is known of sizes, and how to compile an op, and passes buffers on.

#ifndef BCAST_CAPI_IREE_H
#define BCAST_CAPI_IREE_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Registers the dialects `flow`, `hal`, `iree_linalg_ext` and `util`, which are IREE's,
// with only those ops that the passes emit. If the registry has a dialect of such a name,
// for example in IREE itself, that one stays.
void bcastRegisterIree(MlirDialectRegistry registry);

// Loads these dialects, if the context has them; not while a pass runs.
void bcastLoadIree(MlirContext context);

// Returns whether the context accepts the ops: it has loaded the dialects, or
// allows those that it does not know.
bool bcastAcceptsIree(MlirContext context);

// Returns the attribute of `util.assume.int` for one number, which is at least
// `minimum`, and a multiple of `divisor`; null if the context has a dialect that
// rejects it.
MlirAttribute bcastIreeAssumptions(MlirContext context, int64_t minimum,
                                   int64_t divisor);

// Returns `#hal.executable.target<...>` for a processor that has this triple, and no
// features; null if the context rejects it.
MlirAttribute bcastIreeTarget(MlirContext context, MlirStringRef triple);

// Returns `!hal.buffer_view` or another type of `hal`; null if the context rejects it.
MlirType bcastIreeBufferType(MlirContext context, MlirStringRef name);

#ifdef __cplusplus
}
#endif

#endif

// The ops of IREE's dialects by which a program tells its compiler what is known
// of sizes, and passes buffers on.

#ifndef BCAST_CAPI_IREE_H
#define BCAST_CAPI_IREE_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Registers dialects that have a few ops of IREE's only, unless the registry has
// dialects of these names, such as IREE's own. Those of `flow`, `hal` and `util` are
// `flow.tensor.tie_shape`, `hal.buffer_view.dim`, `hal.tensor.export`,
// `hal.tensor.import`, `util.assume.int` and `util.optimization_barrier`.
void bcastRegisterIree(MlirDialectRegistry registry);

// Loads these dialects, if the context has them; not while a pass runs.
void bcastLoadIree(MlirContext context);

// Returns whether the context accepts the ops: it has loaded the dialects, or
// allows those that it does not know.
bool bcastAcceptsIree(MlirContext context);

// Returns the attribute of `util.assume.int` for one number, which is at least
// `minimum`, at most `maximum` (unless that is negative), and a multiple of
// `divisor`; null if the context has a dialect that rejects it.
MlirAttribute bcastIreeAssumptions(MlirContext context, int64_t minimum,
                                   int64_t maximum, int64_t divisor);

// Returns `!hal.buffer_view`; null if the context has a dialect that rejects it.
MlirType bcastIreeBufferType(MlirContext context);

#ifdef __cplusplus
}
#endif

#endif

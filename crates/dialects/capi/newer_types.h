// Types of bytecode that newer versions of MLIR write.

#ifndef BCAST_CAPI_NEWER_TYPES_H
#define BCAST_CAPI_NEWER_TYPES_H

#include "mlir/IR/AsmState.h"

// Makes a reader accept types that have a code in MLIR 23, but not in the version that this is
// built against, which writes and reads them as text.
void readNewerTypes(mlir::ParserConfig &config);

#endif // BCAST_CAPI_NEWER_TYPES_H

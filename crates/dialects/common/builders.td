// What builds ops that are written by name.

#ifndef BCAST_COMMON_BUILDERS
#define BCAST_COMMON_BUILDERS

include "mlir/IR/OpBase.td"

// For ops that skip the default builders: nothing calls those, and compiling
// them takes more than a quarter of the time. ODS demands a builder instead.
defvar HLO_NoBuilder = [OpBuilder<(ins), "(void)$_state;">];

#endif // BCAST_COMMON_BUILDERS

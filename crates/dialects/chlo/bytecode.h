// CHLO's attributes in bytecode.

#ifndef BCAST_CHLO_BYTECODE_H
#define BCAST_CHLO_BYTECODE_H

#include "chlo/dialect.h"

namespace mlir::chlo {

// Makes the dialect read and write its attributes.
void addEncoding(CHLODialect &dialect);

} // namespace mlir::chlo

#endif // BCAST_CHLO_BYTECODE_H

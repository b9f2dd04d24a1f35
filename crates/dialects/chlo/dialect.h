// The CHLO dialect: the code that mlir-tblgen generates from the .td files.

#ifndef BCAST_CHLO_DIALECT_H
#define BCAST_CHLO_DIALECT_H

#include "common/assembly.h"
#include "common/signature.h"
#include "common/verify.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "chlo_dialect.h.inc"
#include "chlo_enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "chlo_attributes.h.inc"
#define GET_OP_CLASSES
#include "chlo_ops.h.inc"

#endif // BCAST_CHLO_DIALECT_H

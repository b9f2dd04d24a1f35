// The code that mlir-tblgen generates from interfaces.td.

#ifndef BCAST_COMMON_INTERFACES_H
#define BCAST_COMMON_INTERFACES_H

#include "mlir/IR/Attributes.h"

#include "hlo_interfaces.h.inc"

#endif // BCAST_COMMON_INTERFACES_H

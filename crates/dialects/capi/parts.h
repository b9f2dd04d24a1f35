// The size of attributes, locations and types as text.

#ifndef BCAST_CAPI_PARTS_H
#define BCAST_CAPI_PARTS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/PointerUnion.h"

#include <cstdint>

// Counts the parts of an attribute, a location or a type when printed. A part
// that occurs in several places counts in each of them, so the number may be
// exponential in the memory that the parts take; it saturates at the maximum of
// its type.
uint64_t countParts(llvm::PointerUnion<mlir::Attribute, mlir::Type> root);

#endif // BCAST_CAPI_PARTS_H

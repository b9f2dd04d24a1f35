// How large attributes, locations and types are as text.

#ifndef BCAST_IR_PARTS_H
#define BCAST_IR_PARTS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/PointerUnion.h"

#include <cstdint>

// Counts the parts that an attribute, a location or a type is printed with. One that
// stands in several places counts in each of them, so the number may be exponential
// in the memory that they take; it is cut off at the largest of its type.
uint64_t countParts(llvm::PointerUnion<mlir::Attribute, mlir::Type> root);

#endif // BCAST_IR_PARTS_H

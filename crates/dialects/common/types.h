// Predicates over element types and tensor shapes.

#ifndef BCAST_COMMON_TYPES_H
#define BCAST_COMMON_TYPES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::hlo {

/// Returns a tensor's element type, or the type itself. Unlike MLIR's function
/// for that, it does not look up an interface for tensors.
Type elementType(Type type);

bool isFloat(Type type);
bool isFloat32Or64(Type type);
bool isBool(Type type);
bool isInt(Type type);
bool isSignlessInt(Type type);
bool isComplex(Type type);
bool isQuantized(Type type);
bool isQuantizedPerAxis(Type type);

/// Returns whether a per-axis quantized tensor's axis exists and has one scale
/// per element; true for every other type.
bool hasValidQuantizedDimension(Type type);

/// Returns whether a type is a ranked tensor whose dims are all static.
bool hasStaticShape(Type type);

/// Returns whether a type is a ranked tensor of that rank.
bool hasRank(Type type, int64_t rank);

/// Returns whether all dims are static, except for at most one with a bound.
bool isStaticOrOneBounded(Type type);

/// Returns the upper bounds of the sizes, `ShapedType::kDynamic` for a dim
/// without one; empty for a type without bounds.
ArrayRef<int64_t> getBounds(Type type);

/// Returns whether one op may use values of these element types: the types are
/// equal, or quantized and differ only in scales and zero points.
bool areCompatibleElements(Type left, Type right);

/// Returns whether a reduction may combine values of one element type in
/// another one: of the same kind and not narrower; floats may have any width.
bool isPromotableElement(Type from, Type to);

} // namespace mlir::hlo

#endif // BCAST_COMMON_TYPES_H

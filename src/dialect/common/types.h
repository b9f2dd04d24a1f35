// Predicates over element types, and the shape that a tensor type promises.

#ifndef BCAST_DIALECT_COMMON_TYPES_H
#define BCAST_DIALECT_COMMON_TYPES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::hlo {

/// Returns a tensor's element type, or the type itself. Unlike MLIR's function for that, it does
/// not search for an interface of a tensor.
Type elementType(Type type);

bool isFloat(Type type);
bool isFloat32Or64(Type type);
bool isBool(Type type);
bool isInt(Type type);
bool isSignlessInt(Type type);
bool isComplex(Type type);
bool isQuantized(Type type);
bool isQuantizedPerAxis(Type type);

/// Whether a per-axis quantized tensor's axis exists and has as many scales as
/// it has elements; true for every other type.
bool hasValidQuantizedDimension(Type type);

/// Whether all dims are static, save perhaps one that has a bound.
bool isStaticOrOneBounded(Type type);

/// The sizes' upper bounds, `ShapedType::kDynamic` where there is none; empty
/// for a type without bounds.
ArrayRef<int64_t> getBounds(Type type);

/// Whether values of these element types may meet in one op: the types are equal,
/// or quantized and differ in nothing but scales and zero points.
bool areCompatibleElements(Type left, Type right);

/// Whether a reduction may combine values of one element type in another one: of
/// the same kind and not narrower, floats of any width.
bool isPromotableElement(Type from, Type to);

} // namespace mlir::hlo

#endif // BCAST_DIALECT_COMMON_TYPES_H

#include "common/types.h"

#include "common/interfaces.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

#include "hlo_interfaces.cpp.inc"

using namespace mlir;
using quant::QuantizedType;
using quant::UniformQuantizedPerAxisType;
using quant::UniformQuantizedType;

Type hlo::elementType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType();
  return getElementTypeOrSelf(type);
}

bool hlo::isFloat(Type type) {
  // Most types need no comparison with every type of floats.
  if (isa<Float32Type>(type))
    return true;
  if (isa<IntegerType>(type))
    return false;
  return isa<Float4E2M1FNType, Float6E2M3FNType, Float6E3M2FNType,
             Float8E3M4Type, Float8E4M3Type, Float8E4M3B11FNUZType,
             Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
             Float8E5M2FNUZType, Float8E8M0FNUType, Float16Type, BFloat16Type,
             Float64Type>(type);
}

bool hlo::isFloat32Or64(Type type) {
  return isa<Float32Type, Float64Type>(type);
}

bool hlo::isBool(Type type) { return type.isSignlessInteger(1); }

static bool hasIntWidth(IntegerType type) {
  return llvm::is_contained({2u, 4u, 8u, 16u, 32u, 64u}, type.getWidth());
}

bool hlo::isInt(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSigned() && hasIntWidth(integer);
}

bool hlo::isSignlessInt(Type type) {
  return isInt(type) && type.isSignlessInteger();
}

bool hlo::isComplex(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex && isFloat32Or64(complex.getElementType());
}

// Returns whether the scales can be represented in the expressed type and the
// zero points in the storage type.
static bool isValidQuantization(QuantizedType type, ArrayRef<double> scales,
                                ArrayRef<int64_t> zeroPoints) {
  auto storage = dyn_cast<IntegerType>(type.getStorageType());
  auto expressed = dyn_cast_or_null<FloatType>(type.getExpressedType());
  if (!storage || !expressed || storage.isSigned() || !hasIntWidth(storage))
    return false;
  for (int64_t zeroPoint : zeroPoints)
    if (zeroPoint < type.getStorageTypeMin() ||
        zeroPoint > type.getStorageTypeMax())
      return false;
  const llvm::fltSemantics &semantics = expressed.getFloatSemantics();
  double smallest =
      llvm::APFloat::getSmallest(semantics).convertToDouble();
  double largest = llvm::APFloat::getLargest(semantics).convertToDouble();
  for (double scale : scales)
    if (!(scale >= smallest && scale <= largest))
      return false;
  return true;
}

bool hlo::isQuantized(Type type) {
  auto quantized = dyn_cast<UniformQuantizedType>(type);
  return quantized && isValidQuantization(quantized, quantized.getScale(),
                                          quantized.getZeroPoint());
}

bool hlo::isQuantizedPerAxis(Type type) {
  auto quantized = dyn_cast<UniformQuantizedPerAxisType>(type);
  return quantized && isValidQuantization(quantized, quantized.getScales(),
                                          quantized.getZeroPoints());
}

bool hlo::hasValidQuantizedDimension(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return true;
  auto quantized =
      dyn_cast<UniformQuantizedPerAxisType>(tensor.getElementType());
  if (!quantized)
    return true;
  int64_t axis = quantized.getQuantizedDimension();
  return axis >= 0 && axis < tensor.getRank() &&
         (tensor.isDynamicDim(axis) ||
          tensor.getDimSize(axis) ==
              static_cast<int64_t>(quantized.getScales().size()));
}

bool hlo::hasStaticShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

bool hlo::hasRank(Type type, int64_t rank) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == rank;
}

bool hlo::isStaticOrOneBounded(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return false;
  ArrayRef<int64_t> bounds = getBounds(tensor);
  int64_t dynamicDims = 0;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim) {
    if (!tensor.isDynamicDim(dim))
      continue;
    if (bounds.empty() || ShapedType::isDynamic(bounds[dim]))
      return false;
    ++dynamicDims;
  }
  return dynamicDims <= 1;
}

ArrayRef<int64_t> hlo::getBounds(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  auto bounded = dyn_cast_or_null<BoundedAttr>(tensor.getEncoding());
  return bounded ? bounded.getBounds() : ArrayRef<int64_t>();
}

bool hlo::areCompatibleElements(Type left, Type right) {
  if (left == right)
    return true;
  auto leftQuantized = dyn_cast<QuantizedType>(left);
  auto rightQuantized = dyn_cast<QuantizedType>(right);
  return leftQuantized && rightQuantized &&
         leftQuantized.getStorageType() == rightQuantized.getStorageType() &&
         leftQuantized.getStorageTypeMin() ==
             rightQuantized.getStorageTypeMin() &&
         leftQuantized.getStorageTypeMax() ==
             rightQuantized.getStorageTypeMax() &&
         leftQuantized.getExpressedType() ==
             rightQuantized.getExpressedType() &&
         isa<UniformQuantizedPerAxisType>(left) ==
             isa<UniformQuantizedPerAxisType>(right);
}

// Returns the width of an integer, a quantized value or a complex number, in
// bits.
static unsigned bitsOf(Type type) {
  if (auto quantized = dyn_cast<QuantizedType>(type))
    return bitsOf(quantized.getStorageType());
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * bitsOf(complex.getElementType());
  return type.getIntOrFloatBitWidth();
}

bool hlo::isPromotableElement(Type from, Type to) {
  // Equal types are the usual case, and need no look-up of an interface.
  if (from == to && isFloat(from))
    return true;
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return true;
  auto fromQuantized = dyn_cast<QuantizedType>(from);
  auto toQuantized = dyn_cast<QuantizedType>(to);
  bool areOfOneKind = (isa<IntegerType>(from) && isa<IntegerType>(to)) ||
                      (isa<ComplexType>(from) && isa<ComplexType>(to)) ||
                      (fromQuantized && toQuantized &&
                       fromQuantized.getExpressedType() ==
                           toQuantized.getExpressedType());
  return areOfOneKind && bitsOf(from) <= bitsOf(to);
}

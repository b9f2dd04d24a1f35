// Structural checks shared by the verifiers of both dialects, and the traits of
// traits.td that run them.
//
// Invariant: every check accepts whatever a generic op may have (attributes of
// any length and value, unranked and dynamic types) and fails with a
// diagnostic, never with an assertion.

#ifndef BCAST_COMMON_VERIFY_H
#define BCAST_COMMON_VERIFY_H

#include "common/types.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::hlo {

/// A type and what has it: `operand`, `result`, or a region's `argument` or
/// `result`, with its number. Names are composed only for messages: composing
/// them for each check would take much of the time of verification.
struct NamedType {
  Type type;
  StringRef kind;
  std::optional<unsigned> index;
  /// The name of the region, if it is a region's.
  StringRef region = {};

  /// Returns the name in messages: "operand #0", "region 'body' argument #1".
  std::string name() const;
};

/// Prints as "operand #0 'tensor<3xf32>'".
Diagnostic &operator<<(Diagnostic &diagnostic, const NamedType &named);

NamedType operandType(Operation *op, unsigned index);
NamedType resultType(Operation *op, unsigned index);

/// A dim of a shape: its size and, if it is dynamic, its bound.
struct Dim {
  int64_t size;
  int64_t bound = ShapedType::kDynamic;

  bool isStatic() const { return !ShapedType::isDynamic(size); }
  bool isBounded() const { return !ShapedType::isDynamic(bound); }
};

/// A view of the dims of a ranked type; it is empty for other types. Unlike
/// `getDims`, it copies nothing.
class TensorDims {
public:
  explicit TensorDims(Type type);

  size_t size() const { return sizes.size(); }
  Dim operator[](size_t index) const {
    Dim dim{sizes[index]};
    if (index < bounds.size() && !dim.isStatic())
      dim.bound = bounds[index];
    return dim;
  }

private:
  ArrayRef<int64_t> sizes, bounds;
};

/// Returns the dims of a ranked type.
SmallVector<Dim> getDims(Type type);

/// Returns the dims of a ranked type without their bounds.
SmallVector<Dim> getUnboundedDims(Type type);

/// Returns whether some extent is valid for both dims.
bool areCompatible(Dim left, Dim right);

/// Returns whether the sizes are equal or one is dynamic, whatever the bounds.
bool areCompatibleSizes(Dim left, Dim right);

/// Returns the size as text: `?`, `<=4` or `3`.
std::string toString(Dim dim);

/// Checks that two types have equal ranks and compatible dims; an unranked type
/// is compatible with every type.
LogicalResult verifyCompatibleShapes(Operation *op, const NamedType &left,
                                     const NamedType &right);

/// Checks the same without the bounds of dynamic dims.
LogicalResult verifyCompatibleSizes(Operation *op, const NamedType &left,
                                    const NamedType &right);

LogicalResult verifyCompatibleElements(Operation *op, const NamedType &left,
                                       const NamedType &right);

LogicalResult verifySameElements(Operation *op, const NamedType &left,
                                 const NamedType &right);

/// Checks that a complex type's parts have an operand's element type.
LogicalResult verifyComplexOf(Operation *op, const NamedType &part,
                              const NamedType &complex);

/// Checks a type's shape against the dims that the op's semantics give.
LogicalResult verifyShape(Operation *op, const NamedType &actual,
                          ArrayRef<Dim> expected);

/// Checks the same without the bounds of dynamic dims.
LogicalResult verifySizes(Operation *op, const NamedType &actual,
                          ArrayRef<Dim> expected);

/// Checks that each value is a dim of a tensor of that rank and, if `unique` is
/// set, that none occurs twice.
LogicalResult verifyDimensions(Operation *op, StringRef attribute,
                               ArrayRef<int64_t> dimensions, int64_t rank,
                               bool unique = true);

/// Checks an attribute that is a single dim in the same way.
inline LogicalResult verifyDimension(Operation *op, StringRef attribute,
                                     int64_t dimension, int64_t rank) {
  return verifyDimensions(op, attribute, dimension, rank);
}

/// Checks the number of an attribute's values.
LogicalResult verifySize(Operation *op, StringRef attribute, size_t size,
                         int64_t expected, const Twine &reason);

/// Checks that no value of an attribute is below a minimum.
LogicalResult verifyAtLeast(Operation *op, StringRef attribute,
                            ArrayRef<int64_t> values, int64_t minimum);

/// Checks the strides or dilations of a window: a positive number for each of
/// its dims. An empty attribute is equivalent to a missing one.
LogicalResult verifySteps(Operation *op, StringRef attribute,
                          std::optional<ArrayRef<int64_t>> values,
                          int64_t rank, const Twine &reason);

/// Checks a window's padding: two numbers for each of its dims, or no padding.
LogicalResult verifyPadding(Operation *op,
                            std::optional<DenseIntElementsAttr> padding,
                            int64_t rank);

/// Checks that a precision is given for two operands at most.
LogicalResult verifyPrecision(Operation *op,
                              std::optional<ArrayAttr> precision);

/// Dims of operand #0 and operand #1 that are multiplied pairwise.
struct DimPairs {
  StringRef kind;
  ArrayRef<int64_t> lhs, rhs;
};

/// Checks that dims exist, occur once in an operand, and have compatible sizes.
LogicalResult verifyDimPairs(Operation *op, StringRef attribute,
                             ArrayRef<DimPairs> pairs);

/// Appends the dims of a type that none of the lists names.
void appendFreeDims(SmallVectorImpl<Dim> &dims, Type type,
                    ArrayRef<ArrayRef<int64_t>> used);

/// How the types in a region agree with those that it needs.
enum class Agreement {
  /// Sizes may be dynamic, and quantized types may differ in scales.
  Compatible,
  /// The types are equal.
  Equal,
};

/// Checks a region's only block: its arguments against `arguments`, its
/// terminator's operands against `returned`.
LogicalResult verifyRegion(Operation *op, Region &region, StringRef name,
                           ArrayRef<Type> arguments, ArrayRef<Type> returned,
                           Agreement agreement = Agreement::Compatible);

/// Checks that a region has one block, which ends with `stablehlo.return`.
LogicalResult verifyBlock(Operation *op, Region &region, StringRef name);

/// Checks a region that combines pairs of values. Its arguments are the
/// accumulated values, followed by as many new ones; it returns the new
/// accumulated values.
///
/// `inputs` and `initial` have the types of the new and the initial values;
/// their elements may be narrower. `results`, with one type for each of the
/// op's results, has the elements that are returned; a null type is not
/// checked. New values may have dims of `dims`, in their order.
LogicalResult verifyReducer(Operation *op, Region &region, StringRef name,
                            ArrayRef<NamedType> inputs,
                            ArrayRef<NamedType> initial,
                            ArrayRef<NamedType> results, ArrayRef<Dim> dims);

/// The checks that the traits run.
LogicalResult verifyAllCompatibleShapes(Operation *op);
LogicalResult verifyAllCompatibleSizes(Operation *op);
LogicalResult verifyCompatibleBounds(Operation *op);
LogicalResult verifyAllCompatibleElements(Operation *op, bool results);
LogicalResult verifyAllSameElements(Operation *op);
LogicalResult verifyPairwiseSameTypes(Operation *op);
bool hasOnlyStaticShapes(Operation *op);

template <typename ConcreteOp>
struct IsCommutative : public OpTrait::TraitBase<ConcreteOp, IsCommutative> {};

template <typename ConcreteOp>
struct Elementwise : public OpTrait::TraitBase<ConcreteOp, Elementwise> {};

template <typename ConcreteOp>
struct CompatibleSizes
    : public OpTrait::TraitBase<ConcreteOp, CompatibleSizes> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyAllCompatibleSizes(op);
  }
};

template <typename ConcreteOp>
struct CompatibleShapes
    : public OpTrait::TraitBase<ConcreteOp, CompatibleShapes> {
  static LogicalResult verifyTrait(Operation *op) {
    if (failed(verifyAllCompatibleSizes(op)))
      return failure();
    return verifyCompatibleBounds(op);
  }
};

template <typename ConcreteOp>
struct CompatibleTypes
    : public OpTrait::TraitBase<ConcreteOp, CompatibleTypes> {
  static LogicalResult verifyTrait(Operation *op) {
    if (failed(verifyAllCompatibleElements(op, /*results=*/true)))
      return failure();
    return verifyAllCompatibleShapes(op);
  }
};

template <typename ConcreteOp>
struct CompatibleOperandElements
    : public OpTrait::TraitBase<ConcreteOp, CompatibleOperandElements> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyAllCompatibleElements(op, /*results=*/false);
  }
};

template <typename ConcreteOp>
struct CompatibleElements
    : public OpTrait::TraitBase<ConcreteOp, CompatibleElements> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyAllCompatibleElements(op, /*results=*/true);
  }
};

template <typename ConcreteOp>
struct SameElements : public OpTrait::TraitBase<ConcreteOp, SameElements> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyAllSameElements(op);
  }
};

template <typename ConcreteOp>
struct PairwiseSameTypes
    : public OpTrait::TraitBase<ConcreteOp, PairwiseSameTypes> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyPairwiseSameTypes(op);
  }
};

template <typename ConcreteOp>
struct SpeculatableIfStatic
    : public OpTrait::TraitBase<ConcreteOp, SpeculatableIfStatic> {
  Speculation::Speculatability getSpeculatability() {
    return hasOnlyStaticShapes(this->getOperation())
               ? Speculation::Speculatable
               : Speculation::NotSpeculatable;
  }
};

} // namespace mlir::hlo

#endif // BCAST_COMMON_VERIFY_H

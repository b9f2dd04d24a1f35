#include "common/verify.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::hlo;

std::string NamedType::name() const {
  std::string name;
  llvm::raw_string_ostream stream(name);
  if (!region.empty())
    stream << "region '" << region << "' ";
  stream << kind;
  if (index)
    stream << " #" << *index;
  return name;
}

NamedType hlo::operandType(Operation *op, unsigned index) {
  return {op->getOperand(index).getType(), "operand", index};
}

NamedType hlo::resultType(Operation *op, unsigned index) {
  return {op->getResult(index).getType(), "result", index};
}

TensorDims::TensorDims(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    sizes = tensor.getShape();
    bounds = getBounds(tensor);
  }
}

SmallVector<Dim> hlo::getDims(Type type) {
  TensorDims dims(type);
  return llvm::map_to_vector(llvm::seq<size_t>(0, dims.size()),
                             [&](size_t index) { return dims[index]; });
}

SmallVector<Dim> hlo::getUnboundedDims(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  return llvm::map_to_vector(tensor.getShape(),
                             [](int64_t size) { return Dim{size}; });
}

bool hlo::areCompatible(Dim left, Dim right) {
  if (left.isStatic() && right.isStatic())
    return left.size == right.size;
  if (left.isStatic())
    return !right.isBounded() || left.size <= right.bound;
  if (right.isStatic())
    return !left.isBounded() || right.size <= left.bound;
  return true;
}

bool hlo::areCompatibleSizes(Dim left, Dim right) {
  return !left.isStatic() || !right.isStatic() || left.size == right.size;
}

// Returns whether a size is valid for a dim with its bound.
static bool isWithinBounds(Dim size, Dim dim) {
  return areCompatible(Dim{size.size}, dim);
}

std::string hlo::toString(Dim dim) {
  if (dim.isStatic())
    return std::to_string(dim.size);
  return dim.isBounded() ? "<=" + std::to_string(dim.bound) : "?";
}

Diagnostic &hlo::operator<<(Diagnostic &diagnostic, const NamedType &named) {
  return diagnostic << named.name() << " " << named.type;
}

static LogicalResult verifyPair(Operation *op, const NamedType &left,
                                const NamedType &right,
                                bool (*areCompatible)(Dim, Dim)) {
  if (left.type == right.type)
    return success();
  if (!isa<RankedTensorType>(left.type) || !isa<RankedTensorType>(right.type))
    return success();
  TensorDims leftDims(left.type), rightDims(right.type);
  if (leftDims.size() != rightDims.size())
    return op->emitOpError("requires compatible shapes, but ")
           << left << " and " << right << " differ in rank";
  for (size_t index = 0; index < leftDims.size(); ++index)
    if (!areCompatible(leftDims[index], rightDims[index]))
      return op->emitOpError("requires compatible shapes, but ")
             << left << " and " << right << " differ in dimension " << index
             << " (" << toString(leftDims[index]) << " and "
             << toString(rightDims[index]) << ")";
  return success();
}

LogicalResult hlo::verifyCompatibleShapes(Operation *op, const NamedType &left,
                                          const NamedType &right) {
  return verifyPair(op, left, right, areCompatible);
}

LogicalResult hlo::verifyCompatibleSizes(Operation *op, const NamedType &left,
                                         const NamedType &right) {
  return verifyPair(op, left, right, areCompatibleSizes);
}

LogicalResult hlo::verifyCompatibleElements(Operation *op,
                                            const NamedType &left,
                                            const NamedType &right) {
  if (areCompatibleElements(hlo::elementType(left.type),
                            hlo::elementType(right.type)))
    return success();
  return op->emitOpError("requires compatible element types, but ")
         << left << " and " << right << " differ";
}

LogicalResult hlo::verifySameElements(Operation *op, const NamedType &left,
                                      const NamedType &right) {
  if (hlo::elementType(left.type) == hlo::elementType(right.type))
    return success();
  return op->emitOpError("requires equal element types, but ")
         << left << " and " << right << " differ";
}

LogicalResult hlo::verifyComplexOf(Operation *op, const NamedType &part,
                                   const NamedType &complex) {
  Type expected = ComplexType::get(hlo::elementType(part.type));
  Type actual = hlo::elementType(complex.type);
  if (actual == expected)
    return success();
  return op->emitOpError("requires element type ")
         << expected << " of " << complex.name() << ", got " << actual;
}

static LogicalResult verifyDims(Operation *op, const NamedType &actual,
                                ArrayRef<Dim> expected,
                                bool (*areCompatible)(Dim, Dim)) {
  if (!isa<RankedTensorType>(actual.type))
    return success();
  TensorDims dims(actual.type);
  if (dims.size() != expected.size())
    return op->emitOpError("requires rank ")
           << expected.size() << " of " << actual;
  for (auto [index, expectedDim] : llvm::enumerate(expected)) {
    if (!areCompatible(dims[index], expectedDim))
      return op->emitOpError("requires size ")
             << toString(expectedDim) << " of dimension " << index << " of "
             << actual;
  }
  return success();
}

LogicalResult hlo::verifyShape(Operation *op, const NamedType &actual,
                               ArrayRef<Dim> expected) {
  return verifyDims(op, actual, expected, areCompatible);
}

LogicalResult hlo::verifySizes(Operation *op, const NamedType &actual,
                               ArrayRef<Dim> expected) {
  return verifyDims(op, actual, expected, areCompatibleSizes);
}

LogicalResult hlo::verifyDimensions(Operation *op, StringRef attribute,
                                    ArrayRef<int64_t> dimensions, int64_t rank,
                                    bool unique) {
  if (dimensions.empty())
    return success();
  // Small tensors need no table on the heap.
  llvm::SmallBitVector seen(std::max<int64_t>(rank, 0));
  for (int64_t dimension : dimensions) {
    if (dimension < 0 || dimension >= rank)
      return op->emitOpError("attribute '")
             << attribute << "' holds " << dimension
             << ", which is not a dimension of a tensor of rank " << rank;
    if (unique && seen.test(dimension))
      return op->emitOpError("attribute '")
             << attribute << "' holds " << dimension << " more than once";
    seen.set(dimension);
  }
  return success();
}

LogicalResult hlo::verifySize(Operation *op, StringRef attribute, size_t size,
                              int64_t expected, const Twine &reason) {
  if (static_cast<int64_t>(size) == expected)
    return success();
  return op->emitOpError("attribute '")
         << attribute << "' has " << size << " elements, but needs " << expected
         << ": " << reason;
}

LogicalResult hlo::verifyAtLeast(Operation *op, StringRef attribute,
                                 ArrayRef<int64_t> values, int64_t minimum) {
  for (int64_t value : values)
    if (value < minimum)
      return op->emitOpError("attribute '")
             << attribute << "' holds " << value << ", but needs at least "
             << minimum;
  return success();
}

LogicalResult hlo::verifySteps(Operation *op, StringRef attribute,
                               std::optional<ArrayRef<int64_t>> values,
                               int64_t rank, const Twine &reason) {
  if (!values || values->empty())
    return success();
  if (failed(verifySize(op, attribute, values->size(), rank, reason)))
    return failure();
  return verifyAtLeast(op, attribute, *values, 1);
}

LogicalResult hlo::verifyPadding(Operation *op,
                                 std::optional<DenseIntElementsAttr> padding,
                                 int64_t rank) {
  if (!padding)
    return success();
  ArrayRef<int64_t> shape = padding->getType().getShape();
  if (shape == ArrayRef<int64_t>{rank, 2} || shape == ArrayRef<int64_t>{0, 2})
    return success();
  return op->emitOpError("attribute 'padding' has shape [")
         << shape << "], but needs [" << rank << ", 2]";
}

// The types of operands and, after them, results.
static SmallVector<Type> allTypes(Operation *op, bool results) {
  SmallVector<Type> types(op->getOperandTypes());
  if (results)
    llvm::append_range(types, op->getResultTypes());
  return types;
}

// Returns whether all operands have the same type; if `results` is set, the results
// must have it, too. This is the usual case, and it needs no list of types.
static bool haveEqualTypes(Operation *op, bool results) {
  if (op->getNumOperands() == 0)
    return false;
  Type first = op->getOperand(0).getType();
  auto isFirst = [=](Type type) { return type == first; };
  return llvm::all_of(op->getOperandTypes(), isFirst) &&
         (!results || llvm::all_of(op->getResultTypes(), isFirst));
}

static NamedType nameType(Operation *op, unsigned index) {
  unsigned count = op->getNumOperands();
  return index < count ? operandType(op, index)
                       : resultType(op, index - count);
}

// Checks every pair, because a type with `?` can agree with two types that
// disagree. Only ops with few operands have the trait.
//
// The inferred result has bounds only if the first operand has, so only then do
// the bounds of the other operands count.
static LogicalResult verifyAllPairs(Operation *op, bool hasBounds) {
  if (haveEqualTypes(op, /*results=*/true))
    return success();
  SmallVector<Type> types = allTypes(op, /*results=*/true);
  for (size_t i = 0; i < types.size(); ++i)
    for (size_t j = i + 1; j < types.size(); ++j) {
      if (types[i] == types[j])
        continue;
      bool countBounds = i == 0 || !getBounds(types[0]).empty();
      auto areCompatiblePair = !hasBounds    ? areCompatibleSizes
                               : countBounds ? areCompatible
                                             : isWithinBounds;
      if (failed(verifyPair(op, nameType(op, i), nameType(op, j),
                            areCompatiblePair)))
        return failure();
    }
  return success();
}

LogicalResult hlo::verifyAllCompatibleShapes(Operation *op) {
  return verifyAllPairs(op, /*hasBounds=*/true);
}

LogicalResult hlo::verifyAllCompatibleSizes(Operation *op) {
  return verifyAllPairs(op, /*hasBounds=*/false);
}

LogicalResult hlo::verifyCompatibleBounds(Operation *op) {
  auto operand = operandType(op, 0), result = resultType(op, 0);
  // Few types have bounds.
  if (getBounds(operand.type).empty() && getBounds(result.type).empty())
    return success();
  return verifyCompatibleShapes(op, operand, result);
}

LogicalResult hlo::verifyAllCompatibleElements(Operation *op, bool results) {
  if (haveEqualTypes(op, results))
    return success();
  SmallVector<Type> types = allTypes(op, results);
  for (size_t i = 1; i < types.size(); ++i)
    if (hlo::elementType(types[0]) != hlo::elementType(types[i]) &&
        failed(
            verifyCompatibleElements(op, nameType(op, 0), nameType(op, i))))
      return failure();
  return success();
}

LogicalResult hlo::verifyAllSameElements(Operation *op) {
  if (haveEqualTypes(op, /*results=*/true))
    return success();
  SmallVector<Type> types = allTypes(op, /*results=*/true);
  for (size_t i = 1; i < types.size(); ++i)
    if (hlo::elementType(types[0]) != hlo::elementType(types[i]) &&
        failed(verifySameElements(op, nameType(op, 0), nameType(op, i))))
      return failure();
  return success();
}

LogicalResult hlo::verifyPairwiseSameTypes(Operation *op) {
  if (op->getNumOperands() != op->getNumResults())
    return op->emitOpError("requires as many operands as results, but has ")
           << op->getNumOperands() << " and " << op->getNumResults();
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (op->getOperand(i).getType() != op->getResult(i).getType())
      return op->emitOpError("requires equal types of ")
             << operandType(op, i) << " and " << resultType(op, i);
  return success();
}

bool hlo::hasOnlyStaticShapes(Operation *op) {
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

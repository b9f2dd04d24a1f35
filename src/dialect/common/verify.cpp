#include "dialect/common/verify.h"

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

static Dim dimAt(RankedTensorType tensor, ArrayRef<int64_t> bounds,
                 size_t index) {
  Dim dim{tensor.getDimSize(index)};
  if (index < bounds.size() && !dim.isStatic())
    dim.bound = bounds[index];
  return dim;
}

SmallVector<Dim> hlo::getDims(Type type) {
  SmallVector<Dim> dims;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return dims;
  ArrayRef<int64_t> bounds = getBounds(type);
  for (int64_t index = 0; index < tensor.getRank(); ++index)
    dims.push_back(dimAt(tensor, bounds, index));
  return dims;
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

std::string hlo::toString(Dim dim) {
  if (dim.isStatic())
    return std::to_string(dim.size);
  return dim.isBounded() ? "<=" + std::to_string(dim.bound) : "?";
}

Diagnostic &hlo::operator<<(Diagnostic &diagnostic, const NamedType &named) {
  return diagnostic << named.name() << " " << named.type;
}

LogicalResult hlo::verifyCompatibleShapes(Operation *op, const NamedType &left,
                                          const NamedType &right) {
  if (left.type == right.type)
    return success();
  auto leftTensor = dyn_cast<RankedTensorType>(left.type);
  auto rightTensor = dyn_cast<RankedTensorType>(right.type);
  if (!leftTensor || !rightTensor)
    return success();
  if (leftTensor.getRank() != rightTensor.getRank())
    return op->emitOpError("requires compatible shapes, but ")
           << left << " and " << right << " differ in rank";
  ArrayRef<int64_t> leftBounds = getBounds(leftTensor);
  ArrayRef<int64_t> rightBounds = getBounds(rightTensor);
  for (int64_t index = 0; index < leftTensor.getRank(); ++index) {
    Dim leftDim = dimAt(leftTensor, leftBounds, index);
    Dim rightDim = dimAt(rightTensor, rightBounds, index);
    if (!areCompatible(leftDim, rightDim))
      return op->emitOpError("requires compatible shapes, but ")
             << left << " and " << right << " differ in dimension " << index
             << " (" << toString(leftDim) << " and " << toString(rightDim)
             << ")";
  }
  return success();
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

LogicalResult hlo::verifyShape(Operation *op, const NamedType &actual,
                               ArrayRef<Dim> expected) {
  auto tensor = dyn_cast<RankedTensorType>(actual.type);
  if (!tensor)
    return success();
  if (tensor.getRank() != static_cast<int64_t>(expected.size()))
    return op->emitOpError("requires rank ")
           << expected.size() << " of " << actual;
  ArrayRef<int64_t> bounds = getBounds(tensor);
  for (auto [index, expectedDim] : llvm::enumerate(expected)) {
    if (!areCompatible(dimAt(tensor, bounds, index), expectedDim))
      return op->emitOpError("requires size ")
             << toString(expectedDim) << " of dimension " << index << " of "
             << actual;
  }
  return success();
}

LogicalResult hlo::verifyDimensions(Operation *op, StringRef attribute,
                                    ArrayRef<int64_t> dimensions, int64_t rank,
                                    bool unique) {
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

// Checks one list of types: a region's arguments or results, as `kind` says.
static LogicalResult verifyRegionTypes(Operation *op, StringRef region,
                                       StringRef kind, TypeRange actual,
                                       ArrayRef<Type> expected, bool shapes) {
  if (actual.size() != expected.size())
    return op->emitOpError("region '")
           << region << "' " << kind << " needs " << expected.size()
           << " values, but has " << actual.size();
  for (auto [index, pair] :
       llvm::enumerate(llvm::zip_equal(actual, expected))) {
    auto [type, expectedType] = pair;
    if (!expectedType)
      continue;
    NamedType named{type, kind, static_cast<unsigned>(index), region};
    NamedType namedExpected{expectedType, "the expected type", std::nullopt};
    if (isa<TensorType>(type) != isa<TensorType>(expectedType) ||
        (!isa<TensorType>(type) && type != expectedType))
      return op->emitOpError(named.name())
             << " is " << type << ", but needs " << expectedType;
    if (failed(verifyCompatibleElements(op, named, namedExpected)))
      return failure();
    if (shapes && failed(verifyCompatibleShapes(op, named, namedExpected)))
      return failure();
  }
  return success();
}

LogicalResult hlo::verifyRegion(Operation *op, Region &region, StringRef name,
                                ArrayRef<Type> arguments,
                                ArrayRef<Type> returned, bool shapes) {
  if (!region.hasOneBlock() || region.front().empty())
    return op->emitOpError("region '") << name << "' needs one block";
  Block &block = region.front();
  if (failed(verifyRegionTypes(op, name, "argument", block.getArgumentTypes(),
                               arguments, shapes)))
    return failure();
  return verifyRegionTypes(op, name, "result", block.back().getOperandTypes(),
                           returned, shapes);
}

static LogicalResult verifyPromotable(Operation *op, const NamedType &from,
                                      const NamedType &to) {
  if (isPromotableElement(hlo::elementType(from.type),
                          hlo::elementType(to.type)))
    return success();
  return op->emitOpError("requires an element type of ")
         << to << " that holds elements of " << from;
}

LogicalResult hlo::verifyReducer(Operation *op, Region &region, StringRef name,
                                 ArrayRef<NamedType> inputs,
                                 ArrayRef<NamedType> initial,
                                 ArrayRef<NamedType> results) {
  size_t count = inputs.size();
  // The combined values may be wider than the inputs' elements, and need not be
  // scalars.
  SmallVector<Type> arguments(2 * count);
  if (region.hasOneBlock() && region.getNumArguments() == 2 * count)
    for (size_t i = 0; i < 2 * count; ++i) {
      Type type = region.getArgument(i % count).getType();
      Type own = region.getArgument(i).getType();
      // Floats may differ in width.
      bool areFloats = isa<FloatType>(hlo::elementType(type)) &&
                       isa<FloatType>(hlo::elementType(own));
      arguments[i] = areFloats && isa<TensorType>(type)
                         ? cast<TensorType>(type).clone(
                               hlo::elementType(own))
                         : type;
    }
  if (failed(verifyRegion(op, region, name, arguments,
                          ArrayRef(arguments).take_front(count))))
    return failure();
  auto argument = [&](unsigned index) {
    return NamedType{region.getArgument(index).getType(), "argument", index,
                     name};
  };
  for (size_t i = 0; i < 2 * count; ++i)
    if (!isa<RankedTensorType>(region.getArgument(i).getType()))
      return op->emitOpError("region '")
             << name << "' argument #" << i << " is "
             << region.getArgument(i).getType()
             << ", but needs a ranked tensor";
  for (size_t i = 0; i < count; ++i)
    if (failed(verifyPromotable(op, initial[i], argument(i))) ||
        failed(verifyPromotable(op, inputs[i], argument(count + i))) ||
        failed(verifyCompatibleElements(op, argument(i), results[i])))
      return failure();
  return success();
}

// The types of operands and, after them, results.
static SmallVector<Type> allTypes(Operation *op, bool results) {
  SmallVector<Type> types(op->getOperandTypes());
  if (results)
    llvm::append_range(types, op->getResultTypes());
  return types;
}

static NamedType nameType(Operation *op, unsigned index) {
  unsigned count = op->getNumOperands();
  return index < count ? operandType(op, index)
                       : resultType(op, index - count);
}

// Checks every pair, because a type with `?` can agree with two types that
// disagree. Only ops with few operands have the trait.
LogicalResult hlo::verifyAllCompatibleShapes(Operation *op) {
  SmallVector<Type> types = allTypes(op, /*results=*/true);
  for (size_t i = 0; i < types.size(); ++i)
    for (size_t j = i + 1; j < types.size(); ++j)
      if (types[i] != types[j] &&
          failed(verifyCompatibleShapes(op, nameType(op, i), nameType(op, j))))
        return failure();
  return success();
}

LogicalResult hlo::verifyAllCompatibleElements(Operation *op, bool results) {
  SmallVector<Type> types = allTypes(op, results);
  if (llvm::all_equal(types))
    return success();
  for (size_t i = 1; i < types.size(); ++i)
    if (hlo::elementType(types[0]) != hlo::elementType(types[i]) &&
        failed(
            verifyCompatibleElements(op, nameType(op, 0), nameType(op, i))))
      return failure();
  return success();
}

LogicalResult hlo::verifyAllSameElements(Operation *op) {
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

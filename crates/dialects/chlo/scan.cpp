// The op `scan`: its form and its verifier.

#include "chlo/dialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::chlo;
using hlo::Dim;

void ScanOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument,
            argument.getArgNumber() < getInputs().size() ? "input" : "carry");
}

//   chlo.scan(%inputs) inits (%inits) dimension=0 attributes {...} {
//     ...
//   } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  int64_t dimension;
  FunctionType type;
  Region *body = state.addRegion();
  if (parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseRegion(*body))
    return failure();
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseColonType(type))
    return failure();
  if (type.getNumInputs() != inputs.size() + inits.size())
    return parser.emitError(location)
           << "expected types of " << inputs.size() + inits.size()
           << " operands, got " << type.getNumInputs();
  if (type.getNumResults() < inits.size())
    return parser.emitError(location)
           << "expected types of " << inits.size()
           << " results at least, one for each carried value, got "
           << type.getNumResults();
  ArrayRef<Type> types = type.getInputs();
  if (parser.resolveOperands(inputs, types.take_front(inputs.size()), location,
                             state.operands) ||
      parser.resolveOperands(inits, types.drop_front(inputs.size()), location,
                             state.operands))
    return failure();
  state.addTypes(type.getResults());
  Builder &builder = parser.getBuilder();
  auto count = static_cast<int32_t>(inits.size());
  state.addAttribute(getDimensionAttrName(state.name),
                     builder.getI64IntegerAttr(dimension));
  state.addAttribute(getOperandSegmentSizeAttr(),
                     builder.getDenseI32ArrayAttr(
                         {static_cast<int32_t>(inputs.size()), count}));
  state.addAttribute(
      getResultSegmentSizeAttr(),
      builder.getDenseI32ArrayAttr(
          {static_cast<int32_t>(type.getNumResults()) - count, count}));
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << '(' << getInputs() << ") inits (" << getInits()
          << ") dimension=" << getDimension() << ' ';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getDimensionAttrName(), getOperandSegmentSizeAttr(),
                            getResultSegmentSizeAttr()});
  printer << ' ';
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

// Checks that the scanned dim of a tensor exists and has the size of the others.
static LogicalResult verifyScanned(ScanOp op, const hlo::NamedType &tensor,
                                   Dim &size) {
  if (!isa<RankedTensorType>(tensor.type))
    return op.emitOpError("requires a ranked tensor as ") << tensor;
  SmallVector<Dim> dims = hlo::getDims(tensor.type);
  int64_t dim = op.getDimension();
  if (failed(hlo::verifyDimension(op, "dimension", dim, dims.size())))
    return failure();
  if (!hlo::areCompatible(Dim{dims[dim].size}, size))
    return op.emitOpError("requires size ")
           << hlo::toString(size) << " of dimension " << dim << " of "
           << tensor;
  if (dims[dim].isStatic())
    size = Dim{dims[dim].size};
  return success();
}

LogicalResult ScanOp::verify() {
  if (getInputs().empty() && getOutputs().empty())
    return emitOpError("requires an input or an output");
  if (getInits().size() != getCarries().size())
    return emitOpError("requires as many carried results as initial values, "
                       "got ")
           << getCarries().size() << " and " << getInits().size();
  Dim size{ShapedType::kDynamic};
  if (std::optional<uint64_t> known = getScanDimSize())
    size = Dim{static_cast<int64_t>(*known)};
  for (unsigned i = getInputs().size(); i < getNumOperands(); ++i)
    if (!isa<RankedTensorType>(getOperand(i).getType()))
      return emitOpError("requires a ranked tensor as ")
             << hlo::operandType(*this, i);
  for (unsigned i = 0; i < getInputs().size(); ++i)
    if (failed(verifyScanned(*this, hlo::operandType(*this, i), size)))
      return failure();
  for (unsigned i = 0; i < getOutputs().size(); ++i)
    if (failed(verifyScanned(*this, hlo::resultType(*this, i), size)))
      return failure();
  return success();
}

// Returns the types without their scanned dim, which exists, of the first ones.
static SmallVector<Type> sliced(TypeRange types, size_t count, int64_t dim) {
  SmallVector<Type> slices(types);
  for (Type &type : MutableArrayRef(slices).take_front(count)) {
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(tensor.getShape());
    shape.erase(shape.begin() + dim);
    // Bounds would be of another rank.
    type = RankedTensorType::get(shape, tensor.getElementType());
  }
  return slices;
}

LogicalResult ScanOp::verifyRegions() {
  int64_t dim = getDimension();
  return hlo::verifyRegion(
      *this, getBody(), "body",
      sliced(getOperandTypes(), getInputs().size(), dim),
      sliced((*this)->getResultTypes(), getOutputs().size(), dim));
}

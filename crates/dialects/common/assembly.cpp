#include "common/assembly.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::hlo;

//===-- Types -------------------------------------------------------------===//

// Assigns the parts of a function type to the operands and, last in `types`,
// the result.
static ParseResult assignFunctionType(OpAsmParser &parser, SMLoc location,
                                      FunctionType type,
                                      ArrayRef<Type *> types) {
  ArrayRef<Type *> operands = types.drop_back();
  if (type.getNumInputs() != operands.size())
    return parser.emitError(location)
           << "expected types of " << operands.size() << " operands, got "
           << type.getNumInputs();
  if (type.getNumResults() != 1)
    return parser.emitError(location, "expected the type of one result");
  for (auto [operand, input] : llvm::zip_equal(operands, type.getInputs()))
    *operand = input;
  *types.back() = type.getResult(0);
  return success();
}

ParseResult hlo::parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> types) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assignFunctionType(parser, location, function, types);
  for (Type *each : types)
    *each = type;
  return success();
}

void hlo::printSameTypes(OpAsmPrinter &printer, Operation *op,
                         TypeRange types) {
  if (llvm::all_equal(types))
    printer.printType(types.back());
  else
    printer.printFunctionalType(op);
}

ParseResult hlo::parseVariadicSameOperandsAndResultType(
    OpAsmParser &parser, ArrayRef<OpAsmParser::UnresolvedOperand> operands,
    SmallVectorImpl<Type> &operandTypes, Type &result) {
  operandTypes.resize(operands.size());
  SmallVector<Type *> types;
  for (Type &type : operandTypes)
    types.push_back(&type);
  types.push_back(&result);
  return parseSameTypes(parser, types);
}

void hlo::printVariadicSameOperandsAndResultType(OpAsmPrinter &printer,
                                                 Operation *op, OperandRange,
                                                 TypeRange operandTypes,
                                                 Type result) {
  SmallVector<Type> types(operandTypes);
  types.push_back(result);
  printSameTypes(printer, op, types);
}

// The type of the real or imaginary part; null if there is none.
static Type partOf(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  auto complex =
      tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  return complex ? tensor.clone(complex.getElementType()) : Type();
}

ParseResult hlo::parseComplexOpType(OpAsmParser &parser, Type &lhs, Type &rhs,
                                    Type &result) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return assignFunctionType(parser, location, function,
                              {&lhs, &rhs, &result});
  lhs = rhs = partOf(result);
  if (!lhs)
    return parser.emitError(location,
                            "expected tensor with complex element type");
  return success();
}

void hlo::printComplexOpType(OpAsmPrinter &printer, Operation *op, Type lhs,
                             Type rhs, Type result) {
  Type part = partOf(result);
  if (lhs == part && rhs == part)
    printer.printType(result);
  else
    printer.printFunctionalType(op);
}

ParseResult hlo::parseSelectOpType(OpAsmParser &parser, Type &pred,
                                   Type &onTrue, Type &onFalse, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<Type, 2> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  if (auto function = dyn_cast<FunctionType>(types.front()))
    if (types.size() == 1)
      return assignFunctionType(parser, location, function,
                                {&pred, &onTrue, &onFalse, &result});
  return parser.emitError(location,
                          "expected a function type or a list of two types");
}

void hlo::printSelectOpType(OpAsmPrinter &printer, Operation *op, Type pred,
                            Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(op);
}

ParseResult hlo::parseTupleOpType(OpAsmParser &parser,
                                  SmallVectorImpl<Type> &operands,
                                  Type &result) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(location, "expected tuple type");
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

void hlo::printTupleOpType(OpAsmPrinter &printer, Operation *, TypeRange,
                           Type result) {
  printer.printType(result);
}

ParseResult hlo::parsePairwiseOpType(OpAsmParser &parser,
                                     SmallVectorImpl<Type> &operands,
                                     SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.assign(operands.begin(), operands.end());
  return success();
}

void hlo::printPairwiseOpType(OpAsmPrinter &printer, Operation *,
                              TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

//===-- Operands ----------------------------------------------------------===//

ParseResult hlo::parseVariadicOperandWithAttribute(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult found = parser.parseOptionalOperand(operand);
  while (found.has_value()) {
    if (failed(*found) || parser.parseComma())
      return failure();
    operands.push_back(operand);
    found = parser.parseOptionalOperand(operand);
  }
  return success();
}

void hlo::printVariadicOperandWithAttribute(OpAsmPrinter &printer, Operation *,
                                            OperandRange operands) {
  llvm::interleaveComma(operands, printer);
  if (!operands.empty())
    printer << ",";
}

//===-- Attributes --------------------------------------------------------===//

FailureOr<SmallVector<int64_t>> hlo::parseDims(AsmParser &parser) {
  SmallVector<int64_t> dims;
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(dims.emplace_back()); }))
    return failure();
  return dims;
}

void hlo::printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer);
  printer << ']';
}

ParseResult hlo::parseFields(AsmParser &parser, ArrayRef<Field> fields) {
  llvm::StringSet<> seen;
  while (failed(parser.parseOptionalGreater())) {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    const Field *field = llvm::find_if(
        fields, [&](const Field &field) { return field.name == name; });
    if (field == fields.end()) {
      InFlightDiagnostic error = parser.emitError(location)
                                 << "unknown field '" << name
                                 << "', expected one of ";
      llvm::interleaveComma(fields, error, [&](const Field &field) {
        error << "'" << field.name << "'";
      });
      return error;
    }
    if (!seen.insert(name).second)
      return parser.emitError(location) << "field '" << name << "' occurs twice";
    if (parser.parseEqual())
      return failure();
    if (auto *number = dyn_cast<int64_t *>(field->value)) {
      if (parser.parseInteger(*number))
        return failure();
    } else {
      FailureOr<SmallVector<int64_t>> dims = parseDims(parser);
      if (failed(dims))
        return failure();
      *cast<SmallVector<int64_t> *>(field->value) = *dims;
    }
    if (failed(parser.parseOptionalComma()))
      return parser.parseGreater();
  }
  return success();
}

static constexpr StringLiteral kIndexVectorDim = "index_vector_dim";

ParseResult
hlo::parseDimensionNumbers(AsmParser &parser, ArrayRef<StringLiteral> names,
                           MutableArrayRef<SmallVector<int64_t>> lists,
                           int64_t *indexVectorDim) {
  SmallVector<Field> fields;
  for (auto [name, list] : llvm::zip_equal(names, lists))
    fields.push_back({name, &list});
  if (indexVectorDim)
    fields.push_back({kIndexVectorDim, indexVectorDim});
  return failure(parser.parseLess() || parseFields(parser, fields));
}

void hlo::printDimensionNumbers(AsmPrinter &printer,
                                ArrayRef<StringLiteral> names,
                                ArrayRef<ArrayRef<int64_t>> lists,
                                int64_t indexVectorDim) {
  StringRef separator = "";
  auto printName = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  printer << '<';
  for (auto [name, list] : llvm::zip_equal(names, lists))
    if (!list.empty()) {
      printName(name);
      printDims(printer, list);
    }
  if (indexVectorDim != 0) {
    printName(kIndexVectorDim);
    printer << indexVectorDim;
  }
  printer << '>';
}

FailureOr<SmallVector<int64_t>> hlo::parseBounds(AsmParser &parser) {
  SmallVector<int64_t> bounds;
  auto parseBound = [&]() -> ParseResult {
    int64_t &bound = bounds.emplace_back();
    if (succeeded(parser.parseOptionalQuestion())) {
      bound = ShapedType::kDynamic;
      return success();
    }
    return parser.parseInteger(bound);
  };
  // The list may be empty, which only the first token shows.
  if (succeeded(parser.parseOptionalQuestion())) {
    bounds.push_back(ShapedType::kDynamic);
  } else {
    int64_t first;
    OptionalParseResult found = parser.parseOptionalInteger(first);
    if (!found.has_value())
      return bounds;
    if (failed(*found))
      return failure();
    bounds.push_back(first);
  }
  while (succeeded(parser.parseOptionalComma()))
    if (parseBound())
      return failure();
  return bounds;
}

void hlo::printBounds(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  llvm::interleaveComma(bounds, printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
}

FailureOr<APFloat> hlo::parseDouble(AsmParser &parser) {
  double value;
  if (parser.parseFloat(value))
    return failure();
  return APFloat(value);
}

ParseResult hlo::parseExponentMantissa(OpAsmParser &parser,
                                       IntegerAttr &exponent,
                                       IntegerAttr &mantissa) {
  SMLoc location = parser.getCurrentLocation();
  StringRef format;
  if (parser.parseKeyword(&format))
    return failure();
  StringRef rest = format;
  int32_t exponentBits, mantissaBits;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) ||
      !rest.consume_front("m") || rest.consumeInteger(10, mantissaBits) ||
      !rest.empty())
    return parser.emitError(location)
           << "expected a format such as e5m10, got " << format;
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void hlo::printExponentMantissa(OpAsmPrinter &printer, Operation *,
                                IntegerAttr exponent, IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult hlo::parseConstant(OpAsmParser &parser, OperationState &result) {
  // The generic form without quotes is allowed too; it is the syntax for a
  //   value whose type differs from the result's. () <{value = dense<1> :
  //   tensor<i8>}> : () -> tensor<!quant...>
  if (succeeded(parser.parseOptionalLParen()))
    return failure(parser.parseRParen() ||
                   parser.parseGenericOperationAfterOpName(
                       result, ArrayRef<OpAsmParser::UnresolvedOperand>()));
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value, "value", result.attributes))
    return failure();
  result.addTypes(value.getType());
  return success();
}

void hlo::printConstant(OpAsmPrinter &printer, Operation *op,
                        ElementsAttr value) {
  if (value.getType() != op->getResult(0).getType()) {
    printer << "() <{value = " << value << "}>";
    printer.printOptionalAttrDict(op->getDiscardableAttrs().begin() ==
                                          op->getDiscardableAttrs().end()
                                      ? ArrayRef<NamedAttribute>()
                                      : op->getDiscardableAttrDictionary()
                                            .getValue());
    printer << " : ";
    printer.printFunctionalType(op);
    return;
  }
  printer.printOptionalAttrDict(op->getAttrs(), {"value"});
  printer << ' ' << value;
}

// Assembly of StableHLO that declarative formats cannot express. A comment
// above each directive and op shows its syntax.

#include "stablehlo/dialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::stablehlo;

//===-- Slices ------------------------------------------------------------===//

//   [1:3, 4:8:2]
ParseResult stablehlo::parseSliceRanges(OpAsmParser &parser,
                                        DenseI64ArrayAttr &start,
                                        DenseI64ArrayAttr &limit,
                                        DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> starts, limits, steps;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(starts.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limits.emplace_back()))
      return failure();
    steps.push_back(1);
    if (succeeded(parser.parseOptionalColon()))
      return parser.parseInteger(steps.back());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  Builder &builder = parser.getBuilder();
  start = builder.getDenseI64ArrayAttr(starts);
  limit = builder.getDenseI64ArrayAttr(limits);
  strides = builder.getDenseI64ArrayAttr(steps);
  return success();
}

void stablehlo::printSliceRanges(OpAsmPrinter &printer, Operation *,
                                 DenseI64ArrayAttr start,
                                 DenseI64ArrayAttr limit,
                                 DenseI64ArrayAttr strides) {
  printer << '[';
  llvm::interleaveComma(
      llvm::zip(start.asArrayRef(), limit.asArrayRef(), strides.asArrayRef()),
      printer, [&](auto range) {
        auto [from, to, step] = range;
        printer << from << ':' << to;
        if (step != 1)
          printer << ':' << step;
      });
  printer << ']';
}

//===-- Dot products ------------------------------------------------------===//

// Two lists of dims.
//   [0] x [1]
static ParseResult parseDimPair(AsmParser &parser,
                                SmallVector<int64_t> &left,
                                SmallVector<int64_t> &right) {
  FailureOr<SmallVector<int64_t>> leftDims = hlo::parseDims(parser);
  if (failed(leftDims) || parser.parseKeyword("x"))
    return failure();
  FailureOr<SmallVector<int64_t>> rightDims = hlo::parseDims(parser);
  if (failed(rightDims))
    return failure();
  left = *leftDims;
  right = *rightDims;
  return success();
}

//   batching_dims = [0] x [0], contracting_dims = [2] x [1]
ParseResult
stablehlo::parseDotDimensionNumbers(OpAsmParser &parser,
                                    DotDimensionNumbersAttr &numbers) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting,
      rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parser.parseEqual() || parseDimPair(parser, lhsBatching, rhsBatching) ||
       parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") || parser.parseEqual() ||
      parseDimPair(parser, lhsContracting, rhsContracting))
    return failure();
  numbers = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching,
                                         rhsBatching, lhsContracting,
                                         rhsContracting);
  return success();
}

void stablehlo::printDotDimensionNumbers(OpAsmPrinter &printer, Operation *,
                                         DotDimensionNumbersAttr numbers) {
  auto printPair = [&](ArrayRef<int64_t> left, ArrayRef<int64_t> right) {
    hlo::printDims(printer, left);
    printer << " x ";
    hlo::printDims(printer, right);
  };
  if (!numbers.getLhsBatchingDimensions().empty() ||
      !numbers.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    printPair(numbers.getLhsBatchingDimensions(),
              numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printPair(numbers.getLhsContractingDimensions(),
            numbers.getRhsContractingDimensions());
}

static constexpr StringLiteral kDotFields[] = {
    "lhs_batching_dimensions", "rhs_batching_dimensions",
    "lhs_contracting_dimensions", "rhs_contracting_dimensions"};

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lists[std::size(kDotFields)];
  if (hlo::parseDimensionNumbers(parser, kDotFields, lists))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3]);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  hlo::printDimensionNumbers(
      printer, kDotFields,
      {getLhsBatchingDimensions(), getRhsBatchingDimensions(),
       getLhsContractingDimensions(), getRhsContractingDimensions()});
}

// A list of precisions without their dialect.
//   [HIGH, DEFAULT]
static ParseResult parsePrecisions(AsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> precisions;
  auto parsePrecision = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<Precision> value = symbolizePrecision(name);
    if (!value)
      return parser.emitError(location) << "unknown precision: " << name;
    precisions.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseKeyword("precision") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parsePrecision))
    return failure();
  precision = ArrayAttr::get(parser.getContext(), precisions);
  return success();
}

//   , precision = [HIGH, DEFAULT]
ParseResult stablehlo::parsePrecisionConfig(OpAsmParser &parser,
                                            ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return parsePrecisions(parser, precision);
}

void stablehlo::printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                                     ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(
      precision.getAsRange<PrecisionAttr>(), printer,
      [&](PrecisionAttr value) {
        printer << stringifyPrecision(value.getValue());
      });
  printer << ']';
}

//   , precision = [HIGH, DEFAULT], algorithm = <...>
ParseResult
stablehlo::parsePrecisionConfigAndAlgorithm(OpAsmParser &parser,
                                            ArrayAttr &precision,
                                            DotAlgorithmAttr &algorithm) {
  auto parseAlgorithm = [&]() -> ParseResult {
    return failure(parser.parseEqual() ||
                   parser.parseCustomAttributeWithFallback(algorithm));
  };
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("algorithm")))
    return parseAlgorithm();
  if (parsePrecisions(parser, precision))
    return failure();
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("algorithm") || parseAlgorithm());
}

void stablehlo::printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer,
                                                 Operation *op,
                                                 ArrayAttr precision,
                                                 DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  printer.printStrippedAttrOrType(algorithm);
}

//===-- Gather and scatter ------------------------------------------------===//

static constexpr StringLiteral kGatherFields[] = {
    "offset_dims", "collapsed_slice_dims", "operand_batching_dims",
    "start_indices_batching_dims", "start_index_map"};

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lists[std::size(kGatherFields)];
  int64_t indexVectorDim = 0;
  if (hlo::parseDimensionNumbers(parser, kGatherFields, lists, &indexVectorDim))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
             lists[4], indexVectorDim);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  hlo::printDimensionNumbers(
      printer, kGatherFields,
      {getOffsetDims(), getCollapsedSliceDims(), getOperandBatchingDims(),
       getStartIndicesBatchingDims(), getStartIndexMap()},
      getIndexVectorDim());
}

static constexpr StringLiteral kScatterFields[] = {
    "update_window_dims", "inserted_window_dims", "input_batching_dims",
    "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"};

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lists[std::size(kScatterFields)];
  int64_t indexVectorDim = 0;
  if (hlo::parseDimensionNumbers(parser, kScatterFields, lists,
                                 &indexVectorDim))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
             lists[4], indexVectorDim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  hlo::printDimensionNumbers(
      printer, kScatterFields,
      {getUpdateWindowDims(), getInsertedWindowDims(), getInputBatchingDims(),
       getScatterIndicesBatchingDims(), getScatterDimsToOperandDims()},
      getIndexVectorDim());
}

//===-- Convolutions ------------------------------------------------------===//

namespace {
// The dims of one tensor of a convolution: two named dims and the numbered
// spatial dims.
struct ConvDims {
  char first, second;
  int64_t firstDim = -1, secondDim = -1;
  SmallVector<int64_t> spatial = {};
};
} // namespace

//   [b, 0, 1, f]
static ParseResult parseConvDims(AsmParser &parser, ConvDims &dims) {
  SmallVector<std::pair<int64_t, int64_t>> spatial;
  int64_t dim = 0;
  auto parseDim = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    int64_t number;
    OptionalParseResult found = parser.parseOptionalInteger(number);
    if (found.has_value()) {
      spatial.push_back({number, dim++});
      return *found;
    }
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    int64_t *named = name == StringRef(&dims.first, 1)    ? &dims.firstDim
                     : name == StringRef(&dims.second, 1) ? &dims.secondDim
                                                          : nullptr;
    if (!named || *named >= 0)
      return parser.emitError(location)
             << "expected a spatial dimension, '" << dims.first << "' or '"
             << dims.second << "', each once, got '" << name << "'";
    *named = dim++;
    return success();
  };
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim))
    return failure();
  if (dims.firstDim < 0 || dims.secondDim < 0)
    return parser.emitError(location) << "expected dimensions '" << dims.first
                                      << "' and '" << dims.second << "'";
  llvm::sort(spatial);
  for (auto [index, numberAndDim] : llvm::enumerate(spatial)) {
    if (numberAndDim.first != static_cast<int64_t>(index))
      return parser.emitError(location)
             << "expected each spatial dimension from 0 to "
             << spatial.size() - 1 << " once";
    dims.spatial.push_back(numberAndDim.second);
  }
  return success();
}

static void printConvDims(AsmPrinter &printer, const ConvDims &dims) {
  SmallVector<std::string> names(dims.spatial.size() + 2);
  names[dims.firstDim] = dims.first;
  names[dims.secondDim] = dims.second;
  for (auto [index, dim] : llvm::enumerate(dims.spatial))
    names[dim] = std::to_string(index);
  printer << '[';
  llvm::interleaveComma(names, printer);
  printer << ']';
}

// The attribute for the dims of the three tensors; null, with an error, if they
// are invalid.
static ConvDimensionNumbersAttr
getConvDimensionNumbers(AsmParser &parser, SMLoc location,
                        const ConvDims &input, const ConvDims &kernel,
                        const ConvDims &output) {
  return ConvDimensionNumbersAttr::getChecked(
      [&] { return parser.emitError(location); }, parser.getContext(),
      input.firstDim, input.secondDim, ArrayRef<int64_t>(input.spatial),
      kernel.firstDim, kernel.secondDim, ArrayRef<int64_t>(kernel.spatial),
      output.firstDim, output.secondDim, ArrayRef<int64_t>(output.spatial));
}

//   [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
ParseResult
stablehlo::parseConvolutionDimensions(AsmParser &parser,
                                      ConvDimensionNumbersAttr &numbers) {
  SMLoc location = parser.getCurrentLocation();
  ConvDims input{'b', 'f'}, kernel{'i', 'o'}, output{'b', 'f'};
  if (parseConvDims(parser, input) || parser.parseKeyword("x") ||
      parseConvDims(parser, kernel) || parser.parseArrow() ||
      parseConvDims(parser, output))
    return failure();
  numbers = getConvDimensionNumbers(parser, location, input, kernel, output);
  return success(!!numbers);
}

void stablehlo::printConvolutionDimensions(AsmPrinter &printer,
                                           ConvDimensionNumbersAttr numbers) {
  printConvDims(printer, {'b', 'f', numbers.getInputBatchDimension(),
                          numbers.getInputFeatureDimension(),
                          SmallVector<int64_t>(
                              numbers.getInputSpatialDimensions())});
  printer << 'x';
  printConvDims(printer, {'i', 'o', numbers.getKernelInputFeatureDimension(),
                          numbers.getKernelOutputFeatureDimension(),
                          SmallVector<int64_t>(
                              numbers.getKernelSpatialDimensions())});
  printer << "->";
  printConvDims(printer, {'b', 'f', numbers.getOutputBatchDimension(),
                          numbers.getOutputFeatureDimension(),
                          SmallVector<int64_t>(
                              numbers.getOutputSpatialDimensions())});
}

//   #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
//   #stablehlo.conv<raw input_batch_dimension = 0, ...>
Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  ConvDimensionNumbersAttr numbers;
  if (failed(parser.parseOptionalKeyword("raw"))) {
    if (parseConvolutionDimensions(parser, numbers) || parser.parseGreater())
      return {};
    return numbers;
  }

  // A missing dim is the first one.
  ConvDims input{'b', 'f', 0, 0}, kernel{'i', 'o', 0, 0},
      output{'b', 'f', 0, 0};
  if (hlo::parseFields(
          parser,
          {{"input_batch_dimension", &input.firstDim},
           {"input_feature_dimension", &input.secondDim},
           {"input_spatial_dimensions", &input.spatial},
           {"kernel_input_feature_dimension", &kernel.firstDim},
           {"kernel_output_feature_dimension", &kernel.secondDim},
           {"kernel_spatial_dimensions", &kernel.spatial},
           {"output_batch_dimension", &output.firstDim},
           {"output_feature_dimension", &output.secondDim},
           {"output_spatial_dimensions", &output.spatial}}))
    return {};
  return getConvDimensionNumbers(parser, location, input, kernel, output);
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvolutionDimensions(printer, *this);
  printer << '>';
}

//   stride = [1, 1], pad = [[2, 2], [0, 1]], lhs_dilate = [1, 1],
//   rhs_dilate = [1, 1], reverse = [false, true]
// Each is optional.
ParseResult stablehlo::parseWindowAttributes(
    OpAsmParser &parser, DenseI64ArrayAttr &strides,
    DenseIntElementsAttr &padding, DenseI64ArrayAttr &lhsDilation,
    DenseI64ArrayAttr &rhsDilation, DenseBoolArrayAttr &reversal) {
  Builder &builder = parser.getBuilder();
  auto parseArray = [&](DenseI64ArrayAttr &array) -> ParseResult {
    FailureOr<SmallVector<int64_t>> values = hlo::parseDims(parser);
    if (failed(values))
      return failure();
    array = builder.getDenseI64ArrayAttr(*values);
    return success();
  };
  auto parsePadding = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    SmallVector<int64_t> values;
    int64_t rows = 0;
    auto parseRow = [&]() -> ParseResult {
      FailureOr<SmallVector<int64_t>> row = hlo::parseDims(parser);
      if (failed(row))
        return failure();
      if (row->size() != 2)
        return parser.emitError(location, "expected pairs of paddings");
      llvm::append_range(values, *row);
      ++rows;
      return success();
    };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRow))
      return failure();
    padding = DenseIntElementsAttr::get(
        RankedTensorType::get({rows, 2}, builder.getI64Type()), values);
    return success();
  };
  auto parseReversal = [&]() -> ParseResult {
    // Older programs use numbers.
    SmallVector<bool> values;
    auto parseValue = [&]() -> ParseResult {
      int64_t number;
      OptionalParseResult found = parser.parseOptionalInteger(number);
      if (found.has_value()) {
        values.push_back(number != 0);
        return *found;
      }
      StringRef name;
      SMLoc location = parser.getCurrentLocation();
      if (parser.parseKeyword(&name))
        return failure();
      if (name != "true" && name != "false")
        return parser.emitError(location, "expected 'true' or 'false'");
      values.push_back(name == "true");
      return success();
    };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       parseValue))
      return failure();
    reversal = builder.getDenseBoolArrayAttr(values);
    return success();
  };

  llvm::StringSet<> seen;
  // The window may be empty, which its first token shows.
  bool isFirst = true;
  while (true) {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (isFirst) {
      if (failed(parser.parseOptionalKeyword(&name)))
        return success();
    } else if (failed(parser.parseOptionalComma())) {
      return success();
    } else if (parser.parseKeyword(&name)) {
      return failure();
    }
    isFirst = false;
    if (!seen.insert(name).second)
      return parser.emitError(location) << "window has " << name << " twice";
    if (parser.parseEqual())
      return failure();
    ParseResult parsed = success();
    if (name == "stride")
      parsed = parseArray(strides);
    else if (name == "pad")
      parsed = parsePadding();
    else if (name == "lhs_dilate")
      parsed = parseArray(lhsDilation);
    else if (name == "rhs_dilate")
      parsed = parseArray(rhsDilation);
    else if (name == "reverse")
      parsed = parseReversal();
    else
      return parser.emitError(location)
             << "unknown window attribute: " << name;
    if (parsed)
      return failure();
  }
}

void stablehlo::printWindowAttributes(OpAsmPrinter &printer, Operation *,
                                      DenseI64ArrayAttr strides,
                                      DenseIntElementsAttr padding,
                                      DenseI64ArrayAttr lhsDilation,
                                      DenseI64ArrayAttr rhsDilation,
                                      DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto printName = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printArray = [&](StringRef name, DenseI64ArrayAttr values) {
    if (!values)
      return;
    printName(name);
    hlo::printDims(printer, values);
  };
  printArray("stride", strides);
  if (padding) {
    printName("pad");
    printer << '[';
    auto values = llvm::to_vector(padding.getValues<int64_t>());
    for (size_t row = 0; row + 1 < values.size(); row += 2)
      printer << (row ? ", [" : "[") << values[row] << ", " << values[row + 1]
              << ']';
    printer << ']';
  }
  printArray("lhs_dilate", lhsDilation);
  printArray("rhs_dilate", rhsDilation);
  if (reversal) {
    printName("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool value) {
      printer << (value ? "true" : "false");
    });
    printer << ']';
  }
}

//===-- Calls -------------------------------------------------------------===//

//   @name
ParseResult stablehlo::parseCustomCallTarget(OpAsmParser &parser,
                                             StringAttr &target) {
  return parser.parseSymbolName(target);
}

void stablehlo::printCustomCallTarget(OpAsmPrinter &printer, Operation *,
                                      StringAttr target) {
  printer.printSymbolName(target);
}

//===-- Constants ---------------------------------------------------------===//

//   stablehlo.constant {note = "x"} dense<1> : tensor<2xi32>
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  return hlo::parseConstant(parser, result);
}

void ConstantOp::print(OpAsmPrinter &printer) {
  hlo::printConstant(printer, *this, getValue());
}

//===-- Reductions --------------------------------------------------------===//

// Returns whether `applies` can name an op: StableHLO's commutative ops, which
// have two operands and one result.
static bool isApplicable(OperationName name) {
  return name.hasTrait<hlo::IsCommutative>() &&
         name.getDialectNamespace() == StableHLODialect::getDialectNamespace();
}

// Returns the op that `applies` can name here: the region only applies the op
// to its two scalar arguments, and the parser can rebuild the op from its name.
static Operation *getAppliedOp(ReduceOp op) {
  if (op.getInputs().size() != 1 || !op.getBody().hasOneBlock())
    return nullptr;
  Block &body = op.getBody().front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation &inner = body.front();
  Operation &end = body.back();
  auto input = dyn_cast<RankedTensorType>(op.getInputs().front().getType());
  if (!input || !isApplicable(inner.getName()) ||
      !isa<ReturnOp>(end) || !inner.getDiscardableAttrDictionary().empty() ||
      inner.getNumOperands() != 2 || inner.getNumResults() != 1 ||
      end.getNumOperands() != 1)
    return nullptr;
  Type scalar = RankedTensorType::get({}, input.getElementType());
  if (inner.getOperand(0) != body.getArgument(0) ||
      inner.getOperand(1) != body.getArgument(1) ||
      end.getOperand(0) != inner.getResult(0) ||
      inner.getOperand(0).getType() != scalar ||
      inner.getOperand(1).getType() != scalar ||
      inner.getResult(0).getType() != scalar)
    return nullptr;
  return &inner;
}

//   stablehlo.reduce(%a init: %i) applies stablehlo.add
//       across dimensions = [1] {note = "x"} : (tensor<...>, ...) -> ...
//
//   stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [1] : ...
//     reducer(%x: tensor<f32>, %y: tensor<f32>) (%v: ..., %w: ...)  { ... }
void ReduceOp::print(OpAsmPrinter &printer) {
  size_t count = std::min(getInputs().size(), getInitValues().size());
  for (size_t i = 0; i < count; ++i)
    printer << (i ? ", (" : "(") << getInputs()[i]
            << " init: " << getInitValues()[i] << ")";
  Operation *applied = getAppliedOp(*this);
  if (applied)
    printer << " applies " << applied->getName().getStringRef();
  printer << " across dimensions = ";
  hlo::printDims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (applied)
    return;
  printer.printNewline();
  printer << " reducer";
  size_t pairs = getBody().getNumArguments() / 2;
  for (size_t i = 0; i < pairs; ++i) {
    printer << (i ? " (" : "(");
    printer.printRegionArgument(getBody().getArgument(i));
    printer << ", ";
    printer.printRegionArgument(getBody().getArgument(i + pairs));
    printer << ")";
  }
  printer << "  ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

// Builds the region that `applies` represents.
static ParseResult buildAppliedBody(OpAsmParser &parser, SMLoc location,
                                    OperationName applied, Type input,
                                    OperationState &result) {
  if (!isApplicable(applied))
    return parser.emitError(location)
           << "expected a commutative op of StableHLO, got "
           << applied.getStringRef();
  auto tensor = dyn_cast<ShapedType>(input);
  if (!tensor)
    return parser.emitError(location)
           << "expected a tensor to apply the op to, got " << input;
  Type scalar = RankedTensorType::get({}, tensor.getElementType());
  Block &block = result.addRegion()->emplaceBlock();
  block.addArguments({scalar, scalar}, {result.location, result.location});
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  OperationState inner(result.location, applied, block.getArguments(), scalar);
  Operation *op = builder.create(inner);
  ReturnOp::create(builder, result.location, op->getResults());
  return success();
}

// Parses the arguments of a reducer; each pair contains one of the left half
// and one of the right half.
static ParseResult parseReducer(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments, right;
  // A pair starts with a parenthesis, and the region with a brace.
  while (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseArgument(arguments.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(right.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  }
  llvm::append_range(arguments, right);
  return parser.parseRegion(*result.addRegion(), arguments);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, initValues;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(initValues.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  llvm::append_range(operands, initValues);

  std::optional<OperationName> applied;
  SMLoc appliedLocation = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    appliedLocation = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    applied = *name;
  }

  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual())
    return failure();
  FailureOr<SmallVector<int64_t>> dimensions = hlo::parseDims(parser);
  if (failed(dimensions) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColon() || parser.parseType(type) ||
      parser.resolveOperands(operands, type.getInputs(), location,
                             result.operands))
    return failure();
  result.addAttribute("dimensions",
                      parser.getBuilder().getDenseI64ArrayAttr(*dimensions));
  result.addTypes(type.getResults());

  if (applied)
    return buildAppliedBody(parser, appliedLocation, *applied,
                            type.getInput(0), result);
  return failure(parser.parseKeyword("reducer") ||
                 parseReducer(parser, result));
}

//===-- Loops -------------------------------------------------------------===//

//   stablehlo.while(%x = %a, %y = %b) : tensor<f32>, tensor<i32>
//       attributes {note = "x"}
//     cond { ... } do { ... }
void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  if (!getCond().empty())
    llvm::interleaveComma(
        llvm::zip(getCond().getArguments(), getOperands()), printer,
        [&](auto pair) {
          auto [argument, operand] = pair;
          printer << argument << " = " << operand;
        });
  printer << ')';
  if (getNumOperands() != 0) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parsePair))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(result.types))
    return failure();
  if (parser.resolveOperands(operands, result.types, location,
                             result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (auto [argument, type] : llvm::zip_equal(arguments, result.types))
    argument.type = type;
  return failure(
      parser.parseKeyword("cond") ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseKeyword("do") ||
      parser.parseRegion(*result.addRegion(), arguments));
}

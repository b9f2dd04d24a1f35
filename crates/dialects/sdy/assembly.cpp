// The parts of the syntax that declarative formats cannot express.

#include "sdy/dialect.h"

#include "common/assembly.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::sdy;

//===-- Shardings ---------------------------------------------------------===//

// The priority behind a dim's axes.
//   p1
static ParseResult parsePriority(AsmParser &parser,
                                 std::optional<int64_t> &priority) {
  SMLoc location = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseOptionalKeyword(&text))
    return success();
  StringRef digits = text;
  int64_t number;
  if (!digits.consume_front("p") || !llvm::all_of(digits, llvm::isDigit) ||
      digits.getAsInteger(10, number) ||
      (digits.size() > 1 && digits.starts_with("0")))
    return parser.emitError(location)
           << "expected a priority such as p1, got " << text;
  priority = number;
  return success();
}

//   {"x", "y":(1)2, ?}p1
Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool isClosed = true;
  auto parseAxis = [&]() -> ParseResult {
    if (!isClosed)
      return parser.emitError(parser.getCurrentLocation(),
                              "expected no axis after '?'");
    if (succeeded(parser.parseOptionalQuestion())) {
      isClosed = false;
      return success();
    }
    auto axis =
        llvm::cast_if_present<AxisRefAttr>(AxisRefAttr::parse(parser, {}));
    axes.push_back(axis);
    return success(axis != nullptr);
  };
  std::optional<int64_t> priority;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseAxis) ||
      parsePriority(parser, priority))
    return {};
  return get(parser.getContext(), axes, isClosed, priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << '{';
  printer.printStrippedAttrOrType(getAxes());
  if (!getIsClosed())
    printer << (getAxes().empty() ? "?" : ", ?");
  printer << '}';
  if (getPriority())
    printer << 'p' << *getPriority();
}

// A name, or a mesh in place.
//   @mesh
//   mesh<["x"=2]>
ParseResult sdy::parseMeshOrRef(AsmParser &parser, Attribute &meshOrRef) {
  if (succeeded(parser.parseOptionalKeyword(MeshAttr::getMnemonic()))) {
    meshOrRef = MeshAttr::parse(parser, {});
    return success(meshOrRef != nullptr);
  }
  FlatSymbolRefAttr name;
  if (parser.parseAttribute(name))
    return failure();
  meshOrRef = name;
  return success();
}

void sdy::printMeshOrRef(AsmPrinter &printer, Attribute meshOrRef) {
  if (auto mesh = dyn_cast<MeshAttr>(meshOrRef)) {
    printer << MeshAttr::getMnemonic();
    mesh.print(printer);
  } else {
    printer << meshOrRef;
  }
}

//   , replicated={"x"}, unreduced=max{"y"}
ParseResult sdy::parseReplicatedAndUnreducedAxes(
    AsmParser &parser, SmallVector<AxisRefAttr> &replicated,
    SmallVector<AxisRefAttr> &unreduced, ReductionOp &reduction) {
  reduction = ReductionOp::SUM;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    SmallVector<AxisRefAttr> *axes = name == "replicated"  ? &replicated
                                     : name == "unreduced" ? &unreduced
                                                           : nullptr;
    if (!axes)
      return parser.emitError(location,
                              "expected 'replicated' or 'unreduced', got '")
             << name << "'";
    if (!axes->empty())
      return parser.emitError(location) << "'" << name << "' is given twice";
    if (parser.parseEqual())
      return failure();
    // A sum has no name.
    StringRef kind;
    if (axes == &unreduced &&
        succeeded(parser.parseOptionalKeyword(&kind, {"sum", "max", "min"})))
      reduction = *symbolizeReductionOp(kind);
    if (parser.parseLBrace())
      return failure();
    auto parsed = FieldParser<SmallVector<AxisRefAttr>>::parse(parser);
    if (failed(parsed) || parser.parseRBrace())
      return failure();
    *axes = std::move(*parsed);
  }
  return success();
}

void sdy::printReplicatedAndUnreducedAxes(AsmPrinter &printer,
                                          ArrayRef<AxisRefAttr> replicated,
                                          ArrayRef<AxisRefAttr> unreduced,
                                          ReductionOp reduction) {
  for (auto [name, axes] : {std::make_pair("replicated", replicated),
                            std::make_pair("unreduced", unreduced)}) {
    if (axes.empty())
      continue;
    printer << ", " << name << '=';
    if (name == StringRef("unreduced") && reduction != ReductionOp::SUM)
      printer << stringifyReductionOp(reduction);
    printer << '{';
    printer.printStrippedAttrOrType(axes);
    printer << '}';
  }
}

//   [<@mesh, [{"x"}]>, <@mesh, [{}]>]
ParseResult sdy::parseStrippedTensorShardingPerValueAttr(
    AsmParser &parser, TensorShardingPerValueAttr &shardings) {
  SmallVector<TensorShardingAttr> list;
  auto parseSharding = [&] {
    auto sharding = FieldParser<TensorShardingAttr>::parse(parser);
    list.push_back(succeeded(sharding) ? *sharding : TensorShardingAttr());
    return failure(failed(sharding));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseSharding))
    return failure();
  shardings = TensorShardingPerValueAttr::get(parser.getContext(), list);
  return success();
}

void sdy::printStrippedTensorShardingPerValueAttr(
    AsmPrinter &printer, Operation *, TensorShardingPerValueAttr shardings) {
  printer << '[';
  printer.printStrippedAttrOrType(shardings.getShardings());
  printer << ']';
}

//===-- Rules -------------------------------------------------------------===//

// Factors have the names i, j, ..., z, z_1, z_2, ...
static constexpr int64_t kLastLetter = 'z' - 'i';

std::string sdy::factorName(int64_t factor) {
  if (factor > kLastLetter)
    return "z_" + std::to_string(factor - kLastLetter);
  return std::string(1, 'i' + factor);
}

// Removes the first factor's name from a list of names without separators.
static FailureOr<int64_t> parseFactor(AsmParser &parser, SMLoc location,
                                      StringRef &names) {
  StringRef rest = names;
  if (rest.consume_front("z_")) {
    StringRef digits = rest.take_while(llvm::isDigit);
    int64_t number;
    if (digits.empty() || digits.starts_with("0") ||
        digits.getAsInteger(10, number) || number > INT64_MAX - kLastLetter) {
      parser.emitError(location)
          << "expected a factor such as z_1 in " << names;
      return failure();
    }
    names = rest.drop_front(digits.size());
    return number + kLastLetter;
  }
  if (names.empty() || names.front() < 'i' || names.front() > 'z') {
    parser.emitError(location) << "expected factors i to z, got " << names;
    return failure();
  }
  int64_t factor = names.front() - 'i';
  names = names.drop_front();
  return factor;
}

// One factor.
static FailureOr<int64_t> parseSingleFactor(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  StringRef rest = name;
  FailureOr<int64_t> factor = parseFactor(parser, location, rest);
  if (succeeded(factor) && !rest.empty()) {
    parser.emitError(location) << "expected one factor, got " << name;
    return failure();
  }
  return factor;
}

// The verifier rejects a dim without factors.
//   ij
Attribute DimMappingAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<int64_t> factors;
  StringRef names;
  if (succeeded(parser.parseOptionalKeyword(&names))) {
    while (!names.empty()) {
      FailureOr<int64_t> factor = parseFactor(parser, location, names);
      if (failed(factor))
        return {};
      factors.push_back(*factor);
    }
  }
  return get(parser.getContext(), factors);
}

void DimMappingAttr::print(AsmPrinter &printer) const {
  for (int64_t factor : getFactorIndices())
    printer << factorName(factor);
}

// The sizes of all factors, in their order.
//   {i=8, j=4}
ParseResult sdy::parseFactorSizes(AsmParser &parser,
                                  SmallVector<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::OptionalBraces, [&]() -> ParseResult {
        SMLoc location = parser.getCurrentLocation();
        FailureOr<int64_t> factor = parseSingleFactor(parser);
        if (failed(factor))
          return failure();
        int64_t expected = sizes.size();
        if (*factor != expected)
          return parser.emitError(location)
                 << "expected factor " << factorName(expected) << ", got "
                 << factorName(*factor);
        return failure(parser.parseEqual() ||
                       parser.parseInteger(sizes.emplace_back()));
      });
}

void sdy::printFactorSizes(AsmPrinter &printer, ArrayRef<int64_t> sizes) {
  if (sizes.empty())
    return;
  printer << " {";
  llvm::interleaveComma(llvm::enumerate(sizes), printer, [&](auto factor) {
    printer << factorName(factor.index()) << '=' << factor.value();
  });
  printer << '}';
}

//   reduction={k}
ParseResult sdy::parseFactorsWithType(AsmParser &parser,
                                      SmallVector<int64_t> &factors,
                                      StringRef type) {
  if (parser.parseOptionalKeyword(type))
    return success();
  if (parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::OptionalBraces, [&]() -> ParseResult {
        FailureOr<int64_t> factor = parseSingleFactor(parser);
        if (failed(factor))
          return failure();
        factors.push_back(*factor);
        return success();
      });
}

void sdy::printFactorsWithType(AsmPrinter &printer, ArrayRef<int64_t> factors,
                               StringRef type) {
  if (factors.empty())
    return;
  printer << ' ' << type << "={";
  llvm::interleaveComma(factors, printer,
                        [&](int64_t factor) { printer << factorName(factor); });
  printer << '}';
}

//   , custom
ParseResult sdy::parseIsCustomRule(AsmParser &parser, bool &isCustom) {
  isCustom = succeeded(parser.parseOptionalComma());
  return isCustom ? parser.parseKeyword("custom") : success();
}

void sdy::printIsCustomRule(AsmPrinter &printer, bool isCustom) {
  if (isCustom)
    printer << ", custom";
}

ParseResult sdy::parseMinus(AsmParser &parser, StringRef) {
  return parser.parseMinus();
}

void sdy::printMinus(AsmPrinter &printer, StringRef) { printer << '-'; }

//===-- Ops ---------------------------------------------------------------===//

// The arguments are in front of the region.
//   (%arg0: tensor<2xf32>) { ... }
ParseResult sdy::parseSingleBlockRegionNoBlockId(OpAsmParser &parser,
                                                 Region &region) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true, /*allowAttrs=*/true))
    return failure();
  return parser.parseRegion(region, arguments);
}

void sdy::printSingleBlockRegionNoBlockId(OpAsmPrinter &printer, Operation *,
                                          Region &region) {
  printer << '(';
  llvm::interleaveComma(
      region.getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(region, /*printEntryBlockArgs=*/false);
}

//   sdy.constant {note = "x"} dense<1> : tensor<2xi32>
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  return hlo::parseConstant(parser, result);
}

void ConstantOp::print(OpAsmPrinter &printer) {
  hlo::printConstant(printer, *this, getValue());
}

#include "stablehlo/dialect.h"

#include "common/inliner.h"
#include "stablehlo/bytecode.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stablehlo;

#include "stablehlo_dialect.cpp.inc"
#include "stablehlo_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "stablehlo_attributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "stablehlo_types.cpp.inc"

namespace {
// Calls may be inlined, too.
struct Inliner : public hlo::Inliner {
  using hlo::Inliner::Inliner;
  using hlo::Inliner::isLegalToInline;

  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return true;
  }
};
} // namespace

void StableHLODialect::initialize() {
  addInterfaces<Inliner>();
  registerOps();
  registerTypes();
  registerAttributes();
  addEncoding(*this);
}

void StableHLODialect::registerOps() {
  registerStableHLODialectOperations(this);
}

void StableHLODialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "stablehlo_types.cpp.inc"
      >();
}

void StableHLODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "stablehlo_attributes.cpp.inc"
      >();
}

Operation *StableHLODialect::materializeConstant(OpBuilder &builder,
                                                 Attribute value, Type type,
                                                 Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, location, type, elements);
}

Attribute StableHLODialect::parseAttribute(DialectAsmParser &parser,
                                           Type type) const {
  StringRef mnemonic;
  Attribute attribute;
  OptionalParseResult parsed =
      generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (parsed.has_value())
    return succeeded(*parsed) ? attribute : Attribute();
  // The old spelling of bounds.
  //   #stablehlo.type_extensions<bounds = [3, ?]>
  if (mnemonic == "type_extensions") {
    if (parser.parseLess() || parser.parseKeyword("bounds") ||
        parser.parseEqual() || parser.parseLSquare())
      return {};
    FailureOr<SmallVector<int64_t>> bounds = hlo::parseBounds(parser);
    if (failed(bounds) || parser.parseRSquare() || parser.parseGreater())
      return {};
    return TypeExtensionsAttr::get(parser.getContext(), *bounds);
  }
  parser.emitError(parser.getNameLoc())
      << "unknown stablehlo attribute: " << mnemonic;
  return {};
}

void StableHLODialect::printAttribute(Attribute attribute,
                                      DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

//===-- Types -------------------------------------------------------------===//

LogicalResult
FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<Type> types) {
  for (Type type : types)
    if (!isa_and_nonnull<RankedTensorType>(type))
      return emitError() << "a future needs ranked tensors, got " << type;
  return success();
}

//===-- Attributes --------------------------------------------------------===//

Attribute TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<SmallVector<int64_t>> bounds = hlo::parseBounds(parser);
  if (failed(bounds) || parser.parseGreater())
    return {};
  return get(parser.getContext(), *bounds);
}

void TypeExtensionsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  hlo::printBounds(printer, getBounds());
  printer << '>';
}

LogicalResult TypeExtensionsAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type,
    function_ref<InFlightDiagnostic()> emitError) const {
  ArrayRef<int64_t> bounds = getBounds();
  if (bounds.size() != shape.size())
    return emitError() << "bounds has " << bounds.size()
                       << " elements, but the tensor has rank "
                       << shape.size();
  for (auto [dim, bound] : llvm::enumerate(bounds)) {
    if (ShapedType::isDynamic(bound))
      continue;
    if (bound < 0)
      return emitError() << "bound of dimension " << dim << " is negative";
    if (!ShapedType::isDynamic(shape[dim]))
      return emitError() << "dimension " << dim
                         << " is static, so it cannot have a bound";
  }
  return success();
}

// Returns whether some hardware supports the arithmetic. None supports operands
// of several components.
static bool isKnownDotAlgorithm(Type lhs, Type rhs, Type accumulation,
                                int64_t numPrimitiveOperations,
                                bool allowImpreciseAccumulation) {
  auto isFloat8 = [](Type type) {
    return isa<Float8E3M4Type, Float8E4M3Type, Float8E4M3B11FNUZType,
               Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
               Float8E5M2FNUZType>(type);
  };
  if (isFloat8(lhs) && isFloat8(rhs)) {
    bool isSplit = isa<Float8E4M3FNType>(lhs) && lhs == rhs &&
                   !allowImpreciseAccumulation &&
                   (numPrimitiveOperations == 3 || numPrimitiveOperations == 4);
    return accumulation.isF32() && (numPrimitiveOperations == 1 || isSplit);
  }
  if (lhs != rhs || allowImpreciseAccumulation)
    return false;
  SmallVector<int64_t> counts = {1};
  if (accumulation.isF32() && lhs.isBF16())
    counts = {1, 3, 6, 9};
  else if (accumulation.isF32() && lhs.isTF32())
    counts = {1, 3};
  else if (accumulation.isF32() ? !lhs.isF16() && !lhs.isF32()
                                : lhs != accumulation || lhs.isTF32())
    return false;
  return (lhs.isF16() || lhs.isBF16() || lhs.isTF32() || lhs.isF32() ||
          lhs.isF64()) &&
         llvm::is_contained(counts, numPrimitiveOperations);
}

LogicalResult DotAlgorithmAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Type lhsPrecisionType,
    Type rhsPrecisionType, Type accumulationType, int64_t lhsComponentCount,
    int64_t rhsComponentCount, int64_t numPrimitiveOperations,
    bool allowImpreciseAccumulation) {
  for (Type type : {lhsPrecisionType, rhsPrecisionType, accumulationType})
    if (!isa_and_nonnull<FloatType>(type))
      return emitError() << "dot algorithm needs float types, got " << type;
  if (lhsComponentCount < 1 || rhsComponentCount < 1 ||
      numPrimitiveOperations < 1)
    return emitError() << "dot algorithm needs counts of at least 1";
  if (lhsComponentCount != 1 || rhsComponentCount != 1 ||
      !isKnownDotAlgorithm(lhsPrecisionType, rhsPrecisionType, accumulationType,
                           numPrimitiveOperations, allowImpreciseAccumulation))
    return emitError()
           << "dot algorithm is not known to be supported on any hardware: "
           << numPrimitiveOperations << " operations on " << lhsPrecisionType
           << " and " << rhsPrecisionType << " of " << lhsComponentCount
           << " and " << rhsComponentCount << " components, accumulated in "
           << accumulationType
           << (allowImpreciseAccumulation ? ", imprecisely" : "");
  return success();
}

LogicalResult ConvDimensionNumbersAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, int64_t inputBatch,
    int64_t inputFeature, ArrayRef<int64_t> inputSpatial, int64_t kernelInput,
    int64_t kernelOutput, ArrayRef<int64_t> kernelSpatial, int64_t outputBatch,
    int64_t outputFeature, ArrayRef<int64_t> outputSpatial) {
  auto verifyDims = [&](StringRef name, int64_t first, int64_t second,
                        ArrayRef<int64_t> spatial) -> LogicalResult {
    SmallVector<int64_t> dims(spatial);
    dims.append({first, second});
    llvm::sort(dims);
    for (auto [index, dim] : llvm::enumerate(dims))
      if (dim != static_cast<int64_t>(index))
        return emitError() << "convolution " << name
                           << " dimensions must be each of 0 to "
                           << dims.size() - 1 << " once";
    return success();
  };
  if (failed(verifyDims("input", inputBatch, inputFeature, inputSpatial)) ||
      failed(verifyDims("kernel", kernelInput, kernelOutput, kernelSpatial)) ||
      failed(verifyDims("output", outputBatch, outputFeature, outputSpatial)))
    return failure();
  if (inputSpatial.size() != kernelSpatial.size() ||
      inputSpatial.size() != outputSpatial.size())
    return emitError() << "convolution input, kernel and output must have "
                          "equally many spatial dimensions";
  return success();
}

// The mode comes last and the other fields are optional. A declarative struct
// can express that, but not that the mode is printed with its dialect.
Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  APFloat atol(0.0), rtol(0.0);
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  llvm::StringSet<> seen;
  auto parseField = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (!seen.insert(name).second)
      return parser.emitError(location) << "field '" << name << "' occurs twice";
    if (parser.parseEqual())
      return failure();
    if (name == "ulps")
      return parser.parseInteger(ulps);
    if (name == "mode")
      return parser.parseAttribute(mode);
    if (name != "atol" && name != "rtol")
      return parser.emitError(location)
             << "unknown field of result_accuracy: " << name;
    FailureOr<APFloat> value = hlo::parseDouble(parser);
    if (failed(value))
      return failure();
    (name == "atol" ? atol : rtol) = *value;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  if (!mode) {
    parser.emitError(parser.getNameLoc(), "result_accuracy needs a mode");
    return {};
  }
  return parser.getChecked<ResultAccuracyAttr>(parser.getContext(), atol, rtol,
                                               ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (!getAtol().isZero())
    printer << "atol = " << getAtol() << ", ";
  if (!getRtol().isZero())
    printer << "rtol = " << getRtol() << ", ";
  if (getUlps() != 0)
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = ";
  printer.printAttribute(getMode());
  printer << '>';
}

LogicalResult
ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           APFloat atol, APFloat rtol, int64_t ulps,
                           ResultAccuracyModeAttr mode) {
  if (atol.isNegative() || rtol.isNegative() || ulps < 0)
    return emitError() << "result accuracy tolerances must not be negative";
  bool hasTolerance = !atol.isZero() || !rtol.isZero() || ulps != 0;
  if (hasTolerance && mode.getValue() != ResultAccuracyMode::TOLERANCE)
    return emitError() << "result accuracy may have tolerances only if its "
                          "mode is TOLERANCE";
  return success();
}

//===-- Ops whose interfaces need code ------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  bool isInteger = isa<IntegerType>(getType().getElementType());
  setName(getResult(), isInteger ? "c" : "cst");
}

void WhileOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

void CustomCallOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Allocate::get());
  effects.emplace_back(MemoryEffects::Free::get());
  effects.emplace_back(MemoryEffects::Write::get());
  effects.emplace_back(MemoryEffects::Read::get());
}

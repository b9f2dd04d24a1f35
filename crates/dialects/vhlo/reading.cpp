// Reads VHLO's types and attributes into what they stand for.

#include "vhlo/encoding.h"

#include "stablehlo/bytecode.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::vhlo;
using namespace mlir::stablehlo;

namespace {

class Reading {
public:
  Reading(DialectBytecodeReader &reader)
      : reader(reader), context(reader.getContext()) {}

  Type readType();
  Attribute readAttribute();

private:
  Type readTensor(bool hasEncoding);
  Type readQuantized();
  Type readQuantizedPerAxis();
  Type readBuffer();
  Attribute readDictionary();
  Attribute readInteger();
  Attribute readFloat();
  Attribute readTensorAttribute();
  Attribute readBooleans(RankedTensorType type, ArrayRef<char> blob);
  FailureOr<APFloat> readDouble() {
    return reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
  }
  auto emitError() {
    return [this] { return reader.emitError("malformed artifact: "); };
  }
  template <typename... T> std::nullptr_t refuse(T &&...message) {
    InFlightDiagnostic error = emitError()();
    ((error << message), ...);
    return nullptr;
  }

  DialectBytecodeReader &reader;
  MLIRContext *context;
};

} // namespace

Type Reading::readType() {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return {};
  for (const PlainType &plain : getPlainTypes())
    if (plain.code == code)
      return plain.get(context);
  Type element;
  SmallVector<Type> types, results;
  switch (code) {
  case complexCode:
    if (failed(reader.readType(element)))
      return {};
    return ComplexType::getChecked(emitError(), element);
  case functionCode:
    if (failed(reader.readTypes(types)) || failed(reader.readTypes(results)))
      return {};
    return FunctionType::get(context, types, results);
  case tensorCode:
    return readTensor(/*hasEncoding=*/false);
  case tensorWithEncodingCode:
    return readTensor(/*hasEncoding=*/true);
  case tupleCode:
    if (failed(reader.readTypes(types)))
      return {};
    return TupleType::get(context, types);
  case quantizedCode:
    return readQuantized();
  case unrankedTensorCode:
    if (failed(reader.readType(element)))
      return {};
    return UnrankedTensorType::getChecked(emitError(), element);
  case quantizedPerAxisCode:
    return readQuantizedPerAxis();
  case bufferCode:
    return readBuffer();
  case futureCode:
    if (failed(reader.readTypes(types)))
      return {};
    return FutureType::getChecked(emitError(), context, ArrayRef<Type>(types));
  default:
    return refuse("unknown code of a type: ", code);
  }
}

Type Reading::readTensor(bool hasEncoding) {
  Attribute encoding;
  SmallVector<int64_t> shape;
  Type element;
  if ((hasEncoding && failed(reader.readAttribute(encoding))) ||
      failed(reader.readSignedVarInts(shape)) ||
      failed(reader.readType(element)))
    return {};
  return RankedTensorType::getChecked(emitError(), shape, element, encoding);
}

Type Reading::readBuffer() {
  SmallVector<int64_t> shape;
  Type element;
  if (failed(reader.readSignedVarInts(shape)) ||
      failed(reader.readType(element)))
    return {};
  return MemRefType::getChecked(emitError(), shape, element,
                                MemRefLayoutAttrInterface(), Attribute());
}

Type Reading::readQuantized() {
  uint64_t flags;
  Type storage, expressed;
  FailureOr<APFloat> scale = failure();
  int64_t zeroPoint, minimum, maximum;
  if (failed(reader.readVarInt(flags)) || failed(reader.readType(storage)) ||
      failed(reader.readType(expressed)) || failed(scale = readDouble()) ||
      failed(reader.readSignedVarInt(zeroPoint)) ||
      failed(reader.readSignedVarInt(minimum)) ||
      failed(reader.readSignedVarInt(maximum)))
    return {};
  return quant::UniformQuantizedType::getChecked(
      emitError(), flags, storage, expressed, scale->convertToDouble(),
      zeroPoint, minimum, maximum);
}

Type Reading::readQuantizedPerAxis() {
  uint64_t flags, axis;
  Type storage, expressed;
  int64_t minimum, maximum;
  SmallVector<double> scales;
  SmallVector<int64_t> zeroPoints;
  auto readScale = [&](double &scale) -> LogicalResult {
    FailureOr<APFloat> value = readDouble();
    if (failed(value))
      return failure();
    scale = value->convertToDouble();
    return success();
  };
  if (failed(reader.readVarInt(flags)) || failed(reader.readType(storage)) ||
      failed(reader.readType(expressed)) || failed(reader.readVarInt(axis)) ||
      failed(reader.readSignedVarInt(minimum)) ||
      failed(reader.readSignedVarInt(maximum)) ||
      failed(reader.readList(scales, readScale)) ||
      failed(reader.readSignedVarInts(zeroPoints)))
    return {};
  return quant::UniformQuantizedPerAxisType::getChecked(
      emitError(), flags, storage, expressed, scales, zeroPoints, axis, minimum,
      maximum);
}

Attribute Reading::readAttribute() {
  uint64_t code, value;
  if (failed(reader.readVarInt(code)))
    return {};
  for (const vhlo::Enumeration &enumeration : getEnumerations())
    if (enumeration.code == code)
      return hlo::readEnumerator(enumeration, reader);
  if (partOfAxisCode <= code && code <= meshCode)
    return readMesh(code, reader);

  SmallVector<Attribute> elements;
  StringRef text;
  Type type;
  switch (code) {
  case arrayCode:
    if (failed(reader.readAttributes(elements)))
      return {};
    return ArrayAttr::get(context, elements);
  case booleanCode:
    if (failed(reader.readVarInt(value)))
      return {};
    if (value > 1)
      return refuse("a Boolean is ", value);
    return BoolAttr::get(context, value == 1);
  case apiVersionCode:
    if (failed(reader.readVarInt(value)))
      return {};
    if (value > UINT32_MAX || !symbolizeCustomCallApiVersion(value))
      return refuse("unknown value of an enumeration: ", value);
    return IntegerAttr::get(IntegerType::get(context, 32), value);
  case dictionaryCode:
    return readDictionary();
  case floatCode:
    return readFloat();
  case integerCode:
    return readInteger();
  case outputOperandAliasCode:
    return codec::OutputOperandAlias::read(reader);
  case stringCode:
    if (failed(reader.readString(text)))
      return {};
    return StringAttr::get(context, text);
  case tensorAttributeCode:
    return readTensorAttribute();
  case typeCode:
    if (failed(reader.readType(type)))
      return {};
    return TypeAttr::get(type);
  case typeExtensionsCode:
    return codec::TypeExtensions::read(reader);
  case resultAccuracyCode:
    return codec::ResultAccuracy::read(reader);
  default:
    return refuse("unknown code of an attribute: ", code);
  }
}

Attribute Reading::readDictionary() {
  SmallVector<NamedAttribute> attributes;
  llvm::StringSet<> names;
  uint64_t count;
  if (failed(reader.readVarInt(count)))
    return {};
  for (uint64_t index = 0; index < count; ++index) {
    StringAttr name;
    Attribute value;
    if (failed(reader.readAttribute(name)) ||
        failed(reader.readAttribute(value)))
      return {};
    if (name.empty() || !names.insert(name.getValue()).second)
      return refuse("a name in a dictionary is empty or occurs twice");
    attributes.emplace_back(name, value);
  }
  return DictionaryAttr::get(context, attributes);
}

Attribute Reading::readFloat() {
  Type type;
  if (failed(reader.readType(type)))
    return {};
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return refuse("the type of a float is ", type);
  FailureOr<APFloat> value =
      reader.readAPFloatWithKnownSemantics(floatType.getFloatSemantics());
  if (failed(value))
    return {};
  return FloatAttr::get(type, *value);
}

Attribute Reading::readInteger() {
  Type type;
  if (failed(reader.readType(type)))
    return {};
  if (!type.isIntOrIndex())
    return refuse("the type of an integer is ", type);
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  FailureOr<APInt> value = reader.readAPIntWithKnownWidth(width);
  if (failed(value))
    return {};
  return IntegerAttr::get(type, *value);
}

// Whether MLIR has a form for constants of these elements.
static bool isOfNumbers(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return element.isIntOrIndexOrFloat();
}

Attribute Reading::readTensorAttribute() {
  Type type;
  ArrayRef<char> blob;
  if (failed(reader.readType(type)) || failed(reader.readBlob(blob)))
    return {};
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      llvm::any_of(tensor.getShape(), [](int64_t size) { return size < 0; }) ||
      !isOfNumbers(tensor.getElementType()))
    return refuse("no constant is of type ", type);
  std::optional<int64_t> count = 1;
  for (int64_t size : tensor.getShape())
    count = count ? llvm::checkedMul(*count, size) : std::nullopt;
  if (!count)
    return refuse("a constant has too many elements: ", type);
  if (tensor.getElementType().isInteger(1))
    return readBooleans(tensor, blob);
  bool isSplat;
  if (!DenseElementsAttr::isValidRawBuffer(tensor, blob, isSplat))
    return refuse("a constant of type ", type, " has ", blob.size(), " bytes");
  return DenseElementsAttr::getFromRawBuffer(tensor, blob);
}

// Booleans are bits; of old, they were bytes. One byte of ones stands for all of them.
Attribute Reading::readBooleans(RankedTensorType type, ArrayRef<char> blob) {
  auto count = static_cast<size_t>(type.getNumElements());
  bool isByte = blob.size() == 1;
  bool isPacked = blob.size() == llvm::divideCeil(count, 8);
  if (isByte && count > 0 && (blob[0] == '\xff' || (!isPacked && count > 1)))
    return DenseElementsAttr::get(type, blob[0] != 0);
  if (!isPacked && blob.size() != count)
    return refuse("a constant of type ", type, " has ", blob.size(), " bytes");
  SmallVector<bool> values(count);
  for (size_t index = 0; index < count; ++index)
    values[index] = isPacked ? (blob[index / 8] >> (index % 8)) & 1
                             : blob[index] != 0;
  return DenseElementsAttr::get(type, ArrayRef<bool>(values));
}

Type mlir::vhlo::readType(DialectBytecodeReader &reader) {
  return Reading(reader).readType();
}

Attribute mlir::vhlo::readAttribute(DialectBytecodeReader &reader) {
  return Reading(reader).readAttribute();
}

// Writes types and attributes as VHLO has them.

#include "vhlo/encoding.h"

#include "stablehlo/bytecode.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::vhlo;
using namespace mlir::stablehlo;

namespace {

class Writing {
public:
  Writing(DialectBytecodeWriter &writer) : writer(writer) {}

  void write(Type type);
  void write(EncodedAttr attribute);

private:
  void write(ArrayRef<Type> types) {
    writer.writeList(types, [&](Type type) { writeReference(type); });
  }
  void writeReference(Type type) { writer.writeType(EncodedType::get(type)); }
  void writeReference(Attribute attribute) {
    writer.writeAttribute(encode(attribute));
  }
  void writeDouble(double value) {
    writer.writeAPFloatWithKnownSemantics(APFloat(value));
  }
  void writeTensor(RankedTensorType type);
  void writeQuantized(quant::UniformQuantizedType type);
  void writeQuantizedPerAxis(quant::UniformQuantizedPerAxisType type);
  void writeElements(DenseElementsAttr elements);
  void writeDictionary(DictionaryAttr dictionary);
  void writeResultAccuracy(ResultAccuracyAttr accuracy);

  DialectBytecodeWriter &writer;
};

} // namespace

void Writing::write(Type type) {
  if (const PlainType *plain = findPlainType(type))
    return writer.writeVarInt(plain->code);
  llvm::TypeSwitch<Type>(type)
      .Case([&](ComplexType type) {
        writer.writeVarInt(complexCode);
        writeReference(type.getElementType());
      })
      .Case([&](FunctionType type) {
        writer.writeVarInt(functionCode);
        write(type.getInputs());
        write(type.getResults());
      })
      .Case([&](RankedTensorType type) { writeTensor(type); })
      .Case([&](TupleType type) {
        writer.writeVarInt(tupleCode);
        write(type.getTypes());
      })
      .Case([&](quant::UniformQuantizedType type) { writeQuantized(type); })
      .Case([&](UnrankedTensorType type) {
        writer.writeVarInt(unrankedTensorCode);
        writeReference(type.getElementType());
      })
      .Case([&](quant::UniformQuantizedPerAxisType type) {
        writeQuantizedPerAxis(type);
      })
      .Case([&](MemRefType type) {
        writer.writeVarInt(bufferCode);
        writer.writeSignedVarInts(type.getShape());
        writeReference(type.getElementType());
      })
      .Case([&](FutureType type) {
        writer.writeVarInt(futureCode);
        write(type.getTypes());
      })
      .Default([](Type) { llvm_unreachable("typeVersion has refused it"); });
}

void Writing::writeTensor(RankedTensorType type) {
  if (Attribute encoding = type.getEncoding()) {
    writer.writeVarInt(tensorWithEncodingCode);
    writeReference(encoding);
  } else {
    writer.writeVarInt(tensorCode);
  }
  writer.writeSignedVarInts(type.getShape());
  writeReference(type.getElementType());
}

void Writing::writeQuantized(quant::UniformQuantizedType type) {
  writer.writeVarInt(quantizedCode);
  writer.writeVarInt(type.getFlags());
  writeReference(type.getStorageType());
  writeReference(type.getExpressedType());
  writeDouble(type.getScale());
  writer.writeSignedVarInt(type.getZeroPoint());
  writer.writeSignedVarInt(type.getStorageTypeMin());
  writer.writeSignedVarInt(type.getStorageTypeMax());
}

void Writing::writeQuantizedPerAxis(quant::UniformQuantizedPerAxisType type) {
  writer.writeVarInt(quantizedPerAxisCode);
  writer.writeVarInt(type.getFlags());
  writeReference(type.getStorageType());
  writeReference(type.getExpressedType());
  writer.writeVarInt(type.getQuantizedDimension());
  writer.writeSignedVarInt(type.getStorageTypeMin());
  writer.writeSignedVarInt(type.getStorageTypeMax());
  writer.writeList(type.getScales(), [&](double scale) { writeDouble(scale); });
  writer.writeSignedVarInts(type.getZeroPoints());
}

void Writing::write(EncodedAttr encoded) {
  Attribute attribute = encoded.getAttribute();
  writer.writeVarInt(encoded.getCode());
  if (encoded.getCode() == apiVersionCode)
    return writer.writeVarInt(cast<IntegerAttr>(attribute).getInt());
  for (const vhlo::Enumeration &enumeration : getEnumerations())
    if (std::optional<uint64_t> value = enumeration.value(attribute))
      return writer.writeVarInt(*value);
  llvm::TypeSwitch<Attribute>(attribute)
      .Case([&](ArrayAttr array) {
        writer.writeList(array.getValue(),
                         [&](Attribute element) { writeReference(element); });
      })
      .Case([&](BoolAttr value) { writer.writeVarInt(value.getValue()); })
      .Case([&](DictionaryAttr dictionary) { writeDictionary(dictionary); })
      .Case([&](FloatAttr number) {
        writeReference(number.getType());
        writer.writeAPFloatWithKnownSemantics(number.getValue());
      })
      .Case([&](IntegerAttr number) {
        writeReference(number.getType());
        writer.writeAPIntWithKnownWidth(number.getValue());
      })
      .Case([&](OutputOperandAliasAttr alias) {
        codec::OutputOperandAlias::write(alias, writer);
      })
      .Case([&](StringAttr text) { writer.writeOwnedString(text.getValue()); })
      .Case([&](DenseElementsAttr elements) { writeElements(elements); })
      .Case([&](TypeAttr type) { writeReference(type.getValue()); })
      .Case([&](TypeExtensionsAttr bounds) {
        codec::TypeExtensions::write(bounds, writer);
      })
      .Case([&](ResultAccuracyAttr accuracy) {
        writeResultAccuracy(accuracy);
      })
      .Default([&](Attribute other) { writeMesh(other, writer); });
}

void Writing::writeDictionary(DictionaryAttr dictionary) {
  writer.writeList(dictionary.getValue(), [&](NamedAttribute entry) {
    writeReference(static_cast<Attribute>(entry.getName()));
    writeReference(entry.getValue());
  });
}

void Writing::writeElements(DenseElementsAttr elements) {
  writeReference(elements.getType());
  // MLIR has Booleans as bits, too, and one byte where all are equal; of one alone, only the
  // first bit is written.
  static constexpr char one[] = {0, 1};
  if (elements.getElementType().isInteger(1) && elements.getNumElements() == 1)
    return writer.writeOwnedBlob(one[elements.getSplatValue<bool>()]);
  writer.writeOwnedBlob(elements.getRawData());
}

void Writing::writeResultAccuracy(ResultAccuracyAttr accuracy) {
  writer.writeAPFloatWithKnownSemantics(accuracy.getAtol());
  writer.writeAPFloatWithKnownSemantics(accuracy.getRtol());
  writer.writeSignedVarInt(accuracy.getUlps());
  writeReference(accuracy.getMode());
}

void mlir::vhlo::write(Type type, DialectBytecodeWriter &writer) {
  Writing(writer).write(type);
}

void mlir::vhlo::write(EncodedAttr attribute, DialectBytecodeWriter &writer) {
  Writing(writer).write(attribute);
}

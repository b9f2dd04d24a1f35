#include "common/bytecode.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dialect.h"

using namespace mlir;
using namespace mlir::hlo;

PropertiesForm &hlo::propertiesForm() {
  static thread_local PropertiesForm form = PropertiesForm::Current;
  return form;
}

Attribute hlo::readEnumerator(const Enumeration &enumeration,
                              DialectBytecodeReader &reader) {
  uint64_t value;
  if (failed(reader.readVarInt(value)))
    return {};
  Attribute attribute = value <= UINT32_MAX
                            ? enumeration.get(reader.getContext(), value)
                            : Attribute();
  if (!attribute)
    reader.emitError() << "unknown value of an enumeration: " << value;
  return attribute;
}

Attribute Encoding::readAttribute(DialectBytecodeReader &reader) const {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return {};
  for (const Enumeration &enumeration : knownEnumerations)
    if (enumeration.code == code)
      return readEnumerator(enumeration, reader);
  for (const Struct &known : knownStructs)
    if (known.code == code)
      return known.read(reader);
  reader.emitError() << "unknown code of an attribute of '"
                     << getDialect()->getNamespace() << "': " << code;
  return {};
}

LogicalResult Encoding::writeAttribute(Attribute attribute,
                                       DialectBytecodeWriter &writer) const {
  for (const Enumeration &enumeration : knownEnumerations) {
    if (std::optional<uint64_t> value = enumeration.value(attribute)) {
      writer.writeVarInt(enumeration.code);
      writer.writeVarInt(*value);
      return success();
    }
  }
  for (const Struct &known : knownStructs) {
    if (known.isKind(attribute)) {
      writer.writeVarInt(known.code);
      known.write(attribute, writer);
      return success();
    }
  }
  return failure();
}

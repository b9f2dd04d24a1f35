// Reading and writing attributes in the dialects' own form of bytecode.

#ifndef BCAST_COMMON_BYTECODE_H
#define BCAST_COMMON_BYTECODE_H

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/APFloat.h"

#include <tuple>

namespace mlir::hlo {

//===-- Enumerators -------------------------------------------------------===//

// An attribute that is an enumerator, written as its value.
struct Enumeration {
  unsigned code;
  Attribute (*get)(MLIRContext *, uint32_t);
  std::optional<uint64_t> (*value)(Attribute);
};

template <typename AttrT, auto symbolize>
Attribute getEnumerator(MLIRContext *context, uint32_t value) {
  if (auto known = symbolize(value))
    return AttrT::get(context, *known);
  return {};
}

template <typename AttrT>
std::optional<uint64_t> getEnumeratorValue(Attribute attribute) {
  if (auto known = dyn_cast<AttrT>(attribute))
    return static_cast<uint64_t>(known.getValue());
  return std::nullopt;
}

// An `Enumeration` of the namespace in which this is used.
#define BCAST_ENUMERATION(CODE, NAME)                                          \
  {CODE,                                                                       \
   hlo::getEnumerator<NAME##Attr,                                              \
                      static_cast<std::optional<NAME> (*)(uint32_t)>(          \
                          symbolize##NAME)>,                                   \
   hlo::getEnumeratorValue<NAME##Attr>}

// Reads the value of an enumerator; returns null after a diagnostic.
Attribute readEnumerator(const Enumeration &enumeration,
                         DialectBytecodeReader &reader);

//===-- Structs -----------------------------------------------------------===//

// A member as it is kept while the others are read.
template <typename T> struct OwnedMember {
  using Type = T;
};
template <> struct OwnedMember<ArrayRef<int64_t>> {
  using Type = SmallVector<int64_t>;
};
template <> struct OwnedMember<APFloat> {
  using Type = FailureOr<APFloat>;
};

inline LogicalResult readMember(DialectBytecodeReader &reader, int64_t &value) {
  return reader.readSignedVarInt(value);
}
inline LogicalResult readMember(DialectBytecodeReader &reader,
                                SmallVector<int64_t> &list) {
  return reader.readSignedVarInts(list);
}
inline LogicalResult readMember(DialectBytecodeReader &reader, bool &value) {
  return reader.readBool(value);
}
inline LogicalResult readMember(DialectBytecodeReader &reader, Type &type) {
  return reader.readType(type);
}
inline LogicalResult readMember(DialectBytecodeReader &reader,
                                StringRef &text) {
  return reader.readString(text);
}
inline LogicalResult readMember(DialectBytecodeReader &reader,
                                FailureOr<APFloat> &value) {
  return value = reader.readAPFloatWithKnownSemantics(APFloat::IEEEdouble());
}
template <typename AttrT>
std::enable_if_t<std::is_base_of_v<Attribute, AttrT>, LogicalResult>
readMember(DialectBytecodeReader &reader, AttrT &attribute) {
  return reader.readAttribute(attribute);
}

inline void writeMember(DialectBytecodeWriter &writer, int64_t value) {
  writer.writeSignedVarInt(value);
}
inline void writeMember(DialectBytecodeWriter &writer, ArrayRef<int64_t> list) {
  writer.writeSignedVarInts(list);
}
inline void writeMember(DialectBytecodeWriter &writer, bool value) {
  writer.writeOwnedBool(value);
}
inline void writeMember(DialectBytecodeWriter &writer, Type type) {
  writer.writeType(type);
}
inline void writeMember(DialectBytecodeWriter &writer, StringRef text) {
  writer.writeOwnedString(text);
}
inline void writeMember(DialectBytecodeWriter &writer, const APFloat &value) {
  writer.writeAPFloatWithKnownSemantics(value);
}
inline void writeMember(DialectBytecodeWriter &writer, Attribute attribute) {
  writer.writeAttribute(attribute);
}

template <typename T> T getMember(T &value) { return value; }
inline APFloat getMember(FailureOr<APFloat> &value) { return *value; }
inline ArrayRef<int64_t> getMember(SmallVector<int64_t> &list) { return list; }

// Whether an attribute restricts its members.
template <typename AttrT, typename = void>
struct HasVerifier : std::false_type {};
template <typename AttrT>
struct HasVerifier<AttrT, std::void_t<decltype(&AttrT::verify)>>
    : std::true_type {};

// An attribute that is written as its members, one after another.
template <typename AttrT, auto... getters> struct StructCodec {
  static bool isKind(Attribute attribute) { return isa<AttrT>(attribute); }

  // Calls the function with each member.
  template <typename FunctionT>
  static void visit(Attribute attribute, FunctionT function) {
    auto whole = cast<AttrT>(attribute);
    (function((whole.*getters)()), ...);
  }

  // Makes an attribute of members that the function reads one by one. Returns null if that
  // fails, or, after a diagnostic, if the members make no such attribute.
  template <typename FunctionT>
  static Attribute make(MLIRContext *context,
                        function_ref<InFlightDiagnostic()> emitError,
                        FunctionT read) {
    std::tuple<typename OwnedMember<
        std::decay_t<std::invoke_result_t<decltype(getters), AttrT>>>::Type...>
        members;
    return std::apply(
        [&](auto &...member) -> Attribute {
          if (!(succeeded(read(member)) && ...))
            return {};
          if constexpr (HasVerifier<AttrT>::value)
            return AttrT::getChecked(emitError, context, getMember(member)...);
          else
            return AttrT::get(context, getMember(member)...);
        },
        members);
  }

  static Attribute read(DialectBytecodeReader &reader) {
    return make(
        reader.getContext(), [&reader] { return reader.emitError(); },
        [&reader](auto &member) { return readMember(reader, member); });
  }

  static void write(Attribute attribute, DialectBytecodeWriter &writer) {
    visit(attribute,
          [&writer](const auto &member) { writeMember(writer, member); });
  }
};

// A codec in a table.
struct Struct {
  unsigned code;
  bool (*isKind)(Attribute);
  Attribute (*read)(DialectBytecodeReader &);
  void (*write)(Attribute, DialectBytecodeWriter &);
};

template <typename Codec> constexpr Struct makeStruct(unsigned code) {
  return {code, Codec::isKind, Codec::read, Codec::write};
}

//===-- Properties --------------------------------------------------------===//

// Reads an attribute of an op that some writers know and others do not. It is the last one, and
// absent if the bytes end before it.
template <typename AttrT>
void readLastProperty(DialectBytecodeReader &reader, AttrT &attribute) {
  // The end of the bytes is noticed only by an error.
  ScopedDiagnosticHandler silence(reader.getContext(),
                                  [](Diagnostic &) { return success(); });
  if (failed(reader.readOptionalAttribute(attribute)))
    attribute = {};
}

// The ops `collective_broadcast` and `top_k` have one attribute more since StableHLO 1.18, in front
// of their last one. Which of both forms a file has is noticed only when the bytes of an op end too
// soon, and the reader cannot go back. So the whole file is read again.
enum class PropertiesForm { Current, Older, CurrentButFoundOlder };

// Returns the form that this thread reads.
PropertiesForm &propertiesForm();

// Reads an attribute that the older form lacks, and the one behind it.
template <typename AddedT, typename LastT>
LogicalResult readAddedProperty(DialectBytecodeReader &reader, AddedT &added,
                                LastT &last) {
  PropertiesForm &form = propertiesForm();
  if (form == PropertiesForm::Older)
    return reader.readAttribute(last);
  ScopedDiagnosticHandler silence(reader.getContext(),
                                  [](Diagnostic &) { return success(); });
  if (succeeded(reader.readOptionalAttribute(added)) &&
      succeeded(reader.readAttribute(last)))
    return success();
  form = PropertiesForm::CurrentButFoundOlder;
  return failure();
}

//===-- Dialects ----------------------------------------------------------===//

// Reads and writes the attributes of two tables; others are written as text.
class Encoding : public BytecodeDialectInterface {
public:
  Encoding(Dialect *dialect, ArrayRef<Enumeration> knownEnumerations,
           ArrayRef<Struct> knownStructs)
      : BytecodeDialectInterface(dialect), knownEnumerations(knownEnumerations),
        knownStructs(knownStructs) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const final;
  LogicalResult writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const final;

private:
  ArrayRef<Enumeration> knownEnumerations;
  ArrayRef<Struct> knownStructs;
};

} // namespace mlir::hlo

#endif // BCAST_COMMON_BYTECODE_H

// StableHLO's attributes and types in bytecode.
//
// Source: StablehloBytecode.cpp of OpenXLA, for the codes and the order of members.

#include "dialect/stablehlo/bytecode.h"

using namespace mlir;
using namespace mlir::stablehlo;

static const hlo::Enumeration enumerations[] = {
    BCAST_ENUMERATION(2, ComparisonDirection),
    BCAST_ENUMERATION(3, ComparisonType),
    BCAST_ENUMERATION(6, FftType),
    BCAST_ENUMERATION(8, Precision),
    BCAST_ENUMERATION(9, RngAlgorithm),
    BCAST_ENUMERATION(10, RngDistribution),
    BCAST_ENUMERATION(12, Transpose),
    BCAST_ENUMERATION(16, ResultAccuracyMode),
};

static const hlo::Struct structs[] = {
    hlo::makeStruct<codec::ChannelHandle>(1),
    hlo::makeStruct<codec::ConvDimensionNumbers>(4),
    hlo::makeStruct<codec::DotDimensionNumbers>(5),
    hlo::makeStruct<codec::GatherDimensionNumbers>(7),
    hlo::makeStruct<codec::ScatterDimensionNumbers>(11),
    hlo::makeStruct<codec::TypeExtensions>(13),
    hlo::makeStruct<codec::OutputOperandAlias>(14),
    hlo::makeStruct<codec::DotAlgorithm>(15),
    hlo::makeStruct<codec::ResultAccuracy>(17),
};

namespace {

enum TypeCode : unsigned { tokenCode = 0, futureCode = 1 };

// The version that a producer has given the dialect; nothing depends on it.
struct Version : public DialectVersion {};

class StableHLOEncoding : public hlo::Encoding {
public:
  StableHLOEncoding(Dialect *dialect)
      : Encoding(dialect, enumerations, structs) {}

  Type readType(DialectBytecodeReader &reader) const final {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (code) {
    case tokenCode:
      return TokenType::get(reader.getContext());
    case futureCode: {
      SmallVector<Type> types;
      if (failed(reader.readTypes(types)))
        return {};
      return FutureType::get(reader.getContext(), types);
    }
    default:
      reader.emitError() << "unknown code of a type of 'stablehlo': " << code;
      return {};
    }
  }

  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const final {
    if (isa<TokenType>(type)) {
      writer.writeVarInt(tokenCode);
      return success();
    }
    if (auto future = dyn_cast<FutureType>(type)) {
      writer.writeVarInt(futureCode);
      writer.writeTypes(future.getTypes());
      return success();
    }
    return failure();
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t part;
    for (int count = 0; count < 3; ++count)
      if (failed(reader.readVarInt(part)))
        return nullptr;
    return std::make_unique<Version>();
  }
};

} // namespace

void stablehlo::addEncoding(StableHLODialect &dialect) {
  dialect.addInterfaces<StableHLOEncoding>();
}

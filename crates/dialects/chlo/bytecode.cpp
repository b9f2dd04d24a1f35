// CHLO's attributes in bytecode. Those without a code are written as text.
//
// Source: ChloBytecode.cpp of OpenXLA, for the codes.

#include "chlo/bytecode.h"

#include "common/bytecode.h"

using namespace mlir;
using namespace mlir::chlo;

static const hlo::Enumeration enumerations[] = {
    BCAST_ENUMERATION(0, ComparisonDirection),
    BCAST_ENUMERATION(1, ComparisonType),
};

namespace {

class CHLOEncoding : public hlo::Encoding {
public:
  CHLOEncoding(Dialect *dialect) : Encoding(dialect, enumerations, {}) {}
};

} // namespace

// StableHLO up to 1.17, and so jaxlib 0.10.2, lacks `is_stable`.

LogicalResult TopKOp::readProperties(DialectBytecodeReader &reader,
                                     OperationState &state) {
  auto &all = state.getOrAddProperties<Properties>();
  return hlo::readAddedProperty(reader, all.is_stable, all.k);
}

void TopKOp::writeProperties(DialectBytecodeWriter &writer) {
  writer.writeOptionalAttribute(getProperties().is_stable);
  writer.writeAttribute(getProperties().k);
}

void chlo::addEncoding(CHLODialect &dialect) {
  dialect.addInterfaces<CHLOEncoding>();
}

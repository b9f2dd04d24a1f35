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

// StableHLO up to 1.17, and so jaxlib 0.10.2, lacks the attribute that is last here.

LogicalResult TopKOp::readProperties(DialectBytecodeReader &reader,
                                     OperationState &state) {
  auto &all = state.getOrAddProperties<Properties>();
  if (failed(reader.readAttribute(all.k)))
    return failure();
  hlo::readLastProperty(reader, all.is_stable);
  return success();
}

void TopKOp::writeProperties(DialectBytecodeWriter &writer) {
  writer.writeAttribute(getProperties().k);
  writer.writeOptionalAttribute(getProperties().is_stable);
}

void chlo::addEncoding(CHLODialect &dialect) {
  dialect.addInterfaces<CHLOEncoding>();
}

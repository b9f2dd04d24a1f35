// CHLO's attributes in bytecode. Those without a code are written as text.
//
// Source: ChloBytecode.cpp of OpenXLA, for the codes.

#include "dialect/chlo/bytecode.h"

#include "dialect/common/bytecode.h"

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

void chlo::addEncoding(CHLODialect &dialect) {
  dialect.addInterfaces<CHLOEncoding>();
}

// The dialect `tf`, of whose ops only the names are known: they are read in the
// generic form, and nothing is verified. They become StableHLO and CHLO.

#include "capi/dialect.h"

#include "chlo/dialect.h"
#include "stablehlo/dialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;

namespace {

/// Functions with these ops are inlined as those with others.
struct TensorFlowInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

class TensorFlowDialect : public Dialect {
public:
  explicit TensorFlowDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<TensorFlowDialect>()) {
    allowUnknownOperations();
    addInterfaces<TensorFlowInliner>();
    context->getOrLoadDialect<stablehlo::StableHLODialect>();
    context->getOrLoadDialect<chlo::CHLODialect>();
  }

  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("tf");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TensorFlowDialect)
};

} // namespace

extern "C" {

void bcastRegisterTensorFlow(MlirDialectRegistry registry) {
  unwrap(registry)->insert<TensorFlowDialect>();
}

bool bcastReadsTensorFlow(MlirContext context) {
  return unwrap(context)->getLoadedDialect<TensorFlowDialect>() != nullptr;
}
}

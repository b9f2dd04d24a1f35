// The C API of the dialects, under OpenXLA's names, and of the extension that
// MLIR's own C API lacks.

#include "dialect/chlo/dialect.h"
#include "dialect/stablehlo/dialect.h"
#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using stablehlo::DotDimensionNumbersAttr;
using stablehlo::TypeExtensionsAttr;

extern "C" {

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Stablehlo, stablehlo,
                                      stablehlo::StableHLODialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(CHLO, chlo, chlo::CHLODialect)

MlirAttribute stablehloTypeExtensionsGet(MlirContext ctx, intptr_t nBounds,
                                         const int64_t *bounds) {
  return wrap(TypeExtensionsAttr::get(
      unwrap(ctx), llvm::ArrayRef(bounds, static_cast<size_t>(nBounds))));
}

bool stablehloAttributeIsTypeExtensions(MlirAttribute attr) {
  return isa_and_nonnull<TypeExtensionsAttr>(unwrap(attr));
}

intptr_t stablehloTypeExtensionsGetBoundsSize(MlirAttribute attr) {
  return cast<TypeExtensionsAttr>(unwrap(attr)).getBounds().size();
}

int64_t stablehloTypeExtensionsGetBoundsElem(MlirAttribute attr,
                                             intptr_t pos) {
  return cast<TypeExtensionsAttr>(unwrap(attr)).getBounds()[pos];
}

// The dims that `stablehlo.dot_general` contracts and batches.

bool stablehloAttributeIsADotDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<DotDimensionNumbersAttr>(unwrap(attr));
}

#define BCAST_DOT_DIMENSIONS(NAME)                                             \
  intptr_t stablehloDotDimensionNumbersGet##NAME##Size(MlirAttribute attr) {   \
    return cast<DotDimensionNumbersAttr>(unwrap(attr)).get##NAME().size();     \
  }                                                                            \
  int64_t stablehloDotDimensionNumbersGet##NAME##Elem(MlirAttribute attr,      \
                                                      intptr_t pos) {          \
    return cast<DotDimensionNumbersAttr>(unwrap(attr)).get##NAME()[pos];       \
  }

BCAST_DOT_DIMENSIONS(LhsBatchingDimensions)
BCAST_DOT_DIMENSIONS(RhsBatchingDimensions)
BCAST_DOT_DIMENSIONS(LhsContractingDimensions)
BCAST_DOT_DIMENSIONS(RhsContractingDimensions)

// Lets calls be inlined, which MLIR keeps outside of the func dialect.
void bcastRegisterInlinerExtension(MlirDialectRegistry registry) {
  func::registerInlinerExtension(*unwrap(registry));
}
}

// The C API of the dialects, under OpenXLA's names, and of the extension that
// MLIR's own C API lacks.

#include "capi/dialect.h"

#include "chlo/dialect.h"
#include "stablehlo/dialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using chlo::RaggedDotDimensionNumbersAttr;
using stablehlo::ConvDimensionNumbersAttr;
using stablehlo::DotDimensionNumbersAttr;
using stablehlo::GatherDimensionNumbersAttr;
using stablehlo::ScatterDimensionNumbersAttr;
using stablehlo::TypeExtensionsAttr;

extern "C" {

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Stablehlo, stablehlo,
                                      stablehlo::StableHLODialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(CHLO, chlo, chlo::CHLODialect)

void bcastVerifyKnownSignatures(bool isOn) { hlo::verifyKnownSignatures(isOn); }

bool bcastOperationIsElementwise(MlirOperation operation) {
  Operation *op = unwrap(operation);
  return op->hasTrait<hlo::Elementwise>() || op->hasTrait<OpTrait::Elementwise>();
}

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

// Defines how many dims a list of an attribute has, and the one at a position.
#define BCAST_DIMENSIONS(DIALECT, ATTRIBUTE, NAME)                             \
  intptr_t DIALECT##ATTRIBUTE##DimensionNumbersGet##NAME##Size(                \
      MlirAttribute attr) {                                                    \
    return cast<ATTRIBUTE##DimensionNumbersAttr>(unwrap(attr))                 \
        .get##NAME()                                                           \
        .size();                                                               \
  }                                                                            \
  int64_t DIALECT##ATTRIBUTE##DimensionNumbersGet##NAME##Elem(                 \
      MlirAttribute attr, intptr_t pos) {                                      \
    return cast<ATTRIBUTE##DimensionNumbersAttr>(unwrap(attr)).get##NAME()[pos]; \
  }

// Defines the one dim that an attribute has by a name.
#define BCAST_DIMENSION(DIALECT, ATTRIBUTE, NAME)                              \
  int64_t DIALECT##ATTRIBUTE##DimensionNumbersGet##NAME(MlirAttribute attr) {  \
    return cast<ATTRIBUTE##DimensionNumbersAttr>(unwrap(attr)).get##NAME();    \
  }

bool stablehloAttributeIsADotDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<DotDimensionNumbersAttr>(unwrap(attr));
}

BCAST_DIMENSIONS(stablehlo, Dot, LhsBatchingDimensions)
BCAST_DIMENSIONS(stablehlo, Dot, RhsBatchingDimensions)
BCAST_DIMENSIONS(stablehlo, Dot, LhsContractingDimensions)
BCAST_DIMENSIONS(stablehlo, Dot, RhsContractingDimensions)

bool stablehloAttributeIsAGatherDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<GatherDimensionNumbersAttr>(unwrap(attr));
}

BCAST_DIMENSIONS(stablehlo, Gather, OffsetDims)
BCAST_DIMENSIONS(stablehlo, Gather, CollapsedSliceDims)
BCAST_DIMENSIONS(stablehlo, Gather, OperandBatchingDims)
BCAST_DIMENSIONS(stablehlo, Gather, StartIndicesBatchingDims)
BCAST_DIMENSIONS(stablehlo, Gather, StartIndexMap)
BCAST_DIMENSION(stablehlo, Gather, IndexVectorDim)

bool stablehloAttributeIsAScatterDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<ScatterDimensionNumbersAttr>(unwrap(attr));
}

BCAST_DIMENSIONS(stablehlo, Scatter, UpdateWindowDims)
BCAST_DIMENSIONS(stablehlo, Scatter, InsertedWindowDims)
BCAST_DIMENSIONS(stablehlo, Scatter, InputBatchingDims)
BCAST_DIMENSIONS(stablehlo, Scatter, ScatterIndicesBatchingDims)
BCAST_DIMENSIONS(stablehlo, Scatter, ScatterDimsToOperandDims)
BCAST_DIMENSION(stablehlo, Scatter, IndexVectorDim)

bool stablehloAttributeIsAConvDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<ConvDimensionNumbersAttr>(unwrap(attr));
}

BCAST_DIMENSION(stablehlo, Conv, InputBatchDimension)
BCAST_DIMENSION(stablehlo, Conv, OutputBatchDimension)
BCAST_DIMENSION(stablehlo, Conv, OutputFeatureDimension)
BCAST_DIMENSION(stablehlo, Conv, KernelOutputFeatureDimension)
BCAST_DIMENSIONS(stablehlo, Conv, InputSpatialDimensions)
BCAST_DIMENSIONS(stablehlo, Conv, KernelSpatialDimensions)
BCAST_DIMENSIONS(stablehlo, Conv, OutputSpatialDimensions)

bool chloAttributeIsARaggedDotDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<RaggedDotDimensionNumbersAttr>(unwrap(attr));
}

BCAST_DIMENSIONS(chlo, RaggedDot, LhsBatchingDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, RhsBatchingDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, LhsContractingDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, RhsContractingDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, LhsRaggedDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, RhsGroupDimensions)

void bcastRegisterInlinerExtension(MlirDialectRegistry registry) {
  func::registerInlinerExtension(*unwrap(registry));
}
}

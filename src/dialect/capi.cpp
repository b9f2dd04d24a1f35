// The C API of the dialects, under OpenXLA's names, and of the extension that
// MLIR's own C API lacks.

#include "dialect/capi.h"

#include "dialect/chlo/dialect.h"
#include "dialect/stablehlo/dialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using chlo::RaggedDotDimensionNumbersAttr;
using stablehlo::ConvDimensionNumbersAttr;
using stablehlo::DotDimensionNumbersAttr;
using stablehlo::GatherDimensionNumbersAttr;
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

// The result dims of `stablehlo.gather` that come from slices, and the dims of
// the operand and of the start indices that do not become result dims.

bool stablehloAttributeIsAGatherDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<GatherDimensionNumbersAttr>(unwrap(attr));
}

intptr_t stablehloGatherDimensionNumbersGetOffsetDimsSize(MlirAttribute attr) {
  return cast<GatherDimensionNumbersAttr>(unwrap(attr)).getOffsetDims().size();
}

int64_t stablehloGatherDimensionNumbersGetOffsetDimsElem(MlirAttribute attr,
                                                         intptr_t pos) {
  return cast<GatherDimensionNumbersAttr>(unwrap(attr)).getOffsetDims()[pos];
}

intptr_t
stablehloGatherDimensionNumbersGetCollapsedSliceDimsSize(MlirAttribute attr) {
  return cast<GatherDimensionNumbersAttr>(unwrap(attr))
      .getCollapsedSliceDims()
      .size();
}

int64_t
stablehloGatherDimensionNumbersGetCollapsedSliceDimsElem(MlirAttribute attr,
                                                          intptr_t pos) {
  return cast<GatherDimensionNumbersAttr>(unwrap(attr))
      .getCollapsedSliceDims()[pos];
}

intptr_t
stablehloGatherDimensionNumbersGetOperandBatchingDimsSize(MlirAttribute attr) {
  return cast<GatherDimensionNumbersAttr>(unwrap(attr))
      .getOperandBatchingDims()
      .size();
}

int64_t
stablehloGatherDimensionNumbersGetOperandBatchingDimsElem(MlirAttribute attr,
                                                          intptr_t pos) {
  return cast<GatherDimensionNumbersAttr>(unwrap(attr))
      .getOperandBatchingDims()[pos];
}

int64_t stablehloGatherDimensionNumbersGetIndexVectorDim(MlirAttribute attr) {
  return cast<GatherDimensionNumbersAttr>(unwrap(attr)).getIndexVectorDim();
}

// The roles of the dims of a convolution's tensors.

bool stablehloAttributeIsAConvDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<ConvDimensionNumbersAttr>(unwrap(attr));
}

#define BCAST_CONV_DIMENSION(NAME)                                             \
  int64_t stablehloConvDimensionNumbersGet##NAME##Dimension(                   \
      MlirAttribute attr) {                                                    \
    return cast<ConvDimensionNumbersAttr>(unwrap(attr)).get##NAME##Dimension(); \
  }

#define BCAST_CONV_DIMENSIONS(NAME)                                            \
  intptr_t stablehloConvDimensionNumbersGet##NAME##DimensionsSize(             \
      MlirAttribute attr) {                                                    \
    return cast<ConvDimensionNumbersAttr>(unwrap(attr))                        \
        .get##NAME##Dimensions()                                               \
        .size();                                                               \
  }                                                                            \
  int64_t stablehloConvDimensionNumbersGet##NAME##DimensionsElem(              \
      MlirAttribute attr, intptr_t pos) {                                      \
    return cast<ConvDimensionNumbersAttr>(unwrap(attr))                        \
        .get##NAME##Dimensions()[pos];                                         \
  }

BCAST_CONV_DIMENSION(InputBatch)
BCAST_CONV_DIMENSION(OutputBatch)
BCAST_CONV_DIMENSION(OutputFeature)
BCAST_CONV_DIMENSION(KernelOutputFeature)
BCAST_CONV_DIMENSIONS(InputSpatial)
BCAST_CONV_DIMENSIONS(KernelSpatial)
BCAST_CONV_DIMENSIONS(OutputSpatial)

// The dims that `chlo.ragged_dot` contracts, batches and groups.

bool chloAttributeIsARaggedDotDimensionNumbers(MlirAttribute attr) {
  return isa_and_nonnull<RaggedDotDimensionNumbersAttr>(unwrap(attr));
}

#define BCAST_RAGGED_DIMENSIONS(NAME)                                          \
  intptr_t chloRaggedDotDimensionNumbersGet##NAME##Size(MlirAttribute attr) {  \
    return cast<RaggedDotDimensionNumbersAttr>(unwrap(attr))                   \
        .get##NAME()                                                           \
        .size();                                                               \
  }                                                                            \
  int64_t chloRaggedDotDimensionNumbersGet##NAME##Elem(MlirAttribute attr,     \
                                                       intptr_t pos) {         \
    return cast<RaggedDotDimensionNumbersAttr>(unwrap(attr)).get##NAME()[pos]; \
  }

BCAST_RAGGED_DIMENSIONS(LhsBatchingDimensions)
BCAST_RAGGED_DIMENSIONS(RhsBatchingDimensions)
BCAST_RAGGED_DIMENSIONS(LhsContractingDimensions)
BCAST_RAGGED_DIMENSIONS(RhsContractingDimensions)
BCAST_RAGGED_DIMENSIONS(LhsRaggedDimensions)
BCAST_RAGGED_DIMENSIONS(RhsGroupDimensions)

void bcastRegisterInlinerExtension(MlirDialectRegistry registry) {
  func::registerInlinerExtension(*unwrap(registry));
}
}

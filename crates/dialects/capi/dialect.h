// The C API of the dialects, under OpenXLA's names, and of the extension that
// MLIR's own C API lacks.

#ifndef BCAST_CAPI_DIALECT_H
#define BCAST_CAPI_DIALECT_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

MlirDialectHandle mlirGetDialectHandle__stablehlo__(void);
MlirDialectHandle mlirGetDialectHandle__chlo__(void);
MlirDialectHandle mlirGetDialectHandle__sdy__(void);

// Enables inlining of calls, which MLIR implements outside the func dialect.
void bcastRegisterInlinerExtension(MlirDialectRegistry registry);

// For tests: from now on, ops of the signatures that are known to be valid are
// verified, too, and the process is aborted if one is invalid.
void bcastVerifyKnownSignatures(bool isOn);

// Returns whether the op is elementwise, so that its operands and results have
// equal shapes.
bool bcastOperationIsElementwise(MlirOperation operation);

//===----------------------------------------------------------------------===//
// Computations on parts of tensors
//===----------------------------------------------------------------------===//

// The values that enter the region of `sdy.manual_computation`, or leave it.
typedef enum BcastSdyValues {
  BcastSdyOperands,
  BcastSdyResults,
} BcastSdyValues;

// Returns the number of parts of a value's dim that the region sees one of; 0
// if it is not known, or for another op.
int64_t bcastSdyPartCount(MlirOperation op, BcastSdyValues values,
                          intptr_t index, intptr_t dim);

// Returns whether the region sees a value with all of its elements.
bool bcastSdyIsWhole(MlirOperation op, BcastSdyValues values, intptr_t index);

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

MlirAttribute stablehloTypeExtensionsGet(MlirContext ctx, intptr_t nBounds,
                                         const int64_t *bounds);
bool stablehloAttributeIsTypeExtensions(MlirAttribute attr);
intptr_t stablehloTypeExtensionsGetBoundsSize(MlirAttribute attr);
int64_t stablehloTypeExtensionsGetBoundsElem(MlirAttribute attr, intptr_t pos);

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

// Declares the size of a list of dims, and access to its elements.
#define BCAST_DIMENSIONS(DIALECT, ATTRIBUTE, NAME)                             \
  intptr_t DIALECT##ATTRIBUTE##DimensionNumbersGet##NAME##Size(                \
      MlirAttribute attr);                                                     \
  int64_t DIALECT##ATTRIBUTE##DimensionNumbersGet##NAME##Elem(                 \
      MlirAttribute attr, intptr_t pos);

// The dims that `stablehlo.dot_general` contracts and batches.
bool stablehloAttributeIsADotDimensionNumbers(MlirAttribute attr);
BCAST_DIMENSIONS(stablehlo, Dot, LhsBatchingDimensions)
BCAST_DIMENSIONS(stablehlo, Dot, RhsBatchingDimensions)
BCAST_DIMENSIONS(stablehlo, Dot, LhsContractingDimensions)
BCAST_DIMENSIONS(stablehlo, Dot, RhsContractingDimensions)

// The result dims of `stablehlo.gather` that come from slices, and the dims of the
// operand and of the start indices that do not become result dims.
bool stablehloAttributeIsAGatherDimensionNumbers(MlirAttribute attr);
BCAST_DIMENSIONS(stablehlo, Gather, OffsetDims)
BCAST_DIMENSIONS(stablehlo, Gather, CollapsedSliceDims)
BCAST_DIMENSIONS(stablehlo, Gather, OperandBatchingDims)
BCAST_DIMENSIONS(stablehlo, Gather, StartIndicesBatchingDims)
BCAST_DIMENSIONS(stablehlo, Gather, StartIndexMap)
int64_t stablehloGatherDimensionNumbersGetIndexVectorDim(MlirAttribute attr);

// The dims of the updates of `stablehlo.scatter` that are in windows, and the
// operand dims that it indexes, batches, or updates one element of.
bool stablehloAttributeIsAScatterDimensionNumbers(MlirAttribute attr);
BCAST_DIMENSIONS(stablehlo, Scatter, UpdateWindowDims)
BCAST_DIMENSIONS(stablehlo, Scatter, InsertedWindowDims)
BCAST_DIMENSIONS(stablehlo, Scatter, InputBatchingDims)
BCAST_DIMENSIONS(stablehlo, Scatter, ScatterIndicesBatchingDims)
BCAST_DIMENSIONS(stablehlo, Scatter, ScatterDimsToOperandDims)
int64_t stablehloScatterDimensionNumbersGetIndexVectorDim(MlirAttribute attr);

// The roles of the dims of a convolution's tensors.
bool stablehloAttributeIsAConvDimensionNumbers(MlirAttribute attr);
int64_t
stablehloConvDimensionNumbersGetInputBatchDimension(MlirAttribute attr);
int64_t
stablehloConvDimensionNumbersGetOutputBatchDimension(MlirAttribute attr);
int64_t
stablehloConvDimensionNumbersGetOutputFeatureDimension(MlirAttribute attr);
int64_t stablehloConvDimensionNumbersGetKernelOutputFeatureDimension(
    MlirAttribute attr);
BCAST_DIMENSIONS(stablehlo, Conv, InputSpatialDimensions)
BCAST_DIMENSIONS(stablehlo, Conv, KernelSpatialDimensions)
BCAST_DIMENSIONS(stablehlo, Conv, OutputSpatialDimensions)

// The dims that `chlo.ragged_dot` contracts, batches and groups.
bool chloAttributeIsARaggedDotDimensionNumbers(MlirAttribute attr);
BCAST_DIMENSIONS(chlo, RaggedDot, LhsBatchingDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, RhsBatchingDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, LhsContractingDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, RhsContractingDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, LhsRaggedDimensions)
BCAST_DIMENSIONS(chlo, RaggedDot, RhsGroupDimensions)

#undef BCAST_DIMENSIONS

#ifdef __cplusplus
}
#endif

#endif // BCAST_CAPI_DIALECT_H

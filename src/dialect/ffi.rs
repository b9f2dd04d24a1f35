//! Declarations of `capi.cpp`.

use mlir_sys::{MlirAttribute, MlirContext, MlirDialectHandle, MlirDialectRegistry};

unsafe extern "C" {
    pub(super) fn mlirGetDialectHandle__stablehlo__() -> MlirDialectHandle;
    pub(super) fn mlirGetDialectHandle__chlo__() -> MlirDialectHandle;

    pub(super) fn stablehloTypeExtensionsGet(
        context: MlirContext,
        bound_count: isize,
        bounds: *const i64,
    ) -> MlirAttribute;
    pub(super) fn stablehloAttributeIsTypeExtensions(attribute: MlirAttribute) -> bool;
    pub(super) fn stablehloTypeExtensionsGetBoundsSize(attribute: MlirAttribute) -> isize;
    pub(super) fn stablehloTypeExtensionsGetBoundsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;

    pub(super) fn stablehloAttributeIsADotDimensionNumbers(attribute: MlirAttribute) -> bool;
    pub(super) fn stablehloDotDimensionNumbersGetLhsBatchingDimensionsSize(
        attribute: MlirAttribute,
    ) -> isize;
    pub(super) fn stablehloDotDimensionNumbersGetLhsBatchingDimensionsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;
    pub(super) fn stablehloDotDimensionNumbersGetRhsBatchingDimensionsSize(
        attribute: MlirAttribute,
    ) -> isize;
    pub(super) fn stablehloDotDimensionNumbersGetRhsBatchingDimensionsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;
    pub(super) fn stablehloDotDimensionNumbersGetLhsContractingDimensionsSize(
        attribute: MlirAttribute,
    ) -> isize;
    pub(super) fn stablehloDotDimensionNumbersGetLhsContractingDimensionsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;
    pub(super) fn stablehloDotDimensionNumbersGetRhsContractingDimensionsSize(
        attribute: MlirAttribute,
    ) -> isize;
    pub(super) fn stablehloDotDimensionNumbersGetRhsContractingDimensionsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;

    pub(super) fn stablehloAttributeIsAGatherDimensionNumbers(attribute: MlirAttribute) -> bool;
    pub(super) fn stablehloGatherDimensionNumbersGetOffsetDimsSize(
        attribute: MlirAttribute,
    ) -> isize;
    pub(super) fn stablehloGatherDimensionNumbersGetOffsetDimsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;
    pub(super) fn stablehloGatherDimensionNumbersGetIndexVectorDim(attribute: MlirAttribute)
    -> i64;

    pub(super) fn stablehloAttributeIsAConvDimensionNumbers(attribute: MlirAttribute) -> bool;
    pub(super) fn stablehloConvDimensionNumbersGetInputBatchDimension(
        attribute: MlirAttribute,
    ) -> i64;
    pub(super) fn stablehloConvDimensionNumbersGetOutputBatchDimension(
        attribute: MlirAttribute,
    ) -> i64;
    pub(super) fn stablehloConvDimensionNumbersGetOutputFeatureDimension(
        attribute: MlirAttribute,
    ) -> i64;
    pub(super) fn stablehloConvDimensionNumbersGetKernelOutputFeatureDimension(
        attribute: MlirAttribute,
    ) -> i64;
    pub(super) fn stablehloConvDimensionNumbersGetInputSpatialDimensionsSize(
        attribute: MlirAttribute,
    ) -> isize;
    pub(super) fn stablehloConvDimensionNumbersGetInputSpatialDimensionsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;
    pub(super) fn stablehloConvDimensionNumbersGetKernelSpatialDimensionsSize(
        attribute: MlirAttribute,
    ) -> isize;
    pub(super) fn stablehloConvDimensionNumbersGetKernelSpatialDimensionsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;
    pub(super) fn stablehloConvDimensionNumbersGetOutputSpatialDimensionsSize(
        attribute: MlirAttribute,
    ) -> isize;
    pub(super) fn stablehloConvDimensionNumbersGetOutputSpatialDimensionsElem(
        attribute: MlirAttribute,
        position: isize,
    ) -> i64;

    pub(super) fn bcastRegisterInlinerExtension(registry: MlirDialectRegistry);
}

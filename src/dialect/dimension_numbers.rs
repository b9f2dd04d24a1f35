//! What attributes say of the dims of contractions, convolutions and gathers.

use super::ffi;
use melior::ir::{Attribute, AttributeLike};
use mlir_sys::MlirAttribute;

/// The dims that `stablehlo.dot_general` batches and contracts, pair by pair.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DotDimensionNumbers {
    /// Batched dims of the left operand.
    pub lhs_batching: Vec<i64>,
    /// Batched dims of the right operand.
    pub rhs_batching: Vec<i64>,
    /// Contracted dims of the left operand.
    pub lhs_contracting: Vec<i64>,
    /// Contracted dims of the right operand.
    pub rhs_contracting: Vec<i64>,
}

/// Reads `#stablehlo.dot<...>`; `None` for an attribute of another kind.
pub fn dot_dimension_numbers(attribute: Attribute<'_>) -> Option<DotDimensionNumbers> {
    let attribute = attribute.to_raw();
    // SAFETY: the attribute is alive.
    if !unsafe { ffi::stablehloAttributeIsADotDimensionNumbers(attribute) } {
        return None;
    }
    // SAFETY: the kind has been checked.
    unsafe {
        Some(DotDimensionNumbers {
            lhs_batching: list(
                attribute,
                ffi::stablehloDotDimensionNumbersGetLhsBatchingDimensionsSize,
                ffi::stablehloDotDimensionNumbersGetLhsBatchingDimensionsElem,
            ),
            rhs_batching: list(
                attribute,
                ffi::stablehloDotDimensionNumbersGetRhsBatchingDimensionsSize,
                ffi::stablehloDotDimensionNumbersGetRhsBatchingDimensionsElem,
            ),
            lhs_contracting: list(
                attribute,
                ffi::stablehloDotDimensionNumbersGetLhsContractingDimensionsSize,
                ffi::stablehloDotDimensionNumbersGetLhsContractingDimensionsElem,
            ),
            rhs_contracting: list(
                attribute,
                ffi::stablehloDotDimensionNumbersGetRhsContractingDimensionsSize,
                ffi::stablehloDotDimensionNumbersGetRhsContractingDimensionsElem,
            ),
        })
    }
}

/// What the dims of a convolution's tensors are, as far as result dims follow
/// from them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConvDimensionNumbers {
    /// The input's dim of examples.
    pub input_batch: i64,
    /// The input's dims that the window moves along.
    pub input_spatial: Vec<i64>,
    /// The kernel's dim of output features.
    pub kernel_output_feature: i64,
    /// The kernel's dims that span the window.
    pub kernel_spatial: Vec<i64>,
    /// The output's dim of examples.
    pub output_batch: i64,
    /// The output's dim of features.
    pub output_feature: i64,
    /// The output's dims that the window moves along.
    pub output_spatial: Vec<i64>,
}

/// Reads `#stablehlo.conv<...>`; `None` for an attribute of another kind.
pub fn conv_dimension_numbers(attribute: Attribute<'_>) -> Option<ConvDimensionNumbers> {
    let attribute = attribute.to_raw();
    // SAFETY: the attribute is alive.
    if !unsafe { ffi::stablehloAttributeIsAConvDimensionNumbers(attribute) } {
        return None;
    }
    // SAFETY: the kind has been checked.
    unsafe {
        Some(ConvDimensionNumbers {
            input_batch: ffi::stablehloConvDimensionNumbersGetInputBatchDimension(attribute),
            input_spatial: list(
                attribute,
                ffi::stablehloConvDimensionNumbersGetInputSpatialDimensionsSize,
                ffi::stablehloConvDimensionNumbersGetInputSpatialDimensionsElem,
            ),
            kernel_output_feature:
                ffi::stablehloConvDimensionNumbersGetKernelOutputFeatureDimension(attribute),
            kernel_spatial: list(
                attribute,
                ffi::stablehloConvDimensionNumbersGetKernelSpatialDimensionsSize,
                ffi::stablehloConvDimensionNumbersGetKernelSpatialDimensionsElem,
            ),
            output_batch: ffi::stablehloConvDimensionNumbersGetOutputBatchDimension(attribute),
            output_feature: ffi::stablehloConvDimensionNumbersGetOutputFeatureDimension(attribute),
            output_spatial: list(
                attribute,
                ffi::stablehloConvDimensionNumbersGetOutputSpatialDimensionsSize,
                ffi::stablehloConvDimensionNumbersGetOutputSpatialDimensionsElem,
            ),
        })
    }
}

/// Which result dims of a gather come from slices, and which dims of the operand and of the
/// start indices become none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GatherDimensionNumbers {
    /// Result dims that are dims of a slice.
    pub offset_dims: Vec<i64>,
    /// Operand dims that slices lose, as they have one element along them.
    pub collapsed_slice_dims: Vec<i64>,
    /// Operand dims that are batched with dims of the start indices.
    pub operand_batching_dims: Vec<i64>,
    /// The dim of the start indices that holds one index; it may be their rank.
    pub index_vector_dim: i64,
}

/// Reads `#stablehlo.gather<...>`; `None` for an attribute of another kind.
pub fn gather_dimension_numbers(attribute: Attribute<'_>) -> Option<GatherDimensionNumbers> {
    let attribute = attribute.to_raw();
    // SAFETY: the attribute is alive.
    if !unsafe { ffi::stablehloAttributeIsAGatherDimensionNumbers(attribute) } {
        return None;
    }
    // SAFETY: the kind has been checked.
    unsafe {
        Some(GatherDimensionNumbers {
            offset_dims: list(
                attribute,
                ffi::stablehloGatherDimensionNumbersGetOffsetDimsSize,
                ffi::stablehloGatherDimensionNumbersGetOffsetDimsElem,
            ),
            collapsed_slice_dims: list(
                attribute,
                ffi::stablehloGatherDimensionNumbersGetCollapsedSliceDimsSize,
                ffi::stablehloGatherDimensionNumbersGetCollapsedSliceDimsElem,
            ),
            operand_batching_dims: list(
                attribute,
                ffi::stablehloGatherDimensionNumbersGetOperandBatchingDimsSize,
                ffi::stablehloGatherDimensionNumbersGetOperandBatchingDimsElem,
            ),
            index_vector_dim: ffi::stablehloGatherDimensionNumbersGetIndexVectorDim(attribute),
        })
    }
}

/// The dims that `chlo.ragged_dot` batches, contracts and groups.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RaggedDotDimensionNumbers {
    /// The dims that are batched and contracted.
    pub dot: DotDimensionNumbers,
    /// The dim of the left operand that consists of groups, one after the other.
    pub lhs_ragged: Vec<i64>,
    /// The dim of the right operand that has one entry per group.
    pub rhs_group: Vec<i64>,
}

/// Reads `#chlo.ragged_dot<...>`; `None` for an attribute of another kind.
pub fn ragged_dot_dimension_numbers(attribute: Attribute<'_>) -> Option<RaggedDotDimensionNumbers> {
    let attribute = attribute.to_raw();
    // SAFETY: the attribute is alive.
    if !unsafe { ffi::chloAttributeIsARaggedDotDimensionNumbers(attribute) } {
        return None;
    }
    // SAFETY: the kind has been checked.
    unsafe {
        Some(RaggedDotDimensionNumbers {
            dot: DotDimensionNumbers {
                lhs_batching: list(
                    attribute,
                    ffi::chloRaggedDotDimensionNumbersGetLhsBatchingDimensionsSize,
                    ffi::chloRaggedDotDimensionNumbersGetLhsBatchingDimensionsElem,
                ),
                rhs_batching: list(
                    attribute,
                    ffi::chloRaggedDotDimensionNumbersGetRhsBatchingDimensionsSize,
                    ffi::chloRaggedDotDimensionNumbersGetRhsBatchingDimensionsElem,
                ),
                lhs_contracting: list(
                    attribute,
                    ffi::chloRaggedDotDimensionNumbersGetLhsContractingDimensionsSize,
                    ffi::chloRaggedDotDimensionNumbersGetLhsContractingDimensionsElem,
                ),
                rhs_contracting: list(
                    attribute,
                    ffi::chloRaggedDotDimensionNumbersGetRhsContractingDimensionsSize,
                    ffi::chloRaggedDotDimensionNumbersGetRhsContractingDimensionsElem,
                ),
            },
            lhs_ragged: list(
                attribute,
                ffi::chloRaggedDotDimensionNumbersGetLhsRaggedDimensionsSize,
                ffi::chloRaggedDotDimensionNumbersGetLhsRaggedDimensionsElem,
            ),
            rhs_group: list(
                attribute,
                ffi::chloRaggedDotDimensionNumbersGetRhsGroupDimensionsSize,
                ffi::chloRaggedDotDimensionNumbersGetRhsGroupDimensionsElem,
            ),
        })
    }
}

/// Reads a list of dims.
///
/// # Safety
///
/// The attribute is alive and of the kind that the functions read.
unsafe fn list(
    attribute: MlirAttribute,
    size: unsafe extern "C" fn(MlirAttribute) -> isize,
    elem: unsafe extern "C" fn(MlirAttribute, isize) -> i64,
) -> Vec<i64> {
    // SAFETY: the caller has checked the kind, and the positions are in range.
    unsafe {
        (0..size(attribute))
            .map(|position| elem(attribute, position))
            .collect()
    }
}

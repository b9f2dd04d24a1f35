//! The dimension numbers of contractions, convolutions and gathers.

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

/// Parses `#stablehlo.dot<...>`; `None` for an attribute of another kind.
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

/// The roles of the dims of a convolution's tensors, as far as they determine result dims.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConvDimensionNumbers {
    /// The input's batch dim.
    pub input_batch: i64,
    /// The input's spatial dims.
    pub input_spatial: Vec<i64>,
    /// The kernel's output feature dim.
    pub kernel_output_feature: i64,
    /// The kernel's spatial dims.
    pub kernel_spatial: Vec<i64>,
    /// The output's batch dim.
    pub output_batch: i64,
    /// The output's feature dim.
    pub output_feature: i64,
    /// The output's spatial dims.
    pub output_spatial: Vec<i64>,
}

/// Parses `#stablehlo.conv<...>`; `None` for an attribute of another kind.
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

/// The result dims of a gather that come from slices, and the dims of the operand and of the
/// start indices that do not become result dims.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GatherDimensionNumbers {
    /// The offset dims: result dims that are dims of a slice.
    pub offset_dims: Vec<i64>,
    /// The collapsed operand dims, along which slices have one element.
    pub collapsed_slice_dims: Vec<i64>,
    /// The operand dims that are batched with dims of the start indices.
    pub operand_batching_dims: Vec<i64>,
    /// The dims of the start indices that are batched with them, in the same order.
    pub start_indices_batching_dims: Vec<i64>,
    /// The operand dims that the numbers of an index vector refer to.
    pub start_index_map: Vec<i64>,
    /// The index vector dim of the start indices; it may equal their rank.
    pub index_vector_dim: i64,
}

/// Parses `#stablehlo.gather<...>`; `None` for an attribute of another kind.
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
            start_indices_batching_dims: list(
                attribute,
                ffi::stablehloGatherDimensionNumbersGetStartIndicesBatchingDimsSize,
                ffi::stablehloGatherDimensionNumbersGetStartIndicesBatchingDimsElem,
            ),
            start_index_map: list(
                attribute,
                ffi::stablehloGatherDimensionNumbersGetStartIndexMapSize,
                ffi::stablehloGatherDimensionNumbersGetStartIndexMapElem,
            ),
            index_vector_dim: ffi::stablehloGatherDimensionNumbersGetIndexVectorDim(attribute),
        })
    }
}

/// The operand dims that a scatter indexes, batches, or updates one element of.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ScatterDimensionNumbers {
    /// The dims of the updates that have the other operand dims, in order.
    pub update_window_dims: Vec<i64>,
    /// The operand dims along which updates have one element.
    pub inserted_window_dims: Vec<i64>,
    /// The operand dims that are batched with dims of the indices.
    pub input_batching_dims: Vec<i64>,
    /// The dims of the indices that these are batched with.
    pub scatter_indices_batching_dims: Vec<i64>,
    /// The operand dims that the numbers of an index vector refer to.
    pub scatter_dims_to_operand_dims: Vec<i64>,
    /// The index vector dim of the indices; it may equal their rank.
    pub index_vector_dim: i64,
}

/// Parses `#stablehlo.scatter<...>`; `None` for an attribute of another kind.
pub fn scatter_dimension_numbers(attribute: Attribute<'_>) -> Option<ScatterDimensionNumbers> {
    let attribute = attribute.to_raw();
    // SAFETY: the attribute is alive.
    if !unsafe { ffi::stablehloAttributeIsAScatterDimensionNumbers(attribute) } {
        return None;
    }
    // SAFETY: the kind has been checked.
    unsafe {
        Some(ScatterDimensionNumbers {
            update_window_dims: list(
                attribute,
                ffi::stablehloScatterDimensionNumbersGetUpdateWindowDimsSize,
                ffi::stablehloScatterDimensionNumbersGetUpdateWindowDimsElem,
            ),
            inserted_window_dims: list(
                attribute,
                ffi::stablehloScatterDimensionNumbersGetInsertedWindowDimsSize,
                ffi::stablehloScatterDimensionNumbersGetInsertedWindowDimsElem,
            ),
            input_batching_dims: list(
                attribute,
                ffi::stablehloScatterDimensionNumbersGetInputBatchingDimsSize,
                ffi::stablehloScatterDimensionNumbersGetInputBatchingDimsElem,
            ),
            scatter_indices_batching_dims: list(
                attribute,
                ffi::stablehloScatterDimensionNumbersGetScatterIndicesBatchingDimsSize,
                ffi::stablehloScatterDimensionNumbersGetScatterIndicesBatchingDimsElem,
            ),
            scatter_dims_to_operand_dims: list(
                attribute,
                ffi::stablehloScatterDimensionNumbersGetScatterDimsToOperandDimsSize,
                ffi::stablehloScatterDimensionNumbersGetScatterDimsToOperandDimsElem,
            ),
            index_vector_dim: ffi::stablehloScatterDimensionNumbersGetIndexVectorDim(attribute),
        })
    }
}

/// The dims that `chlo.ragged_dot` batches, contracts and groups.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RaggedDotDimensionNumbers {
    /// The dims that are batched and contracted.
    pub dot: DotDimensionNumbers,
    /// The ragged dim of the left operand, which consists of consecutive groups.
    pub lhs_ragged: Vec<i64>,
    /// The dim of the right operand that has one entry per group.
    pub rhs_group: Vec<i64>,
}

/// Parses `#chlo.ragged_dot<...>`; `None` for an attribute of another kind.
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
/// The attribute must be alive and of the kind that the functions accept.
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

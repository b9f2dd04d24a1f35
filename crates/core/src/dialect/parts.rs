//! The parts of tensors on which Shardy's regions compute.

use super::ffi;
use melior::ir::OperationRef;

/// The values of an op that enter or leave its region.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PartOf {
    /// The operands, which the region's arguments are parts of.
    Operands,
    /// The results, which the values that the region returns are parts of.
    Results,
}

impl PartOf {
    const fn to_raw(self) -> ffi::SdyValues {
        match self {
            Self::Operands => ffi::SdyValues_BcastSdyOperands,
            Self::Results => ffi::SdyValues_BcastSdyResults,
        }
    }
}

/// Returns the number of equal parts of a value's dim, of which the region of
/// `sdy.manual_computation` sees one; `None` if it is not known, or for another op.
pub fn part_count(
    operation: OperationRef<'_, '_>,
    values: PartOf,
    index: usize,
    dim: usize,
) -> Option<i64> {
    // SAFETY: the operation is alive; the function checks its kind and the indices.
    let count = unsafe {
        ffi::bcastSdyPartCount(
            operation.to_raw(),
            values.to_raw(),
            index as isize,
            dim as isize,
        )
    };
    (count > 0).then_some(count)
}

/// Returns whether the region of `sdy.manual_computation` sees a value with all of its elements.
pub fn is_whole(operation: OperationRef<'_, '_>, values: PartOf, index: usize) -> bool {
    // SAFETY: the operation is alive; the function checks its kind and the index.
    unsafe { ffi::bcastSdyIsWhole(operation.to_raw(), values.to_raw(), index as isize) }
}

//! Elements of tensors that are known.

use crate::ir::ValueKey;
use rustc_hash::FxHashMap;

/// At most this many elements are computed.
pub(super) const MAX_ELEMENTS: usize = 16;

/// The elements of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TensorElements {
    Integers(Vec<i128>),
    Floats(Vec<f64>),
}

impl TensorElements {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Integers(numbers) => numbers.len(),
            Self::Floats(numbers) => numbers.len(),
        }
    }
}

/// Elements of floats that are known, by their values.
pub(super) type Floats = FxHashMap<ValueKey, Vec<f64>>;

//! What is planned for: operands and the declared sizes of results.

use crate::symbol::Size;
use smallvec::SmallVec;

/// How sizes broadcast at run time if one of them is 0 and the other is 1.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    Eq,
    Hash,
    PartialEq,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum ZeroExtents {
    /// 0 and 1 fail an assertion; the broadcast size is the maximum.
    #[default]
    Reject,
    /// 0 and 1 broadcast to 0, as in NumPy; the size that is not 1 is selected.
    Numpy,
}

/// A dim of an operand.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OperandDim {
    /// Its size: a constant if and only if it is static in the operand's type.
    ///
    /// A dim that is dynamic in the type is a symbol here even if it is known to be constant,
    /// since the type decides which ops can be used.
    pub size: Size,
    /// The bound that the operand's type gives it, if any; `None` if it is static.
    pub bound: Option<i64>,
    /// The result dim that it is aligned to.
    pub result_dim: usize,
}

/// One operand. The result dims that its dims are aligned to are strictly increasing.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Operand {
    // Few tensors have more dims.
    pub(super) dims: SmallVec<[OperandDim; 4]>,
}

impl Operand {
    /// Returns the dims.
    pub fn dims(&self) -> &[OperandDim] {
        &self.dims
    }

    /// Returns whether any dim has a bound.
    pub(super) fn has_bounds(&self) -> bool {
        self.dims.iter().any(|dim| dim.bound.is_some())
    }

    /// Returns the index of the dim that is aligned to a result dim.
    pub(super) fn index_at(&self, result_dim: usize) -> Option<usize> {
        let result_dim_of = |dim: &OperandDim| dim.result_dim;
        self.dims
            .binary_search_by_key(&result_dim, result_dim_of)
            .ok()
    }
}

impl FromIterator<OperandDim> for Operand {
    fn from_iter<T: IntoIterator<Item = OperandDim>>(dims: T) -> Self {
        let dims = dims.into_iter().collect();
        Self { dims }
    }
}

/// A dim of the declared result type.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Declared {
    /// The size; `None` if it is dynamic.
    pub size: Option<i64>,
    /// The bound of a dynamic size, if it has one.
    pub bound: Option<i64>,
}

/// A dim of an operand that takes part in deciding the size of a result dim.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Participant {
    /// The operand's index.
    pub operand: usize,
    /// The operand's dim.
    pub dim: usize,
    /// The size of that dim, with the name that the facts give it.
    pub size: Size,
}

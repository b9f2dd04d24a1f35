//! The identity of an emitted op.

use super::ops::EmittedOp;
use crate::{
    ir::{ValueKey, element_bits},
    symbol::Symbol,
};
use melior::ir::{Value, ValueLike};

/// The element type of sizes at run time.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Width {
    /// `i32`, which `stablehlo.get_dimension_size` returns.
    I32,
    /// `i64`, where a static size needs it.
    I64,
}

impl Width {
    /// Returns the narrowest width that holds all sizes.
    pub fn of(sizes: impl IntoIterator<Item = i64>) -> Self {
        match sizes.into_iter().all(|size| i32::try_from(size).is_ok()) {
            true => Self::I32,
            false => Self::I64,
        }
    }

    /// Returns the width of sizes at run time.
    pub fn of_value(size: Value<'_, '_>) -> Self {
        match element_bits(size.r#type()) {
            Some(64) => Self::I64,
            _ => Self::I32,
        }
    }
}

/// A binary op on scalars.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Binary {
    /// `stablehlo.and`, on predicates.
    And,
    /// `stablehlo.compare GE`, on sizes.
    AtLeast,
    /// `stablehlo.compare EQ`, on sizes.
    Equal,
    /// `stablehlo.maximum`, on sizes.
    Maximum,
    /// `stablehlo.minimum`, on sizes.
    Minimum,
    /// `stablehlo.or`, on predicates.
    Or,
    /// `stablehlo.remainder`, on sizes.
    Remainder,
}

impl Binary {
    /// Returns the key of this op on these operands, which ignores their order if the op is
    /// commutative.
    pub(super) fn key(self, lhs: Value<'_, '_>, rhs: Value<'_, '_>) -> EmittedKey {
        let (a, b) = (ValueKey::new(lhs), ValueKey::new(rhs));
        match !matches!(self, Self::AtLeast | Self::Remainder) && b < a {
            true => EmittedKey::Binary(self, b, a),
            false => EmittedKey::Binary(self, a, b),
        }
    }
}

/// How several sizes are reduced to one.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Fold {
    Maximum,
    Minimum,
    FirstNotOne,
}

/// The identity of an emitted op: two ops with equal keys compute the same value.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum EmittedKey {
    Constant(i64, Width),
    Constants(Vec<i64>, Width),
    DimensionSize(ValueKey, usize),
    Size(Symbol),
    Convert(ValueKey),
    Reshape(ValueKey),
    Binary(Binary, ValueKey, ValueKey),
    Fold(Fold, Vec<ValueKey>),
    Concatenate(Vec<ValueKey>),
    /// By the number of its form.
    Broadcast(ValueKey, usize, Option<ValueKey>),
    /// The sizes of the result that a plan, identified by its number, describes.
    Planned(usize),
    SetSize(ValueKey, usize, ValueKey),
    Element(ValueKey, Option<usize>),
    FromElements(Vec<ValueKey>),
    Index(i64),
    IndexCast(ValueKey, usize),
    Vector(EmittedOp, ValueKey, usize),
    Checked(ValueKey),
    // Boxed, because most keys are much smaller, and programs have many.
    Op(Box<OpKey>),
}

/// The identity of a pure op of one result.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct OpKey {
    pub(super) name: &'static str,
    pub(super) operands: Vec<ValueKey>,
    /// The addresses of the attributes.
    pub(super) attributes: Vec<usize>,
    /// The address of the result's type.
    pub(super) result_type: usize,
}

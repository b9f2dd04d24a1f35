//! What the simplifications of an op read, and what they return.

use crate::{
    analysis::Analysis,
    explain::ChangeKind,
    ir::{self, Emitter, SHARDINGS},
    symbol::{Element, Size},
};
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// Returns whether an op says where its result is, so that it matters although it computes nothing.
pub(super) fn is_sharded(operation: OperationRef<'_, '_>) -> bool {
    let mut names = SHARDINGS.into_iter();
    names.any(|name| operation.has_attribute(name))
}

/// The replacement of an op, of the type of its result, and the kind of change.
pub(super) type Simpler<'c, 'a> = (Value<'c, 'a>, ChangeKind);

/// An op with one result, and the known sizes of the result.
pub(super) struct SizedResult<'c, 'a> {
    pub(super) operation: OperationRef<'c, 'a>,
    pub(super) r#type: RankedTensorType<'c>,
    pub(super) sizes: Vec<Size>,
}

impl<'c: 'a, 'a> SizedResult<'c, 'a> {
    /// Reads an op; `None` if its result is not a ranked tensor, or has bounded dims, since the
    /// ops that this pass emits do not keep bounds.
    pub(super) fn of(analysis: &mut Analysis, operation: OperationRef<'c, 'a>) -> Option<Self> {
        let result: Value<'c, 'a> = ir::result(operation, 0)?;
        let r#type = RankedTensorType::try_from(result.r#type()).ok()?;
        if r#type.encoding().is_some() {
            return None;
        }
        Some(Self {
            operation,
            r#type,
            sizes: canonical_sizes(analysis, result),
        })
    }

    /// Returns the static type of the result, if all sizes are known.
    pub(super) fn static_type(&self, emitter: &Emitter<'c, '_>) -> Option<RankedTensorType<'c>> {
        let sizes = self.sizes.iter().map(|size| size.constant());
        let sizes = sizes.collect::<Option<Vec<_>>>()?;
        if sizes.iter().any(|&size| size < 0) {
            return None;
        }
        let sizes = sizes.into_iter().map(Some);
        let r#type = ir::tensor_like(emitter.context(), self.r#type, sizes, &[]);
        RankedTensorType::try_from(r#type).ok()
    }

    /// Returns whether a value of this type and the result's sizes can be cast to the result's type. StableHLO has no
    /// cast of quantised tensors.
    pub(super) fn can_cast(&self, r#type: Type<'c>) -> bool {
        let element = self.r#type.element();
        r#type == self.r#type.into()
            || ir::bit_width(element).is_some()
            || element.is_index()
            || ir::complex_element(element).is_some()
    }

    /// Returns whether a value has the result's sizes, dim by dim.
    pub(super) fn has_sizes_of(&self, analysis: &mut Analysis, value: Value<'c, 'a>) -> bool {
        let is_alike = RankedTensorType::try_from(value.r#type()).is_ok_and(|r#type| {
            r#type.encoding().is_none() && r#type.element() == self.r#type.element()
        });
        is_alike && canonical_sizes(analysis, value) == self.sizes
    }
}

pub(super) fn canonical_sizes(analysis: &mut Analysis, value: Value<'_, '_>) -> Vec<Size> {
    let sizes = analysis.sizes(value);
    let facts = analysis.facts();
    sizes
        .into_iter()
        .map(|size| facts.canonical(size))
        .collect()
}

/// Returns the elements of an operand, if all are known constants.
pub(super) fn constant_elements(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<Vec<i64>> {
    let elements = analysis.known_elements(ir::operand(operation, index)?)?;
    elements.into_iter().map(Element::constant).collect()
}

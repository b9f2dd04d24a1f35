//! Sizes that have been computed before.

use crate::{
    analysis::{Analysis, Elements},
    dialect::{stablehlo, tensor},
    ir::{self, as_ranked_tensor, name_str},
    scoped_map::{ScopeChange, Scoped, ScopedMap},
};
use melior::ir::{
    OperationRef, TypeLike, Value, ValueLike, operation::OperationLike, r#type::ShapedTypeLike,
};

/// The sizes that a value holds.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct SizesKey {
    elements: Elements,
    /// The address of the value's type.
    r#type: usize,
    origin: SizesOrigin,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum SizesOrigin {
    /// It is the extent of a tensor's dim.
    Extent,
    Computed,
    Constant,
}

/// Returns whether an op reads a size of a tied tensor, of which IREE knows more than of the size
/// that it equals.
fn reads_tied(operation: OperationRef<'_, '_>) -> bool {
    let definition = ir::operand(operation, 0).and_then(ir::defining_op);
    definition.is_some_and(|op| name_str(op.name()) == Some("flow.tensor.tie_shape"))
}

/// Values, keyed by the sizes that they hold and by their types.
pub(super) struct ValuesBySizes<'c, 'a> {
    values: ScopedMap<SizesKey, Value<'c, 'a>>,
}

impl<'c, 'a> ValuesBySizes<'c, 'a> {
    pub(super) fn new() -> Self {
        Self {
            values: ScopedMap::new(),
        }
    }

    /// Returns a key that is equal for ops that compute the same sizes in the same type; `None`
    /// if the op computes anything else.
    pub(super) fn key(
        analysis: &mut Analysis,
        operation: OperationRef<'c, 'a>,
    ) -> Option<SizesKey> {
        let value: Value<'c, 'a> = ir::result(operation, 0)?;
        // Most ops are on data, with more dims than tensors of sizes have. Scalars are MLIR's own;
        // `legalize-for-iree` emits some that equal others in a form that MLIR does not look through.
        let tensor = as_ranked_tensor(value.r#type())?;
        if tensor.rank() > 1 || !analysis.is_size_computation(operation) || reads_tied(operation) {
            return None;
        }
        // A number that `legalize-for-iree` has made a scalar stays one.
        if tensor.rank() == 0 && name_str(operation.name()) == Some(tensor::FROM_ELEMENTS) {
            return None;
        }
        // What never runs may compute any sizes, but those that types say.
        if analysis.facts().is_contradictory() {
            return None;
        }
        let elements = analysis.known_elements(value)?;
        Some(SizesKey {
            elements,
            r#type: value.r#type().to_raw().ptr as usize,
            origin: match name_str(operation.name()) {
                Some(stablehlo::GET_DIMENSION_SIZE) => SizesOrigin::Extent,
                _ if ir::constant(value).is_some() => SizesOrigin::Constant,
                _ => SizesOrigin::Computed,
            },
        })
    }

    /// Returns the value recorded for a key. An extent is read rather than computed: consumers know
    /// it without running anything. It does not replace a constant, which they know anyway.
    pub(super) fn find(&self, key: &SizesKey) -> Option<Value<'c, 'a>> {
        // The preferred one first.
        let origins: &[_] = match key.origin {
            SizesOrigin::Extent => &[SizesOrigin::Extent],
            SizesOrigin::Computed => &[
                SizesOrigin::Extent,
                SizesOrigin::Computed,
                SizesOrigin::Constant,
            ],
            SizesOrigin::Constant => &[SizesOrigin::Computed, SizesOrigin::Constant],
        };
        let mut key = key.clone();
        origins.iter().find_map(|&origin| {
            key.origin = origin;
            self.values.get(&key).copied()
        })
    }

    /// Records a value, which must not be the result of an op that is replaced.
    pub(super) fn record(&mut self, key: SizesKey, value: Value<'c, 'a>) {
        self.values.insert(key, value);
    }

    pub(super) fn scope(&mut self, change: ScopeChange) {
        self.values.scope(change);
    }
}

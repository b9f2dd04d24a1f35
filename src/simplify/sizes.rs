//! Sizes that have been computed before.

use crate::{
    analysis::{Analysis, Elements},
    ir::{self, as_ranked_tensor, number_type},
    scoped_map::ScopedMap,
    symbol::NumberType,
};
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, r#type::ShapedTypeLike};

/// The sizes that a value holds, and the address of its type.
type Key = (Elements, usize);

/// Values, keyed by the sizes that they hold and by their types.
pub(super) struct KnownSizes<'c, 'a> {
    values: ScopedMap<Key, Value<'c, 'a>>,
}

impl<'c, 'a> KnownSizes<'c, 'a> {
    pub(super) fn new() -> Self {
        Self {
            values: ScopedMap::new(),
        }
    }

    /// Returns a key that is equal for ops that compute the same sizes in the same type; `None`
    /// if the op computes anything else.
    pub(super) fn key(analysis: &mut Analysis, operation: OperationRef<'c, 'a>) -> Option<Key> {
        let value: Value<'c, 'a> = ir::result(operation, 0)?;
        // Most ops are on data, with more dims than tensors of sizes have.
        let is_data = as_ranked_tensor(value.r#type()).is_some_and(|r#type| r#type.rank() > 1);
        if is_data || !analysis.is_size_computation(operation) {
            return None;
        }
        // Another pass converts size computations from floats to integers, op by op.
        if let Some(NumberType::Float(_)) = number_type(value.r#type()) {
            return None;
        }
        let elements = analysis.known_elements(value)?;
        Some((elements, value.r#type().to_raw().ptr as usize))
    }

    /// Returns the value recorded for a key.
    pub(super) fn find(&self, key: &Key) -> Option<Value<'c, 'a>> {
        self.values.get(key).copied()
    }

    /// Records a value, which must not be the result of an op that is replaced.
    pub(super) fn record(&mut self, key: Key, value: Value<'c, 'a>) {
        self.values.insert(key, value);
    }

    pub(super) fn enter(&mut self) {
        self.values.enter();
    }

    pub(super) fn exit(&mut self) {
        self.values.exit();
    }

    pub(super) fn enter_isolated(&mut self) {
        self.values.enter_isolated();
    }

    pub(super) fn exit_isolated(&mut self) {
        self.values.exit_isolated();
    }
}

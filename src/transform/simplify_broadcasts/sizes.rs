//! Sizes that were computed before.

use crate::{
    analysis::{Analysis, Elements},
    ir::as_ranked_tensor,
    symbol::ScopedMap,
};
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, r#type::ShapedTypeLike};

/// Values by the sizes that they hold, and by their types.
pub(super) struct KnownSizes<'c, 'a> {
    values: ScopedMap<(Elements, usize), Value<'c, 'a>>,
}

impl<'c, 'a> KnownSizes<'c, 'a> {
    pub(super) fn new() -> Self {
        Self {
            values: ScopedMap::new(),
        }
    }

    /// Returns a value that holds what the op computes, if it only computes sizes and they
    /// were computed before; remembers its result otherwise.
    pub(super) fn find(
        &mut self,
        analysis: &mut Analysis,
        operation: OperationRef<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let value: Value<'c, 'a> = OperationRef::result(operation, 0).ok()?.into();
        // Most ops are on data, of more dims than sizes have.
        let is_data = as_ranked_tensor(value.r#type()).is_some_and(|r#type| r#type.rank() > 1);
        if is_data || !analysis.is_size_computation(operation) {
            return None;
        }
        let elements = analysis.known_elements(value)?;
        let key = (elements, value.r#type().to_raw().ptr as usize);
        if let Some(&known) = self.values.get(&key) {
            return Some(known);
        }
        self.values.insert(key, value);
        None
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

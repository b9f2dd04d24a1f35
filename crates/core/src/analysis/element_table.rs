//! The elements of tensors of sizes.

use super::{
    lists::{ListId, Lists},
    sizes::Elements,
};
use crate::{
    ir::ValueKey,
    scoped_map::{Scoped, ScopedMap},
    symbol::{Element, integer::Integer},
};
use melior::ir::Value;

/// The longest tensor whose elements are followed: no shape has more dims.
pub(super) const MAX_ELEMENTS: usize = 64;

/// The elements of tensors of sizes.
pub(super) struct ElementTable {
    pub(super) elements: ScopedMap<ValueKey, ListId<Elements>>,
    pub(super) lists: Lists<Elements>,
    /// What facts call the integers.
    pub(super) names: ScopedMap<Integer, Element>,
}

impl ElementTable {
    pub(super) fn new() -> Self {
        Self {
            elements: ScopedMap::new(),
            lists: Lists::default(),
            names: ScopedMap::new(),
        }
    }

    /// Returns the elements of a value, if anything is known of them.
    pub(super) fn find(&self, value: Value<'_, '_>) -> Option<&Elements> {
        let &id = self.elements.get(&ValueKey::new(value))?;
        Some(&self.lists[id])
    }

    /// Returns what ends with its scope.
    pub(super) fn scoped(&mut self) -> [&mut dyn Scoped; 2] {
        [&mut self.elements, &mut self.names]
    }
}

//! The names of values in a source, such as `%x`.

use super::{ValueKey, block_arguments, visit_ops};
use melior::ir::{BlockLike, OperationRef, RegionLike, Value, operation::OperationLike};
use rustc_hash::FxHashMap;
use std::{iter::successors, sync::Arc};

/// The names that a source gives to the values in and below an op. They also fit a copy of it.
#[derive(Clone, Debug, Default)]
pub struct ValueNames {
    /// In the order of [`values`]; names repeat in different functions.
    names: Vec<Option<Arc<str>>>,
}

impl ValueNames {
    /// Creates the names of the values in and below an op from names by the values' keys.
    pub fn new(root: OperationRef<'_, '_>, mut names: FxHashMap<ValueKey, Arc<str>>) -> Self {
        let values = values(root).into_iter();
        Self {
            names: values
                .map(|value| names.remove(&ValueKey::new(value)))
                .collect(),
        }
    }

    /// Returns the names by the keys of the values in and below `root`, which is the op
    /// that was named or a copy of it.
    pub fn by_key(&self, root: OperationRef<'_, '_>) -> FxHashMap<ValueKey, Arc<str>> {
        if self.names.is_empty() {
            return FxHashMap::default();
        }
        let names = self.names.iter().cloned();
        let named = values(root).into_iter().zip(names);
        named
            .filter_map(|(value, name)| Some((ValueKey::new(value), name?)))
            .collect()
    }
}

/// Returns the results and block arguments in and below an op, in program order.
fn values<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let mut values = vec![];
    visit_ops(root, |operation| {
        values.extend(operation.results().map(Value::from));
        for region in operation.regions() {
            for block in successors(region.first_block(), |block| block.next_in_region()) {
                values.extend(block_arguments(block));
            }
        }
    });
    values
}

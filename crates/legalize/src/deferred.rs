//! Values that are not emitted in place.

use crate::ir::ValueKey;
use melior::ir::Value;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is not emitted in place.
#[derive(Default)]
pub struct Deferred<'c, 'a> {
    /// The values of the program that integers may be computed from.
    pub sources: FxHashMap<ValueKey, Value<'c, 'a>>,
    /// Integers that are emitted where they are used, and witnesses, which are not emitted.
    pub results: FxHashSet<ValueKey>,
    /// The values that are the same as others.
    pub same: FxHashMap<ValueKey, Value<'c, 'a>>,
}

//! A map whose entries end with the scope that they were made in.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// What has nested scopes.
pub trait Scoped {
    /// Begins a scope.
    fn enter(&mut self);
    /// Ends the innermost scope.
    fn exit(&mut self);
    /// Begins a scope in which nothing from outside is found.
    fn enter_isolated(&mut self);
    /// Ends an isolated scope.
    fn exit_isolated(&mut self);
}

/// A map with nested scopes.
///
/// An entry is found until the scope in which it was inserted ends. In an isolated scope,
/// entries of the enclosing scopes are not found.
#[derive(Clone, Debug)]
pub struct ScopedMap<K, V> {
    /// In order of insertion.
    entries: Entries<K, V>,
    /// How many entries there were when each open scope began.
    scopes: Vec<usize>,
    /// The entries that open isolated scopes hide.
    hidden: Vec<Entries<K, V>>,
}

type Entries<K, V> = IndexMap<K, V, FxBuildHasher>;

impl<K: Eq + Hash, V> Default for ScopedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Eq + Hash, V> ScopedMap<K, V> {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self {
            entries: Entries::default(),
            scopes: vec![],
            hidden: vec![],
        }
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entry for a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.entries.get(key)
    }

    /// Adds an entry to the innermost scope; the key has none so far.
    pub fn insert(&mut self, key: K, value: V) {
        self.entries.insert(key, value);
    }

    /// Returns the entry for a key; if there is none, adds what `make` returns to
    /// the innermost scope.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        self.entries.entry(key).or_insert_with(make)
    }
}

impl<K: Eq + Hash, V> Scoped for ScopedMap<K, V> {
    fn enter(&mut self) {
        self.scopes.push(self.entries.len());
    }

    fn exit(&mut self) {
        self.entries.truncate(self.scopes.pop().unwrap_or_default());
    }

    fn enter_isolated(&mut self) {
        self.hidden.push(std::mem::take(&mut self.entries));
        self.enter();
    }

    fn exit_isolated(&mut self) {
        self.scopes.pop();
        self.entries = self.hidden.pop().unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_end_with_their_scope() {
        let mut map = ScopedMap::new();
        assert!(map.is_empty());
        map.enter();
        map.insert("a", 1);
        assert!(!map.is_empty());
        map.enter();
        map.insert("b", 2);
        assert_eq!((map.get(&"a"), map.get(&"b")), (Some(&1), Some(&2)));
        map.exit();
        assert_eq!((map.get(&"a"), map.get(&"b")), (Some(&1), None));
        map.exit();
        assert_eq!(map.get(&"a"), None);
    }

    #[test]
    fn isolated_scopes_hide_and_restore() {
        let mut map = ScopedMap::new();
        map.enter();
        map.insert("a", 1);
        map.enter_isolated();
        assert_eq!(map.get(&"a"), None);
        map.insert("a", 2);
        assert_eq!(map.get(&"a"), Some(&2));
        map.exit_isolated();
        assert_eq!(map.get(&"a"), Some(&1));
    }

    #[test]
    fn created_entries_end_with_their_scope() {
        let mut map = ScopedMap::new();
        map.enter();
        assert_eq!(*map.get_or_insert_with("a", || 1), 1);
        assert_eq!(*map.get_or_insert_with("a", || 2), 1);
        map.exit();
        assert_eq!(*map.get_or_insert_with("a", || 3), 3);
    }
}

//! A map whose entries end with the scope that they were made in.

use rustc_hash::FxHashMap;
use std::{collections::hash_map::Entry, hash::Hash};

/// A map with nested scopes.
///
/// An entry is found until the scope in which it was inserted ends. In an isolated scope,
/// entries of the enclosing scopes are not found.
#[derive(Clone, Debug)]
pub struct ScopedMap<K, V> {
    entries: FxHashMap<K, V>,
    /// The keys in order of insertion.
    keys: Vec<K>,
    /// The index in `keys` at which each open scope begins.
    scopes: Vec<usize>,
    /// The entries that open isolated scopes hide.
    hidden: Vec<FxHashMap<K, V>>,
}

impl<K: Clone + Eq + Hash, V> Default for ScopedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Clone + Eq + Hash, V> ScopedMap<K, V> {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self {
            entries: FxHashMap::default(),
            keys: vec![],
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
        self.keys.push(key.clone());
        self.entries.insert(key, value);
    }

    /// Returns the entry for a key; if there is none, adds what `make` returns to
    /// the innermost scope.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        match self.entries.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                self.keys.push(entry.key().clone());
                entry.insert(make())
            }
        }
    }

    /// Begins a scope.
    pub fn enter(&mut self) {
        self.scopes.push(self.keys.len());
    }

    /// Ends the innermost scope.
    pub fn exit(&mut self) {
        let begin = self.scopes.pop().unwrap_or_default();
        // In the outermost scope, all entries end together.
        if self.keys.len() - begin == self.entries.len() {
            self.keys.truncate(begin);
            self.entries.clear();
            return;
        }
        for key in self.keys.drain(begin..) {
            self.entries.remove(&key);
        }
    }

    /// Begins a scope in which no entries from outside are found.
    pub fn enter_isolated(&mut self) {
        self.hidden.push(std::mem::take(&mut self.entries));
        self.enter();
    }

    /// Ends an isolated scope.
    pub fn exit_isolated(&mut self) {
        self.keys.truncate(self.scopes.pop().unwrap_or_default());
        self.entries = self.hidden.pop().unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_end_with_their_scope() {
        let mut map = ScopedMap::new();
        map.enter();
        map.insert("a", 1);
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

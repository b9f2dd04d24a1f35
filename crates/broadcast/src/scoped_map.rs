//! A map whose entries end with the scope that they were made in.

use ScopeChange::{Enter, EnterIsolated, Exit, ExitIsolated};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// The beginning or the end of a scope.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ScopeChange {
    /// Begins a scope.
    Enter,
    /// Ends the innermost scope.
    Exit,
    /// Begins a scope in which nothing from outside is found.
    EnterIsolated,
    /// Ends an isolated scope.
    ExitIsolated,
}

/// What has nested scopes.
pub trait Scoped {
    /// Begins or ends a scope.
    fn scope(&mut self, change: ScopeChange);
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
    fn scope(&mut self, change: ScopeChange) {
        match change {
            Enter => self.scopes.push(self.entries.len()),
            Exit => self.entries.truncate(self.scopes.pop().unwrap_or_default()),
            EnterIsolated => {
                self.hidden.push(std::mem::take(&mut self.entries));
                self.scopes.push(0);
            }
            ExitIsolated => {
                self.scopes.pop();
                self.entries = self.hidden.pop().unwrap_or_default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_end_with_their_scope() {
        let mut map = ScopedMap::new();
        assert!(map.is_empty());
        map.scope(Enter);
        map.insert("a", 1);
        assert!(!map.is_empty());
        map.scope(Enter);
        map.insert("b", 2);
        assert_eq!((map.get(&"a"), map.get(&"b")), (Some(&1), Some(&2)));
        map.scope(Exit);
        assert_eq!((map.get(&"a"), map.get(&"b")), (Some(&1), None));
        map.scope(Exit);
        assert_eq!(map.get(&"a"), None);
    }

    #[test]
    fn isolated_scopes_hide_and_restore() {
        let mut map = ScopedMap::new();
        map.scope(Enter);
        map.insert("a", 1);
        map.scope(EnterIsolated);
        assert_eq!(map.get(&"a"), None);
        map.insert("a", 2);
        assert_eq!(map.get(&"a"), Some(&2));
        map.scope(ExitIsolated);
        assert_eq!(map.get(&"a"), Some(&1));
    }

    #[test]
    fn created_entries_end_with_their_scope() {
        let mut map = ScopedMap::new();
        map.scope(Enter);
        assert_eq!(*map.get_or_insert_with("a", || 1), 1);
        assert_eq!(*map.get_or_insert_with("a", || 2), 1);
        map.scope(Exit);
        assert_eq!(*map.get_or_insert_with("a", || 3), 3);
    }
}

//! Lists of sizes or elements, each kept once.
//!
//! Most values of a program have the same sizes as others, so the table of all values keeps
//! only an id for each.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::{hash::Hash, marker::PhantomData, ops::Index};

/// The id of a list of some kind. Two lists in the same table are equal exactly if their ids are.
#[derive(Debug, Eq, Hash, PartialEq)]
pub(super) struct ListId<L> {
    index: u32,
    kind: PhantomData<fn() -> L>,
}

impl<L> Clone for ListId<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for ListId<L> {}

/// All lists of one kind that values have.
#[derive(Debug)]
pub(super) struct Lists<L> {
    lists: IndexSet<L, FxBuildHasher>,
}

impl<L> Default for Lists<L> {
    fn default() -> Self {
        Self {
            lists: IndexSet::default(),
        }
    }
}

impl<L: Eq + Hash> Lists<L> {
    /// Adds a list, unless it already exists, and returns its id.
    pub(super) fn add(&mut self, list: L) -> ListId<L> {
        let (index, _) = self.lists.insert_full(list);
        ListId {
            index: u32::try_from(index).expect("there are fewer lists than ops"),
            kind: PhantomData,
        }
    }
}

impl<L> Index<ListId<L>> for Lists<L> {
    type Output = L;

    fn index(&self, id: ListId<L>) -> &L {
        &self.lists[id.index as usize]
    }
}

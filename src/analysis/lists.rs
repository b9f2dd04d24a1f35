//! Lists of sizes, each kept once.
//!
//! Most values of a program have the sizes of others, and a table of all values is
//! as large as what it keeps of each.

use super::Sizes;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::ops::Index;

/// Stands for a list of sizes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct ListId(u32);

/// All lists of sizes that values have.
#[derive(Debug, Default)]
pub(super) struct SizeLists {
    lists: IndexSet<Sizes, FxBuildHasher>,
}

impl SizeLists {
    /// Returns what stands for a list.
    pub(super) fn add(&mut self, sizes: Sizes) -> ListId {
        let (index, _) = self.lists.insert_full(sizes);
        ListId(u32::try_from(index).expect("there are fewer lists than ops"))
    }
}

impl Index<ListId> for SizeLists {
    type Output = Sizes;

    fn index(&self, id: ListId) -> &Sizes {
        &self.lists[id.0 as usize]
    }
}

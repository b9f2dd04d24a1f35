//! What an analysis knows at one point of a program.

use super::{
    element_table::ElementTable,
    lists::{ListId, Lists},
    origin::Trace,
    row::OpTable,
    sizes::Sizes,
    types::TypeTable,
};
use crate::{
    ir::ValueKey,
    scoped_map::ScopedMap,
    symbol::{
        Element, Facts,
        integer::{Integer, Integers, Source},
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What is known of the sizes of values at one point of a program.
pub struct Analysis {
    pub(super) facts: Facts,
    /// The sizes of the dims of values whose types are not static.
    pub(super) sizes: ScopedMap<ValueKey, ListId<Sizes>>,
    pub(super) lists: Lists<Sizes>,
    /// The integers that values hold.
    pub(super) values: IntegerValues,
    /// The elements of tensors of sizes.
    pub(super) elements: ElementTable,
    /// The table of ops and what they imply for sizes.
    pub(super) ops: OpTable,
    /// The predicates that assertions have checked, directly or as part of a conjunction.
    pub(super) holding: ScopedMap<ValueKey, ()>,
    /// The numbers that are named for the whole module.
    pub(super) global_constants: ScopedMap<String, Element>,
    /// The facts outside each open isolated scope, with the number of the enclosing scope and whether more is known
    /// there than by definitions and checks alone.
    pub(super) hidden: Vec<(Facts, usize, bool)>,
    /// The number of the innermost isolated scope, and how many there have been so far.
    pub(super) scope: usize,
    pub(super) scope_count: usize,
    pub(super) types: TypeTable,
    /// Records the origin of each fact, if requested.
    pub(super) trace: Option<Box<Trace>>,
    /// Whether facts are off: nothing is learned, and names of sizes last for one op only.
    pub(super) is_off: bool,
    /// What is known of the values that assertions depend on.
    pub(super) definitions: Option<Box<Definitions>>,
    /// Whether more is known than by definitions and checks alone.
    pub(super) has_said: bool,
}

/// The id of the sizes of a value. Values of one type with equal sizes share it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct SharedSizes(
    /// `None` if the type has them.
    pub(super) Option<ListId<Sizes>>,
);

/// A key for everything known at one point: where two keys are equal, so are all answers about
/// sizes that have names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Knowledge {
    pub(super) scope: usize,
    pub(super) version: u64,
}

/// What is known of the values that assertions depend on: what holds by the definition of ops, whatever sizes they
/// get, and what assertions and branches have checked.
pub(super) struct Definitions {
    pub(super) analysis: Analysis,
    pub(super) values: FxHashSet<ValueKey>,
}

/// Integers in a row: the elements of a tensor in row-major order, or the sizes of a tensor.
pub type IntegerRow = Rc<[Integer]>;

/// The integers that values hold.
#[derive(Default)]
pub struct IntegerValues {
    /// All integers.
    pub integers: Integers,
    pub(super) sources: Vec<ValueKey>,
    pub(super) source_of: FxHashMap<ValueKey, Source>,
    pub(super) elements: FxHashMap<ValueKey, Option<IntegerRow>>,
    pub(super) extents: FxHashMap<ValueKey, IntegerRow>,
    /// For an element that a long chain of ops computes, the integer at the chain's start.
    pub(super) computed: FxHashMap<Integer, Integer>,
    /// Whether a size is computed in a way that consumers of StableHLO do not follow: with
    /// floats, or by a reduction.
    pub has_obscure_sizes: bool,
    pub(super) ops: OpTable,
    /// Whether sizes are not computed from others.
    pub(super) has_named_extents: bool,
    /// The number of ops that are being read.
    pub(super) chain: usize,
    /// The name of the op whose row is not read, in tests of the rows.
    pub(super) unread: Option<String>,
}

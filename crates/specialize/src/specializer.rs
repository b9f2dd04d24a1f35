//! The state of a specialisation.

use super::{
    elements::Floats,
    failure::Failure,
    functions::{CopiedArgument, CopyResult, Functions},
};
use crate::{
    ir::{Emitter, ValueKey},
    lower::RuleFinder,
    statistics::ChangeLog,
};
use melior::{
    Context,
    ir::{BlockRef, OperationRef, Value},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A copy that is being specialised.
pub(super) struct Frame<'c, 'a> {
    pub(super) copy: OperationRef<'c, 'a>,
    /// The name of the function that it is a copy of.
    pub(super) name: String,
    /// The op in the caller, unless this is the entry.
    pub(super) call: Option<OperationRef<'c, 'a>>,
    pub(super) positions: Positions,
    /// What is known of its arguments.
    pub(super) arguments: Vec<CopiedArgument>,
    /// The checks that fail whenever it is called.
    pub(super) failures: Vec<Failure<'c, 'a>>,
    /// What it returns, once that is known.
    pub(super) results: Option<Vec<CopyResult<'c>>>,
    /// Values whose elements are known.
    pub(super) known: Vec<(Value<'c, 'a>, Vec<i64>)>,
    /// The elements that facts do not follow, of floats.
    pub(super) floats: Floats,
    /// The numbers in values that no iteration of a loop changes, until they are visited.
    pub(super) invariant: FxHashMap<ValueKey, Vec<i64>>,
    /// Ops that have been replaced, or checks that hold.
    pub(super) done: Vec<OperationRef<'c, 'a>>,
    /// The addresses of ops whose unknown sizes have to be checked, such as those that broadcast. They stay even if
    /// nothing uses their results.
    pub(super) undecided: FxHashSet<usize>,
}

/// The visitor that specialises functions.
pub(super) struct Specializer<'c, 'a, 'r> {
    pub(super) context: &'c Context,
    pub(super) module: OperationRef<'c, 'a>,
    pub(super) entry: OperationRef<'c, 'a>,
    pub(super) emitter: Emitter<'c, 'a>,
    pub(super) rules: RuleFinder<'c, 'r>,
    pub(super) functions: Functions<'c, 'a>,
    /// The copies that are being specialised, callers first.
    pub(super) frames: Vec<Frame<'c, 'a>>,
    /// Arguments that are not in use any more, each with its block, the last one of a block first.
    pub(super) needless: Vec<(BlockRef<'c, 'a>, usize)>,
    /// Ops that are not in use any more, users first.
    pub(super) dead: Vec<OperationRef<'c, 'a>>,
    pub(super) changes: &'r ChangeLog,
    pub(super) has_failed: bool,
    /// The reasons why ops of frontends' dialects cannot become StableHLO, by the ops' addresses.
    pub(super) unread: FxHashMap<usize, String>,
    /// The addresses of the checks whose failures have been reported as errors.
    pub(super) reported: FxHashSet<usize>,
}

/// The positions of the ops of a function among each other, by their addresses.
pub(super) type Positions = FxHashMap<usize, usize>;

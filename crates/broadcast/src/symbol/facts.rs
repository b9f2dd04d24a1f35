//! Facts about sizes, and what they entail.
//!
//! `d` *broadcasts to* `r` if `d` is 1 or `d = r`; it *grows to* `r` if also `d <= r`, which
//! rules out 1 to 0. `a` and `b` are *compatible* if both broadcast to a common size.
//!
//! What is derived: equal sizes share a class; *broadcasts to* and *grows to* are transitive,
//! and sizes that broadcast to each other are equal; a size that is not 1 equals any size it
//! broadcasts to; a size that broadcasts to 1 is 1; bounds hold for all equal sizes and, except
//! for the value 1, for sizes that broadcast to them; a join broadcasts to every size that all
//! its parts broadcast to, and is compatible with every size that all its parts are compatible
//! with. What does not follow: that `a` and `c` are compatible if `a` and `b` as well as `b`
//! and `c` are; that `d = r` if `d` broadcasts to `r`; anything but `>= 0` for a symbol without
//! facts.
//!
//! Arithmetic on sizes, and inequalities between numbers computed from them, are in
//! `symbol/numbers`; `cases` distinguishes the parts of a join. Deliberately absent: any other
//! reasoning by cases. Inference is sound but incomplete: see [`Facts`] for its
//! limits.
//!
//! `docs/facts.md` says where facts come from.

mod branches;
mod cases;
mod classes;
mod derive;
mod recording;
mod refute;
mod search;
#[cfg(test)]
mod tests;
mod values;

use super::{
    Condition, Content, Element, Journal, NumberType, Relation, Size, Statement, Symbol,
    numbers::Numbers,
};
use crate::scoped_map::ScopeChange;
pub use recording::Recorded;

use classes::{Classes, Node};
use derive::{Agenda, Derivation};
use recording::Recording;
use rustc_hash::FxHashMap;
use values::Values;

/// What is known of sizes at one point of a program.
///
/// An empty set of facts knows only constants; a lowering without facts uses one. A region that
/// can use values from outside is a scope, see [`enter`](Self::enter); a region that is
/// isolated from above gets a new `Facts`.
///
/// A fact that contradicts the earlier ones (3 = 4) means that the code is unreachable or that
/// the program always fails. It is left out with all its consequences, so answers do not change
/// and an op that needs it asserts it at run time; see
/// [`is_contradictory`](Self::is_contradictory).
///
/// The amortized cost of a fact is O(log n), that of a query O(1), where n is the number of
/// facts. To achieve that, inference is limited: a search for a path from `d` to `r` examines
/// at most 128 *broadcasts to* facts from either end, newest first; and if facts repeatedly
/// narrow the bounds of a size that many others broadcast to, the narrower bounds eventually
/// stop propagating.
///
/// ```
/// # use bcast_lower_broadcast::symbol::{Facts, Size, Statement};
/// let mut facts = Facts::default();
/// let [d, r] = [facts.fresh(), facts.fresh()].map(Size::Symbol);
/// facts.assume(Statement::broadcasts_to(d, r));
/// assert!(!facts.entails_equal(d, r));
/// facts.assume(Statement::AtLeast(d, 2));
/// assert!(facts.entails_equal(d, r));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Facts {
    classes: Classes,
    agenda: Agenda,
    next_symbol: u32,
    /// The symbols of elements that may not be sizes, with their types.
    pub(super) types: FxHashMap<Symbol, NumberType>,
    /// How elements are computed.
    pub(super) numbers: Numbers,
    /// For each open scope, the mark in the undo log where it begins.
    scopes: Vec<usize>,
    /// The depth of the scope in which a contradictory fact was left out.
    contradiction: Option<usize>,
    /// The recordings of open branches.
    recordings: Vec<Recording>,
    pub(super) version: u64,
    /// The assumed statements, if a journal was requested.
    journal: Option<Box<Journal>>,
}

impl Facts {
    /// Records all later assumptions in a journal.
    pub fn begin_journal(&mut self) {
        self.journal = Some(Box::default());
    }

    /// Returns the journal, if one is kept.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_deref()
    }

    /// Returns the journal, if one is kept.
    pub fn journal_mut(&mut self) -> Option<&mut Journal> {
        self.journal.as_deref_mut()
    }

    /// Returns a new symbol that occurs in no fact.
    ///
    /// It is not reused when its scope ends.
    pub const fn fresh(&mut self) -> Symbol {
        let symbol = Symbol(self.next_symbol);
        self.next_symbol = self.next_symbol.saturating_add(1);
        symbol
    }

    /// Begins a scope.
    pub fn enter(&mut self) {
        self.scopes.push(self.classes.mark());
        self.numbers.scope(ScopeChange::Enter);
        if let Some(journal) = &mut self.journal {
            journal.enter();
        }
    }

    /// Ends the innermost scope and forgets the facts assumed in it.
    pub fn exit(&mut self) {
        if let Some(mark) = self.scopes.pop() {
            self.version += u64::from(self.classes.mark() > mark);
            self.classes.undo(mark);
            self.numbers.scope(ScopeChange::Exit);
            self.contradiction
                .take_if(|depth| *depth > self.scopes.len());
            if let Some(journal) = &mut self.journal {
                journal.exit();
            }
        }
    }

    /// Returns a number that changes whenever an answer may change, and never returns to an
    /// earlier value.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns whether a fact was left out because it contradicts others.
    pub const fn is_contradictory(&self) -> bool {
        self.contradiction.is_some()
    }

    /// Assumes a statement.
    ///
    /// Every fact enters through this function.
    pub fn assume(&mut self, statement: Statement) {
        self.record(&statement);
        if let Statement::Compatible(a, b) = statement
            && self.entails_compatible(a, b)
        {
            return;
        }
        if let Some(journal) = &mut self.journal {
            journal.add(Content::Assumed(statement.clone()));
        }
        if let Statement::Equal(a, b) = statement
            && a == b
            && self.is_own(a)
        {
            return;
        }
        if let Statement::Multiple(size, of) = statement {
            // The derived statements are not recorded separately.
            let (journal, earlier) = (self.journal.take(), self.contradiction.take());
            self.make_multiple(size, of);
            self.journal = journal;
            if let (Some(journal), Some(_)) = (&mut self.journal, self.contradiction) {
                journal.contradict();
            }
            self.contradiction = earlier.or(self.contradiction);
            return;
        }
        let related = match statement {
            Statement::Equal(a, b) => self.forms_to_relate(a, b),
            _ => None,
        };
        if let Some(related) = &related {
            self.record_equal(related);
        }
        let broadcast = match statement {
            Statement::Related(d, _, r) => Some((d, r)),
            _ => None,
        };
        let mark = self.classes.mark();
        self.state(statement.clone());
        let is_accepted = derive::run(&mut self.classes, &mut self.agenda).is_ok();
        if !is_accepted {
            self.classes.undo(mark);
            self.contradiction.get_or_insert(self.scopes.len());
            if let Some(journal) = &mut self.journal {
                journal.contradict();
            }
        }
        self.version += u64::from(self.classes.mark() > mark);
        if self.scopes.is_empty() {
            self.classes.forget_log();
        }
        if !is_accepted {
            return;
        }
        if let Statement::AtLeast(Size::Symbol(symbol), 0..) = statement {
            self.version += u64::from(self.assume_natural(symbol));
        }
        if let Some(related) = related {
            self.relate(related);
        }
        if let Some((d, r)) = broadcast {
            self.join_chosen(d, r);
        }
    }

    /// Assumes a condition, or those parts of it that facts can represent.
    pub fn assume_condition<S: Copy + Into<Element>>(&mut self, condition: &Condition<S>) {
        Statement::for_each_in(condition, &mut |statement| self.assume(statement));
    }

    /// Returns the common name of all sizes equal to `size`: the constant if known, otherwise
    /// the oldest symbol.
    pub fn canonical(&self, size: Size) -> Size {
        let node = self.classes.find_node(size);
        node.and_then(|node| self.classes.name(node))
            .unwrap_or(size)
    }

    /// Returns whether `a = b` is known.
    pub fn entails_equal(&self, a: Size, b: Size) -> bool {
        self.canonical(a) == self.canonical(b)
    }

    /// Returns whether `a != b` is known.
    pub fn entails_not_equal(&self, a: Size, b: Size) -> bool {
        self.values(a).is_disjoint(self.values(b))
    }

    /// Returns whether `d = 1` or `d = r` is known.
    pub fn entails_broadcasts_to(&self, d: Size, r: Size) -> bool {
        self.entails_equal(d, r)
            || self.values(d).only() == Some(1)
            || self.reaches(d, Relation::Broadcasts, r)
    }

    /// Returns whether `d = r`, or `d = 1` and `r >= 1`, is known.
    pub fn entails_grows_to(&self, d: Size, r: Size) -> bool {
        self.entails_equal(d, r)
            || self.values(d).only() == Some(1) && self.entails_at_least(r, 1)
            || self.reaches(d, Relation::Grows, r)
    }

    /// Returns whether it is known that `a = b` or one of them is 1.
    pub fn entails_compatible(&self, a: Size, b: Size) -> bool {
        let is_one = |size| self.values(size).only() == Some(1);
        is_one(a)
            || is_one(b)
            || self.entails_equal(a, b)
            || self.holds_in_all_cases(a, b, cases::are_compatible)
    }

    /// Returns whether `a` and `b` are known to be compatible and, where they differ, at least
    /// 1: then both broadcast to `max(a, b)`.
    pub fn entails_maximum_compatible(&self, a: Size, b: Size) -> bool {
        self.entails_equal(a, b)
            || self.entails_compatible(a, b)
                && self.entails_at_least(a, 1)
                && self.entails_at_least(b, 1)
            || self.entails_grows_to(a, b)
            || self.entails_grows_to(b, a)
            || self.holds_in_all_cases(a, b, cases::are_maximum_compatible)
    }

    /// Returns whether `size >= least` is known.
    pub fn entails_at_least(&self, size: Size, least: i64) -> bool {
        self.values(size).min() >= least
    }

    /// Returns whether `size <= greatest` is known.
    pub fn entails_at_most(&self, size: Size, greatest: i64) -> bool {
        self.values(size).max() <= greatest
    }

    /// Returns whether a condition is known to hold. Minima, maxima and the like are not
    /// examined.
    pub fn entails_condition(&self, condition: &Condition<Size>) -> bool {
        condition.is_known(&|condition| match condition {
            Condition::Equal(a, b) => a
                .size()
                .zip(b.size())
                .is_some_and(|(a, b)| self.entails_equal(a, b)),
            Condition::AtLeast(term, least) => {
                let size = term.size();
                size.is_some_and(|size| self.entails_at_least(size, *least))
            }
            Condition::AtMost(term, greatest) => {
                let size = term.size();
                size.is_some_and(|size| self.entails_at_most(size, *greatest))
            }
            Condition::Multiple(term, of) => {
                let size = term.size();
                size.is_some_and(|size| self.entails_multiple(size, *of))
            }
            Condition::Any(_) | Condition::All(_) => false,
        })
    }

    /// Puts a statement on the agenda.
    fn state(&mut self, statement: Statement) {
        let step = match statement {
            Statement::Equal(a, b) => Derivation::Equal(self.node(a), self.node(b)),
            Statement::Related(d, relation, r) => {
                Derivation::Related(self.node(d), relation, self.node(r))
            }
            Statement::AtLeast(size, least) => {
                Derivation::Restrict(self.node(size), Values::at_least(least))
            }
            Statement::AtMost(size, greatest) => {
                Derivation::Restrict(self.node(size), Values::at_most(greatest))
            }
            Statement::NotOne(size) => {
                Derivation::Restrict(self.node(size), Values::ALL.without_one())
            }
            // Handled in `assume`, as it does not relate sizes to each other.
            Statement::Multiple(..) => return,
            Statement::Compatible(a, b) => {
                let parts = [self.node(a), self.node(b)];
                let join = self.classes.nameless_node();
                return self.add_join(&parts, Relation::Broadcasts, join);
            }
            Statement::Join(parts, relation, join) => {
                let parts = parts.into_iter().map(|part| self.node(part));
                let parts = parts.collect::<Vec<_>>();
                let join = self.node(join);
                return self.add_join(&parts, relation, join);
            }
        };
        self.agenda.push(step);
    }

    /// Returns whether a size is a constant or was named by this value.
    fn is_own(&self, size: Size) -> bool {
        size.symbol()
            .is_none_or(|Symbol(number)| number < self.next_symbol)
    }

    fn add_join(&mut self, parts: &[Node], relation: Relation, join: Node) {
        derive::add_join(&mut self.classes, &mut self.agenda, parts, relation, join);
    }

    pub(super) fn node(&mut self, size: Size) -> Node {
        // Replayed aliases are numbered from the end of the range; fresh symbols continue
        // below.
        if let Size::Symbol(Symbol(number)) = size
            && number < u32::MAX / 2
        {
            self.next_symbol = self.next_symbol.max(number.saturating_add(1));
        }
        self.classes.node(size)
    }

    pub(super) fn values(&self, size: Size) -> Values {
        match (self.classes.find_node(size), size) {
            (Some(node), _) => self.classes.values(node),
            (None, Size::Constant(size)) => Values::constant(size),
            (None, Size::Symbol(_)) => Values::ALL,
        }
    }

    fn reaches(&self, d: Size, relation: Relation, r: Size) -> bool {
        let find_node = |size| self.classes.find_node(size);
        let (Some(d), Some(r)) = (find_node(d), find_node(r)) else {
            return false;
        };
        search::reaches(&self.classes, d, relation, r)
    }

    fn holds_in_all_cases(&self, a: Size, b: Size, claim: cases::Claim) -> bool {
        let find_node = |size| self.classes.find_node(size);
        let (Some(a), Some(b)) = (find_node(a), find_node(b)) else {
            return false;
        };
        cases::hold(&self.classes, a, b, claim)
    }
}

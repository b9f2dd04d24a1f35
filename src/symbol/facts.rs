//! Facts about sizes, and what they entail.
//!
//! `d` *broadcasts to* `r` if `d` is 1 or `d = r`; it *grows to* `r` if also
//! `d <= r`, which rules out 1 to 0. `a` and `b` are *compatible* if both
//! broadcast to one size.
//!
//! What follows: equal sizes are one; *broadcasts-to* and *grows-to* are
//! transitive, and what broadcasts to each other is equal; a size that is not 1
//! equals what it broadcasts to; what broadcasts to 1 is 1; bounds hold for all
//! equal sizes, and, apart from 1, for what broadcasts to them; a join
//! broadcasts to whatever its parts broadcast to. What does not: from `(a, b)`
//! and `(b, c)` compatible, that `(a, c)` are; from `d` broadcasts to `r`, that
//! `d = r`; of a symbol without facts, more than `>= 0`.
//!
//! Deliberately absent: arithmetic on sizes, inequalities between symbols, and
//! reasoning by cases (`d` is 1 or not) beyond the above. Answers are never
//! wrong, but may be missing: see [`Facts`] for what is given up.
//!
//! `docs/facts.md` says where facts come from.

mod classes;
mod derive;
mod search;
#[cfg(test)]
mod tests;
mod values;

use super::{Journal, Size, Statement, Symbol};
use classes::{Classes, Node};
use derive::{Agenda, Step};
use values::Values;

/// What is known of sizes in one place of a program.
///
/// An empty set of facts knows constants only, so it is also what a lowering
/// without facts uses. A region that sees the values around it is a scope, see
/// [`enter`](Self::enter); one that is isolated from them is a new `Facts`.
///
/// A fact that no sizes can satisfy together with those before it (3 = 4) says
/// that the code is never reached or that the program always fails. It is left
/// out, with all its consequences, and the answers stay what they were, so that
/// whoever needs it asserts it at run time; see
/// [`is_contradictory`](Self::is_contradictory).
///
/// The cost of a fact is bounded on average by a constant times log n, that of
/// a question by a constant, whatever the number of facts. For that some answers
/// are given up: a search for a way from `d` to `r` looks at 128
/// *broadcasts-to* facts from either end, the newest first; facts that keep
/// narrowing the bounds of a size that many others broadcast to stop reaching
/// these others.
///
/// ```
/// # use bcast_lower::symbol::{Facts, Size};
/// let mut facts = Facts::default();
/// let [d, r] = [facts.fresh(), facts.fresh()].map(Size::Symbol);
/// facts.assume_broadcasts_to(d, r);
/// assert!(!facts.entails_equal(d, r));
/// facts.assume_at_least(d, 2);
/// assert!(facts.entails_equal(d, r));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Facts {
    classes: Classes,
    agenda: Agenda,
    next_symbol: u32,
    /// For each scope entered, how to take its facts back.
    scopes: Vec<usize>,
    /// How many scopes the one has around it in which a fact was left out.
    contradiction: Option<usize>,
    version: u64,
    /// What was assumed, where somebody wants to know.
    journal: Option<Box<Journal>>,
}

impl Facts {
    /// Keeps what is assumed from here on in a journal.
    pub fn begin_journal(&mut self) {
        self.journal = Some(Box::default());
    }

    /// Returns what was assumed, if it is kept.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_deref()
    }

    /// Returns what was assumed, if it is kept.
    pub fn journal_mut(&mut self) -> Option<&mut Journal> {
        self.journal.as_deref_mut()
    }

    /// Returns a symbol that it has not returned before and that no fact names.
    ///
    /// It stays taken when its scope ends.
    pub const fn fresh(&mut self) -> Symbol {
        let symbol = Symbol(self.next_symbol);
        self.next_symbol = self.next_symbol.saturating_add(1);
        symbol
    }

    /// Begins a scope.
    pub fn enter(&mut self) {
        self.scopes.push(self.classes.mark());
        if let Some(journal) = &mut self.journal {
            journal.enter();
        }
    }

    /// Ends the innermost scope and the facts assumed in it.
    pub fn exit(&mut self) {
        if let Some(mark) = self.scopes.pop() {
            self.version += u64::from(self.classes.mark() > mark);
            self.classes.undo(mark);
            self.contradiction
                .take_if(|depth| *depth > self.scopes.len());
            if let Some(journal) = &mut self.journal {
                journal.exit();
            }
        }
    }

    /// Returns a number that these facts have had only while all answers were what
    /// they are now.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Tells whether a fact was left out because it contradicts others.
    pub const fn is_contradictory(&self) -> bool {
        self.contradiction.is_some()
    }

    /// Assumes that `a = b`.
    pub fn assume_equal(&mut self, a: Size, b: Size) {
        self.note(|| Statement::Equal(a, b));
        self.assume(|facts| {
            let step = Step::Equal(facts.node(a), facts.node(b));
            facts.agenda.push(step);
        });
    }

    /// Assumes that `d = 1` or `d = r`.
    pub fn assume_broadcasts_to(&mut self, d: Size, r: Size) {
        self.note(|| Statement::BroadcastsTo(d, r));
        self.assume(|facts| {
            let step = Step::Broadcasts(facts.node(d), facts.node(r), false);
            facts.agenda.push(step);
        });
    }

    /// Assumes that `d = r`, or `d = 1` and `r >= 1`.
    pub fn assume_grows_to(&mut self, d: Size, r: Size) {
        self.note(|| Statement::GrowsTo(d, r));
        self.assume(|facts| {
            let step = Step::Broadcasts(facts.node(d), facts.node(r), true);
            facts.agenda.push(step);
        });
    }

    /// Assumes that `a = b` or one of them is 1.
    pub fn assume_compatible(&mut self, a: Size, b: Size) {
        self.note(|| Statement::Compatible(a, b));
        if !self.entails_compatible(a, b) {
            self.assume(|facts| {
                let parts = [facts.node(a), facts.node(b)];
                let join = facts.classes.nameless_node();
                derive::add_join(&mut facts.classes, &mut facts.agenda, &parts, join, false);
            });
        }
    }

    /// Assumes that the parts broadcast to `join`, and that it is one of them:
    /// what holds of `a == 1 ? b : a` once `a` and `b` are compatible.
    ///
    /// No part: `join = 1`.
    pub fn assume_join(&mut self, parts: &[Size], join: Size) {
        self.note(|| Statement::Join(parts.to_vec(), join));
        self.assume_any_join(parts, join, false);
    }

    /// Assumes that the parts grow to `join`, and that it is one of them: what
    /// holds of `max(a, b)` once `a` and `b` broadcast to it.
    ///
    /// No part: `join = 1`.
    pub fn assume_maximum(&mut self, parts: &[Size], join: Size) {
        self.note(|| Statement::Maximum(parts.to_vec(), join));
        self.assume_any_join(parts, join, true);
    }

    /// Assumes that `size >= least`.
    pub fn assume_at_least(&mut self, size: Size, least: i64) {
        self.note(|| Statement::AtLeast(size, least));
        self.assume_values(size, Values::at_least(least));
    }

    /// Assumes that `size <= greatest`.
    pub fn assume_at_most(&mut self, size: Size, greatest: i64) {
        self.note(|| Statement::AtMost(size, greatest));
        self.assume_values(size, Values::at_most(greatest));
    }

    /// Returns the name of all sizes equal to `size`: the constant if it is
    /// known, else the oldest symbol.
    pub fn canonical(&self, size: Size) -> Size {
        let node = self.classes.find_node(size);
        node.and_then(|node| self.classes.name(node))
            .unwrap_or(size)
    }

    /// Tells whether `a = b` is known.
    pub fn entails_equal(&self, a: Size, b: Size) -> bool {
        self.canonical(a) == self.canonical(b)
    }

    /// Tells whether `a != b` is known.
    pub fn entails_not_equal(&self, a: Size, b: Size) -> bool {
        self.values(a).is_disjoint(self.values(b))
    }

    /// Tells whether `d = 1` or `d = r` is known.
    pub fn entails_broadcasts_to(&self, d: Size, r: Size) -> bool {
        self.entails_equal(d, r) || self.values(d).only() == Some(1) || self.reaches(d, r, false)
    }

    /// Tells whether `d = r`, or `d = 1` and `r >= 1`, is known.
    pub fn entails_grows_to(&self, d: Size, r: Size) -> bool {
        self.entails_equal(d, r)
            || self.values(d).only() == Some(1) && self.entails_at_least(r, 1)
            || self.reaches(d, r, true)
    }

    /// Tells whether it is known that `a = b` or one of them is 1.
    pub fn entails_compatible(&self, a: Size, b: Size) -> bool {
        let is_one = |size| self.values(size).only() == Some(1);
        is_one(a) || is_one(b) || self.entails_equal(a, b) || self.have_upper(a, b, false)
    }

    /// Tells whether `a` and `b` are known to be compatible and, where they
    /// differ, at least 1: then what both broadcast to is `max(a, b)`.
    pub fn entails_maximum_compatible(&self, a: Size, b: Size) -> bool {
        self.entails_equal(a, b)
            || self.entails_compatible(a, b)
                && self.entails_at_least(a, 1)
                && self.entails_at_least(b, 1)
            || self.entails_grows_to(a, b)
            || self.entails_grows_to(b, a)
            || self.have_upper(a, b, true)
    }

    /// Tells whether `size >= least` is known.
    pub fn entails_at_least(&self, size: Size, least: i64) -> bool {
        self.values(size).min() >= least
    }

    /// Tells whether `size <= greatest` is known.
    pub fn entails_at_most(&self, size: Size, greatest: i64) -> bool {
        self.values(size).max() <= greatest
    }

    fn note(&mut self, statement: impl FnOnce() -> Statement) {
        if let Some(journal) = &mut self.journal {
            journal.add(statement());
        }
    }

    fn assume_values(&mut self, size: Size, values: Values) {
        self.assume(|facts| {
            let step = Step::Restrict(facts.node(size), values);
            facts.agenda.push(step);
        });
    }

    fn assume_any_join(&mut self, parts: &[Size], join: Size, is_maximum: bool) {
        self.assume(|facts| {
            let parts = parts.iter().map(|&part| facts.node(part));
            let parts = parts.collect::<Vec<_>>();
            let join = facts.node(join);
            derive::add_join(
                &mut facts.classes,
                &mut facts.agenda,
                &parts,
                join,
                is_maximum,
            );
        });
    }

    /// Takes in the facts that `put` puts on the agenda: all of them and what
    /// follows, or none.
    fn assume(&mut self, put: impl FnOnce(&mut Self)) {
        let mark = self.classes.mark();
        put(self);
        if derive::run(&mut self.classes, &mut self.agenda).is_err() {
            self.classes.undo(mark);
            self.contradiction.get_or_insert(self.scopes.len());
        }
        self.version += u64::from(self.classes.mark() > mark);
        if self.scopes.is_empty() {
            self.classes.forget_log();
        }
    }

    fn node(&mut self, size: Size) -> Node {
        if let Size::Symbol(Symbol(number)) = size {
            self.next_symbol = self.next_symbol.max(number.saturating_add(1));
        }
        self.classes.node(size)
    }

    fn values(&self, size: Size) -> Values {
        match (self.classes.find_node(size), size) {
            (Some(node), _) => self.classes.values(node),
            (None, Size::Constant(size)) => Values::constant(size),
            (None, Size::Symbol(_)) => Values::ALL,
        }
    }

    fn reaches(&self, d: Size, r: Size, grows: bool) -> bool {
        let find_node = |size| self.classes.find_node(size);
        let (Some(d), Some(r)) = (find_node(d), find_node(r)) else {
            return false;
        };
        search::reaches(&self.classes, d, r, grows)
    }

    fn have_upper(&self, a: Size, b: Size, grows: bool) -> bool {
        let find_node = |size| self.classes.find_node(size);
        let (Some(a), Some(b)) = (find_node(a), find_node(b)) else {
            return false;
        };
        search::have_upper(&self.classes, a, b, grows)
    }
}

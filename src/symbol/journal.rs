//! What facts were told, kept so that it can be told again.
//!
//! A journal is there only where somebody asks where a fact came from: see
//! [`Facts::begin_journal`].

use super::{Condition, Facts, Size, Symbol, Term};

/// Something to assume of sizes, as a value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Statement {
    /// `a = b`.
    Equal(Size, Size),
    /// `d = 1` or `d = r`.
    BroadcastsTo(Size, Size),
    /// `d = r`, or `d = 1` and `r >= 1`.
    GrowsTo(Size, Size),
    /// `a = b`, or one of them is 1.
    Compatible(Size, Size),
    /// The parts broadcast to the size, which is one of them.
    Join(Vec<Size>, Size),
    /// The parts grow to the size, which is one of them.
    Maximum(Vec<Size>, Size),
    /// `size >= least`.
    AtLeast(Size, i64),
    /// `size <= greatest`.
    AtMost(Size, i64),
}

impl Statement {
    /// Assumes it.
    pub fn assume(&self, facts: &mut Facts) {
        match self {
            &Self::Equal(a, b) => facts.assume_equal(a, b),
            &Self::BroadcastsTo(d, r) => facts.assume_broadcasts_to(d, r),
            &Self::GrowsTo(d, r) => facts.assume_grows_to(d, r),
            &Self::Compatible(a, b) => facts.assume_compatible(a, b),
            Self::Join(parts, join) => facts.assume_join(parts, *join),
            Self::Maximum(parts, join) => facts.assume_maximum(parts, *join),
            &Self::AtLeast(size, least) => facts.assume_at_least(size, least),
            &Self::AtMost(size, greatest) => facts.assume_at_most(size, greatest),
        }
    }

    /// Returns what the statement means.
    pub fn condition(&self) -> Condition<Size> {
        let equal = |a: Size, b: Size| Condition::Equal(Term::Size(a), Term::Size(b));
        let grows_to = |d: Size, r: Size| {
            let is_one = Condition::Equal(Term::Size(d), Term::Constant(1));
            let grows = Condition::All(vec![is_one, Condition::AtLeast(Term::Size(r), 1)]);
            Condition::Any(vec![equal(d, r), grows])
        };
        let broadcasts_to =
            |d: Size, r: Size| Condition::broadcasts_to(Term::Size(d), Term::Size(r));
        // All parts are brought to one of them.
        let join = |parts: &[Size], join: Size, bring: &dyn Fn(Size, Size) -> Condition<Size>| {
            if parts.is_empty() {
                return equal(join, Size::Constant(1));
            }
            let is_part = parts.iter().map(|&part| equal(part, join)).collect();
            let mut all = vec![Condition::Any(is_part)];
            all.extend(parts.iter().map(|&part| bring(part, join)));
            Condition::All(all)
        };
        match self {
            &Self::Equal(a, b) => equal(a, b),
            &Self::BroadcastsTo(d, r) => broadcasts_to(d, r),
            &Self::GrowsTo(d, r) => grows_to(d, r),
            &Self::Compatible(a, b) => Condition::compatible(a, b),
            Self::Join(parts, size) => join(parts, *size, &broadcasts_to),
            Self::Maximum(parts, size) => join(parts, *size, &grows_to),
            &Self::AtLeast(size, least) => Condition::AtLeast(Term::Size(size), least),
            &Self::AtMost(size, greatest) => Condition::AtMost(Term::Size(size), greatest),
        }
    }

    /// Returns the symbols that it speaks of.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        let (parts, rest): (&[Size], [Option<Size>; 2]) = match self {
            &Self::Equal(a, b)
            | &Self::BroadcastsTo(a, b)
            | &Self::GrowsTo(a, b)
            | &Self::Compatible(a, b) => (&[], [Some(a), Some(b)]),
            Self::Join(parts, join) | Self::Maximum(parts, join) => (parts, [Some(*join), None]),
            &Self::AtLeast(size, _) | &Self::AtMost(size, _) => (&[], [Some(size), None]),
        };
        let sizes = parts.iter().copied().chain(rest.into_iter().flatten());
        sizes.filter_map(|size| match size {
            Size::Symbol(symbol) => Some(symbol),
            Size::Constant(_) => None,
        })
    }
}

/// A statement, and who made it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// What is said.
    pub statement: Statement,
    /// Who said it, by the number that [`Journal::origin`] had.
    pub origin: usize,
    /// The symbol that the statement gives a meaning; of it, nothing was known
    /// before.
    pub defines: Option<Symbol>,
}

/// The statements that hold in one place of a program, in the order in which they
/// were made.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Who makes the statements from here on.
    pub origin: usize,
    entries: Vec<Entry>,
    /// For each scope, how many entries there were before it.
    scopes: Vec<usize>,
}

impl Journal {
    /// Returns the entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Notes that a symbol of which nothing is known so far stands for a size. The
    /// facts need not know that symbol.
    pub fn define(&mut self, symbol: Symbol, size: Size) {
        self.entries.push(Entry {
            statement: Statement::Equal(Size::Symbol(symbol), size),
            origin: self.origin,
            defines: Some(symbol),
        });
    }

    pub(super) fn add(&mut self, statement: Statement) {
        self.entries.push(Entry {
            statement,
            origin: self.origin,
            defines: None,
        });
    }

    pub(super) fn enter(&mut self) {
        self.scopes.push(self.entries.len());
    }

    pub(super) fn exit(&mut self) {
        if let Some(length) = self.scopes.pop() {
            self.entries.truncate(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Size = Size::Symbol(Symbol(0));
    const B: Size = Size::Symbol(Symbol(1));
    const C: Size = Size::Symbol(Symbol(2));

    type Claim = fn(&Facts) -> bool;

    /// Each statement once, and what it entails.
    fn statements() -> Vec<(Statement, Claim)> {
        vec![
            (Statement::Equal(A, B), |facts| facts.entails_equal(A, B)),
            (Statement::BroadcastsTo(A, B), |facts| {
                facts.entails_broadcasts_to(A, B)
            }),
            (Statement::GrowsTo(A, B), |facts| {
                facts.entails_grows_to(A, B)
            }),
            (Statement::Compatible(A, B), |facts| {
                facts.entails_compatible(A, B)
            }),
            (Statement::Join(vec![A, B], C), |facts| {
                facts.entails_broadcasts_to(A, C)
            }),
            (Statement::Maximum(vec![A, B], C), |facts| {
                facts.entails_maximum_compatible(A, B)
            }),
            (Statement::AtLeast(A, 2), |facts| {
                facts.entails_at_least(A, 2)
            }),
            (Statement::AtMost(A, 2), |facts| facts.entails_at_most(A, 2)),
        ]
    }

    #[test]
    fn what_is_assumed_is_noted_and_can_be_assumed_again() {
        for (statement, is_entailed) in statements() {
            let mut facts = Facts::default();
            facts.begin_journal();
            statement.assume(&mut facts);
            assert!(is_entailed(&facts), "{statement:?}");
            let entries = facts.journal().expect("it was begun").entries();
            let statements = entries.iter().map(|entry| entry.statement.clone());
            assert_eq!(statements.collect::<Vec<_>>(), [statement]);
        }
    }

    #[test]
    fn entries_end_with_their_scope_and_keep_their_origin() {
        let mut facts = Facts::default();
        facts.begin_journal();
        facts.assume_at_least(A, 2);
        facts.enter();
        facts.journal_mut().expect("it was begun").origin = 7;
        facts.assume_at_least(B, 2);
        let journal = facts.journal_mut().expect("it was begun");
        journal.define(Symbol(9), A);
        let origins = journal.entries().iter().map(|entry| entry.origin);
        assert_eq!(origins.collect::<Vec<_>>(), [0, 7, 7]);
        facts.exit();
        assert_eq!(
            facts.journal().map(|journal| journal.entries().len()),
            Some(1)
        );
        assert_eq!(
            facts.fresh(),
            Symbol(2),
            "what is only defined is not taken"
        );
    }

    #[test]
    fn nothing_is_noted_without_a_journal() {
        let mut facts = Facts::default();
        facts.assume_equal(A, B);
        assert!(facts.journal().is_none());
    }

    #[test]
    fn statements_know_their_symbols() {
        fn symbols(statement: &Statement) -> Vec<u32> {
            statement.symbols().map(|symbol| symbol.0).collect()
        }
        for (statement, _) in statements() {
            let expected: &[u32] = match statement {
                Statement::AtLeast(..) | Statement::AtMost(..) => &[0],
                Statement::Join(..) | Statement::Maximum(..) => &[0, 1, 2],
                _ => &[0, 1],
            };
            assert_eq!(symbols(&statement), expected);
        }
        let constant = Statement::Equal(Size::Constant(3), A);
        assert_eq!(symbols(&constant), [0]);
    }
}

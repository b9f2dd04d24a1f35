//! The statements that facts were given, with their origins, so that they can be replayed.
//!
//! Facts keep a journal only on request: see [`Facts::begin_journal`](super::Facts::begin_journal).

use super::{Size, Statement, Symbol};
use rustc_hash::FxHashMap;

/// A name for one dim among several that share a size.
///
/// Aliases exist only in the journal: to facts, such dims have one size.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Alias(pub u32);

/// How a journal refers to the size of a dim.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SizeOrAlias {
    /// By the name that the size has in facts.
    Size(Size),
    /// By the dim's alias.
    Alias(Alias),
}

impl SizeOrAlias {
    /// Returns the size that represents it in facts to which entries are
    /// [replayed](Entry::statement).
    ///
    /// Aliases get symbols from the top of the range, which no fresh symbol reaches.
    pub const fn replayed(self) -> Size {
        match self {
            Self::Size(size) => size,
            Self::Alias(Alias(number)) => Size::Symbol(Symbol(u32::MAX - number)),
        }
    }
}

/// The content of an entry.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Content {
    /// A statement was assumed.
    Assumed(Statement),
    /// An alias was given to a size; of the alias, nothing was known before.
    Named {
        /// The alias.
        alias: Alias,
        /// What it was given to: the size, or another alias of it.
        of: SizeOrAlias,
        /// The size.
        size: Size,
    },
}

/// How far a statement on an alias reaches.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reach {
    /// An alias of an alias equals that alias; another entry states what that one equals.
    Step,
    /// Every alias is equal to its size, so that one entry suffices.
    Size,
}

/// A recorded statement or alias, and its origin.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// What was recorded.
    pub content: Content,
    /// The value of [`Journal::origin`] when it was recorded.
    pub origin: usize,
}

impl Entry {
    /// Returns the entry as a statement, in which aliases are sizes.
    pub fn statement(&self, reach: Reach) -> Statement {
        match &self.content {
            Content::Assumed(statement) => statement.clone(),
            &Content::Named { alias, of, size } => {
                let of = match reach {
                    Reach::Step => of.replayed(),
                    Reach::Size => size,
                };
                Statement::Equal(SizeOrAlias::Alias(alias).replayed(), of)
            }
        }
    }

    /// Calls `each` with the symbols that the entry is about.
    ///
    /// An entry that names an alias is about the alias only, not about its size.
    fn for_each_subject(&self, mut each: impl FnMut(Symbol)) {
        match &self.content {
            Content::Assumed(statement) => statement.symbols().for_each(each),
            &Content::Named { alias, .. } => {
                if let Some(symbol) = SizeOrAlias::Alias(alias).replayed().symbol() {
                    each(symbol);
                }
            }
        }
    }
}

/// What holds at one point of a program, in the order in which it was recorded.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The origin of the entries that follow, as a number of the caller's choice.
    pub origin: usize,
    entries: Vec<Entry>,
    /// For each symbol, the indices of the entries about it, in order.
    by_symbol: FxHashMap<Symbol, Vec<usize>>,
    /// For each scope, how many entries there were before it.
    scopes: Vec<usize>,
    /// The indices of the entries that contradict entries before them, in order. They were left out of the facts.
    rejected: Vec<usize>,
}

impl Journal {
    /// Returns the entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the indices of the entries about a symbol, in order.
    pub fn about(&self, symbol: Symbol) -> &[usize] {
        self.by_symbol.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// Records that an alias stands for a size, perhaps as another alias of it does.
    pub fn name(&mut self, alias: Alias, of: SizeOrAlias, size: Size) {
        self.add(Content::Named { alias, of, size });
    }

    pub(super) fn add(&mut self, content: Content) {
        let entry = Entry {
            content,
            origin: self.origin,
        };
        let index = self.entries.len();
        entry.for_each_subject(|symbol| {
            let indices = self.by_symbol.entry(symbol).or_default();
            if indices.last() != Some(&index) {
                indices.push(index);
            }
        });
        self.entries.push(entry);
    }

    /// Notes that the last entry contradicts earlier ones.
    pub(super) fn contradict(&mut self) {
        let last = self.entries.len().checked_sub(1);
        self.rejected.extend(last);
    }

    /// Returns the index of the first entry that contradicts earlier ones.
    pub(super) fn contradiction(&self) -> Option<usize> {
        self.rejected.first().copied()
    }

    /// Returns whether an entry contradicts earlier ones, so that it is not among the facts.
    pub(super) fn is_rejected(&self, index: usize) -> bool {
        self.rejected.binary_search(&index).is_ok()
    }

    pub(super) fn enter(&mut self) {
        self.scopes.push(self.entries.len());
    }

    pub(super) fn exit(&mut self) {
        let length = self.scopes.pop().unwrap_or(self.entries.len());
        for index in (length..self.entries.len()).rev() {
            self.entries[index].for_each_subject(|symbol| {
                if let Some(indices) = self.by_symbol.get_mut(&symbol) {
                    indices.pop_if(|last| *last == index);
                }
            });
        }
        self.entries.truncate(length);
        let kept = self.rejected.partition_point(|&index| index < length);
        self.rejected.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::{Facts, statement::tests::statements};

    const A: Size = Size::Symbol(Symbol(0));
    const B: Size = Size::Symbol(Symbol(1));

    #[test]
    fn assumptions_are_recorded_and_can_be_replayed() {
        for (statement, is_entailed) in statements() {
            let mut facts = Facts::default();
            facts.begin_journal();
            facts.assume(statement.clone());
            assert!(is_entailed(&facts), "{statement:?}");
            let entries = facts.journal().expect("it was begun").entries();
            let expected = Content::Assumed(statement.clone());
            assert!(matches!(entries, [entry] if entry.content == expected));
            let mut again = Facts::default();
            again.assume(entries[0].statement(Reach::Step));
            assert!(is_entailed(&again), "{statement:?}");
        }
    }

    #[test]
    fn only_entries_that_contradict_earlier_ones_are_rejected() {
        let mut facts = Facts::default();
        facts.begin_journal();
        facts.assume(Statement::Equal(A, Size::Constant(3)));
        facts.enter();
        facts.assume(Statement::Equal(A, Size::Constant(4)));
        facts.assume(Statement::Multiple(B, 2));
        let is_rejected = |facts: &Facts, index| facts.journal().unwrap().is_rejected(index);
        assert_eq!(
            [0, 1, 2].map(|index| is_rejected(&facts, index)),
            [false, true, false]
        );
        facts.exit();
        facts.assume(Statement::Multiple(A, 3));
        assert!(!facts.is_contradictory() && !is_rejected(&facts, 1));
    }

    #[test]
    fn entries_end_with_their_scope_and_keep_their_origin() {
        let mut facts = Facts::default();
        facts.begin_journal();
        facts.assume(Statement::AtLeast(A, 2));
        facts.enter();
        facts.journal_mut().expect("it was begun").origin = 7;
        facts.assume(Statement::AtLeast(B, 2));
        let journal = facts.journal_mut().expect("it was begun");
        journal.name(Alias(9), SizeOrAlias::Size(A), A);
        assert_eq!(journal.about(Symbol(1)), [1]);
        let origins = journal.entries().iter().map(|entry| entry.origin);
        assert_eq!(origins.collect::<Vec<_>>(), [0, 7, 7]);
        facts.exit();
        let journal = facts.journal().expect("it was begun");
        assert_eq!(journal.entries().len(), 1);
        assert_eq!(journal.about(Symbol(0)), [0]);
        assert!(journal.about(Symbol(1)).is_empty());
        assert_eq!(facts.fresh(), Symbol(2), "an alias takes no symbol");
    }

    #[test]
    fn nothing_is_recorded_without_a_journal() {
        let mut facts = Facts::default();
        facts.assume(Statement::Equal(A, B));
        assert!(facts.journal().is_none());
    }

    #[test]
    fn aliases_become_sizes_when_replayed() {
        let [first, second] = [Alias(0), Alias(1)];
        let mut journal = Journal::default();
        journal.name(first, SizeOrAlias::Size(A), A);
        journal.name(second, SizeOrAlias::Alias(first), A);
        let second = SizeOrAlias::Alias(second).replayed();
        let entails = |entries: &[Entry], reach| {
            let mut facts = Facts::default();
            for entry in entries {
                facts.assume(entry.statement(reach));
            }
            facts.entails_equal(second, A)
        };
        assert!(entails(journal.entries(), Reach::Step));
        assert!(!entails(&journal.entries()[1..], Reach::Step));
        assert!(entails(&journal.entries()[1..], Reach::Size));
        assert!(journal.about(Symbol(0)).is_empty(), "only of the alias");
        let symbol = second.symbol().expect("an alias is a symbol");
        assert_eq!(journal.about(symbol), [1]);
    }
}

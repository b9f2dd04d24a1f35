//! The statements that facts were given, with their origins, so that they can be replayed.
//!
//! Facts keep a journal only on request: see [`Facts::begin_journal`].

use super::{Facts, Size, Statement, Symbol};

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
    /// [replayed](Entry::replay).
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
    Named(Alias, SizeOrAlias),
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
    /// Assumes the entry's statement; aliases become sizes.
    pub fn replay(&self, facts: &mut Facts) {
        facts.assume(self.statement());
    }

    /// Returns the entry as a statement, in which aliases are sizes.
    pub fn statement(&self) -> Statement {
        match &self.content {
            Content::Assumed(statement) => statement.clone(),
            &Content::Named(alias, size) => {
                Statement::Equal(SizeOrAlias::Alias(alias).replayed(), size.replayed())
            }
        }
    }

    /// Returns whether the replayed entry is about a symbol that `is_one` accepts.
    ///
    /// An entry that names an alias is about the alias only, not about its size.
    pub fn is_about(&self, is_one: impl Fn(Symbol) -> bool) -> bool {
        match &self.content {
            Content::Assumed(statement) => statement.symbols().any(is_one),
            &Content::Named(alias, _) => {
                let symbol = SizeOrAlias::Alias(alias).replayed().symbol();
                symbol.is_some_and(is_one)
            }
        }
    }

    /// Returns the symbols in the replayed entry.
    pub fn symbols(&self) -> Vec<Symbol> {
        self.statement().symbols().collect()
    }
}

/// What holds in one place of a program, in the order in which it was recorded.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The origin of the entries that follow, as a number of the caller's choice.
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

    /// Records that an alias stands for a size.
    pub fn name(&mut self, alias: Alias, size: SizeOrAlias) {
        self.add(Content::Named(alias, size));
    }

    pub(super) fn add(&mut self, content: Content) {
        self.entries.push(Entry {
            content,
            origin: self.origin,
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
    use crate::symbol::statement::tests::statements;

    const A: Size = Size::Symbol(Symbol(0));
    const B: Size = Size::Symbol(Symbol(1));

    #[test]
    fn what_is_assumed_is_noted_and_can_be_replayed() {
        for (statement, is_entailed) in statements() {
            let mut facts = Facts::default();
            facts.begin_journal();
            facts.assume(statement.clone());
            assert!(is_entailed(&facts), "{statement:?}");
            let entries = facts.journal().expect("it was begun").entries();
            let expected = Content::Assumed(statement.clone());
            assert!(matches!(entries, [entry] if entry.content == expected));
            let mut again = Facts::default();
            entries[0].replay(&mut again);
            assert!(is_entailed(&again), "{statement:?}");
        }
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
        journal.name(Alias(9), SizeOrAlias::Size(A));
        let origins = journal.entries().iter().map(|entry| entry.origin);
        assert_eq!(origins.collect::<Vec<_>>(), [0, 7, 7]);
        facts.exit();
        assert_eq!(
            facts.journal().map(|journal| journal.entries().len()),
            Some(1)
        );
        assert_eq!(facts.fresh(), Symbol(2), "an alias takes no symbol");
    }

    #[test]
    fn nothing_is_noted_without_a_journal() {
        let mut facts = Facts::default();
        facts.assume(Statement::Equal(A, B));
        assert!(facts.journal().is_none());
    }

    #[test]
    fn aliases_are_sizes_when_they_are_replayed() {
        let [first, second] = [Alias(0), Alias(1)];
        let mut journal = Journal::default();
        journal.name(first, SizeOrAlias::Size(A));
        journal.name(second, SizeOrAlias::Alias(first));
        let mut facts = Facts::default();
        for entry in journal.entries() {
            entry.replay(&mut facts);
        }
        assert!(facts.entails_equal(SizeOrAlias::Alias(second).replayed(), A));
        let is_a = |symbol| symbol == Symbol(0);
        assert!(!journal.entries()[0].is_about(is_a));
        assert!(journal.entries()[0].symbols().contains(&Symbol(0)));
    }
}

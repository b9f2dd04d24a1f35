//! What facts were told, kept so that it can be told again.
//!
//! A journal is there only where somebody asks where a fact came from: see
//! [`Facts::begin_journal`].

use super::{Facts, Size, Statement, Symbol};

/// A name of its own for a dim that has the size of another one.
///
/// Only the journal knows aliases: to facts, both dims have one size.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Alias(pub u32);

/// What a journal calls the size of a dim.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SizeOrAlias {
    /// The name that it has in facts.
    Size(Size),
    /// Its own.
    Alias(Alias),
}

impl SizeOrAlias {
    /// Returns the size that stands for it in facts that entries are [replayed](Entry::replay)
    /// to.
    ///
    /// Aliases are counted down there, away from the symbols of facts.
    pub const fn replayed(self) -> Size {
        match self {
            Self::Size(size) => size,
            Self::Alias(Alias(number)) => Size::Symbol(Symbol(u32::MAX - number)),
        }
    }
}

/// What an entry says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Content {
    /// A statement was assumed.
    Assumed(Statement),
    /// An alias was given to a size; of the alias, nothing was known before.
    Named(Alias, SizeOrAlias),
}

/// What was said, and who said it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// What was said.
    pub content: Content,
    /// Who said it, by the number that [`Journal::origin`] had.
    pub origin: usize,
}

impl Entry {
    /// Assumes what the entry says; aliases are sizes there.
    pub fn replay(&self, facts: &mut Facts) {
        facts.assume(self.statement());
    }

    /// Returns what the entry says, with aliases as the sizes that stand for them.
    pub fn statement(&self) -> Statement {
        match &self.content {
            Content::Assumed(statement) => statement.clone(),
            &Content::Named(alias, size) => {
                Statement::Equal(SizeOrAlias::Alias(alias).replayed(), size.replayed())
            }
        }
    }

    /// Returns whether the entry is about one of some symbols, by the names that sizes have
    /// when entries are replayed.
    ///
    /// Naming an alias is about that alias only, not about the size that it stands for.
    pub fn is_about(&self, is_one: impl Fn(Symbol) -> bool) -> bool {
        match &self.content {
            Content::Assumed(statement) => statement.symbols().any(is_one),
            &Content::Named(alias, _) => {
                let symbol = SizeOrAlias::Alias(alias).replayed().symbol();
                symbol.is_some_and(is_one)
            }
        }
    }

    /// Returns the symbols that the entry speaks of when it is replayed.
    pub fn symbols(&self) -> Vec<Symbol> {
        self.statement().symbols().collect()
    }
}

/// What was said in one place of a program, in the order in which it was said.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Who speaks from here on.
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

    /// Notes that an alias stands for a size.
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

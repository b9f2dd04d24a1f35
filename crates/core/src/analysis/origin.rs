//! Origins of facts.

use crate::{
    diagnostic::FileLocation,
    ir::ValueKey,
    rule::RulePlace,
    scoped_map::ScopedMap,
    symbol::{Alias, Facts, Size, SizeOrAlias},
};

/// The origin of a fact.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FactOrigin {
    /// The kind of origin.
    pub source: FactSource,
    /// Its name: that of an op, or of a symbol.
    pub name: String,
    /// Its location, if that is in a file.
    pub location: Option<FileLocation>,
    /// The position of the facts about such ops in a rule file, if they are from one.
    pub facts: Option<RulePlace>,
    /// The numbers of the origins that gave the operands their sizes.
    pub because: Vec<usize>,
}

/// The kinds of origin of a fact.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FactSource {
    /// An op whose sizes are related.
    Op,
    /// A guard of an earlier op.
    Guard,
    /// An assertion in the input.
    Assertion,
    /// A symbol that arguments declare.
    Declared,
    /// What all branches to a block agree on.
    Branches,
    /// What all calls of a function agree on.
    Calls,
}

/// Records the origins of facts while an analysis learns.
pub(super) struct Trace {
    /// All origins so far.
    pub(super) origins: Vec<FactOrigin>,
    /// The aliases of dims.
    pub aliases: ScopedMap<(ValueKey, usize), Alias>,
    /// For each alias, the number of its origin.
    pub(super) alias_origins: Vec<usize>,
    /// The sizes of the current op's operands, with their aliases.
    pub(super) operands: Vec<(Size, SizeOrAlias)>,
}

impl Trace {
    pub(super) fn new() -> Self {
        Self {
            origins: vec![],
            aliases: ScopedMap::new(),
            alias_origins: vec![],
            operands: vec![],
        }
    }

    /// Gives an alias to a dim that has the size of another one.
    pub fn name(&mut self, facts: &mut Facts, key: ValueKey, dim: usize, size: Size) {
        let same = |&&(name, _): &&(Size, SizeOrAlias)| facts.entails_equal(name, size);
        let source = self.operands.iter().find(same);
        let source = source.map_or(SizeOrAlias::Size(size), |(_, alias)| *alias);
        let Ok(number) = u32::try_from(self.alias_origins.len()) else {
            return;
        };
        let alias = Alias(number);
        self.aliases.insert((key, dim), alias);
        self.alias_origins
            .push(facts.journal().map_or(0, |journal| journal.origin));
        if let Some(journal) = facts.journal_mut() {
            journal.name(alias, source, size);
        }
    }

    /// Returns the numbers of the origins that gave sizes to the dims with aliases.
    pub(super) fn origins_of(&self, dims: &[(Size, SizeOrAlias)]) -> Vec<usize> {
        let mut origins = vec![];
        for (_, dim) in dims {
            if let SizeOrAlias::Alias(Alias(number)) = dim
                && let Some(&origin) = self.alias_origins.get(*number as usize)
                && !origins.contains(&origin)
            {
                origins.push(origin);
            }
        }
        origins
    }
}

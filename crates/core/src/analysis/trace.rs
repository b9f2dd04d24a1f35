//! Origins of facts, recorded on request.
//!
//! Facts keep the statements they are given in a journal. Where an op makes a dim's size equal
//! to another dim's, both share a symbol and no statement is needed. To keep the origin of that
//! equality, such a dim gets its own symbol here, its *alias*, which only the journal knows.

use super::{Analysis, Sizes};
use crate::{
    diagnostic::FileLocation,
    ir::{ValueKey, name_str, string},
    rule::RulePlace,
    scoped_map::ScopedMap,
    symbol::{Alias, Facts, Size, SizeOrAlias},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

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
    origins: Vec<FactOrigin>,
    /// The aliases of dims.
    pub aliases: ScopedMap<(ValueKey, usize), Alias>,
    /// For each alias, the number of its origin.
    alias_origins: Vec<usize>,
    /// The sizes of the current op's operands, with their aliases.
    operands: Vec<(Size, SizeOrAlias)>,
}

impl Trace {
    fn new() -> Self {
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
    fn origins_of(&self, dims: &[(Size, SizeOrAlias)]) -> Vec<usize> {
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

impl Analysis {
    /// Creates an analysis that knows nothing and records the origin of each fact.
    pub fn traced() -> Self {
        let mut analysis = Self {
            trace: Some(Box::new(Trace::new())),
            ..Self::default()
        };
        analysis.facts.begin_journal();
        analysis
    }

    /// Sets an op as the origin of subsequent facts.
    pub fn learn_from(&mut self, source: FactSource, operation: OperationRef<'_, '_>) {
        if self.trace.is_none() {
            return;
        }
        let name = match source {
            FactSource::Calls => string(operation, "sym_name").unwrap_or_default().into(),
            _ => describe(operation),
        };
        let operands = operation.operands();
        let operands = operands
            .flat_map(|operand| {
                // Sizes without a name do not get one here: symbols would be numbered
                // differently than without a trace.
                let sizes = self.known_sizes(operand);
                let sizes = sizes.cloned().unwrap_or_default();
                let aliases = self.aliases(operand, &sizes);
                sizes.into_iter().zip(aliases).collect::<Vec<_>>()
            })
            .collect();
        let facts = match source {
            FactSource::Op => self.ops.facts_of(operation),
            _ => None,
        };
        let origin = FactOrigin {
            source,
            name,
            location: FileLocation::of(operation.location()),
            facts: facts.and_then(|facts| facts.place().cloned()),
            because: vec![],
        };
        self.add_origin(origin, operands);
    }

    /// Sets a declared symbol as the origin of subsequent facts.
    pub(super) fn learn_from_declaration(&mut self, symbol: &str) {
        let Some(trace) = &mut self.trace else {
            return;
        };
        let last = trace.origins.last();
        let origin = FactOrigin {
            source: FactSource::Declared,
            name: symbol.into(),
            location: last.and_then(|origin| origin.location.clone()),
            facts: None,
            because: vec![],
        };
        self.add_origin(origin, vec![]);
    }

    /// Returns the alias of each dim of a value; its size where it has none.
    pub fn aliases(&self, value: Value<'_, '_>, sizes: &Sizes) -> Vec<SizeOrAlias> {
        let key = ValueKey::new(value);
        let alias = |(dim, &size): (usize, &Size)| {
            let trace = self.trace.as_ref();
            let alias = trace.and_then(|trace| trace.aliases.get(&(key, dim)));
            alias.map_or(SizeOrAlias::Size(size), |&alias| SizeOrAlias::Alias(alias))
        };
        sizes.iter().enumerate().map(alias).collect()
    }

    /// Returns the origin with a number, as found in the journal's entries.
    pub fn origin(&self, number: usize) -> Option<&FactOrigin> {
        self.trace.as_ref()?.origins.get(number)
    }

    fn add_origin(&mut self, mut origin: FactOrigin, operands: Vec<(Size, SizeOrAlias)>) {
        if let (Some(trace), Some(journal)) = (&mut self.trace, self.facts.journal_mut()) {
            origin.because = trace.origins_of(&operands);
            journal.origin = trace.origins.len();
            trace.origins.push(origin);
            trace.operands = operands;
        }
    }
}

fn describe(operation: OperationRef<'_, '_>) -> String {
    let name = name_str(operation.name()).unwrap_or_default();
    match string(operation, "call_target_name") {
        Some(target) => format!("{name} @{target}"),
        None => name.into(),
    }
}

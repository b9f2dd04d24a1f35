//! Where what is known comes from, for those who ask.
//!
//! Facts that were told something keep it in a journal. What needs no telling, that a
//! value's dim has the size of another one's as an op says so, is told here: such a
//! dim gets a symbol of its own, its *alias*, which only the journal knows.

use super::{Analysis, Sizes};
use crate::{
    diagnostic::FileLocation,
    explain::{Origin, OriginKind, Place},
    ir::{ScopedMap, ValueKey, name_str, string},
    symbol::{Alias, Facts, Size, SizeOrAlias},
};
use melior::ir::{Location, OperationRef, Value, operation::OperationLike};

/// What is noted while an analysis learns.
pub(super) struct Trace {
    /// Who has said something.
    origins: Vec<Origin>,
    /// The aliases of dims.
    pub aliases: ScopedMap<(ValueKey, usize), Alias>,
    next_alias: u32,
    /// The sizes of the operands of the op that speaks, and their aliases.
    operands: Vec<(Size, SizeOrAlias)>,
}

impl Trace {
    fn new() -> Self {
        Self {
            origins: vec![],
            aliases: ScopedMap::new(),
            next_alias: 0,
            operands: vec![],
        }
    }

    /// Notes that a dim has a size that another one has, too.
    pub fn name(&mut self, facts: &mut Facts, key: ValueKey, dim: usize, size: Size) {
        let same = |&&(name, _): &&(Size, SizeOrAlias)| facts.entails_equal(name, size);
        let source = self.operands.iter().find(same);
        let source = source.map_or(SizeOrAlias::Size(size), |(_, alias)| *alias);
        let alias = Alias(self.next_alias);
        self.next_alias += 1;
        self.aliases.insert((key, dim), alias);
        if let Some(journal) = facts.journal_mut() {
            journal.name(alias, source);
        }
    }
}

impl Analysis {
    /// Makes an analysis that knows nothing, and of all that it will know, where it
    /// comes from.
    pub fn traced() -> Self {
        let mut analysis = Self::new();
        analysis.trace = Some(Box::new(Trace::new()));
        analysis.facts.begin_journal();
        analysis
    }

    /// Notes that what is learned from here on comes from an op.
    pub fn learn_from(&mut self, kind: OriginKind, operation: OperationRef<'_, '_>) {
        if self.trace.is_none() {
            return;
        }
        let name = match kind {
            OriginKind::Calls => string(operation, "sym_name").unwrap_or_default().into(),
            _ => describe(operation),
        };
        let operands = operation.operands();
        let operands = operands
            .flat_map(|operand| {
                // Sizes that have no name yet are not given one: it would be older
                // than without a trace.
                let sizes = self.sizes.get(&ValueKey::new(operand));
                let sizes = sizes.map_or_else(Sizes::new, |&id| self.lists[id].clone());
                let aliases = self.aliases(operand, &sizes);
                sizes.into_iter().zip(aliases).collect::<Vec<_>>()
            })
            .collect();
        self.set_origin(kind, name, operation.location(), operands);
    }

    /// Notes that what is learned from here on is declared of a symbol.
    pub(super) fn learn_from_declaration(&mut self, symbol: &str) {
        let Some(trace) = &mut self.trace else {
            return;
        };
        let place = trace.origins.last().and_then(|origin| origin.place.clone());
        self.add_origin(
            Origin {
                kind: OriginKind::Declared,
                name: symbol.into(),
                place,
            },
            vec![],
        );
    }

    /// Returns the aliases of a value's dims; a dim without one is its own.
    pub fn aliases(&self, value: Value<'_, '_>, sizes: &Sizes) -> Vec<SizeOrAlias> {
        let key = ValueKey::new(value);
        let alias = |(dim, &size): (usize, &Size)| {
            let trace = self.trace.as_ref();
            let alias = trace.and_then(|trace| trace.aliases.get(&(key, dim)));
            alias.map_or(SizeOrAlias::Size(size), |&alias| SizeOrAlias::Alias(alias))
        };
        sizes.iter().enumerate().map(alias).collect()
    }

    /// Returns where an entry of the journal comes from, by its number.
    pub fn origin(&self, number: usize) -> Option<&Origin> {
        self.trace.as_ref()?.origins.get(number)
    }

    fn set_origin(
        &mut self,
        kind: OriginKind,
        name: String,
        location: Location<'_>,
        operands: Vec<(Size, SizeOrAlias)>,
    ) {
        let place = place(location);
        self.add_origin(Origin { kind, name, place }, operands);
    }

    fn add_origin(&mut self, origin: Origin, operands: Vec<(Size, SizeOrAlias)>) {
        if let (Some(trace), Some(journal)) = (&mut self.trace, self.facts.journal_mut()) {
            journal.origin = trace.origins.len();
            trace.origins.push(origin);
            trace.operands = operands;
        }
    }
}

/// Returns the place of a location in a file, if it has one.
pub fn place(location: Location<'_>) -> Option<Place> {
    let FileLocation { file, line, column } = FileLocation::of(location)?;
    Some(Place { file, line, column })
}

fn describe(operation: OperationRef<'_, '_>) -> String {
    let name = name_str(operation.name()).unwrap_or_default();
    match string(operation, "call_target_name") {
        Some(target) => format!("{name} @{target}"),
        None => name.into(),
    }
}

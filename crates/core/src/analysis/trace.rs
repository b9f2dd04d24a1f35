//! Origins of facts, recorded on request.
//!
//! Facts keep the statements they are given in a journal. Where an op makes a dim's size equal
//! to another dim's, both share a symbol and no statement is needed. To keep the origin of that
//! equality, such a dim gets its own symbol here, its *alias*, which only the journal knows.
use super::{
    Analysis, Sizes,
    origin::{FactOrigin, FactSource, Trace},
};
use crate::{
    diagnostic::FileLocation,
    ir::{ValueKey, name_str, string},
    symbol::{Size, SizeOrAlias},
};
use melior::ir::{OperationRef, Value, operation::OperationLike};

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

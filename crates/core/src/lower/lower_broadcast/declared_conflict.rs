//! Declared sizes that no call has.

use crate::{
    analysis::{Analysis, FactSource},
    assertion::known_declaration_message,
    diagnostic::{FileLocation, Kind, Severity, emit_on_op},
    ir,
    plan::{DeclaredDim, DeclaredSymbol, EntryCheck},
    symbol::{Effort, Term, needed},
};
use melior::ir::{Location, OperationRef, Value};

/// A declaration that fails for all sizes.
#[derive(Clone, Debug)]
pub struct DeclaredConflict {
    message: String,
    /// The locations of the assertions that give the sizes.
    assertions: Vec<Option<FileLocation>>,
}

impl DeclaredConflict {
    /// Describes a check that fails for all sizes, because of ops in front of it.
    pub fn new(
        arguments: &[Value<'_, '_>],
        analysis: &mut Analysis,
        symbol: &DeclaredSymbol,
        check: &EntryCheck,
        prologue: &[OperationRef<'_, '_>],
    ) -> Self {
        let describe = |&dim: &DeclaredDim| {
            let size = analysis.declared_size(arguments, dim)?;
            analysis.facts().describe_values(&Term::Size(size))
        };
        let sizes = check.shown();
        let sizes = sizes.iter().map(describe);
        // Sizes of which nothing is known do not conflict.
        let sizes = sizes.map(|size| size.unwrap_or_else(|| "?".into()));
        let sizes = sizes.collect::<Vec<_>>();
        let name = |dim: DeclaredDim| (dim, ir::value_name(arguments[dim.argument]));
        let text =
            known_declaration_message(symbol, name(check.dim), check.other.map(name), &sizes);
        Self {
            message: format!("declares sizes that no call has: {text}"),
            assertions: assertions(arguments, check, prologue).unwrap_or_default(),
        }
    }

    /// Emits it on the function that declares the sizes.
    pub fn emit(&self, function: OperationRef<'_, '_>, severity: Severity) {
        let notes = self.notes(function);
        emit_on_op(
            function,
            severity,
            Kind::DeclaredSizes,
            &self.message,
            &notes,
        );
    }

    fn notes<'c>(&self, function: OperationRef<'c, '_>) -> Vec<(Location<'c>, String)> {
        let places = self.assertions.iter();
        let notes = places.map(|place| {
            let location = ir::with_context(function, |context| match place {
                Some(it) => Location::new(context, &it.file, it.line, it.column),
                None => Location::unknown(context),
            });
            (location, "the sizes follow from this assertion".into())
        });
        notes.collect()
    }
}

/// Returns the locations of the assertions because of which a check fails; `None` if they are not found, as calls give
/// sizes, too.
fn assertions(
    arguments: &[Value<'_, '_>],
    check: &EntryCheck,
    prologue: &[OperationRef<'_, '_>],
) -> Option<Vec<Option<FileLocation>>> {
    let mut analysis = Analysis::traced();
    for &operation in prologue {
        analysis.learn_checks(operation);
    }
    let dims = std::iter::once(check.dim).chain(check.other);
    let sizes = dims.map(|dim| Some((dim, analysis.declared_size(arguments, dim)?)));
    let sizes = sizes.collect::<Option<Vec<_>>>()?;
    let size = |dim: DeclaredDim| {
        let found = sizes.iter().find(|(it, _)| *it == dim);
        found.expect("a check is about its dims").1
    };
    let journal = analysis.facts().journal()?;
    let symbols = sizes.iter().filter_map(|(_, size)| size.symbol());
    let entries = needed(journal, Effort::THOROUGH, &[], symbols, |facts| {
        check.never_holds(size, facts)
    })?;
    let numbers = entries
        .iter()
        .filter_map(|&index| journal.entries().get(index));
    let mut numbers = numbers.map(|entry| entry.origin).collect::<Vec<_>>();
    numbers.dedup();
    let origins = numbers.into_iter().filter_map(|it| analysis.origin(it));
    let assertions = origins.filter(|origin| origin.source == FactSource::Assertion);
    Some(assertions.map(|origin| origin.location.clone()).collect())
}

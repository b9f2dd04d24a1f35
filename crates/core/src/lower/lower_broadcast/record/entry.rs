//! Descriptions of the checks of declared symbols, for reports.

use crate::{
    diagnostic::place,
    explain::{ArgumentRef, EntryCheck, Function, words::named},
    ir::{self, ValueKey},
    lower::lower_broadcast::recorded_check::RecordedCheck,
    plan::{DeclaredDim, DeclaredSymbol},
};
use melior::ir::{OperationRef, RegionLike, Value, operation::OperationLike};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Describes the checks at function entry; `None` if there are none.
pub fn describe(
    function: OperationRef<'_, '_>,
    symbols: &[(DeclaredSymbol, Vec<RecordedCheck>)],
    value_names: &FxHashMap<ValueKey, Arc<str>>,
) -> Option<Function> {
    let region = ir::region(function, 0);
    let block = region.and_then(|region| region.first_block());
    let arguments = block.map(ir::block_arguments).unwrap_or_default();
    let checks = symbols.iter().flat_map(|(symbol, checks)| {
        let describe = |recorded| describe_check(&arguments, symbol, recorded, value_names);
        checks.iter().map(describe).collect::<Vec<_>>()
    });
    let checks = checks.collect::<Vec<_>>();
    (!checks.is_empty()).then(|| Function {
        name: ir::string(function, "sym_name").unwrap_or_default().into(),
        place: place(function.location()),
        checks,
    })
}

fn describe_check(
    arguments: &[Value<'_, '_>],
    symbol: &DeclaredSymbol,
    recorded: &RecordedCheck,
    value_names: &FxHashMap<ValueKey, Arc<str>>,
) -> EntryCheck {
    let check = &recorded.check;
    let name = |dim: &DeclaredDim| {
        let argument = arguments.get(dim.argument);
        let value = argument.and_then(|&argument| value_names.get(&ValueKey::new(argument)));
        let name = argument.and_then(|&argument| ir::value_name(argument));
        let argument = format!("argument #{}", dim.argument);
        let argument = named(argument, value.map(|value| &**value), name);
        format!("{argument} dim {}", dim.dim)
    };
    let about = |dim: DeclaredDim| ArgumentRef {
        argument: dim.argument,
        dim: dim.dim,
    };
    EntryCheck {
        symbol: symbol.name.clone(),
        condition: check.condition.map(&mut |dim| name(dim)).to_string(),
        about: std::iter::once(check.dim)
            .chain(check.other)
            .map(about)
            .collect(),
        check: recorded.status.into(),
    }
}

//! Descriptions of the checks of declared symbols, for reports.

use super::origins::place;
use crate::{
    explain::{ArgumentRef, EntryCheck, Function, words::printable},
    ir,
    plan::{DeclaredDim, DeclaredSymbol},
    transform::lower_broadcast::entry::RecordedCheck,
};
use melior::ir::{OperationRef, RegionLike, Value, operation::OperationLike};

/// Describes the checks at function entry; `None` if there are none.
pub fn describe(
    function: OperationRef<'_, '_>,
    symbols: &[(DeclaredSymbol, Vec<RecordedCheck>)],
) -> Option<Function> {
    let region = ir::region(function, 0);
    let block = region.and_then(|region| region.first_block());
    let arguments = block.map(ir::block_arguments).unwrap_or_default();
    let checks = symbols.iter().flat_map(|(symbol, checks)| {
        let describe = |recorded| describe_check(&arguments, symbol, recorded);
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
) -> EntryCheck {
    let check = &recorded.check;
    let name = |dim: &DeclaredDim| {
        let argument = arguments.get(dim.argument);
        match argument.and_then(|&argument| ir::value_name(argument)) {
            Some(name) => format!(
                "argument #{} '{}' dim {}",
                dim.argument,
                printable(name),
                dim.dim
            ),
            None => dim.to_string(),
        }
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

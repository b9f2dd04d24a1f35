//! `legalize-to-stablehlo`: converts size computations in other dialects, CHLO's ops, and
//! StableHLO's deprecated ops to StableHLO.
//!
//! Depends on the core, and on no target. Its passes know neither files nor options as text.
//!
//! # Sizes are integers until they are used
//!
//! `legalize-to-stablehlo` first reads the program: what computes with sizes becomes integers of
//! the analysis. Then one walk emits them where ops of StableHLO use them, and reuses dominating
//! ones. So a cast of an `index` needs no op, an unused computation disappears, and equal sizes
//! need no check. Ops are emitted in 64 bits unless an integer's range fits in 32. Other values
//! are emitted in place, by one row of a table per op; each row has an example that the tests run.
//! Unsupported ops are found during the first step, so nothing has changed when they are reported.
//!
//! # Elementwise functions are values
//!
//! CHLO's functions are in `legalize/formula`, which depends neither on MLIR nor on shapes: unit
//! tests evaluate them, the pass emits them, and `scripts/check-proofs --only=chlo.` compares them with
//! jaxlib's.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(clippy::disallowed_methods)]

use bcast_lower_broadcast::{plan, rule, scoped_map, symbol};
use bcast_lower_core::{analysis, assertion, diagnostic, dialect, ir, lower, statistics};
use bcast_lower_explain as explain;

mod arith;
mod check;
mod chlo;
mod constant;
mod conversion;
mod convert_torch_tensors;
mod decompositions;
mod deferred;
mod deprecated;
mod einsum;
mod elementwise;
mod formula;
mod frontend;
mod guard;
mod inferred;
mod known;
mod legalizer;
mod math;
mod options;
mod read;
mod readable;
mod refusal;
mod resource;
mod rewrite;
mod shape;
mod table;
mod tensor;
mod tensorflow;
#[cfg(test)]
mod tests;
mod types;
mod unused;

pub use {
    convert_torch_tensors::convert_torch_tensors,
    decompositions::{call_decompositions, call_dynamic_decompositions},
};
#[doc(hidden)]
pub use {
    frontend::read_op,
    readable::readable_functions,
    table::{advice, has_row, is_replaced},
};

pub use self::options::LegalizeOptions;
use crate::{
    analysis::{Analysis, IntegerValues},
    diagnostic::{Failed, Kind, Severity, emit_op_error},
    statistics::{ChangeLog, NoMatch},
    symbol::integer::{INDEX_BITS, Signedness},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use rustc_hash::FxHashSet;

/// Converts all other ops in and below `root` to StableHLO, so that only `func`, `stablehlo`
/// and the assertions' ops are left.
///
/// Scalars become tensors of rank 0, an `index` has 64 bits. Size computations are emitted
/// where they are needed, and once where the first one dominates. The changes are logged.
///
/// # Errors
///
/// Fails, and changes nothing, if an op has no equivalent in StableHLO; an error on each such
/// op gives advice.
pub fn legalize_to_stablehlo(
    root: OperationRef<'_, '_>,
    options: LegalizeOptions,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        if options.keep_tosa && is_tosa(root)? {
            let reason = NoMatch::Reason("the program is in TOSA, which the target reads");
            changes.tried("legalize-to-stablehlo", root, Err(reason));
            return Ok(());
        }
        let kept = match options.keep_readable {
            true => readable::readable_functions(context, root),
            false => FxHashSet::default(),
        };
        let reading = read::read(context, root, kept, changes)?;
        if !reading.has_work() {
            return Ok(());
        }
        check_dialects(root, options)?;
        rewrite::rewrite(context, root, reading, options, changes)
    })
}

/// Returns whether a program is in TOSA.
///
/// # Errors
///
/// Fails with an error on the first TOSA op if it also contains StableHLO or CHLO, since no
/// compiler accepts both.
fn is_tosa(root: OperationRef<'_, '_>) -> Result<bool, Failed> {
    let is_hlo = |operation: OperationRef<'_, '_>| {
        let name = ir::name_str(operation.name());
        let dialect = name.and_then(|name| name.split_once('.'));
        dialect.is_some_and(|(dialect, _)| ["stablehlo", "chlo"].contains(&dialect))
    };
    // Rules need constants of TOSA, which become those of StableHLO.
    let is_open = |operation: OperationRef<'_, '_>| {
        ir::is_tosa(operation) && !ir::name_str(operation.name()).is_some_and(table::has_row)
    };
    let tosa = ir::find_ops(root, is_open);
    let Some(&first) = tosa.first() else {
        return Ok(false);
    };
    // The checks of what arguments declare compute with scalars, which become those of `arith` for IREE.
    let mut analysis = Analysis::default();
    let mut is_check = |operation: OperationRef<'_, '_>| {
        let mut results = operation.results().map(|result| result.r#type());
        results.all(|r#type| ir::sizes_of(r#type).is_empty())
            && analysis.is_size_computation(operation)
    };
    let mut is_other = |operation: OperationRef<'_, '_>| is_hlo(operation) && !is_check(operation);
    let others = ir::find_ops(root, &mut is_other);
    let Some(other) = others.first() else {
        return Ok(true);
    };
    let other = ir::name_str(other.name()).unwrap_or("stablehlo");
    let message = format!(
        "is in a program with '{other}', but no compiler accepts both TOSA and StableHLO; \
         convert all ops to one of them, or leave out the rules that convert some"
    );
    emit_op_error(first, &message, &[]);
    Err(Failed)
}

/// Returns whether an element of a tensor of sizes is known to be the extent of the same dim of
/// a tensor.
#[doc(hidden)]
pub fn extents_agree<'c: 'a, 'a>(tensor: Value<'c, 'a>, dim: usize, sizes: Value<'c, 'a>) -> bool {
    let mut values = IntegerValues::default();
    let (Some(extents), Some(sizes)) = (values.extents(tensor), values.row(sizes)) else {
        return false;
    };
    let (Some(&extent), Some(&size)) = (extents.get(dim), sizes.get(dim)) else {
        return false;
    };
    let size = values
        .integers
        .convert(size, INDEX_BITS, Signedness::Signed);
    extent == size
}

/// Checks that the assertions' ops are registered in the context.
fn check_dialects(root: OperationRef<'_, '_>, options: LegalizeOptions) -> Result<(), Failed> {
    let ops = options.assertions.backend().ops();
    let missing = ir::with_context(root, |context| {
        ops.iter()
            .find(|op| !context.is_registered_operation(op.name()))
    });
    if let Some(op) = missing {
        let message = format!("the op '{}' is not registered in this context", op.name());
        diagnostic::emit(root.location(), Severity::Error, Kind::Usage, &message, &[]);
        return Err(Failed);
    }
    Ok(())
}

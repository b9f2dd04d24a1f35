//! `legalize-for-iree`: rewrites ops to a form that IREE compiles, and computes right.
//!
//! Depends on the core. Nothing but the table of targets in `bcast-lower-driver`
//! depends on it: without it every other pass is the same.
//!
//! The table `PHASES` lists the rows: those in `forms` for ops of which IREE has no form, those in `repair` for what
//! it does to memory, those in `speed` for faster programs. In the source, a row is found by its name, which docs,
//! examples and lit files have.
//!
//! # IREE gets branches, not guesses
//!
//! IREE rejects a broadcast if it cannot determine whether a dim is repeated, and all dynamic
//! reshapes, including its own. So `legalize-for-iree` reads elements at the lesser of two
//! positions where types and facts cannot tell, or chooses with `scf.if`, reshapes by
//! `tensor.reshape`, and rewrites contractions and convolutions on dynamic shapes as matrix
//! products. Matrices of one row keep a dynamic size: IREE would convert them to vectors, with a
//! reshape that it rejects. A `stablehlo.optimization_barrier` separates branches on equal
//! conditions, and tensors with the same fill value: IREE merges them, and computes wrong
//! elements. It also confuses the positions of tensors that a loop carries in one allocation,
//! unless their sizes are multiples of its alignment, so they are carried in such tensors. A
//! `tensor.reshape` checks nothing there, so `guard-sizes` asserts that the numbers of elements
//! agree, before the op is learned from: afterwards, its sizes are taken as right. A branch that
//! does not change its operand yields a copy: with threads, IREE's runtime reads the operand
//! itself before it is computed.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(clippy::disallowed_methods)]

use bcast_lower_broadcast::{rule, scoped_map, symbol};
use bcast_lower_core::{analysis, assertion, diagnostic, dialect, ir, statistics};
use bcast_lower_explain as explain;

mod assume;
mod build;
mod forms;
mod guard_sizes;
mod model;
mod ops;
mod phases;
mod prelude;
mod profiles;
mod repair;
mod row;
mod speed;
#[cfg(test)]
mod tests;

use self::{
    build::{change_ops, is_about, separate},
    forms::{broadcast, refusal},
    phases::PHASES,
    prelude::*,
    row::Action,
};
use crate::assertion::Assertions;
pub use assume::assume_sizes;
pub use guard_sizes::{GuardedOps, guard_reshapes, guard_sizes};
pub use phases::rows;
pub use profiles::dispatch_profiles;
pub use row::{IREE_VERSION, IreeOptions, Row, SPEED};

/// Rewrites ops in and below `root`, at any nesting, and logs the changes.
///
/// Sizes are assumed to be compatible, since earlier assertions check them. Assertions become
/// `cf.assert`, or are removed.
///
/// # Errors
///
/// Fails if the context lacks a dialect, or if a row refuses an op; an error on each such op says what
/// to do.
pub fn legalize_for_iree(
    root: OpRef<'_>,
    options: &IreeOptions,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    for phase in PHASES {
        let rows = phase.iter().copied().filter(|row| options.applies(row));
        run_phase(root, &rows.collect::<Vec<_>>(), changes)?;
    }
    if options.assertions == Assertions::None {
        let is_assertion = |operation: OpRef<'_>| ir::is_named(operation, "cf.assert");
        for assertion in ir::find_ops(root, is_assertion) {
            changes.add(ChangeKind::Rewritten, assertion);
            ir::erase(assertion);
        }
    }
    Ok(())
}

fn run_phase(root: OpRef<'_>, rows: &[&Row], changes: &ChangeLog) -> Result<(), Failed> {
    replace_ops(root, rows, changes)?;
    let mut result = Ok(());
    for row in rows {
        let done = match row.action {
            Replace(_) | ReplaceAll(_) => Ok(()),
            Change(change) => change_ops(root, row, change, changes),
            Separate(find) => change_ops(root, row, separate(find), changes),
            Program(run) => run(root, changes),
            RefuseIn(refuse) => refuse(root),
            Refuse(is_refused) => refusal::refuse(root, row, is_refused, changes),
        };
        result = result.and(done);
    }
    result
}

/// Replaces each op by the first row that does so.
fn replace_ops(root: OpRef<'_>, rows: &[&Row], changes: &ChangeLog) -> Result<(), Failed> {
    let rows = rows.iter();
    let rows = rows.filter(|row| matches!(row.action, Replace(_) | ReplaceAll(_)));
    let rows = rows.collect::<Vec<_>>();
    let ops = ir::find_ops(root, |operation| {
        rows.iter().any(|row| is_about(row, operation))
    });
    if ops.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let mut emitter = create_emitter(context, root)?;
        let mut replacements = Replacements::default();
        let mut block = None;
        for operation in ops {
            // Emitted ops are reused within the same block only.
            let own = operation.block().map(|block| block.to_raw().ptr);
            if block != own {
                if block.is_some() {
                    emitter.exit();
                }
                emitter.enter();
                block = own;
            }
            if !emitter.set_anchor(operation) {
                continue;
            }
            let mut own = rows.iter().filter(|row| is_about(row, operation));
            let replaced = own.find_map(|row| {
                let emit = || emit(&row.action, &mut emitter, operation);
                row.attempt(operation, changes, emit)
            });
            if let Some(values) = replaced {
                for _ in 0..broadcast::branches(operation) {
                    changes.add(ChangeKind::Branched, operation);
                }
                let kind = match ir::is_shape_assertion(operation) {
                    true => ChangeKind::Converted,
                    false => ChangeKind::Rewritten,
                };
                changes.add(kind, operation);
                replacements.replace_all(operation, &values);
            }
        }
        replacements.erase();
        Ok(())
    })
}

/// Emits the values that replace an op's results; `None` if the op stays.
fn emit<'a>(
    action: &Action,
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
) -> Option<Vec<Value<'a>>> {
    match action {
        Replace(rewrite) => {
            let value = rewrite(emitter, operation)?;
            let r#type = ir::result(operation, 0)?.r#type();
            Some(vec![emitter.emit_cast(value, r#type)])
        }
        ReplaceAll(rewrite) => rewrite(emitter, operation),
        _ => None,
    }
}

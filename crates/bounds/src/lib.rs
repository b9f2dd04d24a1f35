//! `pad-to-bounds`: one static program that is right for all sizes up to bounds.
//!
//! Depends on the core and on `bcast-lower-specialize`, which reads what a user asks for, and on no target.
//!
//! The pass first learns, with the analysis, which sizes are equal and how great they may be; nothing is changed
//! meanwhile. Then it visits the ops in program order. Each value gets the static type of its bounds, and the size of
//! each dim is a number or a `tensor<i32>`. What is outside of the sizes is arbitrary: an op keeps it away from what is
//! inside by masks, positions and limits (`rows`), and otherwise stays as it is. If the analysis knows that a size equals
//! one that has been computed, that one is used.
//!
//! Assertions become the number of the first one that fails (`status`), loops and branches pass sizes and this
//! number on (`control`). Whoever calls the program gets the message of that number (`message`).
//!
//! Invariant: no element outside has an influence on one inside, whatever it is, NaN or a position beyond the end.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(clippy::disallowed_methods)]

use bcast_lower_broadcast::{rule, scoped_map, symbol};
use bcast_lower_core::{analysis, assertion, diagnostic, dialect, ir, statistics};
use bcast_lower_explain as explain;
use bcast_lower_specialize as specialize;

mod arithmetic;
mod checks;
mod control;
mod counter;
mod emit;
mod entry;
mod expression;
mod grid;
mod message;
mod padder;
mod plan;
mod range;
mod rows;
mod status;

pub use message::{FailedCall, check_message};

use analysis::{BOUNDS, argument_types, declared_bounds};
use diagnostic::{Failed, Kind, Severity};
use entry::{size_arguments, write_bounds};
use explain::ChangeKind;
use melior::ir::{BlockLike, OperationRef, RegionLike, operation::OperationLike};
use padder::Padder;
use plan::Plan;
use scoped_map::ScopeChange;
use specialize::{SpecializeOptions, bounded_functions};
use statistics::ChangeLog;

/// Writes the bounds of a function's arguments on it, for [`pad_to_bounds`], where symbols still have their names.
///
/// # Errors
///
/// Fails if the bounds do not fit the function.
pub fn declare_bounds(
    module: OperationRef<'_, '_>,
    options: &SpecializeOptions,
) -> Result<(), Failed> {
    if options.bounds.is_empty() {
        return Ok(());
    }
    ir::with_context(module, |context| {
        for (function, types) in bounded_functions(module, options)? {
            write_bounds(context, function, &types);
        }
        Ok(())
    })
}

/// Gives a function static shapes that are right for all sizes up to bounds: those of `options`, or those that
/// [`declare_bounds`] wrote. Functions that it calls must have been inlined.
///
/// # Errors
///
/// Fails if an op has no such form, or if a size has no bound.
pub fn pad_to_bounds(
    module: OperationRef<'_, '_>,
    options: &SpecializeOptions,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    declare_bounds(module, options)?;
    let functions = ir::functions(module).into_iter();
    let bounded = functions.filter(|it| it.attribute(BOUNDS).is_ok());
    for function in bounded.collect::<Vec<_>>() {
        pad_function(module, function, changes)?;
    }
    Ok(())
}

fn pad_function<'c: 'a, 'a>(
    module: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    ir::with_context(module, |context| {
        let types = argument_types(function);
        let fail = |message: &str| {
            diagnostic::emit_on_op(function, Severity::Error, Kind::Bounds, message, &[]);
            Failed
        };
        let bounds = declared_bounds(function)
            .ok_or_else(|| fail("has other arguments than 'bcast.bounds'"))?;
        let sizes = size_arguments(function, &types, &bounds).map_err(|reason| fail(&reason))?;
        let entry = ir::region(function, 0).and_then(|body| body.first_block());
        let entry = entry.ok_or_else(|| fail("has no body"))?;
        if entry.next_in_region().is_some() {
            return Err(fail("has several blocks; expected one"));
        }
        let count = || ir::find_ops(function, |_| true).len();
        let ops = count();
        let plan = Plan::of(function);
        let emitter = ir::create_emitter(context, module)?;
        let mut padder = Padder::new(context, emitter, plan, changes);
        padder.scope(ScopeChange::EnterIsolated);
        padder.begin(entry, function.location(), &sizes);
        let padded = padder.block(entry).map_err(|()| Failed);
        let ended = padded.and_then(|()| {
            let ended = padder.end(function, entry, &sizes);
            ended.map_err(|reason| fail(&reason))
        });
        padder.scope(ScopeChange::ExitIsolated);
        ended?;
        padder.clean_up();
        ir::erase_unused_ops(function);
        changes.add_about(ChangeKind::Bounded, function, || {
            let all = sizes.iter().map(ToString::to_string).collect::<Vec<_>>();
            format!("{}; {ops} ops become {}", all.join(", "), count())
        });
        Ok(())
    })
}

//! `lower-broadcast`: lowers every broadcastable op to StableHLO in which each
//! broadcast is explicit and guarded.

mod attributes;
mod broadcastable_ops;
mod checked;
mod conflict;
mod declared_conflict;
mod emission;
mod entry;
mod form;
mod forms;
mod listener;
mod lowering;
mod options;
mod planned_op;
mod read_lowered;
mod record;
mod recorded_check;
mod scratch;
mod steps;
mod unsupported;
mod unused_constants;
mod verified;

pub use read_lowered::read_lowered;
pub use record::{Detail, Names, problems};

use self::checked::Checked;
pub use self::options::LowerOptions;
use super::{
    broadcastable::RuleFinder,
    lint::{lint, warn_of_misspelt_attributes},
    rules::Rules,
    unused_tables::rules_for,
};
use crate::{
    diagnostic::{self, Failed, Heard, Kind, Severity, overhear},
    explain,
    ir::{self, create_emitter},
    statistics::{ChangeLog, Counts, Statistic},
};
pub(super) use broadcastable_ops::{
    BroadcastVisitor, BroadcastWalk, BroadcastableOps, visit_broadcastable,
};
pub(super) use emission::{EmissionError, report_conflict};
pub(super) use form::Form;
use forms::Forms;
pub(super) use listener::{Listener, Remarks};
use lowering::Task;
use melior::{
    Context,
    ir::{
        OperationRef,
        operation::{Operation, OperationLike},
    },
};
pub(super) use planned_op::PlannedOp;
pub(super) use record::Recorder;

/// Lowers all broadcastable ops in and below `root`, at any nesting, and checks at function
/// entry what arguments declare of their dims. Unreachable blocks are not changed.
///
/// All of them are verified before the IR is changed. Guards, sizes and broadcasts are emitted
/// in front of the op that needs them, with its location; none is emitted twice where the first
/// one dominates. The log counts them. Constants, as facts of a rule file call them, are removed if
/// nothing uses them.
///
/// # Errors
///
/// Fails, and changes nothing, if any op is invalid or cannot be lowered; an error is emitted
/// on each such op. Under `allow_partial`, a valid op that cannot be lowered is kept, with a
/// remark. Fails also if a hook fails: its op is kept, with an error, while others are lowered.
pub fn lower_broadcast(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    options: LowerOptions,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let rules = &*rules_for(root, rules);
    let facts = lint(root, rules, true);
    let declarations = entry::check(root, options);
    let checked = check(root, rules, options);
    facts?;
    if !checked.has_work(&declarations) {
        unused_constants::remove(root, rules);
        return Ok(());
    }
    declarations.result?;
    checked.result?;
    let task = Task {
        root,
        rules,
        options,
        checked: &checked,
        counts: changes.counts(),
    };
    prepare(&task)?;
    lowering::lower(&task)?;
    unused_constants::remove(root, rules);
    Ok(())
}

/// Returns how [`lower_broadcast`] would lower each broadcastable op in and below `root`, and
/// what it would check at function entry; changes nothing. If any op or declaration is invalid,
/// or an op cannot be lowered, there are decisions on the others, too; invalid declarations are
/// ignored, and those that cannot be checked are assumed.
///
/// It lowers a copy and records the decisions, with the names that the source gives to values.
///
/// # Errors
///
/// The result that comes with the decisions is as for [`lower_broadcast`]. The decisions include
/// the errors that were emitted.
pub fn explain_broadcasts(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    mut options: LowerOptions,
    detail: Detail,
    names: &ir::ValueNames,
) -> (explain::Decisions, Result<(), Failed>) {
    let rules = &*rules_for(root, rules);
    let copy = Operation::clone(&root);
    let heard = Heard::default();
    let copied = ir::reference(&copy);
    let mut recorder = Recorder::new(detail, heard.clone(), names.by_key(copied));
    recorder.begin(copied);
    let explain = || {
        let facts = lint(copied, rules, true);
        let declarations = entry::check(copied, options);
        let checked = check_group(&[copied], rules, options, &mut recorder);
        if !checked.has_work(&declarations) {
            return facts;
        }
        // Where the source is invalid, the copy is lowered in part.
        let is_valid = checked.result.and(facts).and(declarations.result);
        for function in declarations.functions {
            recorder.found_function(function);
        }
        options.assume_symbols |= !declarations.are_checkable;
        let task = Task {
            root: copied,
            rules,
            options,
            checked: &checked,
            counts: &Counts::default(),
        };
        prepare(&task)?;
        is_valid.and(lowering::lower_traced(&task, &mut recorder))
    };
    let result = ir::with_context(root, |context| overhear(context, &heard, explain));
    (recorder.into_decisions(copied), result)
}

/// Counts the ops that are kept, and checks that those that will be emitted are registered.
fn prepare(task: &Task<'_, '_, '_>) -> Result<(), Failed> {
    ir::with_context(task.root, |context| {
        check_dialects(context, task.root, task.options)
    })?;
    let left = task.checked.left.len();
    task.counts.add(Statistic::Left, left as u64);
    Ok(())
}

/// Verifies the broadcastable ops in and below `root`, and checks that they can be
/// lowered, on as many threads as the context has.
fn check<'c: 'a, 'a>(root: OperationRef<'c, 'a>, rules: &Rules, options: LowerOptions) -> Checked {
    if !ir::is_module(root) || RuleFinder::new(rules).has(root) {
        return check_group(&[root], rules, options, &mut Remarks);
    }
    let operations = ir::operations(root);
    let checked = ir::map_in_parallel(root, &operations, |operations| {
        check_group(operations, rules, options, &mut Remarks)
    });
    checked.into_iter().fold(Checked::nothing(), Checked::and)
}

fn check_group<'c: 'a, 'a>(
    operations: &[OperationRef<'c, 'a>],
    rules: &Rules,
    options: LowerOptions,
    listener: &mut dyn Listener,
) -> Checked {
    let mut finder = RuleFinder::new(rules);
    let mut forms = Forms::default();
    let mut checked = Checked::nothing();
    for &operation in operations {
        ir::visit_reachable_ops(operation, |operation| {
            let Some(rule) = finder.find(operation) else {
                return;
            };
            checked.has_ops = true;
            warn_of_misspelt_attributes(operation, &rule);
            listener.found(operation);
            match forms.check(operation, rule, options) {
                Ok(None) => {}
                Ok(Some(reason)) => {
                    checked.left.insert(ir::address(operation));
                    listener.kept(operation, &reason);
                }
                Err(Failed) => {
                    checked.result = Err(Failed);
                    checked.left.insert(ir::address(operation));
                    listener.failed(operation);
                }
            }
        });
    }
    checked.has_calls = finder.has_met_calls();
    checked.may_add_calls = finder.may_add_calls();
    checked
}

/// Checks that the ops that the lowering emits are registered.
fn check_dialects(
    context: &Context,
    root: OperationRef<'_, '_>,
    options: LowerOptions,
) -> Result<(), Failed> {
    create_emitter(context, root)?;
    let ops = options.assertions.backend().ops();
    if let Some(op) = ops
        .iter()
        .find(|op| !context.is_registered_operation(op.name()))
    {
        let message = format!("the op '{}' is not registered in this context", op.name());
        diagnostic::emit(root.location(), Severity::Error, Kind::Usage, &message, &[]);
        return Err(Failed);
    }
    Ok(())
}

//! Lowering of ops in dominance order.

use super::{
    Checked, LowerOptions,
    broadcastable_ops::{
        Asserted, BroadcastVisitor, BroadcastWalk, BroadcastableOps, learn_checked,
        visit_broadcastable,
    },
    emission::{self, EmissionError, Planning},
    entry,
    form::Form,
    listener::{Listener, Remarks},
    planned_op::Plans,
    recorded_check::{self, RecordedCheck},
};
use crate::{
    analysis::{Analysis, Calls, FactSource, Visitor, Walk},
    diagnostic::{Failed, emit_op_error},
    ir::{self, Emitter, Replacements},
    lower::{RuleFinder, broadcastable::BroadcastableOp, rules::Rules},
    rule::Target,
    scoped_map::ScopeChange,
    statistics::{Counts, Tally},
};
use melior::{
    Context,
    ir::{BlockLike, BlockRef, OperationRef, operation::OperationLike},
};

/// The ops to lower, which have been checked. Those that cannot be lowered are kept.
pub struct Task<'c, 'a, 't> {
    /// They are in and below this op.
    pub root: OperationRef<'c, 'a>,
    /// Their rules.
    pub rules: &'t Rules,
    /// The options.
    pub options: LowerOptions,
    /// The results of the checks.
    pub checked: &'t Checked,
    /// Counts what is emitted.
    pub counts: &'t Counts,
}

impl<'c: 'a, 'a, 't> Task<'c, 'a, 't> {
    fn calls(&self) -> Calls<'c, 'a> {
        // Searching for calls takes as long as lowering the ops of a function.
        if !self.options.facts || !self.checked.has_calls {
            return Calls::default();
        }
        let mut calls = Calls::new(self.root);
        if self.checked.may_add_calls {
            calls.open();
        }
        calls
    }

    fn ops(&self) -> BroadcastableOps<'c, 't> {
        ops(self.rules, self.options, self.checked)
    }
}

fn ops<'c, 't>(
    rules: &'t Rules,
    options: LowerOptions,
    checked: &'t Checked,
) -> BroadcastableOps<'c, 't> {
    let mut ops = BroadcastableOps::new(rules, options);
    ops.left = Some(&checked.left);
    ops.checks_declarations = true;
    ops
}

/// Lowers ops: if nothing is asserted, functions that take part in no calls on as many threads as the context has,
/// then all others, one after the other.
///
/// # Errors
///
/// Fails, with an error on the op, if a hook fails, if sizes never broadcast although the op always
/// runs, or if an op cannot be lowered after all.
pub fn lower(task: &Task<'_, '_, '_>) -> Result<(), Failed> {
    let Task {
        root,
        rules,
        options,
        checked,
        counts,
    } = *task;
    let has_hooks = has_hooks(task);
    let calls = task.calls();
    let mut apart = vec![];
    let mut analysis_of_all = analysis(rules, options).with_definitions(root);
    // What assertions depend on is found in the whole program.
    if ir::is_module(root) && analysis_of_all.checked().is_none() {
        apart = ir::operations(root);
        apart.retain(|&operation| {
            ir::is_function(operation) && calls.is_outside_call_graph(operation)
        });
    }
    let results = ir::map_in_parallel(root, &apart, |functions| {
        let Some(&first) = functions.first() else {
            return Ok(());
        };
        ir::with_context(first, |context| {
            let ops = ops(rules, options, checked);
            let mut walk = Walk::new(ops, analysis(rules, options), Calls::default());
            let mut remarks = Remarks;
            let mut lowering = LoweringVisitor::new(context, &mut remarks)?;
            for &function in functions {
                walk.op(&mut lowering, function);
            }
            lowering.finish(counts)
        })
    });
    let mut others = Walk::new(task.ops(), analysis_of_all, calls);
    others.done = apart.into_iter().map(ir::address).collect();
    let others = lower_in_order(task, others, &mut Remarks);
    results
        .into_iter()
        .chain([others])
        .collect::<Result<(), Failed>>()?;
    check_program(task, has_hooks)
}

/// Returns whether hooks may have left the program invalid.
fn has_hooks(task: &Task<'_, '_, '_>) -> bool {
    let mut rules = task.rules.table().iter();
    let has_hooks = rules.any(|rule| matches!(rule.target, Target::Hook(_)));
    // An op that has a rule itself is replaced.
    has_hooks && !RuleFinder::new(task.rules).has(task.root)
}

/// Checks that hooks, if there are any, have left the program valid, and no op with a rule in it.
///
/// # Errors
///
/// Fails, with an error on each op that is wrong.
fn check_program(task: &Task<'_, '_, '_>, has_hooks: bool) -> Result<(), Failed> {
    if !has_hooks {
        return Ok(());
    }
    let mut finder = RuleFinder::new(task.rules);
    let mut result = Ok(());
    ir::visit_reachable_ops(task.root, |operation| {
        let is_left = || task.checked.left.contains(&ir::address(operation));
        if finder.has(operation) && !is_left() {
            let message = "has a rule, but is not lowered, because a hook has inserted it";
            emit_op_error(operation, message, &[]);
            result = Err(Failed);
        }
    });
    result?;
    match task.root.verify() {
        true => Ok(()),
        false => Err(Failed),
    }
}

/// Lowers all ops one after the other, so that `listener` gets the events in their order, and keeps
/// a journal of the facts.
///
/// # Errors
///
/// Fails as [`lower`] does.
pub fn lower_traced(task: &Task<'_, '_, '_>, listener: &mut dyn Listener) -> Result<(), Failed> {
    let has_hooks = has_hooks(task);
    let analysis = match task.options.facts {
        true => Analysis::traced().with_facts(task.rules.table().facts()),
        false => Analysis::off(),
    };
    let analysis = analysis.with_definitions(task.root);
    let walk = Walk::new(task.ops(), analysis, task.calls());
    lower_in_order(task, walk, listener)?;
    check_program(task, has_hooks)
}

fn lower_in_order<'c: 'a, 'a, 't>(
    task: &Task<'c, 'a, 't>,
    mut walk: BroadcastWalk<'c, 'a, 't>,
    listener: &mut dyn Listener,
) -> Result<(), Failed> {
    ir::with_context(task.root, |context| {
        let mut lowering = LoweringVisitor::new(context, listener)?;
        walk.learn_from_callees();
        walk.op(&mut lowering, task.root);
        lowering.listener.lowered(task.root);
        lowering.finish(task.counts)
    })
}

/// Creates the analysis for the options.
fn analysis(rules: &Rules, options: LowerOptions) -> Analysis {
    match options.facts {
        true => Analysis::default().with_facts(rules.table().facts()),
        false => Analysis::off(),
    }
}

/// The visitor that lowers ops.
struct LoweringVisitor<'c, 'a, 'l> {
    emitter: Emitter<'c, 'a>,
    listener: &'l mut dyn Listener,
    replacements: Replacements<'c, 'a>,
    tally: Tally,
    result: Result<(), Failed>,
}

impl<'c: 'a, 'a, 'l> LoweringVisitor<'c, 'a, 'l> {
    /// Creates a lowering that has not started.
    ///
    /// Fails if the context lacks the StableHLO dialect.
    fn new(context: &'c Context, listener: &'l mut dyn Listener) -> Result<Self, Failed> {
        Ok(Self {
            emitter: Emitter::new(context).ok_or(Failed)?,
            listener,
            replacements: Replacements::default(),
            tally: Tally::default(),
            result: Ok(()),
        })
    }

    fn finish(self, counts: &Counts) -> Result<(), Failed> {
        self.tally.report(counts);
        if let Some(replaced) = self.replacements.used() {
            let message = "has been replaced, but a hook has inserted an op that uses its result";
            emit_op_error(replaced, message, &[]);
            return Err(Failed);
        }
        self.replacements.erase();
        self.result
    }
}

impl<'c: 'a, 'a, 'r> BroadcastVisitor<'c, 'a, 'r> for LoweringVisitor<'c, 'a, '_> {
    fn visit(
        &mut self,
        walk: &mut BroadcastWalk<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
        form: &Form<'c, 'r>,
    ) {
        // An assertion that depends on the result is as strict as without what other ops say.
        let asserted = learn_checked(walk, operation, form);
        let (mut off, mut own_plans) = (Analysis::off(), Plans::default());
        let BroadcastableOps { plans, options, .. } = &mut walk.ops;
        let planning = match asserted {
            Asserted::Said => Planning {
                analysis: &mut off,
                calls: &walk.calls,
                plans: &mut own_plans,
                shares_sizes: false,
                options: *options,
            },
            Asserted::No | Asserted::Known => Planning {
                analysis: &mut walk.analysis,
                calls: &walk.calls,
                plans,
                shares_sizes: asserted == Asserted::No,
                options: *options,
            },
        };
        let value = emission::emit(&mut self.emitter, planning, operation, form, self.listener);
        match value {
            Ok((value, tally)) => {
                self.tally += tally;
                if let Some(result) = ir::result(operation, 0) {
                    walk.analysis.note_lowered(result, value);
                }
                self.replacements.replace(operation, value);
            }
            Err(error) => self.fail(operation, &error),
        }
    }

    fn fail(&mut self, operation: OperationRef<'c, 'a>, error: &EmissionError) {
        error.emit(operation);
        self.listener.failed(operation);
        self.result = Err(Failed);
    }
}

impl<'c: 'a, 'a, 'r> Visitor<'c, 'a, BroadcastableOps<'c, 'r>> for LoweringVisitor<'c, 'a, '_> {
    fn take(
        &mut self,
        walk: &mut BroadcastWalk<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        visit_broadcastable(walk, self, operation)
    }

    fn pass(&mut self, walk: &mut BroadcastWalk<'c, 'a, 'r>, operation: OperationRef<'c, 'a>) {
        let named = (!walk.analysis.is_off()).then_some(&mut walk.analysis);
        entry::record_existing_size(&mut self.emitter, named, operation);
        let BroadcastableOps { left, finder, .. } = &mut walk.ops;
        if left.is_some_and(|left| left.contains(&ir::address(operation)))
            && let Some(rule) = finder.find(operation)
            && let Ok(op) = BroadcastableOp::read(operation, rule)
        {
            self.listener.passed(&op, &mut walk.analysis);
        }
    }

    fn begin_function(
        &mut self,
        walk: &mut BroadcastWalk<'c, 'a, 'r>,
        function: OperationRef<'c, 'a>,
        block: BlockRef<'c, 'a>,
    ) {
        // Declarations are used for the checks at function entry even if facts are off.
        let mut own = walk.analysis.is_off().then(Analysis::default);
        let analysis = own.as_mut().unwrap_or(&mut walk.analysis);
        analysis.learn_from(FactSource::Op, function);
        let finder = &mut walk.ops.finder;
        let checks = entry::begin(
            &mut self.emitter,
            analysis,
            walk.ops.options,
            function,
            block,
            |operation| finder.has(operation),
        );
        let is_called = || {
            let first = block.first_operation();
            first.is_some_and(|first| walk.calls.running(first).is_some())
        };
        let has_conflict = |(_, checks): &(_, Vec<RecordedCheck>)| {
            checks.iter().any(|check| check.conflict.is_some())
        };
        if checks.iter().any(has_conflict)
            && recorded_check::report(function, is_called(), &checks).is_err()
        {
            self.result = Err(Failed);
        }
        let arguments = ir::block_arguments(block);
        self.listener
            .entered_function(function, &arguments, &checks, &mut walk.analysis);
    }

    fn scope(&mut self, change: ScopeChange) {
        self.emitter.scope(change);
        match change {
            ScopeChange::EnterIsolated => self.listener.entered_isolated(),
            ScopeChange::ExitIsolated => self.listener.exited_isolated(),
            ScopeChange::Enter | ScopeChange::Exit => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostic::collect, dialect};
    use melior::{dialect::DialectRegistry, ir::Module, utility::register_all_dialects};

    fn context() -> Context {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        dialect::register(&registry);
        let context = Context::new();
        context.append_dialect_registry(&registry);
        context.load_all_available_dialects();
        context
    }

    /// Lowers without the preceding check; returns the errors.
    fn lower_unchecked(function: &str) -> Vec<String> {
        let context = context();
        let module = Module::parse(&context, function).expect("it parses");
        let rules = Rules::built_in().expect("the table is valid");
        let (result, diagnostics) = collect(&context, || {
            lower(&Task {
                root: module.as_operation(),
                rules: &rules,
                options: LowerOptions::default(),
                checked: &Checked::nothing(),
                counts: &Counts::default(),
            })
        });
        assert_eq!(result.is_err(), !diagnostics.is_empty());
        diagnostics.into_iter().map(|it| it.message).collect()
    }

    #[test]
    fn an_op_that_was_not_checked_is_refused() {
        for (operands, result, begin) in [
            (
                "%x, %x : (tensor<*xf32>, tensor<*xf32>)",
                "tensor<*xf32>",
                "cannot be lowered: operand #0 has type 'tensor<*xf32>' of unknown rank",
            ),
            (
                "%y, %y : (tensor<?xf32>, tensor<?xf32>)",
                "tensor<?x?xf32>",
                "cannot be lowered: the result has rank 2, but the operands broadcast to rank 1",
            ),
        ] {
            let errors = lower_unchecked(&format!(
                "func.func @f(%x: tensor<*xf32>, %y: tensor<?xf32>) {{\n\
                 %0 = chlo.broadcast_add {operands} -> {result}\n return\n}}"
            ));
            let [error] = &errors[..] else {
                panic!("one error: {errors:?}");
            };
            let begin = format!("'chlo.broadcast_add' op {begin}");
            assert!(error.starts_with(&begin), "{error}");
        }
    }

    #[test]
    fn a_valid_op_needs_no_check() {
        let errors = lower_unchecked(
            "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n\
             %0 = chlo.broadcast_add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n\
             return %0 : tensor<?xf32>\n}",
        );
        assert!(errors.is_empty(), "{errors:?}");
    }
}

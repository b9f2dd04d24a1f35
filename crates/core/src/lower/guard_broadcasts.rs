//! `guard-broadcasts`: inserts guards in front of TOSA's broadcasting ops, and assertions in front of what programs
//! require themselves, without changing the ops.
//!
//! It is for compilers that lower TOSA's broadcasts themselves without checking sizes. The
//! guards compute with `index`, so that programs do not mix TOSA with StableHLO.

mod condition;

use super::{
    LowerOptions,
    broadcastable::RuleFinder,
    lower_broadcast::{
        BroadcastVisitor, BroadcastWalk, BroadcastableOps, Detail, EmissionError, Form, Listener,
        PlannedOp, Recorder, Remarks, report_conflict, visit_broadcastable,
    },
    rules::Rules,
    verify_broadcastable::verify_broadcastable,
};
use crate::{
    analysis::{Analysis, Calls, FactSource, Visitor, Walk, valid_symbols},
    assertion::{Assertions, MessageForm, guard_message},
    diagnostic::{Failed, Heard, emit_op_error},
    dialect::{cf, shape},
    explain::{ChangeKind, Decisions},
    ir::{self, EmittedOp, Emitter},
    plan::{CheckStatus, ZeroExtents},
    rule::{BuiltInTable, Rule, RuleErrors, RuleTable, RuleTableBuilder},
    scoped_map::ScopeChange,
    shape::TraitRules,
    statistics::ChangeLog,
};
use condition::IndexSizes;
use melior::ir::{
    BlockRef, OperationRef,
    attribute::StringAttribute,
    operation::{Operation, OperationLike},
};

/// Returns TOSA's rules without their requirements on attributes, which only matter for
/// lowering.
///
/// The facts about other ops are those of `others`.
pub fn guarded_ops(others: &Rules) -> Result<Rules, RuleErrors> {
    let table = BuiltInTable::from_name("tosa")
        .map_or_else(|| Ok(RuleTable::default()), |table| table.read())?;
    let mut rules = table
        .iter()
        .map(Rule::without_requirements)
        .collect::<Vec<_>>();
    // Without requirements, the first rule for an op is the one that is used.
    rules.dedup_by(|later, first| later.source == first.source);
    let builder = rules
        .into_iter()
        .fold(RuleTableBuilder::new(), RuleTableBuilder::add_rule);
    let builder = builder.add_facts(others.table().facts());
    builder.build().map(Rules::new)
}

/// Inserts a `cf.assert` for each guard in front of the ops in and below `root` that have a
/// rule, and for each `shape.cstr_require`, and logs each.
///
/// MLIR removes a `shape.cstr_require` that never holds, but no assertion.
///
/// # Errors
///
/// Fails, and changes nothing, if any op is invalid or cannot be guarded; an error is emitted
/// on it.
pub fn guard_broadcasts(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let mut finder = RuleFinder::new(rules);
    if !ir::find_ops(root, |operation| finder.has(operation)).is_empty() {
        verify_broadcastable(root, rules, TraitRules::default())?;
        let analysis = Analysis::default().with_facts(rules.table().facts());
        guard_ops(root, rules, analysis, changes, &mut Remarks)?;
    }
    ir::with_context(root, |context| {
        let mut emitter = Emitter::new(context).ok_or(Failed)?;
        guard_requirements(&mut emitter, root, changes);
        Ok(())
    })
}

/// Returns how [`guard_broadcasts`] guards each op in and below `root` that has a rule; changes nothing.
///
/// It guards a copy, and records the decisions with the names that values have in the source.
///
/// # Errors
///
/// Fails if an op cannot be guarded; an error is emitted on it.
pub fn explain_guards(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    detail: Detail,
    names: &ir::ValueNames,
) -> Result<Decisions, Failed> {
    let mut finder = RuleFinder::new(rules);
    if ir::find_ops(root, |operation| finder.has(operation)).is_empty() {
        return Ok(Decisions::default());
    }
    let copy = Operation::clone(&root);
    let copied = ir::reference(&copy);
    let recorder = Recorder::new(detail, Heard::default(), names.by_key(copied));
    let mut recorder = recorder.of_guards();
    for operation in ir::find_ops(copied, |operation| finder.has(operation)) {
        recorder.found(operation);
    }
    let analysis = Analysis::traced().with_facts(rules.table().facts());
    let changes = ChangeLog::default();
    guard_ops(copied, rules, analysis, &changes, &mut recorder)?;
    Ok(recorder.into_decisions(copied))
}

/// Inserts the guards of the ops that have a rule, which are valid.
fn guard_ops(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    analysis: Analysis,
    changes: &ChangeLog,
    listener: &mut dyn Listener,
) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        let options = LowerOptions {
            assertions: Assertions::Cf,
            // IREE takes the maximum of two sizes, so with 0 against 1 it would read out of
            // bounds.
            zero_extents: ZeroExtents::Reject,
            ..LowerOptions::default()
        };
        let mut walk = Walk::new(
            BroadcastableOps::new(rules, options),
            analysis,
            Calls::new(root),
        );
        let mut guarding = BroadcastGuardVisitor {
            emitter: Emitter::new(context).ok_or(Failed)?,
            changes,
            listener,
            result: Ok(()),
        };
        walk.learn_from_callees();
        walk.op(&mut guarding, root);
        guarding.result
    })
}

/// Inserts an assertion in front of each `shape.cstr_require`.
fn guard_requirements<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    root: OperationRef<'c, 'a>,
    changes: &ChangeLog,
) {
    for operation in ir::find_ops(root, |it| ir::is_named(it, shape::CSTR_REQUIRE)) {
        let Some(predicate) = ir::operand(operation, 0) else {
            continue;
        };
        let message = ir::string(operation, "msg").filter(|message| !message.is_empty());
        let message = message.unwrap_or("shape.cstr_require: a requirement does not hold");
        let is_assert = |(user, _): &(OperationRef<'_, '_>, usize)| {
            ir::is_named(*user, cf::ASSERT)
                && user.block() == operation.block()
                && ir::is_before(*user, operation)
        };
        let is_asserted = ir::users(predicate).iter().any(is_assert);
        if !is_asserted && emitter.set_anchor(operation) {
            changes.add(ChangeKind::Guarded, operation);
            let message = StringAttribute::new(emitter.context(), message).into();
            emitter.emit_effect(EmittedOp::CfAssert, &[predicate], &[("msg", message)]);
        }
    }
}

/// The visitor that guards ops.
struct BroadcastGuardVisitor<'c, 'a, 'l> {
    emitter: Emitter<'c, 'a>,
    changes: &'l ChangeLog,
    listener: &'l mut dyn Listener,
    result: Result<(), Failed>,
}

impl<'c: 'a, 'a> BroadcastGuardVisitor<'c, 'a, '_> {
    /// Emits the guards of an op; returns how each is checked.
    fn emit_guards(
        &mut self,
        operation: OperationRef<'c, 'a>,
        planned: &PlannedOp<'_, 'c, 'a>,
        source: &str,
    ) -> Vec<CheckStatus> {
        let mut checks = vec![];
        for (result_dim, dim) in planned.cached.plan.dims.iter().enumerate() {
            for guard in &dim.guards {
                let mut sizes = IndexSizes {
                    emitter: &mut self.emitter,
                    operands: &planned.operands,
                    extent: &dim.extent,
                };
                let predicate = sizes.emit_condition(&guard.condition());
                let name = |operand: usize| ir::value_name(planned.operands[operand]);
                let message = guard_message(source, name, result_dim, guard, MessageForm::Plain);
                let mut check = CheckStatus::Before;
                // An assertion has no witness.
                let _ = self.emitter.emit_check_once(predicate, |emitter| {
                    check = CheckStatus::Here;
                    self.changes.add(ChangeKind::Guarded, operation);
                    let message = StringAttribute::new(emitter.context(), &message).into();
                    emitter.emit_effect(EmittedOp::CfAssert, &[predicate], &[("msg", message)]);
                    None
                });
                checks.push(check);
            }
        }
        checks
    }
}

impl<'c: 'a, 'a, 'r> BroadcastVisitor<'c, 'a, 'r> for BroadcastGuardVisitor<'c, 'a, '_> {
    fn visit(
        &mut self,
        walk: &mut BroadcastWalk<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
        form: &Form<'c, 'r>,
    ) {
        let zero_extents = walk.ops.options.zero_extents;
        let analysis = &mut walk.analysis;
        let planned = walk
            .ops
            .plans
            .plan_op(operation, form, zero_extents, analysis);
        let planned = match planned {
            Ok(planned) if self.emitter.set_anchor(operation) => planned,
            Ok(_) => return,
            Err(error) => return self.fail(operation, &EmissionError::internal(error)),
        };
        if let Err(error) = report_conflict(operation, &planned, analysis, &walk.calls) {
            return self.fail(operation, &error);
        }
        self.listener.planned(operation, form, &planned, analysis);
        let checks = self.emit_guards(operation, &planned, &form.rule.rule.source);
        analysis.learn_from(FactSource::Guard, operation);
        let plan = &planned.cached.plan;
        let sizes = plan.assume(analysis.facts_mut());
        self.listener
            .assumed(plan, analysis.facts(), &sizes, &checks);
        analysis.learn_from(FactSource::Op, operation);
        if let Some(result) = ir::result(operation, 0) {
            analysis.set_sizes(result, sizes.into_iter().map(Some));
        }
    }

    fn fail(&mut self, operation: OperationRef<'c, 'a>, error: &EmissionError) {
        match error {
            EmissionError::Unsupported(reason) => {
                let message = format!("cannot be guarded: {reason}");
                emit_op_error(operation, &message, &reason.notes(operation.location()));
            }
            error => error.emit(operation),
        }
        self.result = Err(Failed);
    }
}

impl<'c: 'a, 'a, 'r> Visitor<'c, 'a, BroadcastableOps<'c, 'r>>
    for BroadcastGuardVisitor<'c, 'a, '_>
{
    fn take(
        &mut self,
        walk: &mut BroadcastWalk<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        visit_broadcastable(walk, self, operation)
    }

    // What arguments declare is not checked, and only names sizes: of those with one name, the first.
    fn begin_function(
        &mut self,
        walk: &mut BroadcastWalk<'c, 'a, 'r>,
        function: OperationRef<'c, 'a>,
        block: BlockRef<'c, 'a>,
    ) {
        let symbols = valid_symbols(function).into_iter();
        let symbols = symbols.map(|mut symbol| {
            symbol.dims.truncate(1);
            (symbol, vec![])
        });
        let symbols = symbols.collect::<Vec<_>>();
        let arguments = ir::block_arguments(block);
        self.listener
            .entered_function(function, &arguments, &symbols, &mut walk.analysis);
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

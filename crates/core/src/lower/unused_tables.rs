//! Ops that broadcast although no rule for them is in use: which rules verify them, and remarks on
//! which table would lower them.

use super::rules::Rules;
use crate::{
    diagnostic::{Kind, Severity, emit_on_op},
    dialect, ir,
    rule::{BuiltInTable, RuleBuilder, RuleTableBuilder},
};
use melior::ir::{OperationRef, ValueLike, operation::OperationLike};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Returns the rules for a program:
///
/// - those that are given,
/// - those for TensorFlow, if none are given for it, the program has ops of `tf`, and a later pass converts
///   these,
/// - a verify-only rule for each op without a rule that has MLIR's trait `ResultsBroadcastableShape`.
///
/// If `root` is a whole program, a remark is emitted for each dialect without rules that has ops with the trait, on the
/// first of them.
pub(super) fn rules_for<'r>(root: OperationRef<'_, '_>, rules: &'r Rules) -> Cow<'r, Rules> {
    let rules = with_tensorflow(root, rules);
    let found = ops_with_trait(root, &rules);
    if found.is_empty() {
        return rules;
    }
    if root.block().is_none() {
        remark_on_ops_with_trait(&found, &rules);
    }
    let rules_of_ops = found
        .iter()
        .filter_map(|(_, name)| RuleBuilder::verify_only(name).build().ok());
    let builder = rules_of_ops.fold(RuleTableBuilder::new(), RuleTableBuilder::add_rule);
    match builder.build().ok().and_then(|it| rules.with_table(it)) {
        Some(rules) => Cow::Owned(rules),
        None => rules,
    }
}

/// Returns the first op of several operands of each name without a rule that has the trait, with its name.
fn ops_with_trait<'c, 'a>(
    root: OperationRef<'c, 'a>,
    rules: &Rules,
) -> Vec<(OperationRef<'c, 'a>, &'c str)> {
    let mut seen = FxHashSet::default();
    let mut found = vec![];
    ir::visit_ops(root, |operation| {
        if operation.operand_count() > 1
            && seen.insert(operation.name().to_raw().ptr as usize)
            && ir::has_broadcast_trait(operation)
            && let Some(name) = ir::name_str(operation.name())
            && rules.table().get(name).is_empty()
        {
            found.push((operation, name));
        }
    });
    found
}

fn remark_on_ops_with_trait(found: &[(OperationRef<'_, '_>, &str)], rules: &Rules) {
    let mut remarked = FxHashSet::default();
    for &(operation, name) in found {
        let dialect = ir::dialect_of(name);
        // Targets read TOSA, whose table is asked for by name.
        let is_known = BuiltInTable::from_dialect(dialect).is_some();
        if is_known || has_rule_for(rules, dialect) || !remarked.insert(dialect) {
            continue;
        }
        let message = format!(
            "broadcasts, by its trait 'ResultsBroadcastableShape', but has no rule, so it is verified \
             and stays as it is; a rule with `source = \"{name}\"` lowers it"
        );
        emit_on_op(operation, Severity::Remark, Kind::Remark, &message, &[]);
    }
}

/// Returns the rules, and those for TensorFlow if a program needs them.
fn with_tensorflow<'r>(root: OperationRef<'_, '_>, rules: &'r Rules) -> Cow<'r, Rules> {
    const DIALECT: &str = "tf";
    let is_read = ir::with_context(root, dialect::reads_tensorflow);
    let has_ops = || {
        let is_of = |operation: OperationRef<'_, '_>| {
            ir::name_str(operation.name()).is_some_and(|name| ir::dialect_of(name) == DIALECT)
        };
        !ir::find_ops(root, is_of).is_empty()
    };
    if !is_read || has_rule_for(rules, DIALECT) || !has_ops() {
        return Cow::Borrowed(rules);
    }
    let table = BuiltInTable::from_dialect(DIALECT).and_then(|table| table.read().ok());
    match table.and_then(|table| rules.with_table(table)) {
        Some(rules) => Cow::Owned(rules),
        None => Cow::Borrowed(rules),
    }
}

/// Emits a remark on the first op in and below `root`, for each built-in table, that the table has
/// a rule for, if no rule for the op's dialect is in use.
///
/// Frontends' dialects are not registered, so without this remark a program of theirs would stay
/// as it is without a word. Nothing is reported if `root` is only a part of a program.
pub fn remark_on_unused_tables(root: OperationRef<'_, '_>, rules: &Rules) {
    let is_allowed = ir::with_context(root, |context| context.allow_unregistered_dialects());
    if !is_allowed || root.block().is_some() {
        return;
    }
    let mut seen = FxHashSet::default();
    // Dialects about which there is nothing more to say.
    let mut settled = FxHashSet::default();
    ir::visit_ops(root, |operation| {
        let name = operation.name();
        if !seen.insert(name.to_raw().ptr as usize) {
            return;
        }
        let name = ir::name_str(name).unwrap_or_default();
        let dialect = ir::dialect_of(name);
        let Some(table) = BuiltInTable::from_dialect(dialect) else {
            return;
        };
        if settled.contains(dialect) || is_registered(operation, name) {
            return;
        }
        if has_rule_for(rules, dialect) {
            settled.insert(dialect);
        } else if table.read().is_ok_and(|rules| !rules.get(name).is_empty()) {
            settled.insert(dialect);
            emit_on_op(
                operation,
                Severity::Remark,
                Kind::Remark,
                &message(operation, table),
                &[],
            );
        }
    });
}

fn message(operation: OperationRef<'_, '_>, table: &BuiltInTable) -> String {
    let (name, dialect) = (table.name(), table.dialect());
    let mut message = format!(
        "has no rule, so it stays as it is; the built-in table `{name}` has rules for ops of \
         '{dialect}', and `--rules={name}` adds it"
    );
    if has_torch_tensors(operation) {
        message.push_str(", after the pass `convert-torch-tensors`");
    }
    message
}

/// Returns whether an op has operands that only `convert-torch-tensors` makes tensors.
pub(super) fn has_torch_tensors(operation: OperationRef<'_, '_>) -> bool {
    let mut operands = operation.operands();
    operands.any(|operand| operand.r#type().to_string().starts_with("!torch."))
}

fn is_registered(operation: OperationRef<'_, '_>, name: &str) -> bool {
    ir::with_context(operation, |context| context.is_registered_operation(name))
}

fn has_rule_for(rules: &Rules, dialect: &str) -> bool {
    let mut rules = rules.table().iter();
    rules.any(|rule| ir::dialect_of(&rule.source) == dialect)
}

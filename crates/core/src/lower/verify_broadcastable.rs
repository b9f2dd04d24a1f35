//! `verify-broadcastable`: verifies every broadcastable op under the rules of MLIR's
//! `Broadcastable` trait.

use super::{
    broadcastable::{BroadcastableOp, FoundRule, RuleFinder},
    lint::{lint, warn_of_misspelt_attributes},
    rules::Rules,
    signature::OpSignature,
    unused_tables::{has_torch_tensors, rules_for},
};
use crate::{
    analysis::{argument_types, misplaced_declarations, read_declarations},
    diagnostic::{self, Failed, Kind, Severity, emit_on_op},
    dialect, ir,
    shape::{Shape, Subject, TraitRules, Violation, verify_into},
};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashSet;

/// Verifies all broadcastable ops in and below `root`, at any nesting, and the declarations of
/// functions' arguments.
///
/// An error with notes is emitted on every invalid op.
///
/// # Errors
///
/// Fails if any op or declaration is invalid.
pub fn verify_broadcastable(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    trait_rules: TraitRules,
) -> Result<(), Failed> {
    let rules = &*rules_for(root, rules);
    let facts = lint(root, rules, false);
    let mut result = verify_declarations(root).1.and(facts);
    let mut valid = FxHashSet::default();
    let mut finder = RuleFinder::new(rules);
    ir::visit_ops(root, |operation| {
        let Some(rule) = finder.find(operation) else {
            return;
        };
        warn_of_misspelt_attributes(operation, &rule);
        let index = rule.as_ref().map_or(0, |chosen| chosen.rule.index);
        let signature = OpSignature::of(operation).map(|signature| (signature, index));
        let is_known = signature.as_ref().is_some_and(|it| valid.contains(it));
        if is_known && !dialect::verifies_hits() {
            return;
        }
        match verify_op(operation, rule, trait_rules) {
            Ok(_) => valid.extend(signature),
            Err(Failed) => {
                assert!(
                    !is_known,
                    "an invalid op has the signature of a valid one: {operation}"
                );
                result = Err(Failed);
            }
        }
    });
    result
}

/// Verifies the declarations of the functions in and below `root`; returns the functions with
/// valid declarations.
///
/// The result that comes with them fails if a declaration is invalid; an error is emitted for each, at the argument
/// if there is one.
pub(super) fn verify_declarations<'c, 'a>(
    root: OperationRef<'c, 'a>,
) -> (Vec<OperationRef<'c, 'a>>, Result<(), Failed>) {
    let mut declaring = vec![];
    let mut result = Ok(());
    for module in ir::modules(root)
        .into_iter()
        .filter(|&op| ir::is_module(op))
    {
        for error in misplaced_declarations(module) {
            error.emit(module);
            result = Err(Failed);
        }
    }
    for function in ir::functions(root) {
        let (symbols, errors) = read_declarations(function, &argument_types(function));
        if !symbols.is_empty() {
            declaring.push(function);
        }
        if !errors.is_empty() {
            errors.iter().for_each(|error| error.emit(function));
            result = Err(Failed);
        }
    }
    (declaring, result)
}

/// Returns the sizes of the result of a broadcastable op, `None` where one is not known; `None` if
/// the op is not broadcastable.
///
/// # Errors
///
/// Fails with a message if the op's operands do not broadcast.
pub fn infer_broadcast<'c>(
    operation: OperationRef<'c, '_>,
    finder: &mut RuleFinder<'c, '_>,
) -> Option<Result<Vec<Option<i64>>, String>> {
    let rule = finder.find(operation)?;
    let op = match BroadcastableOp::read(operation, rule) {
        Ok(op) => op,
        Err(error) => return Some(Err(error.to_string())),
    };
    let dimensions = op.broadcast_dimensions.as_deref();
    let inferred = verify_into(
        TraitRules::default(),
        &op.operands,
        &op.results,
        dimensions,
        op.destination,
    );
    let sizes = |shape: Shape| shape.iter().map(|dim| dim.fixed_size()).collect();
    Some(match inferred {
        Ok(shape) => Ok(shape.map(sizes).unwrap_or_default()),
        Err(violation) => Err(match violation.notes().first() {
            Some(note) => format!("{violation}; {}", note.message),
            None => violation.to_string(),
        }),
    })
}

/// Verifies one op and emits its errors; returns it with its inferred shape.
pub(super) fn verify_op<'c, 'a, 'r>(
    operation: OperationRef<'c, 'a>,
    rule: FoundRule<'c, 'r>,
    trait_rules: TraitRules,
) -> Result<(BroadcastableOp<'c, 'a, 'r>, Option<Shape>), Failed> {
    let op = BroadcastableOp::read(operation, rule).map_err(|error| {
        let message = error.to_string();
        emit_on_op(operation, Severity::Error, error.kind(), &message, &[]);
        Failed
    })?;
    let inferred = verify_into(
        trait_rules,
        &op.operands,
        &op.results,
        op.broadcast_dimensions.as_deref(),
        op.destination,
    )
    .map_err(|violation| {
        emit_violation(operation, &violation);
        Failed
    })?;
    Ok((op, inferred))
}

fn emit_violation(operation: OperationRef<'_, '_>, violation: &Violation) {
    let notes = violation
        .notes()
        .into_iter()
        .map(|note| {
            let location = match note.subject {
                Subject::Operand(index) => ir::operand(operation, index).map(ir::value_location),
                Subject::Operation | Subject::Result(_) => None,
            };
            (
                location.unwrap_or_else(|| operation.location()),
                format!("{} ({})", note.message, violation.constraint()),
            )
        })
        .collect::<Vec<_>>();
    let mut message = violation.to_string();
    if matches!(violation, Violation::NotShaped { .. }) && has_torch_tensors(operation) {
        message.push_str("; the pass 'convert-torch-tensors' converts tensors of torch-mlir");
    }
    let kind = Kind::from(violation.constraint());
    match violation {
        // MLIR emits this one without the op's name, and expectations rely on that.
        Violation::MixedContainers { .. } => {
            diagnostic::emit(
                operation.location(),
                Severity::Error,
                kind,
                &message,
                &notes,
            );
        }
        _ => emit_on_op(operation, Severity::Error, kind, &message, &notes),
    }
}

//! `remark-unknown-sizes`: reports the ops whose sizes XLA will know for no call.
//!
//! XLA compiles programs of known sizes. Its refinement of shapes computes them from the sizes of a call's arguments,
//! by a few ops on integers, and by no others: one op that it does not know, or one float, and XLA ends with "Module
//! has dynamic shapes", which names neither the op nor the reason. Nothing is changed: the output may be for
//! another reader of StableHLO, or be specialised later.

use crate::{
    diagnostic::{Kind, Severity, emit_on_op},
    dialect::stablehlo,
    ir::{self, CallGraph, ValueKey},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use rustc_hash::FxHashSet;

/// The ops by which XLA computes sizes, on integers and truth values (`scripts/check-sizes-of-xla`).
const COMPUTED: &[&str] = &[
    stablehlo::ADD,
    stablehlo::AND,
    stablehlo::BROADCAST_IN_DIM,
    stablehlo::CLAMP,
    stablehlo::COMPARE,
    stablehlo::CONCATENATE,
    stablehlo::CONSTANT,
    stablehlo::CONVERT,
    stablehlo::DIVIDE,
    stablehlo::GET_DIMENSION_SIZE,
    stablehlo::MAXIMUM,
    stablehlo::MINIMUM,
    stablehlo::MULTIPLY,
    stablehlo::OR,
    stablehlo::REMAINDER,
    stablehlo::RESHAPE,
    stablehlo::SELECT,
    stablehlo::SIGN,
    stablehlo::SLICE,
    stablehlo::SUBTRACT,
];

/// The ops that take sizes, paddings or positions, with the index of the first such operand.
const TAKES_SIZES: &[(&str, usize)] = &[
    (stablehlo::DYNAMIC_BROADCAST_IN_DIM, 1),
    (stablehlo::DYNAMIC_CONV, 2),
    (stablehlo::DYNAMIC_GATHER, 2),
    (stablehlo::DYNAMIC_IOTA, 0),
    (stablehlo::DYNAMIC_PAD, 2),
    (stablehlo::DYNAMIC_RESHAPE, 1),
    (stablehlo::REAL_DYNAMIC_SLICE, 1),
];

/// Emits a remark on each op in `module` of whose result XLA will not know the sizes, one for each reason, at
/// the first op that it concerns.
pub fn remark_unknown_sizes(module: OperationRef<'_, '_>) {
    let calls = CallGraph::of(ir::functions(module));
    // Each value is looked at once, so each reason is found once.
    let mut seen = FxHashSet::default();
    ir::visit_ops(module, |operation| {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        let Some(&(_, first)) = TAKES_SIZES.iter().find(|(known, _)| *known == name) else {
            return;
        };
        let result = ir::result(operation, 0).map(|result| ir::sizes_of(result.r#type()));
        if !result.is_some_and(|sizes| sizes.contains(&None)) {
            return;
        }
        let sizes = match added_sizes(operation) {
            Some(sizes) => sizes,
            None => operation.operands().skip(first).collect(),
        };
        for reason in unknown_sources(&calls, sizes, &mut seen) {
            let message = format!(
                "has a result whose sizes XLA knows for no call ('Module has dynamic shapes'): they {reason}"
            );
            emit_on_op(
                operation,
                Severity::Remark,
                Kind::UnknownSizes,
                &message,
                &[],
            );
        }
    });
}

/// Returns the operands from which XLA computes the sizes of a slice whose limits are sizes added to its start, which
/// may be data: these sizes, and the strides.
fn added_sizes<'c, 'a>(slice: OperationRef<'c, 'a>) -> Option<Vec<Value<'c, 'a>>> {
    let [start, limit, strides] = [1, 2, 3].map(|index| ir::operand(slice, index));
    let is_slice = ir::is_named(slice, stablehlo::REAL_DYNAMIC_SLICE);
    let sum = ir::defined_by(limit?, stablehlo::ADD).filter(|_| is_slice)?;
    let (first, second) = (ir::operand(sum, 0), ir::operand(sum, 1));
    let sizes = match first == start {
        true => second,
        false => first.filter(|_| second == start),
    };
    Some(vec![sizes?, strides?])
}

/// Returns what is said of numbers because of each value from which XLA cannot compute them, and which has not been seen.
fn unknown_sources<'c: 'a, 'a>(
    calls: &CallGraph<'c, 'a>,
    mut pending: Vec<Value<'c, 'a>>,
    seen: &mut FxHashSet<ValueKey>,
) -> Vec<String> {
    let mut reasons = vec![];
    while let Some(value) = pending.pop() {
        if !seen.insert(ValueKey::new(value)) {
            continue;
        }
        let element = ir::element_type(value.r#type());
        if let Some(float) = element.filter(|element| ir::as_integer_type(*element).is_none()) {
            reasons.push(format!(
                "are computed in '{float}'; compute them in integers"
            ));
            continue;
        }
        let Some(definition) = ir::defining_op(value) else {
            let passed = calls.passed_for(value);
            if passed.is_empty() {
                reasons.push(format!("depend on data: {}", ir::describe_data(value)));
            }
            pending.extend(passed);
            continue;
        };
        let name = ir::name_str(definition.name()).unwrap_or_default();
        match calls.returned_for(value, definition) {
            Some(returned) => pending.push(returned),
            None if name == stablehlo::GET_DIMENSION_SIZE => {}
            None if COMPUTED.contains(&name) => pending.extend(definition.operands()),
            None => reasons.push(format!(
                "depend on the result of '{name}', by which XLA computes no sizes"
            )),
        }
    }
    reasons
}

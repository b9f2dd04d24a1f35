//! Results of branches, loops and calls that may be another tensor, whose memory they then have.
//!
//! A branch may yield a tensor from outside, a loop without an iteration its initial value, and either may
//! yield one tensor twice. IREE does not copy it then.

use super::{
    group::is_elementwise,
    in_place::{
        changes, is_new, is_own_copy, is_shared_constant, memory_of, memory_users, original,
    },
    shared::is_control,
    sizes,
};
use crate::{
    dialect::stablehlo,
    ir::{self, ValueKey},
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, TypeLike, Value, ValueLike,
    block::BlockArgument,
    operation::{OperationLike, OperationResult},
};
use rustc_hash::FxHashSet;

/// Returns whether a tensor is a result of a branch, a loop or a call that may have the memory of a tensor
/// that something else uses, or that the caller of the function has.
pub(super) fn may_be_used_elsewhere<'c: 'a, 'a>(tensor: Value<'c, 'a>) -> bool {
    if is_shared_constant(tensor) {
        return true;
    }
    let Some(outer) = ir::defining_op(tensor).filter(|&it| passes_values(it)) else {
        return false;
    };
    let mut seen = FxHashSet::default();
    let mut pending = vec![tensor];
    while let Some(value) = pending.pop() {
        let value = memory_of(value);
        if !seen.insert(ValueKey::new(value)) || is_new(value) {
            continue;
        }
        if is_shared_constant(value) || is_passed_twice(value) {
            return true;
        }
        match origins(value) {
            Origins::Others(others) => pending.extend(others),
            Origins::Caller => return true,
            Origins::Itself => {
                // A tensor that is computed inside can be used outside only as one of the results.
                let is_inside = ir::defining_op(value).is_some_and(|it| is_in(it, outer));
                if !is_inside && memory_users(value).len() > 1 {
                    return true;
                }
            }
        }
    }
    false
}

/// Returns whether a tensor may have, behind a barrier, the memory of a tensor that something else uses. IREE does not
/// know that a barrier's result shares the memory of its operand, also if it folds the ops behind the barrier, such as a
/// product with 1.
pub(super) fn may_be_hidden<'c: 'a, 'a>(tensor: Value<'c, 'a>) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![(tensor, false)];
    while let Some((value, is_behind)) = pending.pop() {
        if !seen.insert((ValueKey::new(value), is_behind)) {
            continue;
        }
        if let Some((operand, is_hidden)) = original(value) {
            pending.push((operand, is_behind || is_hidden));
            continue;
        }
        match origins(value) {
            Origins::Others(others) => {
                pending.extend(others.into_iter().map(|other| (other, is_behind)));
            }
            Origins::Itself if is_new(value) || is_own_copy(value) => {}
            Origins::Itself | Origins::Caller if is_behind && memory_users(value).len() > 1 => {
                return true;
            }
            Origins::Caller => {}
            Origins::Itself => {
                let folded = unmoved(value).into_iter().chain(unchanged(value));
                // What an op changes in place has been protected there, if it had to be.
                let others = folded.filter(|&operand| !is_only_changed(value, operand));
                pending.extend(others.map(|operand| (operand, is_behind)));
            }
        }
    }
    false
}

/// Returns whether the op that computes a value uses an operand only to change it in place.
fn is_only_changed<'c: 'a, 'a>(value: Value<'c, 'a>, operand: Value<'c, 'a>) -> bool {
    ir::defining_op(value).is_some_and(|op| {
        let mut operands = op.operands().enumerate();
        operands.all(|(index, other)| other != operand || changes(op, index))
    })
}

/// Returns the operands to which IREE may fold an elementwise op, or several after each other, such as two conversions:
/// those of the result's sizes.
fn unchanged<'c: 'a, 'a>(value: Value<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let Some(definition) = ir::defining_op(value).filter(|&it| is_elementwise(it)) else {
        return vec![];
    };
    let operands = definition.operands();
    let operands = operands.filter(|&operand| sizes(operand) == sizes(value));
    let operands = operands.collect::<Vec<_>>();
    let is_float = ir::element_type(value.r#type()).is_some_and(|it| it.is_float());
    let name = ir::name_str(definition.name()).unwrap_or_default();
    // Without a constant, these have other values.
    let computes = is_float && COMPUTING_FLOATS.contains(&name);
    match computes && !operands.iter().any(|&operand| is_new(memory_of(operand))) {
        true => vec![],
        false => operands,
    }
}

/// Ops on floats that IREE does not fold to an operand, unless another operand is constant.
const COMPUTING_FLOATS: [&str; 18] = [
    stablehlo::ADD,
    stablehlo::ATAN2,
    stablehlo::CBRT,
    stablehlo::COSINE,
    stablehlo::DIVIDE,
    stablehlo::EXPONENTIAL,
    stablehlo::EXPONENTIAL_MINUS_ONE,
    stablehlo::LOG,
    stablehlo::LOG_PLUS_ONE,
    stablehlo::LOGISTIC,
    stablehlo::MULTIPLY,
    stablehlo::POWER,
    stablehlo::REMAINDER,
    stablehlo::RSQRT,
    stablehlo::SINE,
    stablehlo::SQRT,
    stablehlo::SUBTRACT,
    stablehlo::TANH,
];

/// Returns all values whose memory a tensor may share. They include operands of ops that IREE may fold, such as the
/// reverse of one element.
pub(super) fn possible_memories<'c: 'a, 'a>(tensor: Value<'c, 'a>) -> FxHashSet<ValueKey> {
    let mut seen = FxHashSet::default();
    let mut pending = vec![tensor];
    while let Some(value) = pending.pop() {
        let value = memory_of(value);
        if !seen.insert(ValueKey::new(value)) {
            continue;
        }
        if let Origins::Others(others) = origins(value) {
            pending.extend(others);
        }
        pending.extend(unmoved(value));
        // A function may return one tensor at several places.
        let call = ir::defining_op(value).filter(|&it| !is_control(it) && passes_values(it));
        let results = call.iter().flat_map(|call| call.results().map(Value::from));
        pending.extend(results.filter(|result| result.r#type() == value.r#type()));
    }
    seen
}

/// Returns the operands to which IREE may fold an op that moves or reduces elements: those with as many elements as
/// the result, of the same type.
fn unmoved<'c: 'a, 'a>(value: Value<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let computing = [
        stablehlo::CONVOLUTION,
        stablehlo::DOT,
        stablehlo::DOT_GENERAL,
    ];
    let count = |value: Value<'c, 'a>| {
        let sizes = sizes(value)?.into_iter();
        let count = sizes
            .map(|size| size.map(i128::from))
            .product::<Option<i128>>()?;
        Some((count, ir::element_type(value.r#type())?))
    };
    let definition = ir::defining_op(value).filter(|&it| {
        let name = ir::name_str(it.name()).unwrap_or_default();
        name == stablehlo::SELECT || !is_elementwise(it) && !computing.contains(&name)
    });
    let (Some(definition), Some(own)) = (definition, count(value)) else {
        return vec![];
    };
    let operands = definition.operands();
    operands
        .filter(|&operand| count(operand) == Some(own))
        .collect()
}

/// What a value may be.
enum Origins<'c, 'a> {
    /// One of these values.
    Others(Vec<Value<'c, 'a>>),
    /// What the caller of the function passes.
    Caller,
    /// Only itself.
    Itself,
}

/// Returns whether the results of an op may be values that it gets.
fn passes_values(operation: OperationRef<'_, '_>) -> bool {
    is_control(operation) || ir::name_str(operation.name()).is_some_and(ir::is_call)
}

fn origins<'c: 'a, 'a>(value: Value<'c, 'a>) -> Origins<'c, 'a> {
    if let Some(block) = ir::owner(value) {
        let around = block.parent_operation().filter(|&it| is_control(it));
        let carried = around.and_then(|it| carried(it, value));
        return carried.map_or(Origins::Caller, Origins::Others);
    }
    let Ok(result) = OperationResult::try_from(value) else {
        return Origins::Itself;
    };
    let Some(operation) = ir::defining_op(value).filter(|&it| passes_values(it)) else {
        return Origins::Itself;
    };
    if !is_control(operation) {
        // Whatever the function does.
        let passed = operation.operands();
        return Origins::Others(passed.filter(|it| it.r#type() == value.r#type()).collect());
    }
    let lists = lists(operation);
    let own = lists
        .iter()
        .filter_map(|list| list.get(result.result_number()).copied());
    Origins::Others(own.collect())
}

/// Returns whether another used result of the same branch, loop or call may be the same tensor.
fn is_passed_twice<'c: 'a, 'a>(value: Value<'c, 'a>) -> bool {
    let definition = ir::defining_op(value).filter(|&it| passes_values(it));
    let (Some(operation), Ok(result)) = (definition, OperationResult::try_from(value)) else {
        return false;
    };
    let index = result.result_number();
    let is_used_at = |place| ir::result(operation, place).is_some_and(ir::is_used);
    if !is_control(operation) {
        let mut results = operation.results().enumerate();
        return results.any(|(other, it)| {
            other != index && it.r#type() == value.r#type() && is_used_at(other)
        });
    }
    lists(operation).iter().any(|list| {
        let own = list.get(index).map(|&own| memory_of(own));
        let mut others = list.iter().enumerate();
        own.filter(|&own| !is_new(own)).is_some_and(|own| {
            others.any(|(other, &it)| other != index && memory_of(it) == own && is_used_at(other))
        })
    })
}

/// Returns the lists of values of which an op's results may be one each.
fn lists<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<Vec<Value<'c, 'a>>> {
    let operands = || operation.operands().collect::<Vec<_>>();
    match ir::name_str(operation.name()) {
        Some(stablehlo::WHILE) => vec![operands(), yielded(operation, 1)],
        Some("scf.for") => vec![operands().split_off(3), yielded(operation, 0)],
        Some("scf.while") => vec![yielded(operation, 0).into_iter().skip(1).collect()],
        _ => (0..operation.region_count())
            .map(|region| yielded(operation, region))
            .collect(),
    }
}

/// Returns what a block argument of a loop may be.
fn carried<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    argument: Value<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let number = BlockArgument::try_from(argument).ok()?.argument_number();
    let is_first = || {
        let first = ir::region(operation, 0).and_then(|region| region.first_block());
        first == ir::owner(argument)
    };
    let [operand, region, place] = match ir::name_str(operation.name())? {
        stablehlo::WHILE => [number, 1, number],
        // The first one counts.
        "scf.for" => [number + 2, 0, number.checked_sub(1)?],
        "scf.while" if is_first() => [number, 1, number],
        "scf.while" => return yielded(operation, 0).get(number + 1).map(|&it| vec![it]),
        _ => return None,
    };
    let yielded = yielded(operation, region).get(place).copied()?;
    Some(vec![ir::operand(operation, operand)?, yielded])
}

/// Returns the operands of the end of a region.
pub(super) fn yielded<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    region: usize,
) -> Vec<Value<'c, 'a>> {
    let block = ir::region(operation, region).and_then(|region| region.first_block());
    let end = block.and_then(|block| block.terminator());
    end.map_or(vec![], |end| end.operands().collect())
}

fn is_in<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, outer: OperationRef<'c, 'a>) -> bool {
    let mut ancestors = std::iter::successors(Some(operation), |it| it.parent_operation());
    ancestors.any(|ancestor| ancestor == outer)
}

//! Results of branches, loops and calls that may be another tensor, whose memory they then have.
//!
//! A branch may yield a tensor from outside, a loop without an iteration its initial value, and either may
//! yield one tensor twice. IREE does not copy it then.

use super::{
    in_place::{memory_of, memory_users},
    shared::is_control,
    targets::is_new,
};
use crate::{
    dialect::stablehlo,
    ir::{self, ValueKey},
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, Value, ValueLike,
    block::BlockArgument,
    operation::{OperationLike, OperationResult},
};
use rustc_hash::FxHashSet;

/// Returns whether a tensor is a result of a branch, a loop or a call that may have the memory of a tensor
/// that something else uses, or that the caller of the function has.
pub(super) fn may_be_used_elsewhere<'c: 'a, 'a>(tensor: Value<'c, 'a>) -> bool {
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
        match origins(value) {
            Origins::Others(others) => pending.extend(others),
            // The other place has the same memory.
            Origins::Twice | Origins::Caller => return true,
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

/// What a value may be.
enum Origins<'c, 'a> {
    /// One of these values.
    Others(Vec<Value<'c, 'a>>),
    /// A value that another used result is, too.
    Twice,
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
    let index = result.result_number();
    if !is_control(operation) {
        return of_call(operation, index);
    }
    let lists = lists(operation);
    let is_twice = |list: &Vec<Value<'c, 'a>>| {
        let own = list.get(index).map(|&own| memory_of(own));
        let mut others = list.iter().enumerate().filter(|&(other, _)| other != index);
        own.is_some_and(|own| {
            !is_new(own)
                && others.any(|(other, &it)| {
                    memory_of(it) == own && ir::result(operation, other).is_some_and(ir::is_used)
                })
        })
    };
    if lists.iter().any(is_twice) {
        return Origins::Twice;
    }
    let own = lists.iter().filter_map(|list| list.get(index).copied());
    Origins::Others(own.collect())
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

/// Returns what a result of a call may be: whatever the function does, a tensor of this type that it gets,
/// or another one of its results.
fn of_call<'c: 'a, 'a>(call: OperationRef<'c, 'a>, index: usize) -> Origins<'c, 'a> {
    let results = call.results().map(Value::from).collect::<Vec<_>>();
    let r#type = results[index].r#type();
    let mut others = results.iter().enumerate();
    if others.any(|(other, it)| other != index && it.r#type() == r#type && ir::is_used(*it)) {
        return Origins::Twice;
    }
    let passed = call.operands().filter(|it| it.r#type() == r#type);
    Origins::Others(passed.collect())
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
fn yielded<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, region: usize) -> Vec<Value<'c, 'a>> {
    let block = ir::region(operation, region).and_then(|region| region.first_block());
    let end = block.and_then(|block| block.terminator());
    end.map_or(vec![], |end| end.operands().collect())
}

fn is_in<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, outer: OperationRef<'c, 'a>) -> bool {
    let mut ancestors = std::iter::successors(Some(operation), |it| it.parent_operation());
    ancestors.any(|ancestor| ancestor == outer)
}

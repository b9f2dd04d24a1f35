//! Reductions to one element, of tensors whose elements are all the same number.
//!
//! If IREE finds that all elements are the same number, it passes no tensor to the kernel, but writes the number into
//! the code. The number of elements is then lost, and the kernel reduces only one. Reductions of a constant itself and
//! reductions to several elements are compiled correctly.

use crate::{ops::*, prelude::*, rule::Number};

pub static ROW: Row = Row {
    name: "uniform-reductions",
    ops: &[stablehlo::REDUCE, stablehlo::REDUCE_WINDOW],
    when: "to one element, of a tensor of known size whose elements are all the same number, because it is computed \
           only from constants of one number, or from integer comparisons with a known result, such as `x == x`",
    becomes: "the op on the tensor behind a barrier",
    why: "IREE reduces one element only: the sum of 5 ones that are converted is 1.",
    action: Change(hide),
};

/// Hides what is reduced behind barriers; `None` if the reduction does not need it.
fn hide<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let has_one_element = |result: Value<'_>| {
        sizes(result).is_some_and(|sizes| sizes.iter().all(|&size| size == Some(1)))
    };
    let inputs = operation.operands().take(operation.operand_count() / 2);
    let inputs = inputs.collect::<Vec<_>>();
    let is_needed = operation.results().all(|it| has_one_element(it.into()))
        && inputs.iter().all(|&input| is_uniform(input))
        && !inputs.iter().all(|&input| is_filled(input));
    if is_needed {
        for (index, input) in inputs.into_iter().enumerate() {
            let hidden = emitter.emit_barrier(input, &[]);
            ir::set_operand(operation, index, hidden);
        }
    }
    is_needed.then_some(())
}

/// Returns whether all elements of a tensor of known size are one number, which IREE may find.
fn is_uniform<'a>(value: Value<'a>) -> bool {
    ir::all_values(value, |value, pending| {
        let Some(definition) = ir::defining_op(value).filter(|_| !is_dynamic(value)) else {
            return false;
        };
        if is_filled(value) || is_decided(definition) == Some(true) {
            return true;
        }
        pending.extend(definition.operands());
        is_pure(definition)
            && !is_barrier(definition)
            && definition.region_count() == 0
            && definition.operand_count() > 0
    })
}

/// Returns whether a value is a constant whose elements are all the same number.
fn is_filled(value: Value<'_>) -> bool {
    ir::constant(value).is_some_and(|constant| !constant.is_elements())
}

/// Returns whether the result of a comparison of integers is known without the operands' elements. `x >= x` always
/// holds, as does `x >= 0` if `x` is unsigned, because no element is less than the least integer of its type.
fn is_decided(operation: OpRef<'_>) -> Option<bool> {
    require(ir::is_named(operation, stablehlo::COMPARE))?;
    let [a, b] = first_operands(operation)?;
    let element = integer_of(a)?;
    if a == b {
        return Some(true);
    }
    let direction = ir::comparison_direction(operation)?;
    let bits = element.width();
    let (least, greatest) = if element.is_unsigned() || bits == 1 {
        (0, (1_i128 << bits) - 1)
    } else {
        (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
    };
    // As if the constant were the second operand.
    let (constant, direction) = match (filled_with(a), filled_with(b)) {
        (_, Some(constant)) => (constant, direction),
        (Some(constant), None) => (constant, direction.reverse()),
        (None, None) => return None,
    };
    Some(match direction {
        Direction::Lt | Direction::Ge => constant == least,
        Direction::Gt | Direction::Le => constant == greatest,
        Direction::Eq | Direction::Ne => false,
    })
}

/// Returns the integer that a constant is filled with, also one that is repeated.
fn filled_with(value: Value<'_>) -> Option<i128> {
    let definition = ir::defining_op(value)?;
    if ir::is_named(definition, stablehlo::BROADCAST_IN_DIM) {
        return filled_with(ir::operand(definition, 0)?);
    }
    match ir::constant_number(value)? {
        Number::Integer(integer) => Some(integer.into()),
        Number::Float(_) => None,
    }
}

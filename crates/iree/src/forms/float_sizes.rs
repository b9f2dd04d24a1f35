//! Integers that are computed from sizes by floats other than `f32`, as positions of medians are.
//!
//! IREE computes numbers that follow from sizes on the host, where it supports no such floats. Behind a barrier, a kernel
//! computes them, and the host reads only the integers.

use crate::{forms::narrow_sizes, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "float-sizes",
    ops: &[stablehlo::CONVERT],
    when: "of numbers that are computed from sizes, to floats other than `f32`, if integers are computed from them; \
           also on static shapes",
    becomes: "the op on the result of a barrier",
    why: "IREE computes it outside of kernels, where it has no such floats, and rejects it (\"failed to legalize \
          operation\"), as of `jnp.median` in `f64`.",
    action: Change(put_behind_barrier),
};

/// The maximum number of values among which a conversion to integers is searched.
const MAX_SEARCHED: usize = 128;

/// Makes a kernel compute the floats.
fn put_behind_barrier<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let operand = ir::operand(operation, 0)?;
    let result: Value<'a> = ir::result(operation, 0)?;
    let element = result_type(operation)?.element();
    require(element.is_float() && !element.is_f32() && narrow_sizes::is_list(result))?;
    let source = ir::defining_op(operand)?;
    require(!ir::is_named(source, stablehlo::OPTIMIZATION_BARRIER))?;
    require(narrow_sizes::is_computed_from_sizes(operand) && becomes_integer(result))?;
    let barrier = emitter.emit_barrier(operand, &[]);
    ir::set_operand(operation, 0, barrier);
    Some(())
}

/// Returns whether ops on scalars and short lists of floats compute an integer from a float.
fn becomes_integer(float: Value<'_>) -> bool {
    let mut count = 0;
    !ir::all_values(float, |value, pending| {
        count += 1;
        let users = ir::users(value).into_iter().map(|(user, _)| user);
        let results = users.flat_map(|user| user.results().map(Value::from).collect::<Vec<_>>());
        let lists = results.filter(|result| narrow_sizes::is_list(*result));
        let (integers, floats): (Vec<_>, Vec<_>) =
            lists.partition(|result| integer_of(*result).is_some());
        pending.extend(floats);
        integers.is_empty() && count < MAX_SEARCHED
    })
}

//! What kind of op an op is, and names of ops of IREE.

use crate::{
    dialect::math,
    ops::types::{integer_of, is_dynamic, sizes},
    prelude::*,
};

/// The op that ties a tensor to its sizes.
pub const TIE_SHAPE: &str = "flow.tensor.tie_shape";

/// The op of `linalg` whose body says what it computes.
pub const GENERIC: &str = "linalg.generic";

/// Returns whether an op has one of these names.
pub fn is_any_of(operation: OpRef<'_>, names: &[&str]) -> bool {
    ir::name_str(operation.name()).is_some_and(|name| names.contains(&name))
}

/// Returns the first operands of an op.
pub fn first_operands<'a, const N: usize>(operation: OpRef<'a>) -> Option<[Value<'a>; N]> {
    ir::operands(operation).get(..N)?.try_into().ok()
}

/// Returns the dim whose size an op reads, if it is known which one.
pub fn size_read(operation: OpRef<'_>) -> Option<usize> {
    let dim = match ir::name_str(operation.name())? {
        stablehlo::GET_DIMENSION_SIZE => ir::integer(operation, "dimension"),
        tensor::DIM => ir::operand(operation, 1).and_then(ir::constant_integer),
        _ => None,
    };
    usize::try_from(dim?).ok()
}

/// The ops that return a part of their first operand.
pub const SLICES: [&str; 4] = [
    stablehlo::SLICE,
    stablehlo::DYNAMIC_SLICE,
    stablehlo::REAL_DYNAMIC_SLICE,
    tensor::EXTRACT_SLICE,
];

/// Returns the ops that use the elements of a value, and not only its size.
pub fn element_users<'a>(value: Value<'a>) -> impl Iterator<Item = OpRef<'a>> {
    let users = ir::users(value).into_iter().map(|(user, _)| user);
    users.filter(|&user| size_read(user).is_none())
}

/// Returns whether an op's result does not depend on the elements of its operand.
pub fn is_size(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &[stablehlo::GET_DIMENSION_SIZE, tensor::DIM])
}

/// Returns the value of the same bits that a value is made from: of integers with or without a sign, or
/// not tied to its sizes.
pub fn source_of<'a>(value: Value<'a>) -> Value<'a> {
    let definition = ir::defining_op(value).filter(|&op| is_of_same_bits(op));
    let source = definition.and_then(|op| ir::operand(op, 0));
    source.map_or(value, source_of)
}

/// Returns whether an op makes a tensor of the same bits: it changes the sign, or ties it to sizes.
pub fn is_of_same_bits(operation: OpRef<'_>) -> bool {
    changes_sign(operation) || ir::is_named(operation, TIE_SHAPE)
}

/// Returns whether an op is one of StableHLO without effects.
pub fn is_pure(operation: OpRef<'_>) -> bool {
    let name = ir::name_str(operation.name());
    name.is_some_and(|name| name.starts_with(stablehlo::PREFIX)) && ir::is_removable(operation)
}

/// Returns whether an op inserts a tensor into another one.
pub fn is_insertion(operation: OpRef<'_>) -> bool {
    ir::is_named(operation, tensor::INSERT_SLICE)
}

/// Returns whether an op makes signless integers of unsigned ones, or the other way round.
fn changes_sign(operation: OpRef<'_>) -> bool {
    let types = [ir::operand(operation, 0), ir::result(operation, 0)];
    let widths = types.map(|value| Some(integer_of(value?)?.width()));
    ir::is_named(operation, stablehlo::BITCAST_CONVERT)
        && widths[0].is_some()
        && widths[0] == widths[1]
}

/// Returns whether an op is a barrier that this row adds.
pub fn is_barrier_of_nothing(operation: OpRef<'_>) -> bool {
    ir::is_named(operation, BARRIER) && operation.operand_count() == 0
}

/// Returns whether an op is an explicit broadcast.
pub fn is_broadcast(operation: OpRef<'_>) -> bool {
    const NAMES: [&str; 2] = [
        stablehlo::BROADCAST_IN_DIM,
        stablehlo::DYNAMIC_BROADCAST_IN_DIM,
    ];
    is_any_of(operation, &NAMES)
}

/// Returns whether an op is a constant tensor.
pub fn is_constant(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &[arith::CONSTANT, stablehlo::CONSTANT])
        && ir::result(operation, 0).is_some_and(|value| value.r#type().is_ranked_tensor())
}

/// Returns whether an op fills a tensor with a scalar.
pub fn is_fill(operation: OpRef<'_>) -> bool {
    let is_scalar = |value| sizes(value).is_some_and(|sizes| sizes.is_empty());
    is_broadcast(operation) && ir::operand(operation, 0).is_some_and(is_scalar)
}

/// Returns whether an op is elementwise. A scalar operand counts for all elements.
pub fn is_elementwise(operation: OpRef<'_>) -> bool {
    // They may take scalars beside tensors, so they do not have the trait.
    const OTHERS: [&str; 2] = [stablehlo::CLAMP, stablehlo::SELECT];
    is_any_of(operation, &OTHERS)
        || dialect::is_elementwise(operation)
        || computes_function(operation)
}

/// Returns whether an op is a `linalg.generic` that computes a function of floats element by element, such as a power or a
/// sine, which a program writes as one op.
fn computes_function(operation: OpRef<'_>) -> bool {
    const FUNCTIONS: [&str; 5] = [
        arith::SITOFP,
        arith::TRUNCF,
        math::ATAN2,
        math::CBRT,
        math::POWF,
    ];
    let region = ir::region(operation, 0).filter(|_| ir::is_named(operation, GENERIC));
    let body = region.and_then(|region| region.first_block());
    body.is_some_and(|body| {
        let mut ops = ir::block_operations(body);
        ir::has_identity_maps(operation) && ops.any(|it| is_any_of(it, &FUNCTIONS))
    })
}

/// Returns whether IREE fuses an op with the elementwise ops and broadcasts that compute its operands, of
/// which one has an unknown size.
pub fn is_in_group(operation: OpRef<'_>) -> bool {
    may_be_in_group(operation) && operation.operands().any(is_dynamic)
}

/// Returns whether an op would be in a group if its operands were of unknown size.
pub fn may_be_in_group(operation: OpRef<'_>) -> bool {
    (is_elementwise(operation) || is_broadcast(operation)) && operation.result_count() == 1
}

/// Returns whether an op reduces one tensor.
pub fn is_reduction(operation: OpRef<'_>) -> bool {
    ir::is_named(operation, stablehlo::REDUCE)
        && operation.operand_count() == 2
        && operation.result_count() == 1
}

/// IREE's op for the greatest elements.
pub const TOP_K: &str = "iree_linalg_ext.topk";

/// Returns whether an op makes indices along a dim.
pub fn is_iota(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &[stablehlo::IOTA, stablehlo::DYNAMIC_IOTA])
}

/// The op that hides from IREE that a number is the same as another one.
pub const BARRIER: &str = "util.optimization_barrier";

/// Returns whether an op hides values from IREE.
pub fn is_barrier(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &[BARRIER, stablehlo::OPTIMIZATION_BARRIER])
}

/// The attribute of an op that IREE compiles as for another target.
pub const TARGET: &str = "hal.executable.target";

/// The attribute of an op that a row has given a form which the row would not recognize. It stays as it is when the output
/// is lowered again.
pub const LEGALIZED: &str = "bcast.legalized";

/// The end of the region of IREE's op.
pub const YIELD: &str = "iree_linalg_ext.yield";

/// The op that changes the type and keeps the bits.
pub const CONVERT: &str = stablehlo::BITCAST_CONVERT;

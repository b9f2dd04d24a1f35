//! Narrow integers that are computed from sizes, and comparisons of narrow scalars.
//!
//! IREE computes them outside of kernels, in registers of 32 bits, and forgets to remove the bits
//! that a narrow integer lacks: `max(i8(130), 100)` is 130, not 100. It removes conversions between
//! them and `i32`, too. So these ops are computed as `i32`, after shifts that sign-extend each operand. IREE
//! also compares narrow scalars there as if they were unsigned, for example in the condition of a loop.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "narrow-sizes",
    ops: &[
        stablehlo::ABS,
        stablehlo::ADD,
        stablehlo::AND,
        stablehlo::BROADCAST_IN_DIM,
        stablehlo::CLAMP,
        stablehlo::COMPARE,
        stablehlo::CONCATENATE,
        stablehlo::CONVERT,
        stablehlo::DIVIDE,
        stablehlo::MAXIMUM,
        stablehlo::MINIMUM,
        stablehlo::MULTIPLY,
        stablehlo::NEGATE,
        stablehlo::NOT,
        stablehlo::OR,
        stablehlo::REMAINDER,
        stablehlo::RESHAPE,
        stablehlo::SELECT,
        stablehlo::SHIFT_LEFT,
        stablehlo::SHIFT_RIGHT_ARITHMETIC,
        stablehlo::SIGN,
        stablehlo::SLICE,
        stablehlo::SUBTRACT,
        stablehlo::XOR,
    ],
    when: "of signless integers of 8 or 16 bits that are computed from sizes, and comparisons of scalars \
           of these types",
    becomes: "the op on `i32`, whose operands are extended by shifts",
    why: "IREE computes them in registers of 32 bits, keeps bits that the integers lack, and reads scalars \
          there without their sign: `i < -1` holds for 0 in a loop's condition.",
    action: Replace(rewrite),
};

/// The greatest length of a list of sizes: MLIR's tensors have few dims.
const MAX_LENGTH: i64 = 64;

/// The maximum number of values among which a size is searched.
const MAX_SEARCHED: usize = 128;

/// Computes an op on narrow integers as one on `i32`.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let is_narrow = |value: &Value<'a>| narrow_bits(*value).is_some();
    let result: Value<'a> = ir::result(operation, 0)?;
    require(operation.operands().any(|operand| is_narrow(&operand)) && is_list(result))?;
    let name = ir::name_str(operation.name())?;
    let is_scalar = |value: Value<'_>| sizes(value).is_some_and(|sizes| sizes.is_empty());
    let compares_scalars = name == stablehlo::COMPARE && is_scalar(result);
    require(compares_scalars || operation.operands().any(is_computed_from_sizes))?;
    let operands = operation.operands();
    let operands = operands.map(|operand| match narrow_bits(operand) {
        Some(bits) => emit_extended(emitter, operand, bits),
        None => Some(operand),
    });
    let operands = operands.collect::<Option<Vec<_>>>()?;
    let own_type = result_type(operation)?.into();
    let convert = stablehlo::CONVERT;
    if name == convert {
        return Some(emit_converted(emitter, convert, operands[0], own_type));
    }
    let r#type = match is_narrow(&result) {
        true => with_bits(emitter, own_type, u32::BITS)?,
        false => own_type,
    };
    let value = emitter.emit(name, &operands, &ir::named_attributes(operation), r#type);
    Some(emit_converted(emitter, convert, value, own_type))
}

/// Returns the number of bits of a scalar or list of narrow signless integers.
fn narrow_bits(value: Value<'_>) -> Option<u32> {
    let integer = integer_of(value)?;
    let is_narrow = integer.is_signless() && (2..u32::BITS).contains(&integer.width());
    (is_narrow && is_list(value)).then(|| integer.width())
}

/// Returns whether a value is a scalar or a short list, as sizes are.
pub fn is_list(value: Value<'_>) -> bool {
    let is_short = |size: &Option<i64>| size.is_some_and(|size| size <= MAX_LENGTH);
    sizes(value).is_some_and(|sizes| sizes.len() <= 1 && sizes.iter().all(is_short))
}

/// Returns whether a value is computed from sizes by ops on scalars and lists of known size.
pub fn is_computed_from_sizes<'a>(value: Value<'a>) -> bool {
    let mut count = 0;
    !ir::all_values(value, |value, pending| {
        count += 1;
        let Some(operation) = ir::defining_op(value).filter(|_| count < MAX_SEARCHED) else {
            return true;
        };
        let is_number = |it: &Value<'a>| !it.r#type().is_ranked_tensor() || is_list(*it);
        pending.extend(numbers_of(operation).into_iter().filter(is_number));
        !is_size(operation)
    })
}

/// Returns the values whose numbers may be in an op's results. Where a part of a tensor is, and which tensor a branch
/// yields, are none.
fn numbers_of<'a>(operation: OpRef<'a>) -> Vec<Value<'a>> {
    match ir::name_str(operation.name()) {
        Some(scf::IF) => [yielded(operation, 0), yielded(operation, 1)].concat(),
        Some(tensor::INSERT_SLICE) => operation.operands().take(2).collect(),
        _ => operation.operands().collect(),
    }
}

/// Emits narrow integers as `i32`, with the sign of their own last bit.
fn emit_extended<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    bits: u32,
) -> Option<Value<'a>> {
    let wide = with_bits(emitter, value.r#type(), u32::BITS)?;
    let conversion = ir::defining_op(value).filter(|op| ir::is_named(*op, stablehlo::CONVERT));
    let source = conversion.and_then(|op| ir::operand(op, 0));
    let is_wide = |source: &Value<'_>| {
        integer_of(*source).is_some_and(|it| it.is_signless() && it.width() >= u32::BITS)
    };
    let Some(source) = source.filter(is_wide) else {
        return Some(emit_converted(emitter, stablehlo::CONVERT, value, wide));
    };
    let source = emit_converted(emitter, stablehlo::CONVERT, source, wide);
    let missing = emit_number(emitter, (u32::BITS - bits).into(), wide)?;
    let shift = [stablehlo::SHIFT_LEFT, stablehlo::SHIFT_RIGHT_ARITHMETIC];
    let shifted = shift.iter().fold(source, |value, name| {
        emitter.emit_like(name, &[value, missing])
    });
    Some(shifted)
}

/// Returns the operands of the end of a region.
fn yielded<'a>(operation: OpRef<'a>, region: usize) -> Vec<Value<'a>> {
    let end = block_in(operation, region).and_then(|block| block.terminator());
    end.map_or(vec![], |end| end.operands().collect())
}

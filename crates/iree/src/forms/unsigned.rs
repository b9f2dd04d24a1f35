//! Ops on unsigned integers that IREE rejects, or computes as if they were signed.
//!
//! IREE rejects `tensor` ops on unsigned integers, reads of the sizes of such tensors, and
//! conversions of sizes to unsigned integers. These ops get signless operands and results; a
//! `bitcast_convert` before or after each changes the type and keeps the bits.

use crate::{build::*, forms::narrow_sizes, ops::*, prelude::*};

pub static TENSORS: Row = Row {
    name: "unsigned-tensors",
    ops: &[
        TIE_SHAPE,
        stablehlo::GET_DIMENSION_SIZE,
        // With static offsets, it becomes a `tensor.cast` later.
        stablehlo::REAL_DYNAMIC_SLICE,
        stablehlo::REVERSE,
        tensor::CAST,
        tensor::COLLAPSE_SHAPE,
        tensor::DIM,
        tensor::EMPTY,
        tensor::EXPAND_SHAPE,
        tensor::EXTRACT_SLICE,
        tensor::INSERT_SLICE,
        tensor::RESHAPE,
        BARRIER,
    ],
    when: "of unsigned integers",
    becomes: "the op on the same bits without a sign",
    why: "IREE rejects it.",
    action: Change(use_signless),
};

pub static SIZES: Row = Row {
    name: "unsigned-sizes",
    ops: &[stablehlo::CONVERT],
    when: "of sizes, or of floats computed from them, to unsigned integers",
    becomes: "a `convert` to signless integers, whose bits are the same; of floats, to integers of 64 \
           bits first",
    why: "IREE rejects it.",
    action: Change(convert_to_signless),
};

pub static FACTORS: Row = Row {
    name: "unsigned-factors",
    ops: &[
        stablehlo::CONVOLUTION,
        stablehlo::DOT_GENERAL,
        stablehlo::DYNAMIC_CONV,
    ],
    when: "of unsigned integers that are converted to floats or to more bits, in the op or \
           before it; also on static shapes",
    becomes: "the op on signless integers of more bits",
    why: "IREE moves conversions into the op (`FuseWidenOperands` in its \
           `StableHLOToStableHLO.cpp`) and takes the integers for signed ones.",
    action: Change(extend_factors),
};

/// Gives an op signless operands and results in place of unsigned ones; `None` if it has none.
fn use_signless<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let changed = change_each(operation.operands().enumerate(), |(index, operand)| {
        let r#type = signless(emitter, operand)?;
        let bits = emitter.emit_named(CONVERT, &[operand], &[], r#type);
        ir::set_operand(operation, index, bits);
        Some(())
    });
    give_signless_results(emitter, operation).or(changed)
}

/// Makes a conversion of numbers to unsigned integers a conversion to the same bits; `None` if it is
/// another one. IREE rejects it if the numbers are sizes or computed from them, which are scalars
/// or in a static tensor of rank 1.
fn convert_to_signless<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let operand = ir::operand(operation, 0)?;
    let tensor = ir::as_ranked_tensor(operand.r#type())?;
    let element = tensor.element();
    let may_be_sizes = tensor.rank() <= 1 && tensor.has_static_shape();
    if may_be_sizes && element.is_float() && narrow_sizes::is_computed_from_sizes(operand) {
        return convert_float(emitter, operation, operand);
    }
    let is_signless = ir::as_integer_type(element).is_some_and(|integer| integer.is_signless());
    require(may_be_sizes && is_signless)?;
    give_signless_results(emitter, operation)
}

/// Converts floats to signless integers of 64 bits, which hold all values that sizes have, and
/// clamps them to those of the unsigned type, as XLA does.
fn convert_float<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    operand: Value<'a>,
) -> Option<()> {
    let bits = unsigned_of(ir::result(operation, 0)?)?.width();
    let wide = with_bits(emitter, operand.r#type(), u64::BITS)?;
    let integers = emitter.emit_named(stablehlo::CONVERT, &[operand], &[], wide);
    let limit = 1_i64.checked_shl(bits).map_or(i64::MAX, |count| count - 1);
    let [zero, limit] = [0, limit].map(|number| emit_number(emitter, number, wide));
    let clamped = emitter.emit_like(stablehlo::CLAMP, &[zero?, integers, limit?]);
    ir::set_operand(operation, 0, clamped);
    give_signless_results(emitter, operation)
}

/// Gives an op signless results in place of unsigned ones; `None` if it has none.
fn give_signless_results<'a>(emitter: &OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    change_each(operation.results().map(Value::from), |result| {
        let bits = signless(emitter, result)?;
        insert_conversion(emitter, CONVERT, result, bits).map(|_| ())
    })
}

/// Makes IREE extend unsigned operands of a contraction with zeros; `None` if there are none.
///
/// IREE extends them as signed ones if the contraction has a wider or a float type, also if the
/// program converts them first: it moves these conversions into the contraction. It does so as
/// well with signless numbers of more bits, but those are not negative.
fn extend_factors<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let mut is_changed = convert_factors(emitter, operation).is_some();
    for index in [0, 1] {
        let mut conversion = ir::operand(operation, index).and_then(ir::defining_op);
        while let Some(own) = conversion.filter(|op| ir::is_named(*op, stablehlo::CONVERT)) {
            let done = replace_operand(emitter, own, 0, |it, _| emit_extended(it, own));
            is_changed |= done.is_some();
            conversion = ir::operand(own, 0).and_then(ir::defining_op);
        }
    }
    is_changed.then_some(())
}

/// Converts both factors to the result's element type, if one is of another, unsigned one.
fn convert_factors<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let element = ir::element_type(ir::result(operation, 0)?.r#type())?;
    let factors = first_operands::<2>(operation)?;
    let differs = |factor: &Value<'a>| ir::element_type(factor.r#type()) != Some(element);
    let is_unfit = |factor: &Value<'a>| differs(factor) && unsigned_of(*factor).is_some();
    require(factors.iter().any(is_unfit))?;
    for (index, factor) in factors.into_iter().enumerate() {
        if differs(&factor) {
            let r#type = ir::with_element_type(factor.r#type(), element)?;
            let converted = emitter.emit_named(stablehlo::CONVERT, &[factor], &[], r#type);
            ir::set_operand(operation, index, converted);
        }
    }
    Some(())
}

/// Emits the operand of a conversion to floats or to more bits as signless integers of more bits,
/// if it is unsigned; `None` if it is not, or has 64 bits.
fn emit_extended<'a>(emitter: &mut OpEmitter<'a>, conversion: OpRef<'a>) -> Option<Value<'a>> {
    let operand = ir::operand(conversion, 0)?;
    let own = unsigned_of(operand)?.width();
    let element = ir::element_type(ir::result(conversion, 0)?.r#type())?;
    let is_extended = ir::as_integer_type(element).is_none_or(|integer| integer.width() > own);
    let bits = match own {
        ..u32::BITS => u32::BITS,
        u32::BITS => u64::BITS,
        _ => return None,
    };
    let extended = IntegerType::unsigned(emitter.context(), bits).into();
    let extended = ir::with_element_type(operand.r#type(), extended).filter(|_| is_extended)?;
    let value = emitter.emit_named(stablehlo::CONVERT, &[operand], &[], extended);
    let bits = signless(emitter, value)?;
    Some(emitter.emit_named(CONVERT, &[value], &[], bits))
}

//! Floats that are rounded to `bf16`, and used as wider ones again.

use super::{FloatBody, FloatPredicate, emit_with, replace};
use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "rounded-floats",
    ops: &[stablehlo::CONVERT],
    when: "of `f32` to `bf16`, if elementwise ops, or none, and a `convert` to a wider type follow; also on static shapes",
    becomes: "a `linalg.generic` that rounds the bits of the `f32` first",
    why: "IREE computes `bf16` in `f32`, and removes the two conversions with the rounding between them \
          (`ConvertBf16ArithToF32.cpp`): `x - x.astype(bf16)` is 0.",
    action: Replace(|emitter, operation| {
        let operand = ir::operand(operation, 0)?;
        let is_f32 = ir::element_type(operand.r#type())?.is_f32();
        let result = ir::result(operation, 0)?;
        require(is_f32 && is_bf16(result) && is_widened(result))?;
        replace(emitter, operation, emit_rounded)
    }),
};

fn is_bf16(value: Value<'_>) -> bool {
    ir::element_type(value.r#type()).is_some_and(|element| element.is_bf16())
}

/// How many values are searched for a conversion.
const MAX_SEARCHED: usize = 32;

/// Returns whether wider floats are computed from a value of `bf16` by elementwise ops.
fn is_widened(value: Value<'_>) -> bool {
    ir::search_values(value, MAX_SEARCHED, |next, pending| {
        let users = ir::users(next).into_iter();
        let results = users.filter_map(|(user, _)| {
            ir::result(user, 0).filter(|_| is_elementwise(user) || is_divided_copy(user))
        });
        let (narrow, others) = results.partition::<Vec<_>, _>(|&it| is_bf16(it));
        pending.extend(narrow);
        let is_float = |it: &Value<'_>| {
            ir::element_type(it.r#type()).is_some_and(|element| element.is_float())
        };
        others.iter().any(is_float)
    })
}

/// Emits a float of 32 bits as the nearest `bf16`, the even one of two.
fn emit_rounded<'a>(floats: &mut FloatBody<'_, 'a>, operands: &[Value<'a>]) -> Value<'a> {
    let x = operands[0];
    let emitter = &mut *floats.emitter;
    let integer = IntegerType::new(emitter.context(), 32).into();
    let bits = emitter.emit_pure(arith::BITCAST, &[x], &[], integer);
    let last = emit_with(emitter, arith::SHRUI, bits, 16);
    let last = emit_with(emitter, arith::ANDI, last, 1);
    let half = emit_with(emitter, arith::ADDI, last, 0x7fff);
    let sum = emitter.emit_like(arith::ADDI, &[bits, half]);
    let rounded = emit_with(emitter, arith::ANDI, sum, !0xffff);
    let rounded = emitter.emit_pure(arith::BITCAST, &[rounded], &[], x.r#type());
    let is_number = floats.compare(FloatPredicate::Equal, x, x);
    let rounded = floats.select(is_number, rounded, x);
    floats.apply(arith::TRUNCF, &[rounded])
}

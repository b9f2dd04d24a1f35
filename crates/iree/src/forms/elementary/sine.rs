//! Sines, cosines and tangents.
//!
//! IREE reduces an angle by subtracting a multiple of pi, and rounds the difference. Here, an angle becomes a fraction of
//! a turn, as a 64-bit fixed-point number: a whole turn is an overflow, so whole turns vanish without rounding. The
//! significand of the angle is multiplied by 64 bits of `1 / (2 pi)`, which its exponent selects: higher bits contribute
//! only whole turns, and lower bits are negligible (Payne-Hanek reduction).

use super::{FloatBody, FloatPredicate, emit_with, replace};
use crate::{build::*, dialect::math, ops::*, prelude::*};
use std::f64::consts::PI;

pub static ROW: Row = Row {
    name: "sines",
    ops: &[stablehlo::COSINE, stablehlo::SINE, stablehlo::TAN],
    when: "of floats of up to 32 bits; also on static shapes",
    becomes: "a `linalg.generic` that computes the sine of an angle of at most a quarter of a turn, or two of them",
    why: "IREE rounds the turns that it subtracts from an angle: results are wrong by 3e-5 for angles of 1,000, by 3e-3 \
          for 100,000, and from 1e9 on they are not even between -1 and 1.",
    action: Replace(|emitter, operation| {
        let function = match ir::name_str(operation.name())? {
            stablehlo::COSINE => emit_cosine,
            stablehlo::SINE => emit_sine,
            _ => emit_tangent,
        };
        require(!result_type(operation)?.element().is_f64())?;
        replace(emitter, operation, |floats, operands| {
            emit_in_32_bits(floats, operands[0], function)
        })
    }),
};

/// 64 zeros, and the bits of `1 / (2 pi)` behind the binary point.
const TURNS_PER_UNIT: [u64; 4] = [
    0,
    0x28be_60db_9391_054a,
    0x7f09_d5f4_7d4d_3770,
    0x36d8_a566_4f10_e410,
];

/// Computes a float of 32 bits from another one.
type FunctionOfFloat = for<'a> fn(&mut FloatBody<'_, 'a>, Value<'a>) -> Value<'a>;

/// Emits a function of a float of at most 32 bits, which is computed in 32 bits.
fn emit_in_32_bits<'a>(
    floats: &mut FloatBody<'_, 'a>,
    x: Value<'a>,
    function: FunctionOfFloat,
) -> Value<'a> {
    let wide = Type::float32(floats.emitter.context());
    if floats.element == wide {
        return function(floats, x);
    }
    let x = floats.emitter.emit_pure(arith::EXTF, &[x], &[], wide);
    let mut wider = FloatBody {
        emitter: &mut *floats.emitter,
        element: wide,
    };
    let result = function(&mut wider, x);
    floats.apply(arith::TRUNCF, &[result])
}

fn emit_sine<'a>(floats: &mut FloatBody<'_, 'a>, x: Value<'a>) -> Value<'a> {
    let turns = emit_turns(floats, x);
    let angle = emit_angle_of_same_sine(floats, turns);
    // Small angles need more bits behind the binary point than the integers have.
    let [one, magnitude] = [floats.constant(1.0), floats.apply(math::ABSF, &[x])];
    let is_small = floats.compare(FloatPredicate::Less, magnitude, one);
    let angle = floats.select(is_small, x, angle);
    emit_sine_if_finite(floats, x, angle)
}

fn emit_cosine<'a>(floats: &mut FloatBody<'_, 'a>, x: Value<'a>) -> Value<'a> {
    let turns = emit_turns(floats, x);
    let turns = emit_with(floats.emitter, arith::ADDI, turns, 1 << 62);
    let angle = emit_angle_of_same_sine(floats, turns);
    emit_sine_if_finite(floats, x, angle)
}

fn emit_tangent<'a>(floats: &mut FloatBody<'_, 'a>, x: Value<'a>) -> Value<'a> {
    let [sine, cosine] = [emit_sine(floats, x), emit_cosine(floats, x)];
    floats.apply(arith::DIVF, &[sine, cosine])
}

/// Emits an angle in turns of 2^64, without whole turns; of an angle below 1, some of the last bits are missing.
fn emit_turns<'a>(floats: &mut FloatBody<'_, 'a>, x: Value<'a>) -> Value<'a> {
    let emitter = &mut *floats.emitter;
    let context = emitter.context();
    let [narrow, wide] = [32, 64].map(|bits| Type::from(IntegerType::new(context, bits)));
    let bits = emitter.emit_pure(arith::BITCAST, &[x], &[], narrow);
    // The value is `significand * 2^(exponent - 150)`, and the first bit of a turn is at `exponent - 86` of the list.
    let fraction = emit_with(emitter, arith::ANDI, bits, 0x7f_ffff);
    let magnitude = emit_with(emitter, arith::ORI, fraction, 0x80_0000);
    let sign = emit_with(emitter, arith::SHRSI, bits, 31);
    let shifted = emit_with(emitter, arith::SHRUI, bits, 23);
    let exponent = emit_with(emitter, arith::ANDI, shifted, 0xff);
    let position = emit_with(emitter, arith::SUBI, exponent, 86);
    let position = emit_with(emitter, arith::MAXSI, position, 0);
    let [is_second, is_third] = [64, 128].map(|first| {
        let first = emit_integer(emitter, first, narrow);
        emitter.emit_compare(Direction::Ge, Signedness::Signed, position, first)
    });
    let words = TURNS_PER_UNIT.map(|word| emit_integer(emitter, word.cast_signed(), wide));
    let mut chosen = |first: usize| {
        let late = [is_second, words[first + 1], words[first]];
        let late = emitter.emit_like(arith::SELECT, &late);
        emitter.emit_like(arith::SELECT, &[is_third, words[first + 2], late])
    };
    let [left, right] = [chosen(0), chosen(1)];
    let negated = emitter.emit_like(arith::XORI, &[magnitude, sign]);
    let significand = emitter.emit_like(arith::SUBI, &[negated, sign]);
    let significand = emitter.emit_pure(arith::EXTSI, &[significand], &[], wide);
    let position = emitter.emit_pure(arith::EXTUI, &[position], &[], wide);
    let distance = emit_with(emitter, arith::ANDI, position, 63);
    // A shift by 64 is undefined.
    let rest = emit_with(emitter, arith::XORI, distance, 63);
    let right = emit_with(emitter, arith::SHRUI, right, 1);
    let left = emitter.emit_like(arith::SHLI, &[left, distance]);
    let right = emitter.emit_like(arith::SHRUI, &[right, rest]);
    let factor = emitter.emit_like(arith::ORI, &[left, right]);
    emitter.emit_like(arith::MULI, &[significand, factor])
}

/// Emits an angle between minus and plus a quarter of a turn, in radians, that has the same sine as some turns of 2^64.
fn emit_angle_of_same_sine<'a>(floats: &mut FloatBody<'_, 'a>, turns: Value<'a>) -> Value<'a> {
    let emitter = &mut *floats.emitter;
    let narrow = Type::from(IntegerType::new(emitter.context(), 32));
    let wide = turns.r#type();
    // Half turns of 2^32, rounded to the nearest whole number of them.
    let half_turns = emit_with(emitter, arith::SHLI, turns, 1);
    let half_turns = emit_with(emitter, arith::SHRUI, half_turns, 32);
    let next = emit_with(emitter, arith::ADDI, turns, 1 << 62);
    let zero = emit_integer(emitter, 0, wide);
    let is_odd = emitter.emit_compare(Direction::Lt, Signedness::Signed, next, zero);
    let half_turns = emitter.emit_pure(arith::TRUNCI, &[half_turns], &[], narrow);
    let half_turns = floats.apply(arith::SITOFP, &[half_turns]);
    let unit = PI / 2f64.powi(32);
    let [unit, negative] = [unit, -unit].map(|number| floats.constant(number));
    let unit = floats.select(is_odd, negative, unit);
    floats.apply(arith::MULF, &[half_turns, unit])
}

/// What the powers of an angle from the third on contribute to its sine, for every other power: within a quarter of a
/// turn, the relative error is below 3e-11.
const COEFFICIENTS: [f64; 5] = [
    -0.166_666_666_26,
    0.008_333_331_108_6,
    -0.000_198_408_682_09,
    2.752_538_438e-6,
    -2.388_890_85e-8,
];

/// Emits the sine of an angle of at most a quarter of a turn; NaN if the number that it stands for is infinite or NaN.
/// IREE computes one with an absolute error of 2e-7 only, however small it is.
fn emit_sine_if_finite<'a>(
    floats: &mut FloatBody<'_, 'a>,
    x: Value<'a>,
    angle: Value<'a>,
) -> Value<'a> {
    let square = floats.apply(arith::MULF, &[angle, angle]);
    let [lower @ .., last] = COEFFICIENTS;
    let mut sum = floats.constant(last);
    for number in lower.into_iter().rev() {
        let number = floats.constant(number);
        let product = floats.apply(arith::MULF, &[sum, square]);
        sum = floats.apply(arith::ADDF, &[product, number]);
    }
    let cube = floats.apply(arith::MULF, &[angle, square]);
    let rest = floats.apply(arith::MULF, &[cube, sum]);
    let sine = floats.apply(arith::ADDF, &[angle, rest]);
    let magnitude = floats.apply(math::ABSF, &[x]);
    let [infinity, nan] = [f64::INFINITY, f64::NAN].map(|number| floats.constant(number));
    let is_finite = floats.compare(FloatPredicate::Less, magnitude, infinity);
    floats.select(is_finite, sine, nan)
}

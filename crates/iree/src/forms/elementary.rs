//! Functions of floats, of which IREE computes NaN for some arguments for which they are defined.
//!
//! The results are those of C's `pow`, `atan2` and `cbrt`, as XLA computes them.

pub mod rounding;
pub mod sine;

use crate::{build::*, dialect::math, ops::*, prelude::*};
use melior::ir::attribute::FloatAttribute;
use std::f64::consts::PI;

pub static POWERS: Row = Row {
    name: "powers",
    ops: &[stablehlo::POWER],
    when: "of floats; also on static shapes",
    becomes: "a `linalg.generic` that computes the power of the magnitude, and its sign",
    why: "IREE computes `x^y` as `exp(y * log(x))`: NaN for a negative `x`, for `0^0`, and for 0 times an infinity.",
    action: Replace(|emitter, operation| replace(emitter, operation, emit_power)),
};

pub static ANGLES: Row = Row {
    name: "angles",
    ops: &[stablehlo::ATAN2],
    when: "of floats; also on static shapes",
    becomes: "a `linalg.generic` that computes the angle of the magnitudes, and turns it by the signs",
    why: "IREE computes NaN for two zeros and two infinities, and takes -0 for 0.",
    action: Replace(|emitter, operation| replace(emitter, operation, emit_angle)),
};

pub static CUBE_ROOTS: Row = Row {
    name: "cube-roots",
    ops: &[stablehlo::CBRT],
    when: "of floats; also on static shapes",
    becomes: "a `linalg.generic` that returns infinities as they are",
    why: "IREE computes NaN for infinities.",
    action: Replace(|emitter, operation| replace(emitter, operation, emit_cube_root)),
};

/// Replaces an op by a kernel that computes each element from an element of each operand.
fn replace<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    function: impl Fn(&mut FloatBody<'_, 'a>, &[Value<'a>]) -> Value<'a>,
) -> Option<Value<'a>> {
    let r#type = result_type(operation)?;
    let element = r#type.element();
    let parent = operation.parent_operation()?;
    if !ir::is_function(parent) && !is_control(parent) {
        return no_match("the body of another op takes no `linalg.generic`");
    }
    require(element.is_f16() || element.is_bf16() || element.is_f32() || element.is_f64())?;
    let extents = emit_extents(emitter, ir::operand(operation, 0)?);
    let destination = emitter.emit_empty(&extents, r#type);
    let dims = (0..r#type.rank()).map(Some).collect::<Vec<_>>();
    let inputs = operation.operands().map(|operand| (operand, &*dims));
    let inputs = inputs.collect::<Vec<_>>();
    let value = emitter.emit_generic(destination, &inputs, |emitter, elements| {
        function(&mut FloatBody { emitter, element }, elements)
    })?;
    let computing = ir::defining_op(value)?;
    for (name, attribute) in ir::attributes_about_results(operation) {
        ir::set_attribute(computing, name, attribute);
    }
    Some(value)
}

/// Emits an op of an integer and a constant.
fn emit_with<'a>(
    emitter: &mut OpEmitter<'a>,
    op: &'static str,
    value: Value<'a>,
    number: i64,
) -> Value<'a> {
    let number = emit_integer(emitter, number, value.r#type());
    emitter.emit_like(op, &[value, number])
}

/// Emits `x^y`.
fn emit_power<'a>(floats: &mut FloatBody<'_, 'a>, operands: &[Value<'a>]) -> Value<'a> {
    let (x, y) = (operands[0], operands[1]);
    let [zero, one] = [0.0, 1.0].map(|number| floats.constant(number));
    let [infinity, nan] = [f64::INFINITY, f64::NAN].map(|number| floats.constant(number));
    let magnitude = floats.apply(math::ABSF, &[x]);
    let power = floats.apply(math::POWF, &[magnitude, y]);
    let has_no_exponent = floats.compare(FloatPredicate::Equal, y, zero);
    let is_unit = floats.compare(FloatPredicate::Equal, magnitude, one);
    let is_one = floats.truth(arith::ORI, has_no_exponent, is_unit);
    let power = floats.select(is_one, one, power);
    let (is_whole, is_odd) = emit_parity(floats, y);
    let signed = floats.apply(math::COPYSIGN, &[power, x]);
    let power = floats.select(is_odd, signed, power);
    let is_negative = floats.compare(FloatPredicate::Less, x, zero);
    let is_finite = floats.compare(FloatPredicate::Less, magnitude, infinity);
    let has_none = floats.truth(arith::ANDI, is_negative, is_finite);
    let real = floats.select(is_whole, power, nan);
    floats.select(has_none, real, power)
}

/// Emits whether a number is an integer, and whether it is an odd one. All greater floats are even, also infinities.
///
/// Without SSE 4.1, roundings such as `math.floor` call functions that IREE does not link.
fn emit_parity<'a>(floats: &mut FloatBody<'_, 'a>, number: Value<'a>) -> (Value<'a>, Value<'a>) {
    let (bits, width) = match floats.element {
        element if element.is_f64() => (53, 64),
        element if element.is_f32() => (24, 32),
        element if element.is_f16() => (11, 32),
        _ => (8, 32),
    };
    let integer: Type<'a> = IntegerType::new(floats.emitter.context(), width).into();
    let [zero, least_even] = [0.0, 2f64.powi(bits)].map(|number| floats.constant(number));
    let magnitude = floats.apply(math::ABSF, &[number]);
    let is_small = floats.compare(FloatPredicate::Less, magnitude, least_even);
    let is_large = floats.compare(FloatPredicate::AtMost, least_even, magnitude);
    let small = floats.select(is_small, magnitude, zero);
    let emitter = &mut *floats.emitter;
    let whole = emitter.emit_pure(arith::FPTOSI, &[small], &[], integer);
    let one = emit_integer(emitter, 1, integer);
    let last = emitter.emit_pure(arith::ANDI, &[whole, one], &[], integer);
    let is_uneven = emitter.emit_compare(Direction::Eq, Signedness::Unsigned, last, one);
    let whole = floats.apply(arith::SITOFP, &[whole]);
    let is_same = floats.compare(FloatPredicate::Equal, whole, magnitude);
    let is_whole = floats.truth(arith::ORI, is_same, is_large);
    (is_whole, floats.truth(arith::ANDI, is_same, is_uneven))
}

/// Emits the angle of the point `(x, y)`.
fn emit_angle<'a>(floats: &mut FloatBody<'_, 'a>, operands: &[Value<'a>]) -> Value<'a> {
    let (y, x) = (operands[0], operands[1]);
    let [zero, one, pi] = [0.0, 1.0, PI].map(|number| floats.constant(number));
    let infinity = floats.constant(f64::INFINITY);
    let [width, height] = [x, y].map(|number| floats.apply(math::ABSF, &[number]));
    let [is_wide, is_high] =
        [width, height].map(|it| floats.compare(FloatPredicate::Equal, it, infinity));
    let is_diagonal = floats.truth(arith::ANDI, is_wide, is_high);
    let [near, far] = [width, height].map(|it| floats.select(is_diagonal, one, it));
    let angle = floats.apply(math::ATAN2, &[far, near]);
    let is_flat = floats.compare(FloatPredicate::Equal, height, zero);
    let is_number = floats.compare(FloatPredicate::Equal, x, x);
    let is_flat = floats.truth(arith::ANDI, is_flat, is_number);
    let angle = floats.select(is_flat, zero, angle);
    // A zero has a sign, too.
    let side = floats.apply(math::COPYSIGN, &[one, x]);
    let is_left = floats.compare(FloatPredicate::Less, side, zero);
    let turned = floats.apply(arith::SUBF, &[pi, angle]);
    let angle = floats.select(is_left, turned, angle);
    floats.apply(math::COPYSIGN, &[angle, y])
}

/// Emits the cube root of `x`.
fn emit_cube_root<'a>(floats: &mut FloatBody<'_, 'a>, operands: &[Value<'a>]) -> Value<'a> {
    let x = operands[0];
    let infinity = floats.constant(f64::INFINITY);
    let magnitude = floats.apply(math::ABSF, &[x]);
    let is_infinite = floats.compare(FloatPredicate::Equal, magnitude, infinity);
    let root = floats.apply(math::CBRT, &[x]);
    floats.select(is_infinite, x, root)
}

/// Emits ops on floats of one type.
struct FloatBody<'e, 'a> {
    emitter: &'e mut OpEmitter<'a>,
    element: Type<'a>,
}

/// The numbers of the predicates of `arith.cmpf`; none holds for NaN.
#[derive(Clone, Copy)]
enum FloatPredicate {
    Equal = 1,
    Less = 4,
    AtMost = 5,
}

impl<'a> FloatBody<'_, 'a> {
    fn constant(&mut self, number: f64) -> Value<'a> {
        let value = FloatAttribute::new(self.emitter.context(), self.element, number).into();
        self.emitter
            .emit_pure(arith::CONSTANT, &[], &[("value", value)], self.element)
    }

    fn apply(&mut self, op: &'static str, operands: &[Value<'a>]) -> Value<'a> {
        self.emitter.emit_pure(op, operands, &[], self.element)
    }

    fn compare(&mut self, order: FloatPredicate, a: Value<'a>, b: Value<'a>) -> Value<'a> {
        let context = self.emitter.context();
        let number = IntegerType::new(context, 64).into();
        let predicate = IntegerAttribute::new(number, order as i64).into();
        let truth = IntegerType::new(context, 1).into();
        self.emitter
            .emit_pure(arith::CMPF, &[a, b], &[("predicate", predicate)], truth)
    }

    fn truth(&mut self, op: &'static str, a: Value<'a>, b: Value<'a>) -> Value<'a> {
        self.emitter.emit_like(op, &[a, b])
    }

    fn select(
        &mut self,
        condition: Value<'a>,
        holds: Value<'a>,
        otherwise: Value<'a>,
    ) -> Value<'a> {
        let operands = [condition, holds, otherwise];
        self.emitter.emit_like(arith::SELECT, &operands)
    }
}

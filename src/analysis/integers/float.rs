//! Integers that are computed with floats.

use super::{IntegerValues, integer_bits};
use crate::{
    ir,
    rule::Number,
    symbol::integer::{
        Direction, Function, INDEX_BITS, Integer,
        Signedness::{self, Signed, Unsigned},
    },
};
use melior::ir::{
    OperationRef, TypeLike, Value, ValueLike, operation::OperationLike, r#type::ShapedTypeLike,
};

/// The width of integers that `f64` represents exactly.
const EXACT_BITS: u32 = 53;

/// An op on floats, whatever its dialect.
#[derive(Clone, Copy, Eq, PartialEq)]
enum FloatOp {
    Constant,
    /// Conversion of an integer; a truth value is 0 or 1 without a sign.
    FromInteger(Signedness),
    Same,
    Ceil,
    Floor,
    Absolute,
    Divide,
    Apply(Function),
}

/// Returns which op on floats an op is.
fn float_op(operation: OperationRef<'_, '_>) -> Option<FloatOp> {
    use FloatOp::{Absolute, Apply, Ceil, Constant, Divide, Floor, FromInteger, Same};
    use Function::{Add, Maximum, Minimum, Multiply, Subtract};
    Some(match ir::name_str(operation.name())? {
        "stablehlo.constant" | "arith.constant" => Constant,
        // A truth value is 0 or 1.
        "stablehlo.convert" => FromInteger(match is_of_truths(ir::operand(operation, 0)?) {
            true => Unsigned,
            false => Signed,
        }),
        "arith.sitofp" => FromInteger(Signed),
        "arith.uitofp" => FromInteger(Unsigned),
        // Of rank 0, since the result is a scalar.
        "tensor.extract" | "tensor.from_elements" if operation.operand_count() == 1 => Same,
        "stablehlo.reshape" => Same,
        "stablehlo.ceil" | "math.ceil" => Ceil,
        "stablehlo.floor" | "math.floor" => Floor,
        "stablehlo.abs" | "math.absf" => Absolute,
        "stablehlo.divide" | "arith.divf" => Divide,
        "stablehlo.add" | "arith.addf" => Apply(Add),
        "stablehlo.subtract" | "arith.subf" => Apply(Subtract),
        "stablehlo.multiply" | "arith.mulf" => Apply(Multiply),
        // No number is NaN.
        "stablehlo.maximum" | "arith.maximumf" | "arith.maxnumf" => Apply(Maximum(Signed)),
        "stablehlo.minimum" | "arith.minimumf" | "arith.minnumf" => Apply(Minimum(Signed)),
        _ => return None,
    })
}

fn is_of_truths(value: Value<'_, '_>) -> bool {
    integer_bits(value.r#type()) == Some(1)
}

impl IntegerValues {
    /// Returns the integer of `bits` bits that a float is converted to, if the float is known to
    /// be a whole number. A truth value is whether it is not 0, and any other type holds its
    /// closest number.
    pub(in crate::analysis) fn of_float(
        &mut self,
        float: Value<'_, '_>,
        bits: u32,
    ) -> Option<Integer> {
        let mut integer = self.whole_number(float)?;
        self.has_obscure_sizes = true;
        let integers = &mut self.integers;
        if bits == 1 {
            let zero = integers.constant(0, INDEX_BITS);
            let differs = Function::Compare(Direction::Ne, Signed);
            return Some(integers.apply(differs, &[integer, zero]));
        }
        if !integers.fits(integer, bits) {
            let greatest = i64::MAX >> (INDEX_BITS - bits);
            let limits = [
                (Function::Maximum(Signed), -greatest - 1),
                (Function::Minimum(Signed), greatest),
            ];
            for (function, limit) in limits {
                let limit = integers.constant(limit, INDEX_BITS);
                integer = integers.apply(function, &[integer, limit]);
            }
        }
        Some(integers.convert(integer, bits, Signed))
    }

    /// Returns the 64-bit integer that a scalar of type `f64` is known to equal.
    pub(in crate::analysis) fn whole_number(&mut self, float: Value<'_, '_>) -> Option<Integer> {
        let r#type = float.r#type();
        let is_scalar = match ir::as_ranked_tensor(r#type) {
            Some(tensor) => tensor.rank() == 0 && tensor.element().is_f64(),
            None => r#type.is_f64(),
        };
        if !is_scalar {
            return None;
        }
        let operation = ir::defining_op(float)?;
        let operand = |index| ir::operand(operation, index);
        match float_op(operation)? {
            FloatOp::Constant => {
                let Number::Float(value) = ir::constant_number(float)? else {
                    return None;
                };
                let integer = value as i32;
                (f64::from(integer) == value).then(|| self.index(i64::from(integer)))
            }
            FloatOp::FromInteger(signedness) => {
                let number = self.number(operand(0)?)?;
                self.exact(number, signedness)
            }
            FloatOp::Same => self.part(operand(0)?),
            FloatOp::Ceil => self.rounded(operand(0)?, Function::DivideUp(Signed)),
            FloatOp::Floor => self.rounded(operand(0)?, Function::DivideDown),
            FloatOp::Absolute => {
                let integer = self.part(operand(0)?)?;
                Some(self.absolute(integer))
            }
            FloatOp::Divide => None,
            FloatOp::Apply(function) => {
                let parts = [self.part(operand(0)?)?, self.part(operand(1)?)?];
                let integer = self.integers.apply(function, &parts);
                self.integers.fits(integer, EXACT_BITS).then_some(integer)
            }
        }
    }

    /// Returns a number as a 64-bit integer, if it is known that `f64` holds it exactly.
    fn exact(&mut self, number: Integer, signedness: Signedness) -> Option<Integer> {
        let has_sign = signedness == Signed || self.integers.is_nonnegative(number);
        if self.integers.bits(number) == INDEX_BITS && !has_sign {
            return None;
        }
        let wide = self.integers.convert(number, INDEX_BITS, signedness);
        self.integers.fits(wide, EXACT_BITS).then_some(wide)
    }

    fn part(&mut self, float: Value<'_, '_>) -> Option<Integer> {
        self.follow(|this| this.whole_number(float))
    }

    /// Returns the rounded value of a float that is an integer or the quotient of two integers.
    ///
    /// If `a / b` is not an integer, its distance to the nearest one is at least `1 / b`, and
    /// its rounding error is at most `a / b` times 2^-53. That is less, so the quotient never
    /// rounds to an integer.
    fn rounded(&mut self, float: Value<'_, '_>, divide: Function) -> Option<Integer> {
        let operation = ir::defining_op(float)?;
        if float_op(operation)? != FloatOp::Divide {
            return self.part(float);
        }
        let dividend = self.part(ir::operand(operation, 0)?)?;
        let divisor = self.part(ir::operand(operation, 1)?)?;
        // A quotient by 0 is not an integer.
        self.integers
            .value(divisor)
            .filter(|&divisor| divisor != 0)?;
        Some(self.integers.apply(divide, &[dividend, divisor]))
    }
}

//! Integers that are computed with floats.

use super::{MAX_ELEMENTS, element_count, integer_bits, unsigned_bits};
use crate::{
    analysis::state::{IntegerRow, IntegerValues},
    dialect::{arith, math, stablehlo, tensor},
    ir,
    rule::Number,
    symbol::integer::{
        Direction, Function, INDEX_BITS, Integer,
        Signedness::{self, Signed, Unsigned},
    },
};
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, operation::OperationLike};

/// The whole numbers that floats are, as far as they are known.
type FloatRow = Vec<Option<Integer>>;

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
        stablehlo::CONSTANT | arith::CONSTANT => Constant,
        // A truth value is 0 or 1.
        stablehlo::CONVERT => {
            let from = ir::operand(operation, 0)?;
            FromInteger(match is_of_truths(from) || is_unsigned(from) {
                true => Unsigned,
                false => Signed,
            })
        }
        arith::SITOFP => FromInteger(Signed),
        arith::UITOFP => FromInteger(Unsigned),
        // Of rank 0, since the result is a scalar.
        tensor::EXTRACT | tensor::FROM_ELEMENTS if operation.operand_count() == 1 => Same,
        stablehlo::RESHAPE => Same,
        stablehlo::CEIL | math::CEIL => Ceil,
        stablehlo::FLOOR | math::FLOOR => Floor,
        stablehlo::ABS | math::ABSF => Absolute,
        stablehlo::DIVIDE | arith::DIVF => Divide,
        stablehlo::ADD | arith::ADDF => Apply(Add),
        stablehlo::SUBTRACT | arith::SUBF => Apply(Subtract),
        stablehlo::MULTIPLY | arith::MULF => Apply(Multiply),
        // No number is NaN.
        stablehlo::MAXIMUM | arith::MAXIMUMF | arith::MAXNUMF => Apply(Maximum(Signed)),
        stablehlo::MINIMUM | arith::MINIMUMF | arith::MINNUMF => Apply(Minimum(Signed)),
        _ => return None,
    })
}

fn is_of_truths(value: Value<'_, '_>) -> bool {
    integer_bits(value.r#type()) == Some(1)
}

fn is_unsigned(value: Value<'_, '_>) -> bool {
    unsigned_bits(value.r#type()).is_some()
}

impl IntegerValues {
    /// Returns the integers that floats are converted to, as the elements of a value. Those of
    /// floats that are not known to be whole numbers are its own. A truth value is whether the
    /// float is not 0, and any other type holds its closest number.
    pub(in crate::analysis) fn of_floats(
        &mut self,
        floats: Value<'_, '_>,
        converted: Value<'_, '_>,
    ) -> Option<IntegerRow> {
        let bits = integer_bits(converted.r#type())?;
        let row = self.whole_numbers(floats)?;
        let own = self.own_elements(converted, row.len(), bits);
        self.has_obscure_sizes |= row.iter().any(Option::is_some);
        let numbers = row.into_iter().zip(own.iter());
        let numbers = numbers.map(|(number, &own)| match number {
            Some(number) => self.of_whole(number, bits),
            None => own,
        });
        Some(numbers.collect())
    }

    fn of_whole(&mut self, number: Integer, bits: u32) -> Integer {
        let integers = &mut self.integers;
        if bits == 1 {
            let zero = integers.constant(0, INDEX_BITS);
            let differs = Function::Compare(Direction::Ne, Signed);
            return integers.apply(differs, &[number, zero]);
        }
        let mut number = number;
        if !integers.fits(number, bits) {
            let greatest = i64::MAX >> (INDEX_BITS - bits);
            let limits = [
                (Function::Maximum(Signed), -greatest - 1),
                (Function::Minimum(Signed), greatest),
            ];
            for (function, limit) in limits {
                let limit = integers.constant(limit, INDEX_BITS);
                number = integers.apply(function, &[number, limit]);
            }
        }
        integers.convert(number, bits, Signed)
    }

    /// Returns the 64-bit integers that the elements of type `f64` are known to equal, `None` for
    /// others.
    pub(in crate::analysis) fn whole_numbers(&mut self, floats: Value<'_, '_>) -> Option<FloatRow> {
        let element = ir::element_type(floats.r#type()).unwrap_or(floats.r#type());
        let count = element_count(floats.r#type())?;
        if !element.is_f64() || count > MAX_ELEMENTS {
            return None;
        }
        let operation = ir::defining_op(floats)?;
        let row = match float_op(operation)? {
            FloatOp::Constant => self.whole_constants(operation, floats, count)?,
            FloatOp::FromInteger(signedness) => {
                let from = ir::operand(operation, 0)?;
                let row = self.elements(from)?;
                let exact = |&number: &Integer| {
                    // As in conversions to integers, only constants of unsigned types are read.
                    if is_unsigned(from) {
                        self.integers.value(number)?;
                    }
                    self.exact(number, signedness)
                };
                row.iter().map(exact).collect()
            }
            FloatOp::Same => self.part(operation, 0)?,
            FloatOp::Ceil => self.rounded(operation, Function::DivideUp(Signed))?,
            FloatOp::Floor => self.rounded(operation, Function::DivideDown)?,
            FloatOp::Absolute => {
                let row = self.part(operation, 0)?;
                let absolute = |number: Option<Integer>| Some(self.absolute(number?));
                row.into_iter().map(absolute).collect()
            }
            FloatOp::Divide => return None,
            FloatOp::Apply(function) => {
                let [a, b] = [0, 1].map(|index| self.part(operation, index));
                let (a, b) = (a?, b?);
                let numbers = a.into_iter().zip(b).map(|(a, b)| {
                    let parts = [a?, b?];
                    if function == Function::Multiply {
                        // A product of constants may wrap.
                        let exact = self.integers.apply(Function::MultiplyExact, &parts);
                        self.integers.fits(exact, EXACT_BITS).then_some(())?;
                    }
                    let number = self.integers.apply(function, &parts);
                    self.integers.fits(number, EXACT_BITS).then_some(number)
                });
                numbers.collect()
            }
        };
        (row.len() == count).then_some(row)
    }

    fn whole_constants(
        &mut self,
        operation: OperationRef<'_, '_>,
        floats: Value<'_, '_>,
        count: usize,
    ) -> Option<FloatRow> {
        let constants = match ir::constant_number(floats) {
            Some(Number::Float(value)) => vec![value; count],
            _ => ir::float_elements(operation, "value", MAX_ELEMENTS)?,
        };
        let whole = |value: f64| {
            let integer = value as i32;
            (f64::from(integer) == value).then(|| self.index(integer.into()))
        };
        Some(constants.into_iter().map(whole).collect())
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

    fn part(&mut self, operation: OperationRef<'_, '_>, index: usize) -> Option<FloatRow> {
        let floats = ir::operand(operation, index)?;
        self.follow(|this| this.whole_numbers(floats))
    }

    /// Returns the rounded values of floats that are integers or quotients of two integers.
    ///
    /// If `a / b` is not an integer, its distance to the nearest one is at least `1 / b`, and
    /// its rounding error is at most `a / b` times 2^-53. That is less, so the quotient never
    /// rounds to an integer.
    fn rounded(&mut self, operation: OperationRef<'_, '_>, divide: Function) -> Option<FloatRow> {
        let quotient = ir::defining_op(ir::operand(operation, 0)?)?;
        if float_op(quotient)? != FloatOp::Divide {
            return self.part(operation, 0);
        }
        let dividends = self.part(quotient, 0)?;
        let divisors = self.part(quotient, 1)?;
        let numbers = dividends.into_iter().zip(divisors).map(|(a, b)| {
            // A quotient by 0 is not an integer.
            self.integers.value(b?).filter(|&divisor| divisor != 0)?;
            Some(self.integers.apply(divide, &[a?, b?]))
        });
        Some(numbers.collect())
    }
}

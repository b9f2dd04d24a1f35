//! How ops compute integers.

mod elements;
mod shape;

pub(super) use self::{elements::*, shape::*};
use crate::{
    analysis::{
        integers::{integer_bits, unsigned_bits},
        row::IntegerResults,
        state::{IntegerRow, IntegerValues},
    },
    dialect::{has_no_signed_wrap, stablehlo},
    ir::{comparison_direction, defined_by, defining_op, integer_comparison, name_str, operand},
    symbol::integer::{
        Direction, Function, Integer,
        Signedness::{self, Signed, Unsigned},
    },
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

impl IntegerResults {
    /// Returns the elements of an op's only result, as [`FindIntegers`] does.
    pub(in crate::analysis) fn read(
        self,
        values: &mut IntegerValues,
        operation: OperationRef<'_, '_>,
    ) -> Option<IntegerRow> {
        match self {
            Self::Read(read) => return read(values, operation),
            Self::OfNumbers(_) => is_of_numbers(operation)?,
            Self::Function(_) | Self::ByAttributes(_) => {}
        }
        values.apply(operation, self.function(operation)?)
    }

    /// Returns the function that the op applies to each element.
    pub(in crate::analysis) fn function(self, operation: OperationRef<'_, '_>) -> Option<Function> {
        match self {
            Self::Function(function) | Self::OfNumbers(function) => Some(function),
            Self::ByAttributes(find) => find(operation),
            Self::Read(_) => None,
        }
    }
}

/// A product that is declared not to wrap is that of the numbers.
pub(super) fn product(operation: OperationRef<'_, '_>) -> Option<Function> {
    let flags = operation.attribute("overflowFlags").ok();
    Some(match flags.is_some_and(has_no_signed_wrap) {
        true => Function::MultiplyExact,
        false => Function::Multiply,
    })
}

/// The comparison of `arith.cmpi`.
pub(super) fn comparison(operation: OperationRef<'_, '_>) -> Option<Function> {
    let (direction, signedness) = integer_comparison(operation)?;
    Some(Function::Compare(direction, signedness))
}

fn is_of_numbers(operation: OperationRef<'_, '_>) -> Option<()> {
    let bits = integer_bits(operand(operation, 0)?.r#type())?;
    (bits > 1).then_some(())
}

/// `max(low, x)`, then `min(high, x)`; a scalar limit stands for all elements.
pub(super) fn clamp(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    is_of_numbers(operation)?;
    values.map(operation, |values, parts| {
        let &[low, number, high] = parts else {
            return None;
        };
        let raised = values
            .integers
            .apply(Function::Maximum(Signed), &[low, number]);
        Some(
            values
                .integers
                .apply(Function::Minimum(Signed), &[raised, high]),
        )
    })
}

pub(super) fn absolute(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    is_of_numbers(operation)?;
    let row = values.operand(operation, 0)?;
    // Consumers do not follow magnitudes.
    values.has_obscure_sizes |= !row
        .iter()
        .all(|&number| values.integers.is_nonnegative(number));
    Some(row.iter().map(|&number| values.absolute(number)).collect())
}

/// `0 - x`.
pub(super) fn negate(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    is_of_numbers(operation)?;
    values.map(operation, |values, parts| {
        let zero = values.integers.constant(0, values.integers.bits(parts[0]));
        Some(values.integers.apply(Function::Subtract, &[zero, parts[0]]))
    })
}

/// `max(-1, x)`, then `min(1, x)`.
pub(super) fn sign(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    is_of_numbers(operation)?;
    values.map(operation, |values, parts| {
        let bits = values.integers.bits(parts[0]);
        let [least, greatest] = [-1, 1].map(|limit| values.integers.constant(limit, bits));
        let raised = values
            .integers
            .apply(Function::Maximum(Signed), &[parts[0], least]);
        Some(
            values
                .integers
                .apply(Function::Minimum(Signed), &[raised, greatest]),
        )
    })
}

pub(super) fn not(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.map(operation, |values, parts| {
        let bits = values.integers.bits(parts[0]);
        let ones = values.integers.constant(-1, bits);
        Some(values.integers.apply(Function::Xor, &[parts[0], ones]))
    })
}

/// The comparison of `stablehlo.compare`; truth values are compared for equality only.
pub(super) fn compare(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let direction = comparison_direction(operation)?;
    if !matches!(direction, Direction::Eq | Direction::Ne) {
        is_of_numbers(operation)?;
    }
    values.apply(operation, Function::Compare(direction, Signed))
}

/// A conversion between integers, by the width of the result.
fn cast(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    signedness: Signedness,
) -> Option<IntegerRow> {
    let bits = integer_bits(super::result(operation)?.r#type())?;
    values.map(operation, |values, parts| {
        Some(values.integers.convert(parts[0], bits, signedness))
    })
}

pub(super) fn cast_signed(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    cast(values, operation, Signed)
}

pub(super) fn cast_unsigned(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    cast(values, operation, Unsigned)
}

/// StableHLO's conversion: a truth value is 0 or 1, and one of a number is whether it is not 0.
pub(super) fn convert(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let from = operand(operation, 0)?;
    let to = integer_bits(super::result(operation)?.r#type())?;
    let Some(bits) = integer_bits(from.r#type()) else {
        return unsigned_constants(values, operation, to)
            .or_else(|| unsigned_function(values, from, to))
            .or_else(|| values.of_floats(from, super::result(operation)?));
    };
    match (bits, to) {
        (1, 2..) => cast(values, operation, Unsigned),
        (2.., 1) => values.map(operation, |values, parts| {
            let zero = values.integers.constant(0, bits);
            let differs = Function::Compare(Direction::Ne, Signed);
            Some(values.integers.apply(differs, &[parts[0], zero]))
        }),
        _ => cast(values, operation, Signed),
    }
}

/// Constants of an unsigned type, converted to a signless one.
fn unsigned_constants(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    bits: u32,
) -> Option<IntegerRow> {
    let row = values.operand(operation, 0).filter(|_| bits > 1)?;
    let convert = |&number: &Integer| {
        values.integers.value(number)?;
        Some(values.integers.convert(number, bits, Unsigned))
    };
    row.iter().map(convert).collect()
}

/// A quotient or a remainder of signless numbers as unsigned ones: they are converted, and so is the result, to their type.
fn unsigned_function(
    values: &mut IntegerValues,
    result: Value<'_, '_>,
    bits: u32,
) -> Option<IntegerRow> {
    let operation = defining_op(result)?;
    let function = match name_str(operation.name())? {
        stablehlo::DIVIDE => Function::Divide(Unsigned),
        stablehlo::REMAINDER => Function::Remainder(Unsigned),
        _ => return None,
    };
    let mut rows = vec![];
    for index in 0..2 {
        let converted = defined_by(operand(operation, index)?, stablehlo::CONVERT);
        let signless = converted.filter(|it| {
            operand(*it, 0).is_some_and(|from| integer_bits(from.r#type()) == Some(bits))
        });
        rows.push(match signless {
            Some(converted) => values.operand(converted, 0)?,
            None => values.operand(operation, index)?,
        });
    }
    let parts = rows[0].iter().zip(rows[1].iter());
    let apply = |(&a, &b)| values.integers.apply(function, &[a, b]);
    (unsigned_bits(result.r#type()) == Some(bits)).then(|| parts.map(apply).collect())
}

/// Undefined if the result does not hold the number.
pub(super) fn float_to_signed(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    values.of_floats(operand(operation, 0)?, super::result(operation)?)
}

/// Undefined if the result does not hold the number, without its sign.
pub(super) fn float_to_unsigned(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Option<IntegerRow> {
    let result = super::result(operation)?;
    let bits = integer_bits(result.r#type())?;
    let floats = operand(operation, 0)?;
    if bits == 1 {
        return values.of_floats(floats, result);
    }
    let row = values.whole_numbers(floats)?;
    values.has_obscure_sizes = true;
    let convert = |number: Option<Integer>| Some(values.integers.convert(number?, bits, Signed));
    row.into_iter().map(convert).collect()
}

//! Reshapes to sizes of which one is -1: it is the one that keeps the number of elements.
use super::{known::wide, legalizer::Legalizer, tensor::reshape};
use crate::{
    analysis::{IntegerRow, IntegerValues},
    assertion::MessageForm,
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    dialect::stablehlo,
    guard, ir,
    refusal::Refusal,
    statistics::NoMatch,
    symbol::integer::{
        Definition, Direction, Function, Integer,
        Signedness::{self, Signed},
    },
};
use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashSet;

/// The row of `stablehlo.dynamic_reshape`, which older exporters and TensorFlow write with a -1.
pub const ROWS: &[OpConversion] = &[OpConversion::new(
    stablehlo::DYNAMIC_RESHAPE,
    Custom(read, emit),
)];

/// The sizes of a reshape.
#[derive(Debug)]
pub struct Inferred {
    /// The sizes, none of them -1.
    pub sizes: Vec<Integer>,
    /// What has to hold; `None` if it always does.
    pub holds: Option<Integer>,
}

/// Who may write -1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Inference {
    /// Only constants are -1.
    Constant,
    /// Numbers that the program computes from data may be -1, too.
    Computed,
}

/// A product: a constant, and the numbers that it is multiplied by.
struct Product {
    constant: i64,
    factors: Vec<Integer>,
}

impl Product {
    /// Splits numbers into their factors.
    fn of(values: &IntegerValues, numbers: impl IntoIterator<Item = Integer>) -> Option<Self> {
        let mut product = Self {
            constant: 1,
            factors: vec![],
        };
        let mut pending = numbers.into_iter().collect::<Vec<_>>();
        while let Some(number) = pending.pop() {
            match values.integers.definition(number) {
                Definition::Constant(value) => {
                    product.constant = product.constant.checked_mul(*value)?;
                }
                // Products of sizes are far below 2^64.
                Definition::Apply(Function::Multiply | Function::MultiplyExact, parts)
                    if product.factors.len() + pending.len() < 64 =>
                {
                    pending.extend(parts);
                }
                _ => product.factors.push(number),
            }
        }
        Some(product)
    }

    /// Removes the factors that both have.
    fn cancel(&mut self, other: &mut Self) {
        if self.constant > 0 && other.constant > 0 {
            let divisor = ir::greatest_common_divisor(self.constant, other.constant);
            self.constant /= divisor;
            other.constant /= divisor;
        }
        let mut kept = vec![];
        for factor in std::mem::take(&mut self.factors) {
            match other.factors.iter().position(|&it| it == factor) {
                Some(place) => {
                    other.factors.swap_remove(place);
                }
                None => kept.push(factor),
            }
        }
        self.factors = kept;
    }

    fn number(&self, values: &mut IntegerValues) -> Integer {
        let constant = values.index(self.constant);
        // In the order of the dims.
        let factors = self.factors.iter().rev().copied();
        let factors = factors.chain([constant]).collect::<Vec<_>>();
        values.product(&factors)
    }
}

/// Returns the sizes of a reshape of a tensor with these extents, given its shape operand's
/// elements, in the width of an `index`.
///
/// # Errors
///
/// Fails if no size makes the reshape valid.
pub fn infer(
    values: &mut IntegerValues,
    extents: &[Integer],
    shape: &[Integer],
    inference: Inference,
) -> Result<Inferred, Refusal> {
    let value = |id: Integer| values.integers.value(id);
    if let Some(size) = shape.iter().filter_map(|&id| value(id)).find(|&it| it < -1) {
        return Err(Refusal::Value {
            what: "a size",
            found: size.to_string(),
            expected: "at least 0, or -1 for one that is computed".into(),
        });
    }
    let places = (0..shape.len()).filter(|&place| value(shape[place]) == Some(-1));
    match places.collect::<Vec<_>>().as_slice() {
        [] => Ok(match inference {
            Inference::Constant => known(shape),
            Inference::Computed => infer_computed(values, extents, shape),
        }),
        &[place] => infer_at(values, extents, shape, place),
        _ => Err(Refusal::Value {
            what: "more than one size",
            found: "-1".into(),
            expected: "at most one that is computed".into(),
        }),
    }
}

fn known(shape: &[Integer]) -> Inferred {
    Inferred {
        sizes: shape.to_vec(),
        holds: None,
    }
}

/// Computes the size at a place. Factors that both sides have are cancelled: sizes that are 0 do
/// not make the others unknown.
fn infer_at(
    values: &mut IntegerValues,
    extents: &[Integer],
    shape: &[Integer],
    place: usize,
) -> Result<Inferred, Refusal> {
    let others = shape.iter().enumerate().filter(|&(dim, _)| dim != place);
    let others = others.map(|(_, &size)| size);
    if others
        .clone()
        .any(|size| values.integers.value(size) == Some(0))
    {
        return infer_of_empty(values, extents, shape, place);
    }
    let parts = Product::of(values, extents.iter().copied()).zip(Product::of(values, others));
    let (mut count, mut divisor) =
        parts.ok_or_else(|| Refusal::Other("its sizes are too large".into()))?;
    count.cancel(&mut divisor);
    let count_number = count.number(values);
    let divisor_number = divisor.number(values);
    let zero = values.index(0);
    let one = values.index(1);
    let integers = &mut values.integers;
    // Division by 0 is undefined.
    let nonzero = match integers.value(divisor_number) {
        Some(_) => divisor_number,
        None => integers.apply(Function::Maximum(Signed), &[divisor_number, one]),
    };
    let inferred = integers.apply(Function::Divide(Signed), &[count_number, nonzero]);
    let remainder = integers.apply(Function::Remainder(Signed), &[count_number, nonzero]);
    let mut holds = integers.apply(equal(), &[remainder, zero]);
    if integers.value(divisor_number).is_none() {
        let is_positive = Function::Compare(Direction::Gt, Signed);
        let is_positive = integers.apply(is_positive, &[divisor_number, zero]);
        holds = integers.apply(Function::And, &[holds, is_positive]);
    }
    let mut sizes = shape.to_vec();
    sizes[place] = inferred;
    let holds = match integers.value(holds) {
        Some(0) => {
            return Err(Refusal::Other(format!(
                "the size that is -1 is no whole number, since {} elements are not a multiple of \
                 {}",
                count.constant, divisor.constant
            )));
        }
        Some(_) => None,
        None => Some(holds),
    };
    Ok(Inferred { sizes, holds })
}

/// Computes the size at a place if another one is 0. As TensorFlow does, sizes of 0 are left out on
/// both sides.
fn infer_of_empty(
    values: &mut IntegerValues,
    extents: &[Integer],
    shape: &[Integer],
    place: usize,
) -> Result<Inferred, Refusal> {
    let one = values.index(1);
    let mut nonzero = |numbers: Vec<Integer>| {
        let integers = &mut values.integers;
        let greater = Function::Maximum(Signed);
        let numbers = numbers.into_iter();
        let numbers = numbers.map(|number| integers.apply(greater, &[number, one]));
        let numbers = numbers.collect::<Vec<_>>();
        values.product(&numbers)
    };
    let count = nonzero(extents.to_vec());
    let mut others = shape.to_vec();
    others.remove(place);
    let divisor = nonzero(others);
    let mut sizes = shape.to_vec();
    sizes[place] = values
        .integers
        .apply(Function::Divide(Signed), &[count, divisor]);
    let zero = values.index(0);
    let count = values.product(extents);
    let holds = values.integers.apply(equal(), &[count, zero]);
    let holds = match values.integers.value(holds) {
        Some(0) => {
            return Err(Refusal::Other(
                "a size is 0, but the operand is never empty".into(),
            ));
        }
        Some(_) => None,
        None => Some(holds),
    };
    Ok(Inferred { sizes, holds })
}

fn equal() -> Function {
    Function::Compare(Direction::Eq, Signedness::Signed)
}

/// Computes the size that is -1 at run time, if there is one.
fn infer_computed(values: &mut IntegerValues, extents: &[Integer], shape: &[Integer]) -> Inferred {
    let may_be_negative =
        |&id: &Integer| !values.integers.is_nonnegative(id) && is_from_data(values, id);
    let computed = shape.iter().map(may_be_negative).collect::<Vec<_>>();
    if !computed.contains(&true) {
        return known(shape);
    }
    let count = values.product(extents);
    let [absent, zero, one] = [-1, 0, 1].map(|value| values.index(value));
    let mut others = vec![];
    for (&size, &is_computed) in shape.iter().zip(&computed) {
        let integers = &mut values.integers;
        others.push(match is_computed {
            true => {
                let is_absent = integers.apply(equal(), &[size, absent]);
                integers.apply(Function::Select, &[is_absent, one, size])
            }
            false => size,
        });
    }
    let divisor = values.product(&others);
    let nonzero = Function::Maximum(Signed);
    let nonzero = values.integers.apply(nonzero, &[divisor, one]);
    let inferred = Function::Divide(Signed);
    let inferred = values.integers.apply(inferred, &[count, nonzero]);
    let mut sizes = vec![];
    let mut are_sizes = values.integers.constant(1, 1);
    let mut is_one_absent = values.integers.constant(0, 1);
    for (&size, &is_computed) in shape.iter().zip(&computed) {
        if !is_computed {
            sizes.push(size);
            continue;
        }
        let integers = &mut values.integers;
        let is_absent = integers.apply(equal(), &[size, absent]);
        sizes.push(integers.apply(Function::Select, &[is_absent, inferred, size]));
        // Neither a number below -1 nor a second -1.
        let first = integers.apply(Function::Select, &[is_one_absent, zero, absent]);
        let is_size = Function::Compare(Direction::Ge, Signed);
        let is_size = integers.apply(is_size, &[size, first]);
        are_sizes = integers.apply(Function::And, &[are_sizes, is_size]);
        is_one_absent = integers.apply(Function::Or, &[is_one_absent, is_absent]);
    }
    let total = values.product(&sizes);
    let fits = values.integers.apply(equal(), &[total, count]);
    // With a -1, no other size may be 0.
    let is_zero = values.integers.apply(equal(), &[divisor, zero]);
    let is_unknown = values
        .integers
        .apply(Function::And, &[is_zero, is_one_absent]);
    let never = values.integers.constant(0, 1);
    let fits = values
        .integers
        .apply(Function::Select, &[is_unknown, never, fits]);
    let holds = values.integers.apply(Function::And, &[are_sizes, fits]);
    Inferred {
        sizes,
        holds: Some(holds),
    }
}

/// Returns whether a number is computed from elements of a tensor, not from sizes alone.
pub fn is_from_data(values: &IntegerValues, id: Integer) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![id];
    while let Some(next) = pending.pop() {
        if !seen.insert(next) {
            continue;
        }
        match values.integers.definition(next) {
            Definition::Element(..) => return true,
            Definition::Apply(_, parts) => pending.extend(parts),
            Definition::Constant(_) | Definition::Extent(..) => {}
        }
    }
    false
}

/// Emits the check of a reshape's sizes for an op.
pub fn emit_check<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    extents: &[Integer],
    inferred: &Inferred,
) {
    let form = legalizer.options.assertions.backend().messages();
    let (Some(holds), Some(form)) = (inferred.holds, form) else {
        return;
    };
    let count = legalizer.values.product(extents);
    let message = guard::message(operation, form, |form| match form {
        MessageForm::Template => "operand #0 has {0} elements, which the sizes of the result do \
                                  not hold; expected a multiple of the product of the sizes that \
                                  are not -1"
            .into(),
        MessageForm::Plain => "the sizes of the result do not hold the elements of operand #0; \
                               expected a multiple of the product of the sizes that are not -1"
            .into(),
    });
    guard::emit(legalizer, operation, holds, &[count], message);
}

/// Returns what a reshape needs: its operand's extents and its sizes; `None` if none of them is
/// -1.
fn sizes(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<Option<(IntegerRow, Inferred)>, Refusal> {
    let row = ir::operand(operation, 1).and_then(|shape| values.row(shape));
    let extents = ir::operand(operation, 0).and_then(|operand| values.extents(operand));
    let (Some(row), Some(extents)) = (row, extents) else {
        return Ok(None);
    };
    if !row.iter().any(|&id| values.integers.value(id) == Some(-1)) {
        return Ok(None);
    }
    let shape = wide(values, &row);
    let inferred = infer(values, &extents, &shape, Inference::Constant)?;
    Ok(Some((extents, inferred)))
}

/// Returns whether a size of a reshape is -1, or cannot be read.
pub fn is_inferred(operation: OperationRef<'_, '_>) -> bool {
    !matches!(sizes(&mut IntegerValues::default(), operation), Ok(None))
}

fn read<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let Some((_, inferred)) = sizes(values, operation)? else {
        return Ok(OpOutcome::Kept(NoMatch::Reason(
            "no size is known to be -1",
        )));
    };
    if let Some(result) = ir::result(operation, 0) {
        values.set_extents(result, &inferred.sizes);
    }
    Ok(OpOutcome::Emitted)
}

fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    let (extents, inferred) = sizes(&mut legalizer.values, operation).ok()??;
    emit_check(legalizer, operation, &extents, &inferred);
    let operand = legalizer.operand(operation, 0)?;
    Some(vec![reshape(legalizer, operand, r#type, &inferred.sizes)])
}

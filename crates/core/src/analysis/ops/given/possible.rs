//! Whether static sizes of results are possible for some sizes of the operands.

use super::{
    misfit::Misfit,
    reader::{Found, OpReader},
};
use crate::{
    analysis::{row::IntegerOperands, state::IntegerValues},
    ir,
    rule::{DimFact, Given, OpFacts, ResultShape},
};
use melior::ir::{OperationRef, ValueLike};
use std::slice;

/// Numbers that a size may be: from the least one on, in steps.
#[derive(Clone, Copy)]
struct Numbers {
    least: i64,
    /// 0 if there is only one number.
    step: i64,
}

/// Checks that operands exist with which the facts give an op's static result sizes: `x + 9` is never 7, `2 * x` is never odd.
/// The op must fit the facts otherwise.
///
/// # Errors
///
/// Fails with the first size that is not possible.
pub(super) fn check(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    facts: &OpFacts,
) -> Result<(), Misfit> {
    let mut operands = IntegerOperands { values, operation };
    let mut reader = OpReader {
        operands: &mut operands,
        operation,
    };
    for (result, shape) in facts.results.iter().enumerate() {
        let Some(declared) = ir::result(operation, result) else {
            continue;
        };
        let Some(declared) = ir::as_ranked_tensor(declared.r#type()) else {
            continue;
        };
        let declared = ir::shaped_type(declared.into());
        let declared = declared.shape().unwrap_or_default();
        let possible = shape.as_ref().and_then(|shape| reader.possible(shape));
        let dims = declared.iter().zip(possible.unwrap_or_default());
        for (dim, (declared, possible)) in dims.enumerate() {
            if let Some(found) = declared.fixed_size()
                && let Some(expected) = possible.and_then(|possible| possible.other_than(found))
            {
                return Err(Misfit::Impossible {
                    dim,
                    result,
                    found,
                    expected,
                });
            }
        }
    }
    Ok(())
}

impl OpReader<'_, '_, '_, IntegerOperands<'_, '_, '_>> {
    /// Returns the numbers that each size of a result may be; `None` where nothing is known.
    fn possible(&mut self, shape: &ResultShape) -> Option<Vec<Option<Numbers>>> {
        match shape {
            ResultShape::Dims(dims) => {
                let dims = dims.iter().map(|dim| self.possible_of(dim));
                let dims = dims.collect::<Option<Vec<_>>>()?;
                Some(dims.into_iter().flatten().collect())
            }
            ResultShape::Joined { operands, axis } => {
                let (selected, axis) = self.joined(operands, axis).ok()?;
                let sizes = selected.into_iter().map(|operand| {
                    let dim = Given::Always(axis as i64);
                    DimFact::Dim { operand, dim }
                });
                let sum = self.possible_of(&DimFact::Sum(sizes.collect()))?;
                let before = vec![None; axis];
                Some(before.into_iter().chain(sum).collect())
            }
            ResultShape::Like(_) | ResultShape::Permuted { .. } | ResultShape::Reduced { .. } => {
                None
            }
        }
    }

    /// Returns the numbers that each size of an entry may be; `None` if it is not known how many there are.
    fn possible_of(&mut self, dim: &DimFact) -> Option<Vec<Option<Numbers>>> {
        let parts = dim.parts().iter().map(|part| self.possible_of(part));
        let parts = parts.collect::<Option<Vec<_>>>()?.into_iter().flatten();
        let parts = parts.collect::<Option<Vec<_>>>();
        let combined = match dim {
            DimFact::Number(_) | DimFact::Dim { .. } | DimFact::Range { .. } => {
                let sizes: Found<_> = self.dims(slice::from_ref(dim));
                let sizes = sizes.ok()?.into_iter().map(|size| {
                    let value = self.operands.values.integers.value(size?);
                    Some(match value {
                        Some(least) => Numbers { least, step: 0 },
                        None => Numbers { least: 0, step: 1 },
                    })
                });
                return Some(sizes.collect());
            }
            DimFact::Sum(_) => parts.and_then(|parts| {
                let zero = Numbers { least: 0, step: 0 };
                parts.into_iter().try_fold(zero, Numbers::add)
            }),
            DimFact::Product(_) => parts.and_then(|parts| {
                let one = Numbers { least: 1, step: 0 };
                parts.into_iter().try_fold(one, Numbers::multiply)
            }),
            DimFact::Difference(_) => parts.and_then(|parts| {
                let (&first, others) = parts.split_first()?;
                others.iter().copied().try_fold(first, Numbers::subtract)
            }),
            DimFact::Quotient { is_rounded_up, .. } => parts.and_then(|parts| match parts[..] {
                [dividend, divisor] => dividend.divide(divisor, *is_rounded_up),
                _ => None,
            }),
        };
        Some(vec![combined])
    }
}

impl Numbers {
    /// Returns what the numbers are, if another one is not among them.
    fn other_than(self, number: i64) -> Option<String> {
        let Self { least, step } = self;
        let distance = number.checked_sub(least)?;
        if step == 0 {
            return (distance != 0).then(|| least.to_string());
        }
        if distance < 0 {
            return Some(format!("at least {least}"));
        }
        (distance % step != 0).then(|| match least % step {
            0 => format!("a multiple of {step}"),
            _ => format!("{least} and a multiple of {step}"),
        })
    }

    fn add(self, other: Self) -> Option<Self> {
        Some(Self {
            least: self.least.checked_add(other.least)?,
            step: ir::greatest_common_divisor(self.step, other.step),
        })
    }

    /// Returns the differences from a single number.
    fn subtract(self, other: Self) -> Option<Self> {
        let least = self.least.checked_sub(other.least)?;
        (other.step == 0).then_some(Self { least, ..self })
    }

    /// Returns the products of numbers that are not negative.
    fn multiply(self, other: Self) -> Option<Self> {
        if self.least < 0 || other.least < 0 {
            return None;
        }
        let steps = [
            self.least.checked_mul(other.step)?,
            self.step.checked_mul(other.least)?,
            self.step.checked_mul(other.step)?,
        ];
        Some(Self {
            least: self.least.checked_mul(other.least)?,
            step: steps.into_iter().fold(0, ir::greatest_common_divisor),
        })
    }

    /// Returns the quotients by a single, positive number.
    fn divide(self, divisor: Self, is_rounded_up: bool) -> Option<Self> {
        let Self { least: by, step: 0 } = divisor else {
            return None;
        };
        if by <= 0 {
            return None;
        }
        let rest = if is_rounded_up { by - 1 } else { 0 };
        Some(Self {
            least: self.least.checked_add(rest)?.div_euclid(by),
            step: match self.step % by {
                0 => self.step / by,
                _ => 1,
            },
        })
    }
}

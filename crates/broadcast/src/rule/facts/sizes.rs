//! Sizes in facts that are known without an op.

use super::{DimFact, Given, OpFacts, ResultShape};
use crate::rule::{FactsProblem, RuleError};

/// Returns the errors of sizes that are negative, and of divisors that are not positive, for every op, or for
/// those without the attributes that have a default.
pub(super) fn wrong_sizes(facts: &OpFacts) -> Vec<RuleError> {
    let mut errors = vec![];
    for (place, dim) in facts.entries() {
        let mut is_default = false;
        let size = dim.number(&mut is_default);
        if let Some(size) = size.filter(|&size| size < 0) {
            let what = dim.kind();
            let problem = FactsProblem::NegativeSize {
                what,
                size,
                is_default,
            };
            errors.push(facts.error_at(&place, problem));
        }
        add_wrong_divisors(facts, &place, dim, &mut errors);
    }
    errors
}

fn add_wrong_divisors(facts: &OpFacts, place: &str, dim: &DimFact, errors: &mut Vec<RuleError>) {
    for (index, part) in dim.parts().iter().enumerate() {
        let place = format!("{place}.{index}");
        let mut is_default = false;
        if let DimFact::Quotient { .. } = dim
            && index == 1
            && let Some(value) = part.number(&mut is_default).filter(|&value| value <= 0)
        {
            let problem = FactsProblem::Divisor { value, is_default };
            errors.push(facts.error_at(&place, problem));
        }
        add_wrong_divisors(facts, &place, part, errors);
    }
}

impl OpFacts {
    /// Returns the entries of `dims`, each with the key of its position, to which `.0` is appended for the first
    /// of its parts.
    pub fn entries(&self) -> Vec<(String, &DimFact)> {
        let mut entries = vec![];
        for (result, shape) in self.results.iter().enumerate() {
            if let Some(ResultShape::Dims(dims)) = shape {
                let dims = dims.iter().enumerate();
                entries.extend(dims.map(|(dim, fact)| (format!("result.{result}.{dim}"), fact)));
            }
        }
        entries
    }
}

impl DimFact {
    /// Returns the size if it is the same number for all ops. If it is so only for ops that lack the attributes with a
    /// default, returns it, too, and sets `is_default`.
    fn number(&self, is_default: &mut bool) -> Option<i64> {
        let mut numbers = |parts: &[Self]| {
            let numbers = parts.iter().map(|part| part.number(is_default));
            numbers.collect::<Option<Vec<_>>>()
        };
        match self {
            Self::Number(Given::Always(number)) => Some(*number),
            Self::Number(Given::Attribute { default, .. }) => {
                *is_default = true;
                *default
            }
            Self::Dim { .. } | Self::Range { .. } => None,
            Self::Sum(parts) => {
                let mut parts = numbers(parts)?.into_iter();
                parts.try_fold(0, i64::checked_add)
            }
            Self::Product(parts) => {
                let mut parts = numbers(parts)?.into_iter();
                parts.try_fold(1, i64::checked_mul)
            }
            Self::Difference(parts) => {
                let mut parts = numbers(parts)?.into_iter();
                let first = parts.next()?;
                parts.try_fold(first, i64::checked_sub)
            }
            Self::Quotient {
                parts,
                is_rounded_up,
            } => {
                let &[dividend, divisor] = &numbers(parts)?[..] else {
                    return None;
                };
                let rest = if *is_rounded_up { divisor - 1 } else { 0 };
                let dividend = dividend.checked_add(rest)?;
                (divisor > 0).then(|| dividend.div_euclid(divisor))
            }
        }
    }

    /// Returns what the size is, such as "the sum".
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) | Self::Dim { .. } | Self::Range { .. } => "the size",
            Self::Sum(_) => "the sum",
            Self::Product(_) => "the product",
            Self::Difference(_) => "the difference",
            Self::Quotient { .. } => "the quotient",
        }
    }
}

//! The steps of a target of more than one op.

use super::{OperandRange, Operands};
use std::collections::{BTreeMap, BTreeSet};

/// One op of a sequence, with one result.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The op, for example `stablehlo.subtract`.
    pub op: String,
    /// The operands.
    pub operands: Vec<StepOperand>,
    /// Instead of operands, those of the source op, at least two, that an op of two operands
    /// combines from left to right.
    pub fold: Option<Operands>,
    /// The name by which later steps refer to the result; the last step has none.
    pub name: Option<String>,
    /// The attributes that are carried over from the source op, by the names that `rename` gives
    /// them.
    pub carry: BTreeSet<String>,
    /// Attributes, as MLIR prints them.
    pub set: BTreeMap<String, String>,
    /// The result's element type; `None` for that of the source op's result in the last step,
    /// and in others for that of the last operand that is not a constant.
    pub element_type: Option<StepElementType>,
}

/// An operand of a [`Step`].
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum StepOperand {
    /// An operand of the source op, broadcast if it takes part in the broadcast.
    Operand(usize),
    /// The result of an earlier step.
    Step(String),
    /// A number, in the shape of the result.
    Constant(StepConstant),
}

/// A number in a [`Step`], in one of several forms. A text may stand beside an attribute or an
/// operand.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct StepConstant {
    /// The attribute of the source op that has the value.
    pub attribute: Option<String>,
    /// The operand of the source op that has the value, a constant.
    pub operand: Option<usize>,
    /// The operands of the source op of which it is the number.
    pub count: Option<Operands>,
    /// The value, if the op does not have the attribute or the operand is absent: a number,
    /// `true`, `false`, `inf`, `-inf` or `nan`.
    pub text: Option<String>,
    /// The element type; `None` for that of the step's last operand that is not a constant.
    pub element_type: Option<StepElementType>,
}

/// The element type of a step or of a constant.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum StepElementType {
    /// A type, as MLIR prints it.
    Type(String),
    /// The element type of an operand of the source op.
    Operand(usize),
}

/// The value of a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Integer(i64),
    /// Any other number.
    Float(f64),
}

impl Number {
    /// Returns whether both numbers are the same: 1 is 1.0, but 0 is not -0.0, and NaN is itself.
    pub fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => {
                a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
            }
            (Self::Integer(a), Self::Float(b)) | (Self::Float(b), Self::Integer(a)) => {
                // Above this, integers are not exact as floats.
                a.unsigned_abs() < 1 << 53 && (a as f64).to_bits() == b.to_bits()
            }
        }
    }

    /// Parses a number: an integer, a decimal, `true`, `false`, `inf`, `-inf` or `nan`. `-0` is the
    /// negative zero of floats, as `-0.0` is.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "true" => return Some(Self::Integer(1)),
            "false" => return Some(Self::Integer(0)),
            "inf" => return Some(Self::Float(f64::INFINITY)),
            "-inf" => return Some(Self::Float(f64::NEG_INFINITY)),
            "nan" => return Some(Self::Float(f64::NAN)),
            _ => {}
        }
        if let Ok(integer) = text.parse() {
            // Integers have no negative zero.
            return Some(match integer == 0 && text.starts_with('-') {
                true => Self::Float(-0.0),
                false => Self::Integer(integer),
            });
        }
        let float = text.parse::<f64>().ok()?;
        // Rust accepts more words than the format.
        let is_number = text.bytes().any(|byte| byte.is_ascii_digit());
        (is_number && float.is_finite()).then_some(Self::Float(float))
    }
}

impl Step {
    /// Creates a step without a name and attributes.
    ///
    /// ```
    /// use bcast_lower_broadcast::rule::{RuleBuilder, Step, StepOperand};
    ///
    /// let difference = StepOperand::Step("difference".into());
    /// let rule = RuleBuilder::with_sequence(
    ///     "tf.SquaredDifference",
    ///     vec![
    ///         Step::new("stablehlo.subtract", vec![0.into(), 1.into()]).named("difference"),
    ///         Step::new("stablehlo.multiply", vec![difference.clone(), difference]),
    ///     ],
    /// )
    /// .build()?;
    /// assert_eq!(rule.target_ops().count(), 2);
    /// # Ok::<(), bcast_lower_broadcast::rule::RuleErrors>(())
    /// ```
    pub fn new(op: &str, operands: Vec<StepOperand>) -> Self {
        Self {
            op: op.into(),
            operands,
            fold: None,
            name: None,
            carry: BTreeSet::new(),
            set: BTreeMap::new(),
            element_type: None,
        }
    }

    /// Creates a step whose op combines operands of the source op, at least two, from left to
    /// right.
    pub fn fold(op: &str, operands: Operands) -> Self {
        Self {
            fold: Some(operands),
            ..Self::new(op, vec![])
        }
    }

    /// Names the result.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Carries attributes over from the source op.
    #[must_use]
    pub fn carry(mut self, attributes: &[&str]) -> Self {
        self.carry = attributes.iter().copied().map(String::from).collect();
        self
    }

    /// Adds an attribute, as MLIR prints it.
    #[must_use]
    pub fn add_set(mut self, attribute: &str, text: &str) -> Self {
        self.set.insert(attribute.into(), text.into());
        self
    }

    /// Sets the result's element type.
    #[must_use]
    pub fn element_type(mut self, element: StepElementType) -> Self {
        self.element_type = Some(element);
        self
    }

    /// Returns the constants among the operands, with their positions.
    pub fn constants(&self) -> impl Iterator<Item = (usize, &StepConstant)> {
        let operands = self.operands.iter().enumerate();
        operands.filter_map(|(index, operand)| match operand {
            StepOperand::Constant(constant) => Some((index, constant)),
            _ => None,
        })
    }

    /// Iterates over the selections of operands that depend on their number.
    fn selections(&self) -> impl Iterator<Item = &Operands> {
        let counts = self.constants().filter_map(|(_, it)| it.count.as_ref());
        self.fold.iter().chain(counts)
    }

    /// Iterates over the operands of the source op whose values the step uses.
    pub(super) fn used_operands(&self) -> impl Iterator<Item = OperandRange> {
        let used = self.operands.iter().filter_map(|operand| match operand {
            StepOperand::Operand(index) => Some((*index).into()),
            StepOperand::Constant(constant) => Some(constant.operand?.into()),
            StepOperand::Step(_) => None,
        });
        let folds = self.fold.iter().flat_map(Operands::ranges);
        used.chain(folds.copied())
    }

    /// Returns the indices of the source op's operands that the step mentions, out of those of
    /// `fold` and `count` the last of each finite range.
    pub fn source_operands(&self) -> impl Iterator<Item = usize> {
        let used = self.operands.iter().filter_map(|operand| match operand {
            StepOperand::Operand(index) => Some(*index),
            _ => None,
        });
        let constants = self.constants();
        let constants = constants.filter_map(|(_, constant)| constant.element_type.as_ref());
        let types = self.element_type.iter().chain(constants);
        used.chain(types.filter_map(|element| match element {
            StepElementType::Operand(index) => Some(*index),
            StepElementType::Type(_) => None,
        }))
        .chain(self.constants().filter_map(|(_, it)| it.operand))
        .chain(
            self.selections()
                .filter_map(|it| it.minimum_count().checked_sub(1)),
        )
    }
}

impl StepConstant {
    /// Creates a constant of a value, such as `0` or `1.5`.
    pub fn new(text: &str) -> Self {
        Self {
            text: Some(text.into()),
            ..Self::default()
        }
    }

    /// Creates a constant of the value of an operand.
    pub fn of_operand(index: usize) -> Self {
        Self {
            operand: Some(index),
            ..Self::default()
        }
    }

    /// Creates a constant of the number of the operands that are selected.
    pub fn count(operands: Operands) -> Self {
        Self {
            count: Some(operands),
            ..Self::default()
        }
    }

    /// Creates a constant of the value of an attribute.
    pub fn of_attribute(name: &str) -> Self {
        Self {
            attribute: Some(name.into()),
            ..Self::default()
        }
    }

    /// Sets the element type.
    #[must_use]
    pub fn element_type(mut self, element: StepElementType) -> Self {
        self.element_type = Some(element);
        self
    }
}

impl From<usize> for StepOperand {
    fn from(index: usize) -> Self {
        Self::Operand(index)
    }
}

impl From<StepConstant> for StepOperand {
    fn from(constant: StepConstant) -> Self {
        Self::Constant(constant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_parsed() {
        for (text, expected) in [
            ("0", Some(Number::Integer(0))),
            ("-7", Some(Number::Integer(-7))),
            ("+0", Some(Number::Integer(0))),
            (
                "9223372036854775808",
                Some(Number::Float(9223372036854775808.0)),
            ),
            ("true", Some(Number::Integer(1))),
            ("1.5", Some(Number::Float(1.5))),
            ("1e-5", Some(Number::Float(1e-5))),
            ("-inf", Some(Number::Float(f64::NEG_INFINITY))),
            ("infinity", None),
            ("1e999", None),
            ("-1e999", None),
            ("-nan", None),
            ("0x10", None),
            ("-", None),
            ("one", None),
            ("", None),
        ] {
            assert_eq!(Number::parse(text), expected, "{text}");
        }
        for (a, b, expected) in [
            ("1", "1.0", true),
            ("1", "1.5", false),
            ("0", "-0.0", false),
            ("0", "-0", false),
            ("-0", "-0.0", true),
            ("-000", "-0e0", true),
            ("-1", "-1.0", true),
            ("0", "0.0", true),
            ("nan", "nan", true),
            ("nan", "1", false),
            ("-inf", "-inf", true),
            ("true", "1", true),
            ("9007199254740993", "9007199254740992.0", false),
        ] {
            let numbers = (Number::parse(a).unwrap(), Number::parse(b).unwrap());
            assert_eq!(numbers.0.is(numbers.1), expected, "{a} {b}");
            assert_eq!(numbers.1.is(numbers.0), expected, "{b} {a}");
        }
        assert!(matches!(Number::parse("nan"), Some(Number::Float(it)) if it.is_nan()));
    }
}

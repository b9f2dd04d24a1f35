//! The steps of a target of more than one op.

use std::collections::{BTreeMap, BTreeSet};

/// One op of a sequence, with one result.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The op, for example `stablehlo.subtract`.
    pub op: String,
    /// The operands.
    pub operands: Vec<StepOperand>,
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

/// A number in a [`Step`]; it has an attribute, a text, or both.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct StepConstant {
    /// The attribute of the source op that has the value.
    pub attribute: Option<String>,
    /// The value, if the op does not have the attribute: a number, `true`, `false`, `inf`, `-inf`
    /// or `nan`.
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
    /// Parses a number: an integer, a decimal, `true`, `false`, `inf`, `-inf` or `nan`.
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
            return Some(Self::Integer(integer));
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
    /// use bcast_lower::rule::{RuleBuilder, Step, StepOperand};
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
    /// # Ok::<(), bcast_lower::rule::RuleErrors>(())
    /// ```
    pub fn new(op: &str, operands: Vec<StepOperand>) -> Self {
        Self {
            op: op.into(),
            operands,
            name: None,
            carry: BTreeSet::new(),
            set: BTreeMap::new(),
            element_type: None,
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

    /// Returns the indices of the source op's operands that the step mentions.
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
            ("true", Some(Number::Integer(1))),
            ("1.5", Some(Number::Float(1.5))),
            ("1e-5", Some(Number::Float(1e-5))),
            ("-inf", Some(Number::Float(f64::NEG_INFINITY))),
            ("infinity", None),
            ("1e999", None),
            ("one", None),
            ("", None),
        ] {
            assert_eq!(Number::parse(text), expected, "{text}");
        }
        assert!(matches!(Number::parse("nan"), Some(Number::Float(it)) if it.is_nan()));
    }
}

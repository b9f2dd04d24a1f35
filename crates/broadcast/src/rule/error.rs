//! Errors in rules.

use super::{RulePlace, RuleProblem};
use std::{
    error::Error,
    fmt::{self, Write},
};

/// An error in a rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RuleError {
    /// The position of the error; `None` if the rule was built in code.
    pub place: Option<RulePlace>,
    /// The problem.
    pub problem: Box<RuleProblem>,
}

impl fmt::Display for RuleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(formatter, "{place}: ")?;
        }
        self.problem.fmt(formatter)
    }
}

impl Error for RuleError {}

impl RuleError {
    pub(super) fn new(place: Option<&RulePlace>, problem: impl Into<RuleProblem>) -> Self {
        Self {
            place: place.cloned(),
            problem: Box::new(problem.into()),
        }
    }

    /// Returns the error in MLIR's diagnostic format: `FILE:LINE:COLUMN: error: ...`, the line,
    /// and a caret below the position. There is no trailing newline.
    pub fn diagnostic(&self) -> RuleDiagnostic<'_> {
        RuleDiagnostic(self)
    }
}

/// Displays an error with its source line.
#[derive(Clone, Copy, Debug)]
pub struct RuleDiagnostic<'e>(&'e RuleError);

impl fmt::Display for RuleDiagnostic<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleError { place, problem } = self.0;
        let Some(place) = place else {
            return write!(formatter, "error: {problem}");
        };
        let line = place.line_text();
        write!(formatter, "{place}: error: {problem}\n{line}\n")?;
        let before = line.get(..place.column - 1).unwrap_or(line);
        for char in before.chars() {
            // A tab advances the caret as far as the text.
            formatter.write_char(if char == '\t' { '\t' } else { ' ' })?;
        }
        formatter.write_char('^')
    }
}

/// The errors in a file or a table; at least one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RuleErrors(pub(super) Vec<RuleError>);

impl RuleErrors {
    /// Iterates over the errors, in the order of the rules.
    pub fn iter(&self) -> impl Iterator<Item = &RuleError> {
        self.0.iter()
    }

    /// Returns `Ok` if there are no errors.
    ///
    /// # Errors
    ///
    /// Fails with the errors if there are any.
    pub fn check(errors: Vec<RuleError>) -> Result<(), Self> {
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Self(errors))
        }
    }
}

/// Shows each error as a [diagnostic](RuleError::diagnostic).
impl fmt::Display for RuleErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                formatter.write_char('\n')?;
            }
            error.diagnostic().fmt(formatter)?;
        }
        Ok(())
    }
}

impl Error for RuleErrors {}

impl From<RuleError> for RuleErrors {
    fn from(error: RuleError) -> Self {
        Self(vec![error])
    }
}

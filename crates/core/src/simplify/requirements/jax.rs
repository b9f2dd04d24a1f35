//! Reads the messages of the checks in JAX's exports: they say of sizes what the program does not.
//!
//! A message has the dimension variables, the expressions that the dims were exported with, and the numbers
//! of the check's operands that hold their values:
//!
//! ```text
//! Input shapes do not match the symbolic shape constraint h>=2. Expected 'h - 2' to be greater or equal to
//! 0, but found {0}. Using the following polymorphic shapes specifications: args[0].shape = (4*h,). Obtained
//! dimension variables: 'h' = {1} from specification '4*h' for dimension args[0].shape[0] (= {2}), .
//! ```

/// Returns the names that a message gives to operands of its check, each with the operand's index behind the
/// condition: `4*h` for 2.
pub(super) fn names(message: &str) -> Vec<(usize, &str)> {
    let behind = |text: &'static str| message.split(text).skip(1);
    let index = |text: &str| text.split_once("(= {")?.1.split_once('}')?.0.parse().ok();
    let mut names = vec![];
    for rest in behind(" from specification '") {
        let named = rest.split_once('\'');
        names.extend(named.and_then(|(name, rest)| Some((index(rest)?, name))));
    }
    for rest in behind("inconsistency between dimension size ") {
        let name = rest.split('\'').nth(1);
        names.extend(name.and_then(|name| Some((index(rest)?, name))));
    }
    names
}

/// Returns whether two expressions have a variable in common.
pub(super) fn share_variable(one: &str, other: &str) -> bool {
    variables(one).any(|name| variables(other).any(|it| it == name))
}

/// Returns the variables in an expression.
fn variables(expression: &str) -> impl Iterator<Item = &str> {
    let words = expression.split(|char: char| !char.is_alphanumeric() && char != '_');
    words.filter(|word| word.starts_with(|char: char| !char.is_numeric()))
}

/// Returns the condition of a check that JAX has emitted, in the words of the export; `None` if the check is not
/// JAX's.
pub(super) fn condition(message: &str) -> Option<String> {
    let between = |before: &str, behind: &str| {
        let (_, rest) = message.split_once(before)?;
        Some(rest.split_once(behind)?.0)
    };
    let constraint = || between(CONSTRAINT, ". ").map(Into::into);
    let variable = || {
        let least = between("Expected value >= ", " for dimension variable '")?;
        let name = between(" for dimension variable '", "'")?;
        Some(format!("{name} >= {least}"))
    };
    let inconsistent = || {
        let dim = between("inconsistency between dimension size ", " (= ")?;
        let expression = between(" and the specification '", "'")?;
        Some(format!("{dim} = {expression}"))
    };
    let remainder = || {
        message.strip_prefix(BEFORE)?.strip_prefix("Division had")?;
        let name = between(" when computing the value of '", "'")?;
        Some(format!("{name} is an integer"))
    };
    constraint()
        .or_else(variable)
        .or_else(inconsistent)
        .or_else(remainder)
}

/// Returns whether a message is about a constraint that was given to JAX, which may be on several dims.
pub(super) fn is_constraint(message: &str) -> bool {
    message.contains(CONSTRAINT)
}

/// What JAX says in front of a constraint.
const CONSTRAINT: &str = "the symbolic shape constraint ";

/// What JAX says in front of the point of a message.
const BEFORE: &str = "Input shapes do not match the polymorphic shapes specification. ";

#[cfg(test)]
mod tests {
    use super::{condition, names, share_variable};

    /// What follows the point in JAX's messages.
    const BEHIND: &str = "Using the following polymorphic shapes specifications: args[0].shape = (b, 4*h),\
        args[1].shape = (c, 4*h). Obtained dimension variables: 'b' = {2} from specification 'b' for \
        dimension args[0].shape[0] (= {2}), 'h' = {3} from specification '4*h' for dimension \
        args[0].shape[1] (= {4}), . Please see https://docs.jax.dev for more details.";

    #[test]
    fn conditions_are_those_of_the_export() {
        for (point, expected) in [
            ("Expected value >= 1 for dimension variable 'h'.", "h >= 1"),
            (
                "Division had remainder {0} when computing the value of 'h'.",
                "h is an integer",
            ),
            (
                "Found inconsistency between dimension size args[1].shape[1] (= {0}) and the \
                 specification '4*h' (= {1}).",
                "args[1].shape[1] = 4*h",
            ),
        ] {
            let message = format!("{}{point} {BEHIND}", super::BEFORE);
            assert_eq!(condition(&message).as_deref(), Some(expected));
        }
        let constraint = "Input shapes do not match the symbolic shape constraint h>=2. Expected 'h - 2' to be \
             greater or equal to 0, but found {0}.  ";
        let found = condition(&format!("{constraint}{BEHIND}"));
        assert_eq!(found.as_deref(), Some("h>=2"));
        for other in ["", "expected one bias for each of {0} columns", BEHIND] {
            assert_eq!(condition(other), None);
        }
    }

    #[test]
    fn dims_have_the_names_of_the_export() {
        assert_eq!(names(BEHIND), [(2, "b"), (4, "4*h")]);
        let inconsistent = "inconsistency between dimension size args[1].shape[1] (= {0}) and the specification '4*h' (= {1}).";
        assert_eq!(names(inconsistent), [(0, "4*h")]);
        assert!(share_variable("4*h", "h>=2") && !share_variable("4*h", "b + 4 >= hh"));
        for broken in [
            "from specification '4*h",
            " from specification '4*h' (= {x})",
        ] {
            assert!(names(broken).is_empty());
        }
    }
}

//! Errors in options.

use crate::{assertion::Assertions, pipeline::rules::RuleLoadError, suggest::Suggestions};

/// An error in the options of a pass.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The option does not exist.
    #[error(
        "pass '{pass}' has no option '{found}'; expected {expected}{}",
        suggestions.at_end('\'')
    )]
    Unknown {
        /// The pass.
        pass: &'static str,
        /// The name that was given.
        found: String,
        /// The existing options.
        expected: String,
        /// Those that were probably intended.
        suggestions: Suggestions,
    },
    /// The option does not accept the value.
    #[error(
        "option '{option}' of pass '{pass}' {}; expected {expected}{}",
        found_value(found),
        suggestions.at_end('\'')
    )]
    Value {
        /// The pass.
        pass: &'static str,
        /// The option.
        option: &'static str,
        /// The value that was given.
        found: String,
        /// The values that it accepts.
        expected: String,
        /// Those that were probably intended.
        suggestions: Suggestions,
    },
    /// The value is not a list of names.
    #[error(
        "option '{option}' of pass '{pass}' {}; expected names separated by commas, \
         in quotes if they contain characters other than letters, digits and `-_./`",
        found_value(found)
    )]
    Names {
        /// The pass.
        pass: &'static str,
        /// The option.
        option: &'static str,
        /// The value that was given.
        found: String,
    },
    /// The value cannot be read.
    #[error("option '{option}': {reason}")]
    Text {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The rules cannot be loaded.
    #[error(transparent)]
    Rules(#[from] RuleLoadError),
    /// The option is given twice.
    #[error("option '{option}' of pass '{pass}' is given more than once")]
    Repeated {
        /// The pass.
        pass: &'static str,
        /// The option.
        option: &'static str,
    },
    /// Profiles are given for a program that is not for all sizes, or for no target.
    #[error(
        "option 'profile' needs a target whose programs run at any size, as `--target=iree` does; \
         `--shapes` writes a program for given sizes only"
    )]
    Profiles,
    /// Bounds are given with what a program for all sizes up to them cannot have.
    #[error("option 'bounds' gives one static program; leave out '{other}'")]
    Bounds {
        /// The other option.
        other: &'static str,
    },
    /// No pass that lowers takes the option.
    #[error("option '{option}' has no effect here: it is for {takers}")]
    Untaken {
        /// The option.
        option: &'static str,
        /// The targets with a pass that takes it, or, if there are none, the passes that take it.
        takers: String,
    },
    /// Two options conflict.
    #[error("option '{option}' of pass '{pass}' cannot be combined with '{other}': {reason}")]
    Conflict {
        /// The pass.
        pass: &'static str,
        /// One option, with its value.
        option: &'static str,
        /// The other one, with its value.
        other: &'static str,
        /// The reason for the conflict.
        reason: &'static str,
    },
}

impl OptionError {
    /// Returns the option whose value is not accepted, if it is one.
    pub fn option(&self) -> Option<&'static str> {
        match *self {
            Self::Value { option, .. } | Self::Names { option, .. } | Self::Text { option, .. } => {
                Some(option)
            }
            _ => None,
        }
    }

    /// Returns the unknown name that it is about, if there is one, and those that it may stand for.
    pub fn suggestions(&self) -> Option<&Suggestions> {
        match self {
            Self::Unknown { suggestions, .. } | Self::Value { suggestions, .. } => {
                Some(suggestions)
            }
            Self::Rules(error) => error.suggestions(),
            _ => None,
        }
    }

    /// Returns an error if assertions are witnesses of `shape`, which a pass does not emit; `reason` ends the message.
    pub(in crate::pipeline) fn refuse_witnesses(
        pass: &'static str,
        assertions: Assertions,
        reason: &str,
    ) -> Result<(), Self> {
        if assertions != Assertions::Shape {
            return Ok(());
        }
        Err(Self::Value {
            pass,
            option: "assertions",
            found: assertions.to_string(),
            expected: format!("'custom-call', 'cf' or 'none'{reason}"),
            suggestions: Suggestions::default(),
        })
    }
}

fn found_value(found: &str) -> String {
    match found {
        "" => "has no value".into(),
        found => format!("is '{found}'"),
    }
}

/// Lists words: `'a', 'b' or 'c'`.
pub(super) fn list(words: impl Iterator<Item = &'static str>) -> String {
    let words = words.map(|word| format!("'{word}'")).collect::<Vec<_>>();
    match words.as_slice() {
        [head @ .., last] if !head.is_empty() => format!("{} or {last}", head.join(", ")),
        _ => words.concat(),
    }
}

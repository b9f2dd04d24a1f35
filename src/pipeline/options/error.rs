//! What is wrong with options.

use crate::pipeline::rules::RuleLoadError;

/// What is wrong with the options of a pass.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no such option.
    #[error(
        "pass '{pass}' has no option '{found}'; it takes {expected}{}",
        did_you_mean(*suggestion)
    )]
    Unknown {
        /// The pass.
        pass: &'static str,
        /// What was given.
        found: String,
        /// The options that there are.
        expected: String,
        /// The one that was meant, perhaps.
        suggestion: Option<&'static str>,
    },
    /// The option does not take this value.
    #[error(
        "option '{option}' of pass '{pass}' {}; it takes {expected}{}",
        found_value(found),
        did_you_mean(*suggestion)
    )]
    Value {
        /// The pass.
        pass: &'static str,
        /// The option.
        option: &'static str,
        /// The value that was given.
        found: String,
        /// The values that it takes.
        expected: String,
        /// The one that was meant, perhaps.
        suggestion: Option<&'static str>,
    },
    /// The option takes names.
    #[error(
        "option '{option}' of pass '{pass}' {}; it takes names separated by commas, \
         in quotes where they have other characters than letters, digits and `-_./`",
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
    /// Two options make no sense together.
    #[error("option '{option}' of pass '{pass}' cannot go with '{other}': {reason}")]
    Conflict {
        /// The pass.
        pass: &'static str,
        /// One option, with its value.
        option: &'static str,
        /// The other one, with its value.
        other: &'static str,
        /// Why not.
        reason: &'static str,
    },
}

fn found_value(found: &str) -> String {
    match found {
        "" => "has no value".into(),
        found => format!("is '{found}'"),
    }
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

/// Lists words: `'a', 'b' or 'c'`.
pub(super) fn list(words: impl Iterator<Item = &'static str>) -> String {
    let words = words.map(|word| format!("'{word}'")).collect::<Vec<_>>();
    match words.as_slice() {
        [head @ .., last] if !head.is_empty() => format!("{} or {last}", head.join(", ")),
        _ => words.concat(),
    }
}

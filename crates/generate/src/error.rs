//! The reasons why no pass is generated.

use bcast_lower_broadcast::rule::RulePlace;

/// The reason why no pass is generated.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The name of the pass cannot be the name of a class.
    #[error(
        "`{found}` cannot be the name of a pass in C++; expected at most 36 letters and digits that begin with \
         a capital letter, such as `LowerNnBroadcast`"
    )]
    Name {
        /// The name.
        found: String,
    },
    /// A rule has a target that is written in Rust.
    #[error(
        "{}the key `hook` of the rule for '{op}' names a function in Rust, which a pass in C++ cannot call; write its \
             target as a `sequence`",
        at(place)
    )]
    Hook {
        /// The op that the rule is for.
        op: String,
        /// The location of the key.
        place: Option<RulePlace>,
    },
    /// A rule keeps encodings.
    #[error(
        "{}the key `keep_encodings` of the rule for '{op}' is not supported in passes in C++; leave it out",
        at(place)
    )]
    Encodings {
        /// The op that the rule is for.
        op: String,
        /// The location of the key.
        place: Option<RulePlace>,
    },
    /// There is nothing to lower.
    #[error("the table has no rules")]
    NoRules,
}

fn at(place: &Option<RulePlace>) -> String {
    place
        .as_ref()
        .map_or_else(String::new, |place| format!("{place}: "))
}

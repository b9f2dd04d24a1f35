//! The reason why an op cannot become StableHLO.

/// The reason why an op cannot become StableHLO.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Refusal {
    #[error("has no equivalent in StableHLO{}", .advice.map_or(String::new(), |advice| format!("; {advice}")))]
    Unknown { advice: Option<&'static str> },
    #[error(
        "cannot become StableHLO: the rank of {subject} is unknown; give the arguments' shapes first, as with --shapes"
    )]
    Rank { subject: &'static str },
    #[error("cannot become StableHLO: {subject} has type '{found}'{}", .advice.map_or(String::new(), |advice| format!("; {advice}")))]
    Type {
        subject: String,
        found: String,
        advice: Option<&'static str>,
    },
    #[error("cannot become StableHLO: {what} is not a compile-time constant")]
    NotConstant { what: &'static str },
    #[error("cannot become StableHLO: {what} is {found}; expected {expected}")]
    Value {
        what: &'static str,
        found: String,
        expected: String,
    },
    #[error("cannot become StableHLO: {0}")]
    Other(String),
}

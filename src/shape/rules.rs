//! The rule sets that an op is verified under.

use std::{fmt, str::FromStr};

/// Selects what the verifier accepts.
///
/// They differ in what a *result* may be (see [`verify`](super::verify)):
///
/// | inferred | result | `documented` | `strict` | `mlir` |
/// |---|---|---|---|---|
/// | `?` | static | ok | error | ok |
/// | rank n | rank n + k | error | error | only the last n dims count |
/// | `? vs 0` | | `0` | `0` | `?` |
/// | a vector | any | checked | checked | not checked |
/// | no operands | any | error | error | ok |
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum TraitRules {
    /// The rules that MLIR's current documentation of the trait gives.
    #[default]
    Documented,
    /// The rules of an older edition of that page: a result dim may not be
    /// static where the inferred one is dynamic.
    Strict,
    /// What the verifier of LLVM 22 accepts, whatever its documentation says.
    Mlir,
}

impl TraitRules {
    /// All rule sets, the default first.
    pub const ALL: [Self; 3] = [Self::Documented, Self::Strict, Self::Mlir];

    /// Returns the name, as options spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Strict => "strict",
            Self::Mlir => "mlir",
        }
    }
}

impl fmt::Display for TraitRules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for TraitRules {
    type Err = UnknownTraitRules;

    fn from_str(text: &str) -> Result<Self, UnknownTraitRules> {
        Self::ALL
            .into_iter()
            .find(|rules| rules.name() == text)
            .ok_or_else(|| UnknownTraitRules { found: text.into() })
    }
}

/// Says that a text names no rule set.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("unknown trait rules '{found}': expected documented, strict or mlir")]
pub struct UnknownTraitRules {
    /// The text.
    pub found: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_prints() {
        for rules in TraitRules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!(TraitRules::default(), TraitRules::Documented);
    }

    #[test]
    fn refuses_other_names() {
        for text in ["", "MLIR", "documented ", "lax"] {
            let error = text.parse::<TraitRules>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("unknown trait rules '{text}': expected documented, strict or mlir")
            );
        }
    }
}

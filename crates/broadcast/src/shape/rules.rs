//! The rule sets for verification.

/// Selects what the verifier accepts.
///
/// The rule sets differ mainly in the results that they accept (see [`verify`](super::verify)):
///
/// | inferred | result | `documented` | `strict` | `mlir` |
/// |---|---|---|---|---|
/// | `?` | static | ok | error | ok |
/// | rank n | rank n + k | error | error | only the last n dims count |
/// | `? vs 0` | | `0` | `0` | `?` |
/// | a vector | any | checked | checked | not checked |
/// | no operands | any | error | error | ok |
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    Eq,
    Hash,
    PartialEq,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum TraitRules {
    /// The rules in MLIR's current documentation of the trait.
    #[default]
    Documented,
    /// The rules of an older edition of that page: a result dim must not be static where the
    /// inferred one is dynamic.
    Strict,
    /// The rules that MLIR's verifier implements, even where its documentation differs.
    Mlir,
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::VariantArray;

    #[test]
    fn parses_its_printed_form() {
        for &rules in TraitRules::VARIANTS {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!(TraitRules::default(), TraitRules::Documented);
    }

    #[test]
    fn rejects_other_names() {
        for text in ["", "MLIR", "documented ", "lax"] {
            assert!(text.parse::<TraitRules>().is_err(), "{text}");
        }
    }
}

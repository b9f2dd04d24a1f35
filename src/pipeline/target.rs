//! Targets: pipelines for those who read the output.

use super::{PASSES, PassOptions, options::print_options, parse_lower_options};
use crate::{pipeline::OptionError, plan::ZeroExtents};

/// Who reads the output.
///
/// A target is a pipeline of passes that may be run without it, and
/// [`pipeline`](Self::pipeline) says which.
#[derive(
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    PartialEq,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Target {
    /// XLA: StableHLO and functions only.
    Xla,
}

impl Target {
    /// The passes, in order.
    const fn passes(self) -> &'static [&'static str] {
        match self {
            Self::Xla => &[
                "lower-broadcast",
                "simplify-broadcasts",
                "legalize-to-stablehlo",
            ],
        }
    }

    /// Returns what the passes are told unless something else is given: a program of a
    /// frontend broadcasts 0 as NumPy does.
    pub fn default_options(self) -> PassOptions {
        let mut options = PassOptions::default();
        options.lower.zero_extents = ZeroExtents::Numpy;
        options
    }

    /// Reads options as those of `lower-broadcast`, save that `zero-extents` is `numpy`
    /// unless it is given.
    ///
    /// # Errors
    ///
    /// Fails if there is no such option, or if it does not take the value.
    pub fn parse_options(self, text: &str) -> Result<PassOptions, OptionError> {
        let mut options = parse_lower_options(text)?;
        let is_given = text
            .split_whitespace()
            .any(|word| word.starts_with("zero-extents="));
        if !is_given {
            options.lower.zero_extents = self.default_options().lower.zero_extents;
        }
        Ok(options)
    }

    /// Returns the pipeline on a module. Each pass gets the options that it takes.
    pub fn pipeline(self, options: &PassOptions) -> String {
        let passes = self.passes().iter().filter_map(|&name| {
            let pass = PASSES.iter().find(|pass| pass.name == name)?;
            Some(pass.in_module(&print_options(pass.options(), options)))
        });
        format!("builtin.module({})", passes.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::VariantArray;

    #[test]
    fn all_passes_of_targets_exist() {
        for target in Target::VARIANTS {
            for name in target.passes() {
                assert!(PASSES.iter().any(|pass| pass.name == *name), "{name}");
            }
        }
    }

    #[test]
    fn targets_broadcast_0_as_numpy_does_unless_told_otherwise() {
        let pipeline = |text| {
            let options = Target::Xla.parse_options(text).expect("they are right");
            Target::Xla.pipeline(&options)
        };
        assert_eq!(
            pipeline(""),
            "builtin.module(lower-broadcast{zero-extents=numpy},simplify-broadcasts,\
             legalize-to-stablehlo{zero-extents=numpy})"
        );
        assert_eq!(
            pipeline("zero-extents=reject facts=off"),
            "builtin.module(lower-broadcast{facts=off},simplify-broadcasts,legalize-to-stablehlo)"
        );
        assert_eq!(
            pipeline("assertions=none"),
            "builtin.module(lower-broadcast{assertions=none zero-extents=numpy},\
             simplify-broadcasts,legalize-to-stablehlo{assertions=none zero-extents=numpy})"
        );
    }
}

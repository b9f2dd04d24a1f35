//! Pass options as text: `trait-rules=strict assertions=custom-call`.

use super::rules::{RuleLoadError, RuleSelection, read_names, split_unquoted};
use crate::{
    assertion::Assertions, plan::ZeroExtents, rule::suggest, shape::TraitRules,
    transform::LowerOptions,
};
use strum::VariantNames;

/// What is to be known of an option.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// The values it takes, the default first; none if it takes any text.
    pub values: &'static [&'static str],
    /// What it does, in one sentence.
    pub description: &'static str,
}

impl OptionInfo {
    /// Returns the value that holds where none is given.
    pub fn default(&self) -> &'static str {
        self.values.first().copied().unwrap_or_default()
    }
}

/// Which rules of the trait an op must obey.
pub const TRAIT_RULES: OptionInfo = OptionInfo {
    name: "trait-rules",
    values: TraitRules::VARIANTS,
    description: "what is accepted: the trait's documented rules, the older stricter ones, \
                  or what LLVM 22's verifier checks",
};

/// What checks the guards.
pub const ASSERTIONS: OptionInfo = OptionInfo {
    name: "assertions",
    values: Assertions::VARIANTS,
    description: "what checks the guards at run time: stablehlo.custom_call @shape_assertion, \
                  cf.assert, shape.cstr_require with shape.assuming, or nothing",
};

/// How 0 broadcasts.
pub const ZERO_EXTENTS: OptionInfo = OptionInfo {
    name: "zero-extents",
    values: ZeroExtents::VARIANTS,
    description: "what size 0 against size 1 gives where both are known only at run time: \
                  a failed assertion, or 0 as in NumPy",
};

/// Whether other ops are looked at.
pub const FACTS: OptionInfo = OptionInfo {
    name: "facts",
    values: &["on", "off"],
    description: "whether what other ops say of sizes is used, \
                  or each op is lowered on its own",
};

/// Whether declared symbols are checked.
pub const ASSUME_SYMBOLS: OptionInfo = OptionInfo {
    name: "assume-symbols",
    values: &["off", "on"],
    description: "whether what arguments declare of their dims ('bcast.dims') is taken for \
                  granted, or checked where the function begins",
};

/// Where guards on the sizes of arguments are checked.
pub const HOIST_ASSERTIONS: OptionInfo = OptionInfo {
    name: "hoist-assertions",
    values: &["off", "on"],
    description: "whether guards on the sizes of a function's arguments are checked where the \
                  function begins, or where they are needed",
};

/// Whether what cannot be lowered is an error.
pub const ALLOW_PARTIAL: OptionInfo = OptionInfo {
    name: "allow-partial",
    values: &["off", "on"],
    description: "whether an op that is right but cannot be lowered, such as one on unranked \
                  tensors, stays with a remark, or is an error",
};

/// Which tables of rules are used.
pub const RULES: OptionInfo = OptionInfo {
    name: "rules",
    values: &[],
    description: "tables of rules to add, separated by commas: \
                  files, or the built-in tables `chlo` (always there) and `tosa`",
};

/// Whether rules are used that nobody named.
pub const RULES_ONLY: OptionInfo = OptionInfo {
    name: "rules-only",
    values: &["off", "on"],
    description: "whether the table `chlo` is left out unless `rules` names it",
};

/// The options of a pass of this crate.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct PassOptions {
    /// What `lower-broadcast` is told; `verify-broadcastable` looks at the trait's
    /// rules only.
    pub lower: LowerOptions,
    /// The tables of rules.
    pub rules: RuleSelection,
}

/// What is wrong with the options of a pass.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
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
        "option '{option}' of pass '{pass}' is '{found}'; it takes {expected}{}",
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
        "option '{option}' of pass '{pass}' is '{found}'; it takes names separated by commas, \
         in quotes where they have other characters than letters, digits and `-_./`"
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

/// Reads the options of `lower-broadcast`, such as `trait-rules=strict`,
/// separated by spaces; what is not given is the default. Rules are not loaded.
///
/// # Errors
///
/// Fails if there is no such option, or if it does not take the value.
pub fn parse_lower_options(text: &str) -> Result<PassOptions, OptionError> {
    parse_options("lower-broadcast", LOWER_OPTIONS, text)
}

/// The options of `lower-broadcast`.
pub(super) const LOWER_OPTIONS: &[OptionInfo] = &[
    TRAIT_RULES,
    ASSERTIONS,
    ZERO_EXTENTS,
    FACTS,
    ASSUME_SYMBOLS,
    HOIST_ASSERTIONS,
    ALLOW_PARTIAL,
    RULES,
    RULES_ONLY,
];

/// Reads the options of a pass from text; what is not given is the default.
pub(super) fn parse_options(
    pass: &'static str,
    infos: &[OptionInfo],
    text: &str,
) -> Result<PassOptions, OptionError> {
    let mut options = PassOptions::default();
    let mut given = Vec::new();
    let words = split_unquoted(text, char::is_whitespace);
    for word in words.into_iter().filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let info =
            infos
                .iter()
                .find(|info| info.name == name)
                .ok_or_else(|| OptionError::Unknown {
                    pass,
                    found: name.into(),
                    expected: list(infos.iter().map(|info| info.name)),
                    suggestion: suggest(name, infos.iter().map(|info| info.name)),
                })?;
        if given.contains(&info.name) {
            return Err(OptionError::Repeated {
                pass,
                option: info.name,
            });
        }
        given.push(info.name);
        let wrong = || match info.values {
            [] => OptionError::Names {
                pass,
                option: info.name,
                found: value.into(),
            },
            values => OptionError::Value {
                pass,
                option: info.name,
                found: value.into(),
                expected: list(values.iter().copied()),
                suggestion: suggest(value, values.iter().copied()),
            },
        };
        set_option(&mut options, info.name, value).ok_or_else(wrong)?;
    }
    check_combination(pass, &options)?;
    Ok(options)
}

/// Refuses options that make no sense together.
fn check_combination(pass: &'static str, options: &PassOptions) -> Result<(), OptionError> {
    let conflict = |other, reason| {
        Err(OptionError::Conflict {
            pass,
            option: "hoist-assertions=on",
            other,
            reason,
        })
    };
    match options.lower {
        LowerOptions {
            hoist_assertions: true,
            facts: false,
            ..
        } => conflict(
            "facts=off",
            "only facts tell which sizes are those of arguments",
        ),
        LowerOptions {
            hoist_assertions: true,
            assertions: Assertions::None,
            ..
        } => conflict("assertions=none", "there are no assertions to hoist"),
        _ => Ok(()),
    }
}

fn set_option(options: &mut PassOptions, name: &str, value: &str) -> Option<()> {
    if name == TRAIT_RULES.name {
        options.lower.trait_rules = value.parse().ok()?;
    } else if name == ASSERTIONS.name {
        options.lower.assertions = value.parse().ok()?;
    } else if name == ZERO_EXTENTS.name {
        options.lower.zero_extents = value.parse().ok()?;
    } else if name == FACTS.name {
        options.lower.facts = parse_switch(value)?;
    } else if name == ASSUME_SYMBOLS.name {
        options.lower.assume_symbols = parse_switch(value)?;
    } else if name == HOIST_ASSERTIONS.name {
        options.lower.hoist_assertions = parse_switch(value)?;
    } else if name == ALLOW_PARTIAL.name {
        options.lower.allow_partial = parse_switch(value)?;
    } else if name == RULES.name {
        options.rules.tables = read_names(value)?;
    } else if name == RULES_ONLY.name {
        options.rules.only = parse_switch(value)?;
    } else {
        return None;
    }
    Some(())
}

fn parse_switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

/// Lists words: `'a', 'b' or 'c'`.
fn list(words: impl Iterator<Item = &'static str>) -> String {
    let words = words.map(|word| format!("'{word}'")).collect::<Vec<_>>();
    match words.as_slice() {
        [head @ .., last] if !head.is_empty() => format!("{} or {last}", head.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[OptionInfo] = LOWER_OPTIONS;

    fn check_error(text: &str, expected: &str) {
        let error = parse_options("lower-broadcast", ALL, text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn every_listed_value_is_read() {
        for info in ALL {
            for value in info.values {
                parse_options("p", ALL, &format!("{}={value}", info.name)).unwrap();
            }
        }
    }

    #[test]
    fn rules_are_read_as_they_are_printed() {
        let rules = RuleSelection {
            tables: vec!["tosa".into(), "my rules.toml".into()],
            only: true,
        };
        let options = parse_options("p", ALL, &rules.to_string()).unwrap();
        assert_eq!(options.rules, rules);
    }

    #[test]
    fn defaults_come_first() {
        let text = ALL
            .iter()
            .filter_map(|info| Some(format!("{}={} ", info.name, info.values.first()?)))
            .collect::<String>();
        assert_eq!(parse_options("p", ALL, &text), Ok(PassOptions::default()));
        assert_eq!(parse_options("p", ALL, ""), Ok(PassOptions::default()));
    }

    #[test]
    fn wrong_options_are_refused() {
        check_error(
            "trait-rule=mlir",
            "pass 'lower-broadcast' has no option 'trait-rule'; \
             it takes 'trait-rules', 'assertions', 'zero-extents', 'facts', 'assume-symbols', \
             'hoist-assertions', 'allow-partial', 'rules' or 'rules-only'; did you mean 'trait-rules'?",
        );
        check_error(
            "assertions=custom_call",
            "option 'assertions' of pass 'lower-broadcast' is 'custom_call'; it takes 'custom-call', \
             'cf', 'shape' or 'none'; did you mean 'custom-call'?",
        );
        check_error(
            "trait-rules=lax",
            "option 'trait-rules' of pass 'lower-broadcast' is 'lax'; \
             it takes 'documented', 'strict' or 'mlir'",
        );
        check_error(
            "assertions",
            "option 'assertions' of pass 'lower-broadcast' is ''; it takes 'custom-call', 'cf', 'shape' or 'none'",
        );
        check_error(
            "rules=a,",
            "option 'rules' of pass 'lower-broadcast' is 'a,'; it takes names separated by \
             commas, in quotes where they have other characters than letters, digits and `-_./`",
        );
        check_error(
            "trait-rules=mlir trait-rules=mlir",
            "option 'trait-rules' of pass 'lower-broadcast' is given more than once",
        );
        check_error(
            "facts=off hoist-assertions=on",
            "option 'hoist-assertions=on' of pass 'lower-broadcast' cannot go with 'facts=off': \
             only facts tell which sizes are those of arguments",
        );
        check_error(
            "hoist-assertions=on assertions=none",
            "option 'hoist-assertions=on' of pass 'lower-broadcast' cannot go with \
             'assertions=none': there are no assertions to hoist",
        );
    }
}

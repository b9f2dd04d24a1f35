//! Descriptions of pass options, and their textual form, such as `trait-rules=strict
//! assertions=custom-call`.

mod error;
mod rows;
mod value;

pub use self::{
    error::OptionError,
    rows::OPTIONS,
    value::{OFF, ON, OptionKind, OptionValue},
};

use super::rules::{RuleSelection, split_unquoted};
use crate::{
    assertion::Assertions, lower::LowerOptions, specialize::SpecializeOptions, suggest::suggest,
};
use error::list;

/// The options of a pass of this crate.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct PassOptions {
    /// The options of `lower-broadcast`; `verify-broadcastable` uses only the trait's rules.
    pub lower: LowerOptions,
    /// The tables of rules.
    pub rules: RuleSelection,
    /// Whether `legalize-to-stablehlo` leaves programs in TOSA unchanged.
    pub keep_tosa: bool,
    /// Whether `legalize-to-stablehlo` leaves functions that IREE reads unchanged.
    pub keep_readable: bool,
    /// Whether `guard-sizes` guards all ops, or only reshapes.
    pub guard_sizes: bool,
    /// The names of rows that `legalize-for-iree` does not apply.
    pub iree_disable: Vec<String>,
    /// The sizes for `specialize-sizes`.
    pub specialize: SpecializeOptions,
}

impl Default for PassOptions {
    fn default() -> Self {
        Self {
            lower: LowerOptions::default(),
            rules: RuleSelection::default(),
            keep_tosa: false,
            keep_readable: false,
            guard_sizes: true,
            iree_disable: vec![],
            specialize: SpecializeOptions::default(),
        }
    }
}

/// An option of passes, one row of [`OPTIONS`].
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The option's name.
    pub name: &'static str,
    /// The concern, which determines the passes that accept the option.
    pub concern: Concern,
    /// The placeholder for the value in help texts.
    pub placeholder: &'static str,
    /// Returns the description of the option, one sentence.
    pub(super) describe: fn() -> String,
    pub(super) get: fn(&PassOptions) -> &dyn OptionValue,
    pub(super) get_mut: fn(&mut PassOptions) -> &mut dyn OptionValue,
}

/// The subject of an option.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Concern {
    /// Which ops broadcast.
    Rules,
    /// Which of them are valid.
    Verification,
    /// The ops that check at run time.
    Assertions,
    /// What they check.
    Checks,
    /// The ops that the lowering creates.
    Lowering,
    /// The programs that are left unchanged.
    Legalization,
    /// The ops whose sizes are checked.
    Guards,
    /// What IREE compiles.
    Iree,
    /// Whether some ops may stay.
    Partial,
    /// The sizes that are given.
    Sizes,
    /// The sizes for which there are copies.
    Profiles,
    /// The greatest sizes of one program for all.
    Bounds,
    /// The function that has these sizes.
    Function,
}

impl Concern {
    /// Returns whether the verification of a program depends on it.
    pub const fn is_verified(self) -> bool {
        matches!(
            self,
            Self::Rules | Self::Verification | Self::Sizes | Self::Function
        )
    }
}

impl OptionInfo {
    /// Returns the description of the option, one sentence.
    pub fn description(&self) -> String {
        (self.describe)()
    }

    /// Returns the name as an identifier of programming languages: `trait_rules`.
    pub fn identifier(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Returns the kind of values that the option accepts.
    pub fn kind(&self) -> OptionKind {
        (self.get)(&PassOptions::default()).kind()
    }

    /// Returns the words that the option accepts, the default first; empty if it accepts names.
    pub fn values(&self) -> Vec<&'static str> {
        match self.kind() {
            OptionKind::Choice(values) => values.to_vec(),
            OptionKind::Switch if self.default() == ON[0] => vec![ON[0], OFF[0]],
            OptionKind::Switch => vec![OFF[0], ON[0]],
            OptionKind::Names | OptionKind::Text(_) => vec![],
        }
    }

    /// Returns the default value; empty if the default is an empty list of names.
    pub fn default(&self) -> String {
        self.get(&PassOptions::default())
    }

    /// Returns the value in `options`, in the syntax of a pipeline.
    pub fn get(&self, options: &PassOptions) -> String {
        (self.get)(options).text()
    }

    /// Sets the value in `options` from the syntax of a pipeline.
    ///
    /// Returns `None` if the option does not accept the value; the option may then have
    /// changed.
    pub fn set(&self, options: &mut PassOptions, value: &str) -> Option<()> {
        (self.get_mut)(options).set(value)
    }

    /// Returns why the option does not accept a value in the syntax of a pipeline, if there is more to
    /// say than what is accepted.
    pub fn problem(&self, value: &str) -> String {
        (self.get)(&PassOptions::default()).problem(value)
    }
}

/// Parses the options of a pass; other options keep their defaults.
pub(super) fn parse_options<'r>(
    pass: &'static str,
    rows: impl IntoIterator<Item = &'r OptionInfo>,
    text: &str,
) -> Result<PassOptions, OptionError> {
    parse_options_over(pass, rows, text, PassOptions::default())
}

/// Parses the options of a pass; other options are as in `options`.
pub(super) fn parse_options_over<'r>(
    pass: &'static str,
    rows: impl IntoIterator<Item = &'r OptionInfo>,
    text: &str,
    mut options: PassOptions,
) -> Result<PassOptions, OptionError> {
    let rows = rows.into_iter().collect::<Vec<_>>();
    let mut given = Vec::new();
    for Assignment { name, value } in split_options(text, &rows) {
        let row = rows.iter().find(|row| row.name == name);
        let row = row.ok_or_else(|| OptionError::Unknown {
            pass,
            found: name.into(),
            expected: list(rows.iter().map(|row| row.name)),
            suggestions: suggest(name, rows.iter().map(|row| row.name)),
        })?;
        if given.contains(&row.name) {
            return Err(OptionError::Repeated {
                pass,
                option: row.name,
            });
        }
        given.push(row.name);
        let value = match (value, row.kind()) {
            (None, OptionKind::Switch) => ON[0].into(),
            (value, _) => value.unwrap_or_default(),
        };
        row.set(&mut options, &value)
            .ok_or_else(|| wrong_value(pass, row, value))?;
    }
    check_combination(pass, &options)?;
    Ok(options)
}

fn wrong_value(pass: &'static str, row: &OptionInfo, found: String) -> OptionError {
    let option = row.name;
    match row.kind() {
        OptionKind::Names => OptionError::Names {
            pass,
            option,
            found,
        },
        OptionKind::Text(_) => OptionError::Text {
            option,
            reason: (row.get)(&PassOptions::default()).problem(&found),
        },
        OptionKind::Choice(_) | OptionKind::Switch => OptionError::Value {
            pass,
            option,
            expected: list(row.values().into_iter()),
            suggestions: suggest(&found, row.values()),
            found,
        },
    }
}

/// An option in a text.
struct Assignment<'t> {
    name: &'t str,
    /// The value; `None` if there is no `=`.
    value: Option<String>,
}

/// Splits a text into options, at spaces and at commas that do not separate names.
///
/// `assertions=cf,facts=off rules=a,b,rules-only=on` are four options.
fn split_options<'t>(text: &'t str, rows: &[&OptionInfo]) -> Vec<Assignment<'t>> {
    let find = |name: &str| rows.iter().find(|row| row.name == name);
    let mut options: Vec<Assignment<'t>> = Vec::new();
    for word in split_unquoted(text, char::is_whitespace) {
        let mut takes_names = false;
        for part in split_unquoted(word, |c| c == ',') {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (part, None),
            };
            let is_next_name = takes_names && !(value.is_some() && find(name).is_some());
            if let Some(list) = options.last_mut().filter(|_| is_next_name) {
                let names = list.value.get_or_insert_default();
                names.push(',');
                names.push_str(part);
            } else if !part.is_empty() {
                takes_names = find(name).is_some_and(|row| {
                    matches!(row.kind(), OptionKind::Names | OptionKind::Text(_))
                });
                options.push(Assignment { name, value });
            }
        }
    }
    options
}

/// Prints the options of a pass that differ from their defaults, in the syntax of a pipeline.
pub(super) fn print_options<'r>(
    rows: impl IntoIterator<Item = &'r OptionInfo>,
    options: &PassOptions,
) -> String {
    let words = option_words(rows, options).into_iter();
    let words = words.map(|(name, value)| format!("{name}={value}"));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the options whose values are not the defaults, each with its value.
pub(super) fn option_words<'r>(
    rows: impl IntoIterator<Item = &'r OptionInfo>,
    options: &PassOptions,
) -> Vec<(&'static str, String)> {
    let rows = rows.into_iter().map(|row| (row, row.get(options)));
    let given = rows.filter(|(row, value)| *value != row.default());
    given.map(|(row, value)| (row.name, value)).collect()
}

/// Rejects conflicting options.
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
            "only facts determine which sizes belong to arguments",
        ),
        LowerOptions {
            hoist_assertions: true,
            assertions: Assertions::None,
            ..
        } => conflict("assertions=none", "there are no assertions to hoist"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the error with all options, or with only two of them if the error lists them.
    fn check_error(text: &str, expected: &str) {
        let rows = match expected.contains("has no option") {
            true => &OPTIONS[..2],
            false => OPTIONS,
        };
        let error = parse_options("lower-broadcast", rows, text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn every_listed_value_is_read() {
        for row in OPTIONS {
            for value in row.values() {
                let options =
                    parse_options("p", OPTIONS, &format!("{}={value}", row.name)).unwrap();
                assert_eq!(row.get(&options), value, "{}", row.name);
            }
        }
    }

    #[test]
    fn printed_options_are_read_back() {
        let mut options = PassOptions::default();
        assert_eq!(print_options(OPTIONS, &options), "");
        for row in OPTIONS {
            let value = match row.kind() {
                OptionKind::Text(_) => "b=4",
                _ => row
                    .values()
                    .last()
                    .copied()
                    .unwrap_or("tosa,\"my rules.toml\""),
            };
            row.set(&mut options, value).unwrap();
            assert_ne!(row.get(&options), row.default(), "{}", row.name);
        }
        // It conflicts with two others.
        options.lower.hoist_assertions = false;
        let text = print_options(OPTIONS, &options);
        assert_eq!(parse_options("p", OPTIONS, &text), Ok(options), "{text}");
    }

    #[test]
    fn defaults_come_first() {
        let text = OPTIONS
            .iter()
            .filter_map(|row| Some(format!("{}={} ", row.name, row.values().first()?)))
            .collect::<String>();
        assert_eq!(
            parse_options("p", OPTIONS, &text),
            Ok(PassOptions::default())
        );
        assert_eq!(parse_options("p", OPTIONS, ""), Ok(PassOptions::default()));
    }

    #[test]
    fn options_have_distinct_names() {
        let names = OPTIONS.iter().map(|row| row.name).collect::<Vec<_>>();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name}");
        }
    }

    fn check_same(text: &str, expected: &str) {
        let parse = |text| parse_options("p", OPTIONS, text).unwrap();
        assert_eq!(parse(text), parse(expected), "{text}");
    }

    #[test]
    fn commas_may_separate_options() {
        check_same("assertions=cf,facts=off", "assertions=cf facts=off");
        check_same("assertions=cf, facts=off,", "assertions=cf facts=off");
        check_same("rules=a,b,facts=off", "rules=a,b facts=off");
        check_same("facts=off,rules=a,b", "rules=a,b facts=off");
        check_same("rules=a,\"facts=off\"", "rules=\"a\",\"facts=off\"");
        check_same("rules=a,c=d", "rules=\"a\",\"c=d\"");
        check_error(
            "assertions=cf,shape",
            "pass 'lower-broadcast' has no option 'shape'; expected 'trait-rules' or 'assertions'",
        );
    }

    #[test]
    fn switches_accept_mlirs_words() {
        for (text, expected) in [
            ("facts=true", "facts=on"),
            ("facts=1", "facts=on"),
            ("facts=false", "facts=off"),
            ("facts=0", "facts=off"),
            ("facts", "facts=on"),
            ("hoist-assertions", "hoist-assertions=on"),
            ("rules=tosa rules-only", "rules=tosa rules-only=on"),
        ] {
            check_same(text, expected);
        }
        check_error(
            "facts=yes",
            "option 'facts' of pass 'lower-broadcast' is 'yes'; expected 'on' or 'off'",
        );
    }

    #[test]
    fn wrong_options_are_refused() {
        check_error(
            "trait-rule=mlir",
            "pass 'lower-broadcast' has no option 'trait-rule'; \
             expected 'trait-rules' or 'assertions'; did you mean 'trait-rules'?",
        );
        check_error(
            "assertions=custom_call",
            "option 'assertions' of pass 'lower-broadcast' is 'custom_call'; expected 'custom-call', \
             'cf', 'shape' or 'none'; did you mean 'custom-call'?",
        );
        check_error(
            "trait-rules=lax",
            "option 'trait-rules' of pass 'lower-broadcast' is 'lax'; \
             expected 'documented', 'strict' or 'mlir'",
        );
        check_error(
            "assertions",
            "option 'assertions' of pass 'lower-broadcast' has no value; expected 'custom-call', 'cf', 'shape' or 'none'",
        );
        check_error(
            "rules=a,",
            "option 'rules' of pass 'lower-broadcast' is 'a,'; expected names separated by \
             commas, in quotes if they contain characters other than letters, digits and `-_./`",
        );
        check_error(
            "trait-rules=mlir trait-rules=mlir",
            "option 'trait-rules' of pass 'lower-broadcast' is given more than once",
        );
        check_error(
            "facts=off hoist-assertions=on",
            "option 'hoist-assertions=on' of pass 'lower-broadcast' cannot be combined with 'facts=off': \
             only facts determine which sizes belong to arguments",
        );
        check_error(
            "hoist-assertions=on assertions=none",
            "option 'hoist-assertions=on' of pass 'lower-broadcast' cannot be combined with \
             'assertions=none': there are no assertions to hoist",
        );
    }
}

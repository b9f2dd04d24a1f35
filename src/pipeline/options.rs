//! Options of passes: what there is to be known of each, and their text,
//! `trait-rules=strict assertions=custom-call`.

mod error;
mod rows;
mod value;

pub use self::{
    error::OptionError,
    rows::OPTIONS,
    value::{OFF, ON, OptionKind, OptionValue},
};

use super::rules::{RuleSelection, split_unquoted};
use crate::{assertion::Assertions, rule::suggest, transform::LowerOptions};
use error::list;

/// The options of a pass of this crate.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct PassOptions {
    /// What `lower-broadcast` is told; `verify-broadcastable` looks at the trait's
    /// rules only.
    pub lower: LowerOptions,
    /// The tables of rules.
    pub rules: RuleSelection,
    /// Whether `legalize-to-stablehlo` leaves programs in TOSA as they are.
    pub keep_tosa: bool,
}

/// An option of passes, one row of [`OPTIONS`].
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// Which passes take it.
    pub concern: Concern,
    /// What help texts call its value.
    pub placeholder: &'static str,
    /// Says what it does, in one sentence.
    pub(super) describe: fn() -> String,
    pub(super) get: fn(&PassOptions) -> &dyn OptionValue,
    pub(super) get_mut: fn(&mut PassOptions) -> &mut dyn OptionValue,
}

/// What an option is about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Concern {
    /// Which ops broadcast, and which of them are right.
    Verification,
    /// What is checked at run time, and how.
    Checks,
    /// What ops become.
    Lowering,
    /// Which programs are left as they are.
    Legalization,
}

impl OptionInfo {
    /// Returns what the option does, in one sentence.
    pub fn description(&self) -> String {
        (self.describe)()
    }

    /// Returns which values the option takes.
    pub fn kind(&self) -> OptionKind {
        (self.get)(&PassOptions::default()).kind()
    }

    /// Returns the words that the option takes, the default first; none if it takes names.
    pub fn values(&self) -> Vec<&'static str> {
        match self.kind() {
            OptionKind::Choice(values) => values.to_vec(),
            OptionKind::Switch if self.default() == ON[0] => vec![ON[0], OFF[0]],
            OptionKind::Switch => vec![OFF[0], ON[0]],
            OptionKind::Names => vec![],
        }
    }

    /// Returns the value that holds where none is given; empty if it is no name.
    pub fn default(&self) -> String {
        self.get(&PassOptions::default())
    }

    /// Returns the value in `options`, in the form that a pipeline has it in.
    pub fn get(&self, options: &PassOptions) -> String {
        (self.get)(options).text()
    }

    /// Sets the value in `options`, from the form that a pipeline has it in.
    ///
    /// Returns `None`, and may have changed the value, if the option does not take it.
    pub fn set(&self, options: &mut PassOptions, value: &str) -> Option<()> {
        (self.get_mut)(options).set(value)
    }
}

/// Reads the options of `lower-broadcast`, such as `trait-rules=strict`,
/// separated by spaces; what is not given is the default. Rules are not loaded.
///
/// # Errors
///
/// Fails if there is no such option, or if it does not take the value.
pub fn parse_lower_options(text: &str) -> Result<PassOptions, OptionError> {
    parse_options("lower-broadcast", OPTIONS, text)
}

/// Reads the options of a pass from text; what is not given is the default.
pub(super) fn parse_options<'r>(
    pass: &'static str,
    rows: impl IntoIterator<Item = &'r OptionInfo>,
    text: &str,
) -> Result<PassOptions, OptionError> {
    parse_options_over(pass, rows, text, PassOptions::default())
}

/// Reads the options of a pass from text; what is not given is as in `options`.
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
            suggestion: suggest(name, rows.iter().map(|row| row.name)),
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
        OptionKind::Choice(_) | OptionKind::Switch => OptionError::Value {
            pass,
            option,
            expected: list(row.values().into_iter()),
            suggestion: suggest(&found, row.values()),
            found,
        },
    }
}

/// An option as it is written.
struct Assignment<'t> {
    name: &'t str,
    /// `None` where there is no `=`.
    value: Option<String>,
}

/// Splits a text to options: at spaces, and at commas that do not separate names.
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
                takes_names = find(name).is_some_and(|row| row.kind() == OptionKind::Names);
                options.push(Assignment { name, value });
            }
        }
    }
    options
}

/// Writes the options of a pass that are not the default, as a pipeline has them.
pub(super) fn print_options<'r>(
    rows: impl IntoIterator<Item = &'r OptionInfo>,
    options: &PassOptions,
) -> String {
    let rows = rows.into_iter().map(|row| (row, row.get(options)));
    let given = rows.filter(|(row, value)| *value != row.default());
    let words = given.map(|(row, value)| format!("{}={value}", row.name));
    words.collect::<Vec<_>>().join(" ")
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the error for the options that there are, or for two of them if it lists
    /// them.
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
    fn options_are_read_as_they_are_printed() {
        let mut options = PassOptions::default();
        assert_eq!(print_options(OPTIONS, &options), "");
        for row in OPTIONS {
            let last = row.values().last().copied();
            row.set(&mut options, last.unwrap_or("tosa,\"my rules.toml\""))
                .unwrap();
            assert_ne!(row.get(&options), row.default(), "{}", row.name);
        }
        // It goes with neither of two others.
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
    fn options_have_names_of_their_own() {
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
            "pass 'lower-broadcast' has no option 'shape'; it takes 'trait-rules' or 'assertions'",
        );
    }

    #[test]
    fn switches_take_the_words_of_mlir() {
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
            "option 'facts' of pass 'lower-broadcast' is 'yes'; it takes 'on' or 'off'",
        );
    }

    #[test]
    fn wrong_options_are_refused() {
        check_error(
            "trait-rule=mlir",
            "pass 'lower-broadcast' has no option 'trait-rule'; \
             it takes 'trait-rules' or 'assertions'; did you mean 'trait-rules'?",
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
            "option 'assertions' of pass 'lower-broadcast' has no value; it takes 'custom-call', 'cf', 'shape' or 'none'",
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

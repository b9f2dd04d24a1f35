//! Which tables of rules a pass uses, as its options say.

use crate::{
    rule::{BuiltInTable, RuleErrors, RuleTable, RuleTableBuilder, suggest},
    transform::Rules,
};
use std::{fs, io};

/// Selects tables of rules by name.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct RuleSelection {
    /// Built-in tables by name, others by file; a later one may replace rules of
    /// an earlier one.
    pub tables: Vec<String>,
    /// Whether the table that is in use by default, CHLO's, is left out.
    pub only: bool,
}

/// Says why rules cannot be loaded.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleLoadError {
    /// There is no such table.
    #[error(
        "there is neither a rule file nor a built-in table `{name}`; {}",
        built_in_tables(suggestion.as_deref())
    )]
    Missing {
        /// What was named.
        name: String,
        /// The table that was probably meant.
        suggestion: Option<String>,
    },
    /// The file cannot be read.
    #[error("cannot read rule file `{file}`: {reason}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// The file could be read once only.
    #[error("`{file}` is a pipe or a device, but rules are read more than once; name a file")]
    NotAFile {
        /// What was named.
        file: String,
    },
    /// The default table is left out, and no other one is there.
    #[error("`rules-only` leaves no rules; name a table with `rules=`, or leave it out")]
    NoTable,
    /// Rules are wrong.
    #[error(transparent)]
    Rules(#[from] RuleErrors),
}

fn built_in_tables(suggestion: Option<&str>) -> String {
    if let Some(name) = suggestion {
        return format!("did you mean `{name}`?");
    }
    let names = BuiltInTable::all().map(|table| format!("`{}`", table.name()));
    let names = names.collect::<Vec<_>>().join(" and ");
    format!("the built-in tables are {names}")
}

impl RuleSelection {
    /// Loads the tables and puts them together.
    ///
    /// # Errors
    ///
    /// Fails if there is no table, if a file cannot be read, or if rules are wrong or
    /// contradict each other.
    pub fn load(&self) -> Result<Rules, RuleLoadError> {
        if self.only && self.tables.is_empty() {
            return Err(RuleLoadError::NoTable);
        }
        let mut built_in = vec![];
        let mut builder = RuleTableBuilder::new();
        if !self.only {
            for table in BuiltInTable::all().filter(|table| table.is_default()) {
                built_in.push(table.name());
                builder = builder.add_table(table.read()?);
            }
        }
        for name in &self.tables {
            let table = match BuiltInTable::from_name(name) {
                // Naming one twice does no harm.
                Some(table) if built_in.contains(&table.name()) => continue,
                Some(table) => {
                    built_in.push(table.name());
                    table.read()?
                }
                None => read_file(name)?,
            };
            builder = builder.add_table(table);
        }
        Ok(Rules::new(builder.build()?))
    }
}

fn read_file(name: &str) -> Result<RuleTable, RuleLoadError> {
    if fs::metadata(name).is_ok_and(|file| !file.is_file() && !file.is_dir()) {
        return Err(RuleLoadError::NotAFile { file: name.into() });
    }
    let text = fs::read_to_string(name).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => RuleLoadError::Missing {
            name: name.into(),
            suggestion: suggest(name, BuiltInTable::all().map(BuiltInTable::name)).map(Into::into),
        },
        _ => RuleLoadError::Io {
            file: name.into(),
            reason: error.to_string(),
        },
    })?;
    Ok(RuleTable::parse(name, &text)?)
}

/// Writes names as an option's value, of which the pipeline's parser makes the names.
///
/// ```
/// # use bcast_lower::pipeline::names_value;
/// assert_eq!(names_value(["tosa", "my rules.toml"]), r#"tosa,"my rules.toml""#);
/// ```
pub fn names_value(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names = names.into_iter().map(|name| quote(name.as_ref()));
    names.collect::<Vec<_>>().join(",")
}

/// Writes a name as an option's value: in quotes, with TOML's escapes, where it
/// has characters that mean something in a pipeline.
fn quote(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+@%~:".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.into();
    }
    let escape = |c: char| match c {
        '"' | '\\' | '{' | '}' => format!("\\u{:04x}", u32::from(c)),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.into(),
    };
    format!("\"{}\"", name.chars().map(escape).collect::<String>())
}

/// Reads the names in an option's value: `tosa,"my rules.toml"`; `None` if a
/// quoted one is malformed, or one is empty.
pub(super) fn read_names(value: &str) -> Option<Vec<String>> {
    split_unquoted(value, |c| c == ',')
        .into_iter()
        .map(|name| {
            let name = match name.starts_with('"') {
                true => name.parse::<toml::Value>().ok()?.as_str()?.to_string(),
                false if name.contains('"') => return None,
                false => name.to_string(),
            };
            (!name.is_empty()).then_some(name)
        })
        .collect()
}

/// Splits a text at characters that are not between quotes.
pub(super) fn split_unquoted(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(|c: char| {
        let was_escaped = std::mem::replace(&mut is_escaped, is_quoted && c == '\\');
        // `split` asks again for a character only once, in order.
        if was_escaped {
            is_escaped = false;
        } else if c == '"' {
            is_quoted = !is_quoted;
        }
        !is_quoted && is_separator(c)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_survives_as_an_option() {
        for name in [
            "tosa",
            "../a-b_c.toml",
            "my rules.toml",
            "a,b",
            "{",
            "}\"\\",
            "ü\n",
        ] {
            let quoted = quote(name);
            assert_eq!(
                read_names(&quoted),
                Some(vec![name.to_string()]),
                "{quoted}"
            );
            let words = format!("a={quoted} b={quoted},{quoted}");
            let words = split_unquoted(&words, char::is_whitespace);
            assert_eq!(
                words,
                [format!("a={quoted}"), format!("b={quoted},{quoted}")]
            );
            assert!(!quoted.contains(['{', '}']) && !quoted.contains('\n'));
        }
    }

    #[test]
    fn malformed_names_are_refused() {
        for value in ["", "a,", "\"a", "a\"b\"", "\"\\x\""] {
            assert_eq!(read_names(value), None, "{value}");
        }
    }

    fn check_error(tables: &[&str], expected: &str) {
        let selection = RuleSelection {
            tables: tables.iter().copied().map(String::from).collect(),
            only: false,
        };
        assert_eq!(selection.load().unwrap_err().to_string(), expected);
    }

    #[test]
    fn tables_that_do_not_exist_are_refused() {
        check_error(
            &["tsoa"],
            "there is neither a rule file nor a built-in table `tsoa`; did you mean `tosa`?",
        );
        check_error(
            &["tosa", "none.toml"],
            "there is neither a rule file nor a built-in table `none.toml`; \
             the built-in tables are `chlo` and `tosa`",
        );
        check_error(
            &["/"],
            "cannot read rule file `/`: Is a directory (os error 21)",
        );
        check_error(
            &["/dev/null"],
            "`/dev/null` is a pipe or a device, but rules are read more than once; name a file",
        );
    }

    #[test]
    fn built_in_tables_may_be_named_twice() {
        let selection = RuleSelection {
            tables: vec!["tosa".into(), "chlo".into(), "tosa".into()],
            only: false,
        };
        let rules = selection.load().unwrap();
        assert!(rules.table().get("tosa.add").is_some());
        assert!(rules.table().get("chlo.broadcast_add").is_some());
    }

    #[test]
    fn some_table_is_needed() {
        let nothing = RuleSelection {
            tables: vec![],
            only: true,
        };
        assert_eq!(nothing.load().unwrap_err(), RuleLoadError::NoTable);
    }

    #[test]
    fn only_the_named_tables_are_loaded() {
        let only = RuleSelection {
            tables: vec!["tosa".into()],
            only: true,
        };
        let rules = only.load().unwrap();
        assert!(rules.table().get("chlo.broadcast_add").is_none());
    }
}

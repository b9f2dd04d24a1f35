//! Selection of the rule tables that a pass uses.

use super::registered::{registered_table, with_registered_hooks};
use crate::{
    lower::Rules,
    rule::{BuiltInTable, RuleErrors, RuleTable, RuleTableBuilder},
    suggest::{Suggestions, suggest},
};
use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::{self, Path, PathBuf},
};

/// Rule tables selected by name.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct RuleSelection {
    /// Built-in tables by name, others by file; a later one may replace rules of
    /// an earlier one.
    pub tables: Vec<String>,
    /// Whether the default table, CHLO's, is omitted.
    pub only: bool,
}

/// An error in loading rules.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleLoadError {
    /// The table does not exist.
    #[error(
        "there is neither a rule file nor a built-in table `{name}`; {}",
        built_in_tables(suggestions)
    )]
    Missing {
        /// The given name.
        name: String,
        /// The tables that were probably intended.
        suggestions: Suggestions,
    },
    /// The file cannot be read.
    #[error("cannot read rule file `{file}`: {reason}")]
    Io {
        /// The file.
        file: String,
        /// The system's error message.
        reason: String,
    },
    /// The file is a directory.
    #[error("cannot read rule file `{file}`: it is a directory; name a file in it")]
    Directory {
        /// The given name.
        file: String,
    },
    /// A table is named twice.
    #[error("{}; name it once", twice(first, second))]
    Twice {
        /// The first name of the table.
        first: String,
        /// The second name of the table.
        second: String,
    },
    /// The file could be read only once.
    #[error("`{file}` is a pipe or a device, but rules are read more than once; name a file")]
    NotAFile {
        /// The given name.
        file: String,
    },
    /// The default table is omitted, and no other table is named.
    #[error("`rules-only` leaves no rules; name a table with `rules=`, or remove `rules-only`")]
    NoTable,
    /// Rules are invalid.
    #[error(transparent)]
    Rules(#[from] RuleErrors),
}

impl RuleLoadError {
    /// Returns the unknown name that it is about, if there is one, and those that it may stand for.
    pub fn suggestions(&self) -> Option<&Suggestions> {
        match self {
            Self::Missing { suggestions, .. } => Some(suggestions),
            _ => None,
        }
    }
}

fn built_in_tables(suggestions: &Suggestions) -> String {
    suggestions.question('`').unwrap_or_else(|| {
        let names = BuiltInTable::all().map(|table| format!("`{}`", table.name()));
        let names = names.collect::<Vec<_>>();
        let (last, names) = names.split_last().expect("there are built-in tables");
        format!("the built-in tables are {} and {last}", names.join(", "))
    })
}

/// Returns the built-in tables that a name that is not a file may stand for: that of a dialect,
/// `tosa` for `rules/tosa.toml`, or one with a similar name.
fn near_tables(found: &str) -> Suggestions {
    let path = Path::new(found);
    let is_table = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let name = stem.filter(|_| is_table).unwrap_or(found);
    let names = match BuiltInTable::from_name(name).or_else(|| BuiltInTable::from_dialect(name)) {
        Some(table) => vec![table.name().into()],
        None => suggest(name, BuiltInTable::all().map(BuiltInTable::name))
            .names()
            .to_vec(),
    };
    Suggestions::new(found, names)
}

fn twice(first: &str, second: &str) -> String {
    match first == second {
        true => format!("`{first}` is named twice as a rule table"),
        false => format!("`{first}` and `{second}` are the same rule file"),
    }
}

impl RuleSelection {
    /// Returns the same selection with absolute paths of files.
    pub(super) fn with_absolute_paths(mut self) -> Self {
        for name in &mut self.tables {
            if BuiltInTable::from_name(name).is_none()
                && registered_table(name).is_none()
                && let Ok(path) = path::absolute(&*name)
                && let Ok(path) = path.into_os_string().into_string()
            {
                *name = path;
            }
        }
        self
    }

    /// Loads and combines the tables.
    ///
    /// # Errors
    ///
    /// Fails if there is no table, if a file cannot be read, or if rules are invalid or
    /// contradict each other.
    pub fn load(&self) -> Result<Rules, RuleLoadError> {
        if self.only && self.tables.is_empty() {
            return Err(RuleLoadError::NoTable);
        }
        let mut builder = RuleTableBuilder::new();
        for table in BuiltInTable::all().filter(|table| table.is_default()) {
            builder = match self.only {
                true => builder.omit(&table.read()?),
                false => builder.add_table(table.read()?),
            };
        }
        let mut named = HashSet::<&str>::new();
        let mut files = HashMap::<PathBuf, &str>::new();
        for name in &self.tables {
            let built_in = BuiltInTable::from_name(name);
            let registered = registered_table(name);
            if (built_in.is_some() || registered.is_some()) && !named.insert(name) {
                let (first, second) = (name.clone(), name.clone());
                return Err(RuleLoadError::Twice { first, second });
            }
            let table = match built_in {
                // Naming a table that is in use anyway is harmless.
                Some(table) if table.is_default() && !self.only => continue,
                Some(table) => table.read()?,
                None => match registered {
                    Some(table) => table,
                    None => {
                        // A missing file has no canonical path and is reported below.
                        if let Ok(path) = fs::canonicalize(name)
                            && let Some(first) = files.insert(path, name)
                        {
                            let (first, second) = (first.into(), name.clone());
                            return Err(RuleLoadError::Twice { first, second });
                        }
                        read_file(name)?
                    }
                },
            };
            builder = builder.add_table(table);
        }
        Ok(with_registered_hooks(Rules::new(builder.build()?)))
    }
}

fn read_file(name: &str) -> Result<RuleTable, RuleLoadError> {
    if fs::metadata(name).is_ok_and(|file| !file.is_file() && !file.is_dir()) {
        return Err(RuleLoadError::NotAFile { file: name.into() });
    }
    let bytes = fs::read(name).map_err(|error| match error.kind() {
        io::ErrorKind::IsADirectory => RuleLoadError::Directory { file: name.into() },
        io::ErrorKind::NotFound => RuleLoadError::Missing {
            name: name.into(),
            suggestions: near_tables(name),
        },
        _ => RuleLoadError::Io {
            file: name.into(),
            reason: error.kind().to_string(),
        },
    })?;
    Ok(RuleTable::parse_bytes(name, &bytes)?)
}

/// Formats names as an option's value, from which the pipeline's parser restores them.
///
/// ```
/// # use bcast_lower_driver as bcast_lower;
/// # use bcast_lower::pipeline::names_value;
/// assert_eq!(names_value(["tosa", "my rules.toml"]), r#"tosa,"my rules.toml""#);
/// ```
pub fn names_value(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names = names.into_iter().map(|name| quote(name.as_ref()));
    names.collect::<Vec<_>>().join(",")
}

/// Formats a name as an option's value: in quotes, with TOML's escapes, if it contains
/// characters that are special in a pipeline.
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

/// Parses the names in an option's value, such as `tosa,"my rules.toml"`; `None` if a quoted
/// name is malformed or a name is empty.
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
        // `split` tests each character once, in order.
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
            &["examples/rules/none/torch.toml"],
            "there is neither a rule file nor a built-in table `examples/rules/none/torch.toml`; \
             did you mean `torch`?",
        );
        check_error(
            &["tf"],
            "there is neither a rule file nor a built-in table `tf`; did you mean `tensorflow`?",
        );
        check_error(
            &["tosa", "none.toml"],
            "there is neither a rule file nor a built-in table `none.toml`; \
             the built-in tables are `chlo`, `tosa`, `tensorflow`, `onnx` and `torch`",
        );
        check_error(
            &["/"],
            "cannot read rule file `/`: it is a directory; name a file in it",
        );
        check_error(
            &["/dev/null"],
            "`/dev/null` is a pipe or a device, but rules are read more than once; name a file",
        );
    }

    #[test]
    fn the_default_table_may_be_named() {
        let selection = RuleSelection {
            tables: vec!["tosa".into(), "chlo".into()],
            only: false,
        };
        let rules = selection.load().unwrap();
        assert!(!rules.table().get("tosa.add").is_empty());
        assert!(!rules.table().get("chlo.broadcast_add").is_empty());
    }

    #[test]
    fn a_table_is_named_once() {
        check_error(
            &["tosa", "chlo", "tosa"],
            "`tosa` is named twice as a rule table; name it once",
        );
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.toml");
        fs::write(
            &path,
            "[[rule]]\nsource = \"a.b\"\ntarget = \"stablehlo.add\"\n",
        )
        .unwrap();
        let name = path.to_str().unwrap();
        check_error(
            &[name, "tosa", name],
            &format!("`{name}` is named twice as a rule table; name it once"),
        );
        let other = format!("{}/./a.toml", directory.path().display());
        check_error(
            &[name, &other],
            &format!("`{name}` and `{other}` are the same rule file; name it once"),
        );
    }

    #[test]
    fn invalid_utf8_is_reported_with_its_position() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.toml");
        let name = path.to_str().unwrap();
        for (bytes, place, found) in [
            (
                &b"# \xc3\xbc\n# \xc3\xbc\xff"[..],
                "2:5",
                "it contains the byte 0xFF",
            ),
            (b"\xff\xfe#\0", "1:1", "it begins like UTF-16"),
        ] {
            fs::write(&path, bytes).unwrap();
            let selection = RuleSelection {
                tables: vec![name.into()],
                only: false,
            };
            let error = selection.load().unwrap_err().to_string();
            let expected = format!("{name}:{place}: error: the file is not UTF-8: {found}\n");
            assert!(error.starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn a_rule_may_replace_one_of_an_omitted_table() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.toml");
        let text = |source: &str| {
            format!("[[rule]]\nsource = \"{source}\"\ntarget = \"stablehlo.add\"\nreplace = true\n")
        };
        let load = |only| {
            let tables = vec![path.to_str().unwrap().to_string()];
            RuleSelection { tables, only }.load()
        };
        fs::write(&path, text("chlo.broadcast_add")).unwrap();
        assert!(load(false).is_ok() && load(true).is_ok());
        fs::write(&path, text("chlo.brodcast_add")).unwrap();
        for only in [false, true] {
            let error = load(only).unwrap_err().to_string();
            assert!(
                error.contains(
                    "a.toml:4:11: error: `replace` is set, but no earlier table has a rule for \
                     `chlo.brodcast_add`; did you mean `chlo.broadcast_add`?"
                ),
                "{error}"
            );
        }
    }

    #[test]
    fn at_least_one_table_is_required() {
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
        assert!(rules.table().get("chlo.broadcast_add").is_empty());
    }
}

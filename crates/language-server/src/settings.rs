//! The settings of the files in a directory: `bcast-lower.toml`.

use crate::{
    driver::IrdlSource,
    lower::Rules,
    pipeline::{
        OPTIONS, OptionError, OptionInfo, OptionKind, PassOptions, Target, check_taken,
        names_value, parse_lowering_options,
    },
    rule::BuiltInTable,
    suggest::{Suggestions, suggest},
};
use std::{
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
};
use strum::VariantNames;
use toml::{Spanned, Value};

/// The name of the file.
pub(super) const FILE_NAME: &str = "bcast-lower.toml";

/// The keys besides the options of the passes.
const TARGET: &str = "target";
const IRDL_FILE: &str = "irdl-file";

/// How the files in a directory, and below it, are lowered.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// The target; only the lowering runs if there is none.
    pub target: Option<Target>,
    /// The options of the passes.
    pub options: PassOptions,
    /// The rules.
    pub rules: Rules,
    /// The definitions of dialects.
    pub irdl: Vec<IrdlSource>,
    /// The bytes of the file that name tables of rules, or else other names.
    pub rules_span: Range<usize>,
}

/// A mistake in the file.
#[derive(Debug, PartialEq)]
pub(super) struct Mistake {
    /// The bytes of the file that it concerns.
    pub span: Range<usize>,
    /// What is wrong, and what would be right.
    pub message: String,
    /// The unknown name that it is about, if any, and those that it may stand for.
    pub suggestions: Option<Suggestions>,
}

impl Mistake {
    pub fn new(span: Range<usize>, message: impl ToString) -> Self {
        Self {
            span,
            message: message.to_string(),
            suggestions: None,
        }
    }

    /// Creates a mistake that is an error in the options of passes.
    fn from_options(span: Range<usize>, error: &OptionError) -> Self {
        Self {
            suggestions: error.suggestions().cloned(),
            ..Self::new(span, error)
        }
    }
}

/// Returns the file that has the settings of a document: in its directory, or in the nearest
/// one above it.
pub(super) fn find(document: &Path) -> Option<PathBuf> {
    let directories = document.ancestors().skip(1);
    let mut files = directories.map(|directory| directory.join(FILE_NAME));
    files.find(|file| file.is_file())
}

impl Settings {
    /// Reads the text of a file in a directory. Each key is a long option of the command-line
    /// tool; names of files are relative to the directory.
    ///
    /// # Errors
    ///
    /// Returns all mistakes of keys and values, in their order. What is wrong with several of them
    /// together is only found if each is right by itself.
    pub fn read(directory: &Path, text: &str) -> Result<Self, Vec<Mistake>> {
        let table = toml::from_str::<BTreeMap<Spanned<String>, Spanned<Value>>>(text);
        let table = table.map_err(|error| {
            let span = error.span().unwrap_or_default();
            vec![Mistake::new(span, error.message())]
        })?;
        let mut settings = Self::default();
        let mut words = vec![];
        let mut mistakes = vec![];
        for (key, value) in &table {
            match settings.set(directory, key, value) {
                Ok(word) => words.extend(word),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if !mistakes.is_empty() {
            mistakes.sort_by_key(|mistake| mistake.span.start);
            return Err(mistakes);
        }
        let text = words.join(" ");
        let options = parse_lowering_options(settings.target, &text);
        settings.options = options.map_err(|error| vec![Mistake::from_options(0..0, &error)])?;
        check_taken(settings.target, &settings.options).map_err(|error| {
            let is_it = |key: &&Spanned<String>| match &error {
                OptionError::Untaken { option, .. } => key.get_ref() == option,
                _ => false,
            };
            let span = table.keys().find(is_it).map_or(0..0, Spanned::span);
            vec![Mistake::from_options(span, &error)]
        })?;
        let rules = settings.options.rules.load().map_err(OptionError::from);
        settings.rules = rules.map_err(|error| {
            let span = settings.rules_span.clone();
            vec![Mistake::from_options(span, &error)]
        })?;
        Ok(settings)
    }

    /// Sets what a key says; returns an option of the passes in the syntax of a pipeline.
    fn set(
        &mut self,
        directory: &Path,
        key: &Spanned<String>,
        value: &Spanned<Value>,
    ) -> Result<Option<String>, Mistake> {
        let span = value.span();
        match &**key.get_ref() {
            TARGET => self.target = Some(target(value)?),
            IRDL_FILE => {
                for name in names(IRDL_FILE, value)? {
                    let path = directory.join(name);
                    let text = fs::read(&path).map_err(|error| {
                        let path = path.display();
                        Mistake::new(span.clone(), format!("cannot read `{path}`: {error}"))
                    })?;
                    let name = path.to_string_lossy().into_owned();
                    self.irdl.push(IrdlSource { name, text });
                }
            }
            name => {
                let row = OPTIONS.iter().find(|row| row.name == name);
                let row = row.ok_or_else(|| unknown(key))?;
                if row.kind() == OptionKind::Names {
                    self.rules_span = span;
                }
                let value = option_value(directory, row, value)?;
                return Ok(Some(format!("{name}={value}")));
            }
        }
        Ok(None)
    }
}

fn unknown(key: &Spanned<String>) -> Mistake {
    let found = key.get_ref();
    let known = OPTIONS.iter().map(|row| row.name);
    let known = known.chain([TARGET, IRDL_FILE]);
    let suggestions = suggest(found, known);
    let advice = suggestions.question('`').unwrap_or_else(|| {
        "the keys are the options of `bcast-lower --help` for its passes, `target` and `irdl-file`"
            .into()
    });
    Mistake {
        suggestions: Some(suggestions),
        ..Mistake::new(key.span(), format!("unknown key `{found}`; {advice}"))
    }
}

fn target(value: &Spanned<Value>) -> Result<Target, Mistake> {
    let found = value.get_ref().as_str().and_then(|name| name.parse().ok());
    found.ok_or_else(|| wrong(TARGET, value, Target::VARIANTS))
}

/// Returns the value of an option in the syntax of a pipeline.
fn option_value(
    directory: &Path,
    row: &OptionInfo,
    value: &Spanned<Value>,
) -> Result<String, Mistake> {
    let text = match (row.kind(), value.get_ref()) {
        (OptionKind::Names, _) => {
            // As on the command line, a built-in table takes precedence over a file of its name.
            let found = names(row.name, value)?.into_iter().map(|name| {
                let path = directory.join(&name);
                match BuiltInTable::from_name(&name).is_none() && path.exists() {
                    true => path.to_string_lossy().into_owned(),
                    false => name,
                }
            });
            return Ok(names_value(found));
        }
        (OptionKind::Switch, Value::Boolean(true)) => "on",
        (OptionKind::Switch, Value::Boolean(false)) => "off",
        (OptionKind::Text(_), Value::String(text)) => {
            let quoted = names_value([text.clone()]);
            return match row.set(&mut PassOptions::default(), &quoted) {
                Some(()) => Ok(quoted),
                None => {
                    let message = format!("`{}`: {}", row.name, row.problem(&quoted));
                    Err(Mistake::new(value.span(), message))
                }
            };
        }
        (_, Value::String(text)) => text,
        (OptionKind::Text(_), found) => {
            let message = format!("`{}` must be one string, not {found}", row.name);
            return Err(Mistake::new(value.span(), message));
        }
        _ => return Err(wrong(row.name, value, &row.values())),
    };
    match row.set(&mut PassOptions::default(), text) {
        Some(()) => Ok(text.into()),
        None => Err(wrong(row.name, value, &row.values())),
    }
}

fn names(key: &str, value: &Spanned<Value>) -> Result<Vec<String>, Mistake> {
    let name = |value: &Value| value.as_str().map(str::to_string);
    let found = match value.get_ref() {
        Value::Array(values) => values.iter().map(name).collect(),
        value => name(value).map(|name| vec![name]),
    };
    found.ok_or_else(|| Mistake::new(value.span(), format!("`{key}` must be a list of strings")))
}

fn wrong(key: &str, value: &Spanned<Value>, expected: &[&str]) -> Mistake {
    let expected = expected.iter().map(|word| format!("\"{word}\""));
    let expected = expected.collect::<Vec<_>>().join(" or ");
    let found = value.get_ref();
    let message = format!("`{key}` must be {expected}, not {found}");
    Mistake::new(value.span(), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_mistakes(text: &str, expected: &[(&str, &str)]) {
        let mistakes = Settings::read(Path::new("/nowhere"), text).unwrap_err();
        let found = mistakes
            .iter()
            .map(|mistake| (&text[mistake.span.clone()], &*mistake.message));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    }

    fn check_mistake(text: &str, at: &str, message: &str) {
        check_mistakes(text, &[(at, message)]);
    }

    #[test]
    fn mistakes_are_explained_where_they_are() {
        check_mistake(
            "target = \"ire\"",
            "\"ire\"",
            "`target` must be \"xla\" or \"iree\", not \"ire\"",
        );
        check_mistake("facts = 1", "1", "`facts` must be \"on\" or \"off\", not 1");
        check_mistake(
            "fact = true",
            "fact",
            "unknown key `fact`; did you mean `facts`?",
        );
        check_mistake("rules = 3", "3", "`rules` must be a list of strings");
        check_mistake(
            "rules = [\"tsoa\"]",
            "[\"tsoa\"]",
            "there is neither a rule file nor a built-in table `tsoa`; did you mean `tosa`?",
        );
        check_mistake(
            "facts = false\nhoist-assertions = true",
            "",
            "option 'hoist-assertions=on' of pass 'lower-broadcast' cannot be combined with \
             'facts=off': only facts determine which sizes belong to arguments",
        );
    }

    #[test]
    fn all_mistakes_are_reported_in_their_order() {
        check_mistakes(
            "target = \"xla\"\nfact = true\nrules = 3\nfacts = 1",
            &[
                ("fact", "unknown key `fact`; did you mean `facts`?"),
                ("3", "`rules` must be a list of strings"),
                ("1", "`facts` must be \"on\" or \"off\", not 1"),
            ],
        );
    }

    #[test]
    fn built_in_tables_are_found_beside_directories_of_their_names() {
        let directory = tempfile::tempdir().unwrap();
        for table in BuiltInTable::all() {
            let name = table.name();
            fs::create_dir(directory.path().join(name)).unwrap();
            let settings =
                Settings::read(directory.path(), &format!("rules = \"{name}\"")).unwrap();
            let source = table.read().unwrap().iter().next().unwrap().source.clone();
            assert!(!settings.rules.table().get(&source).is_empty(), "{name}");
        }
        let named = Settings::read(directory.path(), "rules = \"./torch\"").unwrap_err();
        assert!(named[0].message.contains("it is a directory"), "{named:?}");
    }

    #[test]
    fn every_option_can_be_set() {
        for row in OPTIONS {
            let value = match row.kind() {
                OptionKind::Names => "[\"tosa\"]".into(),
                OptionKind::Text(_) => "\"b=4\"".into(),
                OptionKind::Switch => (row.default() == "off").to_string(),
                OptionKind::Choice(values) => format!("\"{}\"", values[values.len() - 1]),
            };
            let read = |target: &str| {
                let text = format!("{} = {value}\n{target}", row.name);
                Settings::read(Path::new("/nowhere"), &text).ok()
            };
            // Some options are for targets only.
            match read("").or_else(|| read("target = \"iree\"")) {
                Some(settings) => {
                    assert_ne!(row.get(&settings.options), row.default(), "{}", row.name);
                }
                // Without a table, there are no rules.
                None => assert_eq!(row.name, "rules-only"),
            }
        }
    }
}

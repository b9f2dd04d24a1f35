//! The files of a pass.

use crate::{
    GenerateError,
    lit_test::lit_test,
    row::{cpp_string, row},
};
use bcast_lower_broadcast::rule::RuleTable;

/// The files of a pass, in which `__KEY__` is replaced.
const TEMPLATES: [(&str, &str); 5] = [
    ("__NAME__.h", include_str!("../template/Pass.h")),
    ("__NAME__.cpp", include_str!("../template/Pass.cpp")),
    ("CMakeLists.txt", include_str!("../template/CMakeLists.txt")),
    ("README.md", include_str!("../template/README.md")),
    (
        "test/lower.mlir",
        include_str!("../template/test/lower.mlir"),
    ),
];

/// The length of the longest name: with it, the lines that contain it fit into 80 columns.
const LONGEST_NAME: usize = 36;

/// An option of the pass.
#[derive(Clone, Debug)]
pub struct PassOption {
    /// Its name, such as `zero-extents`.
    pub name: &'static str,
    /// A description, in a line.
    pub description: String,
    /// The values that it takes, the default first; none if it is a switch, which is off.
    pub values: Vec<&'static str>,
}

/// A file of a pass.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GeneratedFile {
    /// Its path in the directory of the pass.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Generates the files of the pass `name`, which lowers the ops of a table. `command` is the command that did so.
///
/// # Errors
///
/// Fails if the name cannot be one in C++, or if the table has what only Rust can express.
pub fn generate_pass(
    table: &RuleTable,
    name: &str,
    options: &[PassOption],
    command: &str,
) -> Result<Vec<GeneratedFile>, GenerateError> {
    let is_name = name.starts_with(|it: char| it.is_ascii_uppercase())
        && name.len() <= LONGEST_NAME
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_name {
        return Err(GenerateError::Name { found: name.into() });
    }
    if table.iter().next().is_none() {
        return Err(GenerateError::NoRules);
    }
    let rows = table.iter().map(row).collect::<Result<String, _>>()?;
    let dialects = dialects(table);
    let values = [
        (
            "OPTIONS",
            options
                .iter()
                .map(cpp_option)
                .collect::<String>()
                .trim_end()
                .into(),
        ),
        (
            "OPTION_ROWS",
            options.iter().map(readme_row).collect::<String>(),
        ),
        (
            "GUARD",
            format!("{}_H", words(name).join("_").to_uppercase()),
        ),
        ("ARGUMENT", words(name).join("-")),
        (
            "SUMMARY",
            format!("Lowers broadcasting ops of {dialects} to StableHLO"),
        ),
        ("COMMAND", command.into()),
        ("NAME", name.into()),
        // Nothing in these is replaced.
        ("OPS", readme_ops(table)),
        ("TESTS", lit_test(table)),
        ("TABLE", rows.trim_end().to_string()),
    ];
    let fill = |text: &str| {
        let filled = values.iter().fold(text.to_string(), |text, (key, value)| {
            text.replace(&format!("__{key}__"), value)
        });
        filled.replace('\r', "")
    };
    Ok(TEMPLATES
        .iter()
        .map(|(path, text)| {
            let path = fill(path);
            let text = text.replace("// __HEADER__", &header(&path));
            GeneratedFile {
                text: fill(&text),
                path,
            }
        })
        .collect())
}

/// Returns the first line of a file, as LLVM writes it.
fn header(path: &str) -> String {
    let language = if path.ends_with(".h") {
        " -*- C++ -*-"
    } else {
        ""
    };
    let begin = format!("//===- {path} ");
    let end = format!("{language}===//");
    let dashes = 80_usize.saturating_sub(begin.len() + end.len());
    format!("{begin}{}{end}", "-".repeat(dashes))
}

/// Returns the words of a name: `LowerNnBroadcast` => `lower`, `nn`, `broadcast`.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::<String>::new();
    let mut after_capital = false;
    for letter in name.chars() {
        let is_capital = letter.is_ascii_uppercase();
        match words.last_mut() {
            Some(word) if !is_capital || after_capital => word.push(letter.to_ascii_lowercase()),
            _ => words.push(letter.to_ascii_lowercase().into()),
        }
        after_capital = is_capital;
    }
    words
}

/// Returns the dialects of the ops of a table.
fn dialects(table: &RuleTable) -> String {
    let mut names = table
        .iter()
        .map(|rule| rule.source.split('.').next().unwrap_or_default())
        .collect::<Vec<_>>();
    names.dedup();
    names.join(", ")
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_string();
    words.fold(first, |text, word| text + &capitalized(word))
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// Returns a member of the pass.
fn cpp_option(option: &PassOption) -> String {
    let PassOption {
        name,
        description,
        values,
    } = option;
    let field = camel_case(name);
    let description = cpp_string(description);
    if values.is_empty() {
        return format!(
            "  Option<bool> {field}{{*this, \"{name}\",\n      llvm::cl::desc({description})}};\n"
        );
    }
    let r#type = capitalized(&field);
    let value = |value: &str| format!("{type}::{}", capitalized(&camel_case(value)));
    let entries = values.iter();
    let entries = entries.map(|text| format!("clEnumValN({}, \"{text}\", \"\")", value(text)));
    let entries = entries
        .collect::<Vec<_>>()
        .join(",\n                       ");
    format!(
        "  Option<{type}> {field}{{*this, \"{name}\",\n      llvm::cl::desc({description}),\n      \
         llvm::cl::init({}),\n      llvm::cl::values({entries})}};\n",
        value(values[0])
    )
}

fn readme_row(option: &PassOption) -> String {
    let values = match option.values.as_slice() {
        [] => "`false`, `true`".into(),
        values => values
            .iter()
            .map(|value| format!("`{value}`"))
            .collect::<Vec<_>>()
            .join(", "),
    };
    format!(
        "| `{}` | {values} | {} |\n",
        option.name, option.description
    )
}

/// Returns a row for each op, with what it becomes.
fn readme_ops(table: &RuleTable) -> String {
    let mut rows = String::new();
    let mut of = None;
    for rule in table.iter() {
        let separator = match of.replace(&rule.source) {
            Some(source) if *source == rule.source => "; or ",
            Some(_) => &*format!(" |\n| `{}` | ", rule.source),
            None => &*format!("| `{}` | ", rule.source),
        };
        rows += separator;
        let ops = rule.target_ops().map(|op| format!("`{op}`"));
        let ops = ops.collect::<Vec<_>>().join(", ");
        rows += match &*ops {
            "" => "nothing: it is only verified",
            ops => ops,
        };
    }
    rows + " |"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_words() {
        for (name, expected) in [
            ("LowerNnBroadcast", "lower-nn-broadcast"),
            ("LowerTFOps", "lower-tfops"),
            ("Lower2", "lower2"),
        ] {
            assert_eq!(words(name).join("-"), expected);
        }
        assert_eq!(camel_case("trait-rules"), "traitRules");
    }

    #[test]
    fn a_hook_is_an_error_that_names_the_rule() {
        let rule = "[[rule]]\nsource = \"nn.add\"\nhook = \"add\"\n";
        let table = RuleTable::parse("nn.toml", rule).unwrap();
        let error = generate_pass(&table, "LowerNn", &[], "").unwrap_err();
        assert_eq!(
            error.to_string(),
            "nn.toml:3:8: the key `hook` of the rule for 'nn.add' names a function in Rust, which a pass in C++ cannot \
             call; write its target as a `sequence`"
        );
    }

    #[test]
    fn names_that_are_no_classes_are_errors() {
        let table = bcast_lower_broadcast::rule::BuiltInTable::all()
            .next()
            .unwrap()
            .read()
            .unwrap();
        for name in ["", "lower", "Lower Nn", "Lower-Nn", "Lower::Nn", "Änderung"] {
            let error = generate_pass(&table, name, &[], "").unwrap_err();
            assert_eq!(error, GenerateError::Name { found: name.into() });
        }
    }
}

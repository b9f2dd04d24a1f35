//! Tests the statements of the README and of the pages in `docs`.

#[path = "../support/context.rs"]
mod context;
mod contributing;
mod layers;
#[path = "../support/missing.rs"]
mod missing;
mod names;

use bcast_lower::{
    assertion::Assertions,
    rule::{RuleProblem, RuleTable},
    transform::iree_rows,
};
use missing::Need;
use std::{env, fs, os::unix::fs::symlink, path::Path, process::Command};
use strum::VariantArray;

const README: &str = include_str!("../../README.md");

/// Returns the first code block of a language after a line of the README.
fn block_after(line: &str, language: &str) -> &'static str {
    let (_, rest) = README.split_once(line).expect("the README has the line");
    let (_, rest) = rest
        .split_once(&format!("```{language}\n"))
        .expect("a block follows");
    rest.split_once("```").expect("the block ends").0
}

#[test]
fn the_main_command_prints_the_listing() {
    let command = block_after("Lower an example, with a debug build", "sh");
    let output = Command::new("sh")
        .args(["-c", command])
        .env("BCAST_LOWER_BIN", env!("CARGO_BIN_EXE_bcast-lower"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("sh runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    let stderr = text(output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(text(output.stdout), block_after("After:", "mlir"));
}

#[test]
fn the_listing_before_is_the_example() {
    let example = include_str!("../../examples/bias_add.mlir");
    assert_eq!(block_after("Before:", "mlir"), example);
}

/// `lit/legalize-for-iree/dynamic_paddings.mlir` tests the row `dynamic-paddings`; where one file would be too long, or
/// its commands differ, others have more words behind that.
#[test]
fn each_row_for_iree_has_a_lit_file() {
    let files = fs::read_dir("lit/legalize-for-iree").unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let stems = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_string());
    let stems = stems.collect::<Vec<_>>();
    let names = iree_rows().map(|row| row.name.replace('-', "_"));
    let names = names.collect::<Vec<_>>();
    for name in &names {
        assert!(
            stems.contains(name),
            "no lit file tests the row: add lit/legalize-for-iree/{name}.mlir"
        );
    }
    for stem in &stems {
        let has_row = names.iter().any(|name| stem.starts_with(name));
        assert!(has_row, "no row for IREE has the name of {stem}");
    }
}

#[test]
fn every_assertion_backend_has_a_section() {
    let page = include_str!("../../docs/assertions.md");
    for assertions in Assertions::VARIANTS {
        let heading = format!("## `{assertions}`");
        let has_section = page.lines().any(|line| line.starts_with(&heading));
        assert!(has_section, "docs/assertions.md: {heading}");
    }
}

/// Runs every command of a page in the repository, and checks that it prints the lines that
/// follow: the result, including blocks marked `continued`, or the errors in a block of `text`.
fn check_page(page: &str) {
    check_commands(page, Path::new(env!("CARGO_MANIFEST_DIR")), None);
}

/// Runs the commands of a page as [`check_page`] does, but in a given directory, with Python's
/// programs from another one; without it, Python's commands are omitted.
fn check_commands(page: &str, directory: &Path, python: Option<&Path>) {
    let tool = Path::new(env!("CARGO_BIN_EXE_bcast-lower"));
    let path = env::var_os("PATH").unwrap_or_default();
    let first = tool.parent().into_iter().chain(python);
    let path = env::join_paths(first.map(Into::into).chain(env::split_paths(&path)))
        .expect("the directories can be in PATH");
    let blocks = blocks(page);
    let mut count = 0;
    for (index, (_, command)) in blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| block.0 == "sh")
    {
        if command.starts_with("python ") && python.is_none() {
            continue;
        }
        let output = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .current_dir(directory)
            .output()
            .expect("sh runs");
        let (first, more) = blocks[index + 1..].split_first().expect("a block follows");
        let more = more
            .iter()
            .take_while(|(language, _)| language.ends_with(" continued"));
        let expected = [first].into_iter().chain(more);
        for (language, expected) in expected {
            let fails = language.starts_with("text");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.success(), !fails, "{command}{errors}");
            let text = if fails {
                errors
            } else {
                String::from_utf8_lossy(&output.stdout)
            };
            assert!(text.contains(expected), "{command}{text}");
        }
        count += 1;
    }
    assert!(count > 0, "the page has no command");
}

/// Returns the code blocks of a page, with their languages.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let code = page.split("```").skip(1).step_by(2);
    code.map(|block| block.split_once('\n').expect("a block has lines"))
        .collect()
}

#[test]
fn commands_of_the_page_on_assertions_print_the_shown_output() {
    let page = include_str!("../../docs/assertions.md");
    check_page(page);
    let example = include_str!("../../examples/named_arguments.mlir");
    assert!(page.contains(&format!("```mlir\n{example}```")));
}

#[test]
fn commands_of_the_comparison_print_the_shown_output() {
    check_page(include_str!("../../docs/comparison.md"));
}

#[test]
fn commands_of_the_page_on_facts_print_the_shown_output() {
    let page = include_str!("../../docs/facts.md");
    check_page(page);
    let example = include_str!("../../examples/declared_symbols.mlir");
    assert!(page.contains(&format!("```mlir\n{example}```")));
}

#[test]
fn commands_of_the_tutorial_print_the_shown_output() {
    let page = include_str!("../../docs/tutorial.md");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let peers = Command::new(root.join("scripts/peers"))
        .output()
        .expect("the script runs");
    let python = String::from_utf8_lossy(&peers.stdout);
    let python = peers
        .status
        .success()
        .then(|| Path::new(python.trim()).parent())
        .flatten();
    if python.is_none() {
        let reason = String::from_utf8_lossy(&peers.stderr);
        missing::skip(Need::Python, "the tutorial's Python", &reason);
    }
    let directory = tempfile::tempdir().expect("a directory can be made");
    symlink(root.join("examples"), directory.path().join("examples")).expect("a link can be made");
    check_commands(page, directory.path(), python);
    let program = include_str!("../../examples/jax_export.py");
    let model = include_str!("../../examples/masked_layer.mlir");
    for (language, text) in blocks(page) {
        assert!(language != "python" || program.contains(text), "{text}");
    }
    assert!(page.contains(&format!("```mlir\n{model}```")));
}

/// Asserts that a generated page, whose text is given, is up to date.
fn check_generated(what: &str, path: &str, text: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_bcast-lower"))
        .arg(format!("--generate={what}"))
        .output()
        .expect("the tool runs");
    let generated = String::from_utf8_lossy(&output.stdout);
    let mut lines = generated.lines().zip(text.lines());
    let other = lines.find(|(new, old)| new != old);
    let other = other.map_or(String::new(), |(new, old)| {
        format!("; the first other line:\n-{old}\n+{new}")
    });
    assert!(
        generated == text,
        "write {path} with `target/debug/bcast-lower --generate={what} >{path}`{other}"
    );
}

#[test]
fn the_page_on_passes_is_what_the_tool_generates() {
    let page = include_str!("../../docs/passes.md");
    check_generated("passes", "docs/passes.md", page);
    check_page(page);
}

#[test]
fn the_page_on_iree_is_what_the_tool_generates() {
    let page = include_str!("../../docs/iree.md");
    check_generated("iree", "docs/iree.md", page);
    check_page(page);
}

#[test]
fn the_types_for_python_are_what_the_tool_generates() {
    let text = include_str!("../../python/bcast_lower/__init__.pyi");
    check_generated("pyi", "python/bcast_lower/__init__.pyi", text);
}

#[test]
fn commands_of_the_page_on_explain_print_the_shown_output() {
    check_page(include_str!("../../docs/explain.md"));
}

#[test]
fn commands_of_the_page_on_the_core_print_the_shown_output() {
    check_page(include_str!("../../docs/core.md"));
}

#[test]
fn commands_of_the_page_on_specialising_print_the_shown_output() {
    check_page(include_str!("../../docs/specialize.md"));
}

#[test]
fn commands_of_the_page_on_targets_print_the_shown_output() {
    check_page(include_str!("../../docs/targets.md"));
}

const RULES: &str = concat!(
    include_str!("../../docs/rules.md"),
    include_str!("../../docs/rules-reference.md"),
    include_str!("../../docs/rules-facts.md"),
);

#[test]
fn commands_of_the_pages_on_rules_print_the_shown_output() {
    check_page(RULES);
    for (language, example) in [
        ("mlir", include_str!("../../examples/rules/nn.mlir")),
        ("toml", include_str!("../../examples/rules/nn.toml")),
        ("toml", include_str!("../../examples/rules/wrong.toml")),
        ("mlir", include_str!("../../examples/rules/ml.mlir")),
        ("toml", include_str!("../../examples/rules/ml.toml")),
        ("mlir", include_str!("../../examples/rules/nn.irdl.mlir")),
    ] {
        assert!(blocks(RULES).contains(&(language, example)), "{example}");
    }
}

#[test]
fn the_hook_on_the_pages_on_rules_is_tested() {
    let tests = include_str!("../lowering/hooks.rs");
    let blocks = blocks(RULES);
    let hook = blocks.iter().find(|(language, _)| *language == "rust");
    assert!(tests.contains(hook.expect("the page shows a hook").1));
}

/// All tables on these pages can be parsed, and together they show every key.
#[test]
fn the_pages_on_rules_show_every_key() {
    let Err(errors) = RuleTable::parse("", "x = 1\n[[rule]]\nx = 1\n[[facts]]\nx = 1") else {
        panic!("`x` is not a key");
    };
    let mut known = errors.iter().filter_map(|error| match &*error.problem {
        RuleProblem::UnknownKey { known, .. } => Some(*known),
        _ => None,
    });
    let (_, rule) = (known.next(), known.next().expect("all are reported"));
    let facts = known.next().expect("all are reported");
    let tables = blocks(RULES).into_iter();
    let tables = tables.filter(|(language, _)| *language == "toml");
    let tables = tables.map(|(_, table)| table).collect::<Vec<_>>();
    for table in &tables {
        RuleTable::parse("docs/rules.md", table).expect("the table is right");
    }
    let pages = "docs/rules.md, docs/rules-reference.md and docs/rules-facts.md";
    for key in rule.iter().chain(facts) {
        let is_shown = |line: &str| line.starts_with(&format!("{key} = "));
        assert!(
            tables.iter().any(|table| table.lines().any(is_shown)),
            "no table in {pages} has the key '{key}'"
        );
        assert!(
            RULES.contains(&format!("`{key}`")),
            "no text in {pages} is about `{key}`"
        );
    }
}

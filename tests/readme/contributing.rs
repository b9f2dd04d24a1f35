//! The commands of CONTRIBUTING.md, the list of long checks, and the changelog.

use super::blocks;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const PAGE: &str = include_str!("../../CONTRIBUTING.md");
const CHECK_ALL: &str = include_str!("../../scripts/check-all");
const CHANGELOG: &str = include_str!("../../CHANGELOG.md");

/// The tool, as the page calls it.
const TOOL: &str = "target/debug/bcast-lower";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the commands in the blocks and in the tables of the page, one per line.
fn commands() -> Vec<String> {
    let blocks = blocks(PAGE).into_iter();
    let shell = blocks.filter(|(language, _)| *language == "sh");
    let lines = shell.flat_map(|(_, text)| {
        let text = text.replace("\\\n", " ");
        text.lines().map(String::from).collect::<Vec<_>>()
    });
    let rows = PAGE.lines().filter(|line| line.starts_with("| "));
    let cells = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    let is_command = |cell: &&str| cell.starts_with("cargo ") || cell.contains('/');
    let cells = cells.filter(is_command).map(String::from);
    lines.chain(cells).collect()
}

/// Returns the texts of the Rust files at or below a path without extension.
fn sources(path: &Path) -> String {
    let mut found = fs::read_to_string(path.with_extension("rs")).unwrap_or_default();
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let is_source = path.is_dir() || path.extension().is_some_and(|it| it == "rs");
        if is_source {
            found.push_str(&sources(&path.with_extension("")));
        }
    }
    found
}

/// Returns where the tests are that `cargo test` runs, and what selects some of them.
fn selected<'w>(words: &[&'w str]) -> Option<(PathBuf, &'w str)> {
    let at = words.iter().position(|word| *word == "test")?;
    let words = &words[at + 1..];
    let position = |name| words.iter().position(|word| *word == name);
    let package = position("--package").and_then(|at| words[at + 1].strip_prefix("bcast-lower-"));
    let library = package.map_or("src".into(), |name| format!("crates/{name}/src"));
    let (directory, filter) = match (position("--test"), position("--lib")) {
        (Some(at), _) => (Path::new("tests").join(words[at + 1]), words.get(at + 2)),
        (None, Some(at)) => (library.into(), words.get(at + 1)),
        (None, None) => panic!("{words:?} selects no test"),
    };
    Some((directory, filter.copied().unwrap_or_default()))
}

#[test]
fn commands_for_contributors_name_what_exists() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in &commands {
        let words = command.split_whitespace().collect::<Vec<_>>();
        let is_path = |word: &&&str| {
            let starts = ["scripts/", "lit/", "examples/", "tests/"];
            starts.iter().any(|start| word.starts_with(start))
        };
        for path in words.iter().filter(is_path) {
            assert!(root().join(path).exists(), "{command}: {path}");
        }
        if words.contains(&"cargo")
            && let Some((directory, filter)) = selected(&words)
        {
            let directory = root().join(directory);
            assert!(directory.is_dir(), "{command}");
            let text = sources(&directory);
            // The first part of a path is a module, another word the start of a function's name.
            let is_found = match filter.split_once("::") {
                Some((module, _)) => text.contains(&format!("mod {module};")),
                None => {
                    text.contains(&format!("fn {filter}"))
                        || text.contains(&format!("mod {filter};"))
                }
            };
            assert!(is_found, "{command}: {filter}");
        }
    }
}

#[test]
fn commands_for_contributors_run_the_tool() {
    let commands = commands();
    let commands = commands.iter().filter(|it| it.starts_with(TOOL));
    let mut count = 0;
    for command in commands {
        let output = Command::new("sh")
            .args([
                "-c",
                &command.replace(TOOL, env!("CARGO_BIN_EXE_bcast-lower")),
            ])
            .current_dir(root())
            .output()
            .expect("sh runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {stderr}");
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn all_long_checks_run_together() {
    let scripts = fs::read_dir(root().join("scripts")).expect("it is there");
    let names = scripts.map(|entry| entry.expect("it can be read").file_name());
    let names = names.filter_map(|name| name.into_string().ok());
    let starts = ["check-", "compare-", "fuzz", "sanitize"];
    let is_check = |name: &String| starts.iter().any(|start| name.starts_with(start));
    for name in names.filter(is_check).filter(|name| name != "check-all") {
        let command = format!("scripts/{name}");
        let is_called = |line: &str| {
            let words = line.split([' ', '"', ';']);
            words.into_iter().any(|word| word == command)
        };
        assert!(CHECK_ALL.lines().any(is_called), "{name}");
    }
}

#[test]
fn the_changelog_begins_with_this_version() {
    let mut sections = CHANGELOG
        .lines()
        .filter_map(|line| line.strip_prefix("## "));
    let newest = sections.find(|section| !section.starts_with("[Unreleased]"));
    let newest = newest.expect("it has a section of a version");
    let version = format!("[{}] - ", env!("CARGO_PKG_VERSION"));
    let date = newest.strip_prefix(&version);
    let date = date.unwrap_or_else(|| panic!("`{newest}` is about another version"));
    let is_date = date.len() == 10 && date.replace('-', "").parse::<u32>().is_ok();
    assert!(is_date || date == "unreleased", "{date}");
}

//! What the README and the pages in `docs` say is so.

use std::{env, path::Path, process::Command};

const README: &str = include_str!("../../README.md");

/// The first code block of a language after a line of the README.
fn block_after(line: &str, language: &str) -> &'static str {
    let (_, rest) = README.split_once(line).expect("the README has the line");
    let (_, rest) = rest
        .split_once(&format!("```{language}\n"))
        .expect("a block follows");
    rest.split_once("```").expect("the block ends").0
}

#[test]
fn the_main_command_prints_the_listing() {
    let command = block_after("Lower an example:", "sh");
    let output = Command::new("sh")
        .args(["-c", command])
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

#[test]
fn options_of_the_passes_are_listed() {
    for pass in bcast_lower::pipeline::PASSES {
        let row = README
            .lines()
            .find(|line| line.starts_with(&format!("| `{}` |", pass.name)))
            .expect("the pass has a row");
        for option in pass.options {
            assert!(row.contains(option.name), "{} in {row}", option.name);
        }
    }
}

/// Runs every command of a page, and checks that it prints the lines that follow.
fn check_page(page: &str) {
    let tool = Path::new(env!("CARGO_BIN_EXE_bcast-lower"));
    let directory = tool.parent().expect("the tool is in a directory");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(
        [directory.into()]
            .into_iter()
            .chain(env::split_paths(&path)),
    )
    .expect("the directory can be in PATH");
    let mut rest = page;
    let mut count = 0;
    while let Some((_, begin)) = rest.split_once("```sh\n") {
        let (command, begin) = begin.split_once("```").expect("the block ends");
        let (_, begin) = begin.split_once("```mlir\n").expect("a block follows");
        let (expected, end) = begin.split_once("```").expect("the block ends");
        let output = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("sh runs");
        let stdout = String::from_utf8(output.stdout).expect("the output is UTF-8");
        assert!(output.status.success(), "{command}");
        assert!(stdout.contains(expected), "{command}{stdout}");
        count += 1;
        rest = end;
    }
    assert!(count > 0, "the page has no command");
}

#[test]
fn commands_of_the_page_on_assertions_print_what_follows() {
    let page = include_str!("../../docs/assertions.md");
    check_page(page);
    let example = include_str!("../../examples/named_arguments.mlir");
    assert!(page.contains(&format!("```mlir\n{example}```")));
}

#[test]
fn commands_of_the_page_on_facts_print_what_follows() {
    let page = include_str!("../../docs/facts.md");
    check_page(page);
    let example = include_str!("../../examples/declared_symbols.mlir");
    assert!(page.contains(&format!("```mlir\n{example}```")));
}

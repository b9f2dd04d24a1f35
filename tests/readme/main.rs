//! What the README says is so.

use std::process::Command;

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

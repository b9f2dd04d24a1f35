//! `compare`, without JAX and IREE; `python/tests/test_compare.py` has the rest.

use crate::{help::without_pass_options, support::Sandbox};
use insta::assert_snapshot;
use std::os::unix::fs::PermissionsExt;

#[test]
fn help_of_compare() {
    let help = Sandbox::new().run(&["compare", "--help"]).succeeds();
    assert_snapshot!("help_of_compare", without_pass_options(&help));
}

#[test]
fn what_prevents_a_comparison_is_a_usage_error() {
    let sandbox = Sandbox::with("a.mlir", "");
    let runs: &[&[&str]] = &[
        &["compare", "--python=./none", "a.mlir"],
        &["compare", "missing.mlir"],
        &["compare", "."],
        &["compare", "--calls=0", "a.mlir"],
        &["compare", "--target=gpu", "a.mlir"],
        &["compare", "--tolerance=-1", "a.mlir"],
        &["compare", "--stats", "a.mlir"],
        &["compare", "a.mlir", "b.mlir"],
    ];
    let text = runs.iter().map(|arguments| {
        let run = sandbox.run(arguments);
        assert_eq!(run.code(), 2, "{arguments:?}");
        run.transcript()
    });
    assert_snapshot!(
        "what_prevents_a_comparison",
        text.collect::<Vec<_>>().join("\n")
    );
}

/// A script that stands in for Python: it prints the names of the files it is given, and its arguments.
const PYTHON: &str = r##"#!/bin/sh
(cd "$1" && ls . _compare)
echo "$2" | sed "s#$1#DIRECTORY#g; s#\"tool\":\"[^\"]*\"#\"tool\":\"TOOL\"#"
rm -r "$1"
exit 7
"##;

#[test]
fn python_gets_the_program_and_the_arguments() {
    let sandbox = Sandbox::with("a.mlir", "");
    sandbox.write("python", PYTHON);
    let python = sandbox.path("python");
    let mode = PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&python, mode).expect("it is the test's");
    let run = sandbox.run(&[
        "compare",
        "--python=./python",
        "--sizes=b=1..8",
        "--sizes=s=16..",
        "--rules=tosa",
        "--shapes=4x8",
        "--function=f",
        "--guard-sizes=off",
        "--allow-unregistered-dialect",
        "-",
    ]);
    assert_eq!(run.code(), 7);
    assert_snapshot!("python_gets_the_arguments", run.transcript());
}

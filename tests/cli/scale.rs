use crate::support::{NOTHING, Sandbox};
use std::fmt::Write;

pub fn chain(name: &str, length: usize) -> String {
    let mut text =
        format!("func.func @{name}(%a: i32) -> i32 {{\n  %0 = arith.addi %a, %a : i32\n");
    for i in 1..length {
        writeln!(text, "  %{i} = arith.muli %{}, %a : i32", i - 1).unwrap();
    }
    writeln!(text, "  return %{} : i32\n}}", length - 1).unwrap();
    text
}

#[test]
fn a_hundred_thousand_ops_pass_through() {
    let sandbox = Sandbox::with("a.mlir", chain("f", 100_000));
    let output = sandbox
        .run(&["--pass-pipeline=builtin.module(func.func(cse))", "a.mlir"])
        .succeeds();
    assert_eq!(output.matches("arith.").count(), 100_000);
}

/// A pass that examined the whole module for each op would take an hour.
#[test]
fn ten_thousand_functions_are_lowered_for_a_target() {
    let mut content = String::new();
    for i in 0..10_000 {
        let function = "(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
";
        write!(content, "func.func @f{i}{function}").unwrap();
    }
    let sandbox = Sandbox::with("a.mlir", content);
    for target in ["--target=xla", "--target=iree"] {
        let output = sandbox.run(&[target, "a.mlir"]).succeeds();
        assert_eq!(output.matches("stablehlo.negate").count(), 10_000);
    }
}

#[test]
fn threads_do_not_change_the_output() {
    let mut content = String::new();
    for i in 0..500 {
        content += &chain(&format!("f{i}"), 50);
    }
    let sandbox = Sandbox::with("a.mlir", content);
    let is_same = |options: &[&str]| {
        let own = [options, &["a.mlir"]].concat();
        let single = [options, &["--mlir-disable-threading", "a.mlir"]].concat();
        let [own, single] = [own, single].map(|arguments| sandbox.run(&arguments).succeeds());
        assert!(own == single, "{options:?}");
    };
    let pipeline = "--pass-pipeline=builtin.module(func.func(canonicalize,cse))";
    is_same(&[pipeline]);
    // Names that depend on other functions.
    for option in ["--mlir-print-unique-ssa-ids", "--mlir-print-value-users"] {
        is_same(&[pipeline, option]);
    }
}

#[test]
fn thousands_of_parts_keep_their_lines() {
    let count = 3_000;
    let part = "\n// expected-error@below {{'wrong' is unknown}}\nwrong\n// -----\n";
    let sandbox = Sandbox::with("a.mlir", part.repeat(count));
    let run = sandbox.run(&[
        NOTHING,
        "-split-input-file",
        "-verify-diagnostics",
        "a.mlir",
    ]);
    run.succeeds();
    let run = sandbox.run(&[NOTHING, "--split-input-file", "a.mlir"]);
    run.fails_at_line(4 * count - 1);
}

impl crate::support::Run {
    #[track_caller]
    fn fails_at_line(&self, line: usize) {
        assert_eq!(self.code(), 1);
        let expected = format!("a.mlir:{line}:1: error:");
        assert!(self.stderr().contains(&expected), "{expected}");
    }
}

use crate::support::{NOTHING, Sandbox};
use std::{
    fmt::Write,
    process::{Command, Stdio},
};

fn chain(name: &str, length: usize) -> String {
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
fn twenty_thousand_functions_are_lowered_for_a_target() {
    let mut content = String::new();
    for i in 0..20_000 {
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
        assert_eq!(output.matches("stablehlo.negate").count(), 20_000);
    }
}

#[test]
fn threads_do_not_change_the_output() {
    let mut content = String::new();
    for i in 0..500 {
        content += &chain(&format!("f{i}"), 50);
    }
    let sandbox = Sandbox::with("a.mlir", content);
    let pipeline = "--pass-pipeline=builtin.module(func.func(canonicalize,cse))";
    let output = sandbox.run(&[pipeline, "a.mlir"]).succeeds();
    let single = sandbox
        .run(&[pipeline, "--mlir-disable-threading", "a.mlir"])
        .succeeds();
    assert!(output == single);
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

/// What a person sees on a terminal of a run that takes some seconds.
#[test]
fn a_large_input_shows_progress_on_a_terminal_only() {
    let sandbox = Sandbox::with("a.mlir", chain("f", 400_000));
    let tool = env!("CARGO_BIN_EXE_bcast-lower");
    let command = format!("{tool} --pass-pipeline='builtin.module(canonicalize,cse)' a.mlir");
    let run = |command: &str| {
        let output = Command::new("script")
            .args(["--quiet", "--return", "--command", command, "typescript"])
            .current_dir(sandbox.path(""))
            .stdin(Stdio::null())
            .output()
            .expect("script runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // `script` makes a terminal of both streams.
    let seen = run(&format!("{command} -o out.mlir"));
    assert!(seen.contains("a.mlir: 15 MiB, 0."), "{seen:?}");
    assert!(seen.ends_with("\r\u{1b}[K"), "{seen:?}");
    let seen = run(&format!("{command} -o out.mlir 2>log"));
    assert_eq!(seen, "");
    assert_eq!(sandbox.read("log"), "");
    // What comes out is not mixed with it.
    let seen = run(&command);
    let (_, output) = seen.rsplit_once("\r\u{1b}[K").expect("there is a line");
    assert!(output.starts_with("module {"), "{:?}", output.get(..80));
}

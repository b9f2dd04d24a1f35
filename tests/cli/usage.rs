use crate::support::Sandbox;
use insta::assert_snapshot;

fn transcript(arguments: &[&str]) -> String {
    let sandbox = Sandbox::with("a.mlir", "");
    let run = sandbox.run(arguments);
    assert_eq!(run.code(), 2);
    run.transcript()
}

#[test]
fn unknown_option() {
    assert_snapshot!(transcript(&["--split-input", "a.mlir"]));
}

#[test]
fn unknown_value() {
    assert_snapshot!(transcript(&["--trait-rules=lax", "a.mlir"]));
}

#[test]
fn two_inputs() {
    assert_snapshot!(transcript(&["a.mlir", "b.mlir"]));
}

#[test]
fn pass_option_with_pipeline() {
    assert_snapshot!(transcript(&[
        "--zero-extents=numpy",
        "--pass-pipeline=builtin.module()",
        "a.mlir",
    ]));
}

#[test]
fn rules_with_pipeline() {
    assert_snapshot!(transcript(&[
        "--rules=tosa",
        "--rules=my rules.toml",
        "--rules-only",
        "--pass-pipeline=builtin.module()",
        "a.mlir",
    ]));
}

#[test]
fn rules_only_with_pipeline() {
    assert_snapshot!(transcript(&[
        "--rules-only",
        "--pass-pipeline=builtin.module()",
        "a.mlir",
    ]));
}

#[test]
fn print_rules_with_pipeline() {
    assert_snapshot!(transcript(&[
        "--print-rules",
        "--pass-pipeline=builtin.module(lower-broadcast{rules=tosa})",
    ]));
}

#[test]
fn rules_only_without_rules() {
    assert_snapshot!(transcript(&["--rules-only", "a.mlir"]));
    assert_snapshot!(transcript(&[
        "--pass-pipeline=builtin.module(lower-broadcast{rules-only=on})",
        "a.mlir",
    ]));
}

#[test]
fn standard_input_for_two_files() {
    assert_snapshot!(transcript(&["--irdl-file=-", "-"]));
    let run = Sandbox::with("a.mlir", "").run_with_stdin(&["--irdl-file=-", "a.mlir"], b"wrong");
    run.fails(1, "<stdin>:1:1: error:");
}

#[test]
fn verify_only_with_pipeline() {
    assert_snapshot!(transcript(&[
        "--verify-only",
        "--pass-pipeline=builtin.module()",
        "a.mlir",
    ]));
}

#[test]
fn lowering_option_with_verify_only() {
    assert_snapshot!(transcript(&[
        "--verify-only",
        "--assertions=custom-call",
        "a.mlir"
    ]));
}

#[test]
fn bytecode_of_several_parts() {
    assert_snapshot!(transcript(&[
        "--emit-bytecode",
        "--split-input-file",
        "a.mlir"
    ]));
}

#[test]
fn pipeline_with_unknown_pass() {
    assert_snapshot!(transcript(&[
        "--pass-pipeline=builtin.module(canonicalize,lower)",
        "a.mlir",
    ]));
}

#[test]
fn pipeline_without_anchor() {
    assert_snapshot!(transcript(&["--pass-pipeline=canonicalize", "a.mlir"]));
}

#[test]
fn pipeline_with_unknown_option() {
    assert_snapshot!(transcript(&[
        "--pass-pipeline=builtin.module(canonicalize{iterations=3})",
        "a.mlir",
    ]));
}

#[test]
fn pipeline_with_open_parenthesis() {
    assert_snapshot!(transcript(&[
        "--pass-pipeline=builtin.module(cse",
        "a.mlir"
    ]));
}

#[test]
fn pipeline_is_checked_before_the_input() {
    let run = Sandbox::new().run(&["--pass-pipeline=builtin.module(lower)", "missing.mlir"]);
    run.fails(2, "invalid pass pipeline");
    assert!(!run.stderr().contains("missing.mlir"));
}

#[test]
fn pipeline_with_misspelt_pass() {
    assert_snapshot!(transcript(&[
        "--pass-pipeline=builtin.module(lower-brodcast)",
        "a.mlir"
    ]));
}

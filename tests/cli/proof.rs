use crate::support::{Sandbox, WRONG};
use insta::assert_snapshot;
use sha2::{Digest, Sha256};
use std::fs;

const BIAS: &str = include_str!("../../examples/bias_add.mlir");

/// Writes what `scripts/prove --record=proof.json --option=OPTION... a.mlir` would write.
fn record(sandbox: &Sandbox, verdict: &str, text: &str, options: &[&str]) {
    let hash = |bytes: &[u8]| {
        let digits = Sha256::digest(bytes);
        let digits = digits.iter().map(|byte| format!("{byte:02x}"));
        digits.collect::<String>()
    };
    let output = sandbox.run(&[options, &["a.mlir"]].concat()).succeeds();
    let pipeline = sandbox
        .run(&[options, &["--print-pipeline"]].concat())
        .succeeds();
    let record = serde_json::json!({
        "version": 1,
        "pipeline": pipeline.trim_end(),
        "input": hash(&fs::read(sandbox.path("a.mlir")).unwrap()),
        "output": hash(output.as_bytes()),
        "functions": [{"name": "bias_add", "verdict": verdict, "text": text}],
    });
    sandbox.write("proof.json", record.to_string());
}

#[test]
fn what_is_proven_is_shown() {
    let sandbox = Sandbox::with("a.mlir", BIAS);
    for (verdict, text) in [
        ("proven", "proven (7 conditions)"),
        ("refuted", "refuted: <a> is not legal"),
        ("not-known", "not known: no answer"),
    ] {
        record(&sandbox, verdict, text, &[]);
        let explain = |format| {
            let arguments = ["explain", format, "--proof=proof.json", "a.mlir"];
            sandbox.run(&arguments).succeeds()
        };
        let last = explain("--format=text");
        let last = last.lines().last();
        assert_eq!(last, Some(&*format!("proof      @bias_add: {text}")));

        let page = explain("--format=html");
        let badge = verdict.replace('-', " ");
        let link = format!("href=\"#proof\"><span class=\"badge\">{badge}</span></a>");
        assert_eq!(page.matches(&link).count(), 2, "one for each op");
        assert!(page.contains("<article id=\"proof\""));
        assert!(page.contains(&text.replace("<a>", "&lt;a&gt;")));

        let report: serde_json::Value = serde_json::from_str(&explain("--format=json")).unwrap();
        let function = &report["proof"]["functions"][0];
        assert_eq!(function["verdict"], verdict);
    }
    let report = sandbox
        .run(&["explain", "--format=json", "a.mlir"])
        .succeeds();
    assert!(report.contains("\"proof\": null"));
}

#[test]
fn what_is_proven_for_a_target_is_shown() {
    let sandbox = Sandbox::with("a.mlir", BIAS);
    let options = ["--target=iree", "--zero-extents=reject"];
    record(&sandbox, "proven", "proven (9 conditions)", &options);
    let arguments = [&["explain", "--proof=proof.json", "a.mlir"], &options[..]].concat();
    let text = sandbox.run(&arguments).succeeds();
    assert!(
        text.ends_with("proof      @bias_add: proven (9 conditions)\n"),
        "{text}"
    );
}

#[test]
fn proofs_of_other_runs_are_rejected() {
    let sandbox = Sandbox::with("a.mlir", BIAS);
    record(&sandbox, "proven", "proven (7 conditions)", &[]);
    let mut messages = vec![];
    let mut explain = |options: &[&str]| {
        let arguments = [&["explain", "--proof=proof.json", "-o", "out.txt"], options].concat();
        let run = sandbox.run(&arguments);
        assert_eq!(run.code(), 2, "{}", run.transcript());
        assert!(!sandbox.path("out.txt").exists());
        messages.push(run.stderr().to_string());
    };
    explain(&["--facts=off", "a.mlir"]);
    explain(&["--target=xla", "a.mlir"]);
    sandbox.write("b.mlir", BIAS.replace("bias_add", "bias"));
    explain(&["b.mlir"]);
    let proof = sandbox.read("proof.json");
    let output = proof.find("\"output\":\"").unwrap() + "\"output\":\"".len();
    let mut explain_again = |text: &str| {
        sandbox.write("proof.json", text);
        explain(&["a.mlir"]);
    };
    explain_again(&format!("{}!{}", &proof[..output], &proof[output + 1..]));
    explain_again(&proof.replace("\"version\":1", "\"version\":2"));
    explain_again(&proof.replace("\"proven\"", "\"sure\""));
    explain_again("");
    explain_again(WRONG);
    assert_snapshot!(messages.concat());
}

#[test]
fn an_input_with_errors_has_no_proof() {
    let sandbox = Sandbox::with("a.mlir", BIAS);
    record(&sandbox, "proven", "proven (7 conditions)", &[]);
    sandbox.write("a.mlir", WRONG);
    let run = sandbox.run(&["explain", "--proof=proof.json", "a.mlir"]);
    run.fails(2, "`a.mlir` is not the input that was proven");
    sandbox
        .run(&["explain", "--proof=missing.json", "a.mlir"])
        .fails(2, "cannot read `missing.json`: the file does not exist");
    sandbox
        .run(&["explain", "--proof=proof.json", "--emit-smt", "a.mlir"])
        .fails(2, "cannot be used with");
}

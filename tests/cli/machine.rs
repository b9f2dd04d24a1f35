//! Diagnostics in formats for other programs.

use crate::support::{FUNCTION, NOTHING, Run, Sandbox};
use serde_json::{Value, json};
use std::fs;

const JSON: &str = "--diagnostics-format=json";
const SARIF: &str = "--diagnostics-format=sarif";

const INVALID: &str = "\
func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
";

/// The objects that a run wrote, one in each line of standard error.
fn lines(run: &Run) -> Vec<Value> {
    let stderr = run.stderr();
    let lines = stderr.lines().map(serde_json::from_str);
    lines
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error}: {}", run.transcript()))
}

/// The only object that a run wrote, after a check of the exit code.
fn only(run: &Run, code: i32) -> Value {
    assert_eq!(run.code(), code, "{}", run.transcript());
    match &lines(run)[..] {
        [line] => line.clone(),
        lines => panic!("{lines:?}"),
    }
}

#[test]
fn json_has_positions_and_notes() {
    let sandbox = Sandbox::with("a.mlir", INVALID);
    let run = sandbox.run(&[JSON, "a.mlir"]);
    let error = only(&run, 1);
    assert_eq!(
        error,
        json!({
            "severity": "error",
            "id": "broadcastable_c4",
            "message": "'chlo.broadcast_add' op operands don't have broadcast-compatible shapes",
            "file": "a.mlir", "line": 2, "column": 8,
            "notes": [
                {
                    "message": "operand #1 has size 3 in dim 0, but result dim 0 is already 2; \
                                expected 2 or 1 (broadcastable_c4)",
                    "file": "a.mlir", "line": 1, "column": 33,
                },
                {
                    "message": "operand #0 has size 2 in dim 0 (broadcastable_c4)",
                    "file": "a.mlir", "line": 1, "column": 14,
                },
            ],
        })
    );
    assert_eq!(run.stdout(), "");
}

#[test]
fn success_writes_only_the_output() {
    let sandbox = Sandbox::with("a.mlir", "func.func @f() { return }");
    assert_eq!(sandbox.run(&[JSON, "a.mlir"]).succeeds(), FUNCTION);
    sandbox.write("empty.mlir", "");
    sandbox.run(&[JSON, "empty.mlir"]).succeeds();
    sandbox.run(&[JSON, "a.mlir", "-o", "out.mlir"]).succeeds();
    assert_eq!(sandbox.read("out.mlir"), FUNCTION);
    // Bytecode is read in a separate process.
    sandbox
        .run(&[JSON, "--emit-bytecode", "a.mlir", "-o", "a.mlirbc"])
        .succeeds();
    assert_eq!(sandbox.run(&[JSON, "a.mlirbc"]).succeeds(), FUNCTION);
}

#[test]
fn all_parts_and_severities_are_written() {
    let part = "func.func @f(%x: tensor<*xf32>) -> tensor<*xf32> {\n\
                %0 = chlo.broadcast_add %x, %x : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>\n\
                return %0 : tensor<*xf32>\n}\n";
    let source = [part, INVALID, "wrong\n"].join("// -----\n");
    let sandbox = Sandbox::with("a.mlir", source.replace('\n', "\r\n"));
    let run = sandbox.run(&[JSON, "--allow-partial", "--split-input-file", "a.mlir"]);
    let lines = lines(&run);
    let shown = lines.iter().map(|line| (&line["severity"], &line["line"]));
    assert_eq!(run.code(), 1);
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            (&json!("remark"), &json!(2)),
            (&json!("error"), &json!(7)),
            (&json!("error"), &json!(11)),
        ]
    );
}

#[test]
fn errors_of_usage_rules_and_files_have_the_same_form() {
    let sandbox = Sandbox::with("a.mlir", INVALID);
    sandbox.write("a.toml", "[[rule]]\nsource = 1\n");
    for (arguments, message) in [
        (
            &["--nonsense"][..],
            "unexpected argument '--nonsense' found",
        ),
        (
            &["--facts=maybe", "a.mlir"],
            "invalid value 'maybe' for '--facts",
        ),
        (
            &["--run-reproducer", "--cse", "a.mlir"],
            "`--cse` has no effect",
        ),
        (
            &["--pass-pipeline=builtin.module(cze)", "a.mlir"],
            "did you mean 'cse'?",
        ),
        (&["missing.mlir"], "missing.mlir"),
        (&["a.mlir", "-o", "missing/out.mlir"], "missing/out.mlir"),
        (&["--rules=missing.toml", "a.mlir"], "missing.toml"),
        (
            &["explain", "--nonsense"],
            "unexpected argument '--nonsense' found",
        ),
    ] {
        let format = match arguments {
            ["explain", ..] => [&["explain", JSON], &arguments[1..]].concat(),
            arguments => [&[JSON], arguments].concat(),
        };
        let error = only(&sandbox.run(&format), 2);
        assert_eq!(
            (&error["severity"], &error["file"]),
            (&json!("error"), &json!(null))
        );
        let found = error["message"].as_str().unwrap();
        assert!(
            found.contains(message) && !found.contains("Usage:"),
            "{found}"
        );
    }
    let error = only(&sandbox.run(&[JSON, "--rules=a.toml", "a.mlir"]), 2);
    assert_eq!(
        (&error["file"], &error["line"]),
        (&json!("a.toml"), &json!(2))
    );
}

/// A function with one op on two tensors.
fn binary(types: [&str; 3]) -> String {
    let [a, b, result] = types.map(|ty| format!("tensor<{ty}>"));
    format!(
        "func.func @f(%a: {a}, %b: {b}) -> {result} {{\n  \
         %0 = chlo.broadcast_add %a, %b : ({a}, {b}) -> {result}\n  return %0 : {result}\n}}\n"
    )
}

#[test]
fn each_kind_of_diagnostics_has_an_id() {
    let sandbox = Sandbox::new();
    sandbox.write("a.toml", "[[rule]]\nsource = 1\n");
    sandbox.write(
        "x.toml",
        "[[rule]]\nsource = \"x.y\"\ntarget = \"stablehlo.add\"\n",
    );
    let dynamic = binary(["?xf32", "?xf32", "?xf32"]);
    let x = |operands: &str, types: &str| {
        let function = "func.func @f(%a: tensor<2xf32>, %v: vector<2xf32>) {\n  ";
        format!("{function}%0 = \"x.y\"({operands}) : {types}\n  return\n}}\n")
    };
    let rules = &["--rules=x.toml", "--allow-unregistered-dialect"][..];
    sandbox.write(
        "like.toml",
        "[[rule]]\nsource = \"x.y\"\ntarget = \"stablehlo.add\"\nresult_like = 0\n",
    );
    let like = &["--rules=like.toml", "--allow-unregistered-dialect"][..];
    let results = x(
        "%a, %a",
        "(tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)",
    );
    for (id, arguments, source) in [
        ("broadcastable_c1", rules, x("", "() -> tensor<2xf32>")),
        ("broadcastable_c2", rules, results.replace("%0 =", "%0:2 =")),
        (
            "broadcastable_c3",
            rules,
            x("%a, %v", "(tensor<2xf32>, vector<2xf32>) -> tensor<2xf32>"),
        ),
        ("broadcastable_c4", &[], binary(["2xf32", "3xf32", "?xf32"])),
        (
            "broadcastable_c5",
            &[],
            binary(["2xf32", "2xf32", "1x2xf32"]),
        ),
        ("broadcastable_c6", &[], binary(["2xf32", "2xf32", "3xf32"])),
        (
            "broadcast_dimensions",
            &[],
            binary(["2xf32", "2x2xf32", "2x2xf32"])
                .replace("%b :", "%b {broadcast_dimensions = array<i64: 5>} :"),
        ),
        (
            "result_like",
            like,
            "func.func @f(%a: tensor<2xf32>, %b: tensor<2x2xf32>) {\n  \
             %0 = \"x.y\"(%a, %b) : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2xf32>\n  \
             return\n}\n"
                .into(),
        ),
        (
            "never-broadcasts",
            &[],
            binary(["?xf32", "3xf32", "?xf32"])
                .replace("?xf32>, %b", "?xf32> {bcast.dims = [\"n\"]}, %b")
                .replace(
                    "?xf32> {\n",
                    "?xf32> attributes {bcast.ranges = {n = array<i64: 4, 9>}} {\n",
                ),
        ),
        (
            "declared-sizes",
            &[],
            dynamic.replace("%a: tensor<?xf32>", "%a: tensor<?xf32> {bcast.dims = []}"),
        ),
        ("not-lowered", &[], binary(["*xf32", "*xf32", "*xf32"])),
        (
            "not-lowered",
            &["--allow-partial"],
            binary(["*xf32", "*xf32", "*xf32"]),
        ),
        ("failing-check", &["--shapes=2,3"], dynamic.clone()),
        ("given-sizes", &["--shapes=2x2,3"], dynamic.clone()),
        ("given-sizes", &["--function=g"], dynamic.clone()),
        (
            "given-elements",
            &["--shapes=tensor<2xf64>,2"],
            dynamic.clone(),
        ),
        ("given-arguments", &["--shapes=2"], dynamic.clone()),
        ("given-arguments", &["--shapes=z=2"], dynamic.clone()),
        (
            "given-sizes",
            &["--shapes=2,2"],
            dynamic.clone() + &dynamic.replace("@f", "@g"),
        ),
        (
            "given-sizes",
            &["--shapes=2,2", "--shapes=3,3"],
            dynamic.clone(),
        ),
        (
            "fitting-call",
            &["--shapes=2,2", "--verify-only"],
            dynamic.clone(),
        ),
        (
            "misspelt-name",
            &[],
            dynamic.replace("%b :", "%b {broadcast_dimension = array<i64: 0>} :"),
        ),
        ("rule-table", &["--rules=a.toml"], dynamic.clone()),
        ("usage", &["--nonsense"], dynamic.clone()),
        ("usage", &["-o", "missing/a"], dynamic.clone()),
        (
            "rejected-op",
            &[],
            "func.func @f(%a: i32) -> f32 {\n  return %a : i32\n}\n".into(),
        ),
        ("syntax", &[], "wrong".into()),
    ] {
        sandbox.write("a.mlir", source);
        let arguments = [arguments, &["a.mlir"]].concat();
        let run = sandbox.run(&[&[JSON], &arguments[..]].concat());
        let found = lines(&run);
        assert_eq!(found[0]["id"], id, "{}", run.transcript());
        let run = sandbox.run(&[&[SARIF], &arguments[..]].concat());
        let log = serde_json::from_str::<Value>(&run.stderr()).unwrap();
        let rules = &log["runs"][0]["tool"]["driver"]["rules"];
        let results = &log["runs"][0]["results"];
        let (found, index) = match &results[0] {
            Value::Null => {
                let invocation = &log["runs"][0]["invocations"][0];
                let rule = &invocation["toolExecutionNotifications"][0]["associatedRule"];
                (&rule["id"], &rule["index"])
            }
            result => (&result["ruleId"], &result["ruleIndex"]),
        };
        let index = index.as_u64().expect("an index") as usize;
        assert_eq!((found, &rules[index]["id"]), (&json!(id), &json!(id)));
    }
}

#[test]
fn help_and_the_version_are_text() {
    let sandbox = Sandbox::new();
    assert!(
        sandbox
            .run(&[JSON, "--version"])
            .succeeds()
            .starts_with("bcast-lower")
    );
    assert!(sandbox.run(&[JSON, "--help"]).succeeds().contains("Usage:"));
}

#[test]
fn diagnostics_go_to_a_file() {
    let sandbox = Sandbox::with("a.mlir", INVALID);
    let run = sandbox.run(&[SARIF, "--diagnostics-file=out.sarif", "a.mlir"]);
    assert_eq!((run.code(), run.stderr().as_str()), (1, ""));
    let log = serde_json::from_str::<Value>(&sandbox.read("out.sarif")).unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["exitCode"], 1);
    // Errors in the arguments, too.
    let run = sandbox.run(&["--diagnostics-file=out.json", "--nonsense", JSON]);
    assert_eq!((run.code(), run.stderr().as_str()), (2, ""));
    assert!(sandbox.read("out.json").contains("--nonsense"));
    // A run without diagnostics replaces the file.
    sandbox
        .run(&[NOTHING, JSON, "--diagnostics-file=out.json", "a.mlir"])
        .succeeds();
    assert_eq!(sandbox.read("out.json"), "");
    fs::create_dir(sandbox.path("directory")).unwrap();
    for file in ["missing/out.json", "directory"] {
        let option = format!("--diagnostics-file={file}");
        let run = sandbox.run(&[JSON, &option, "a.mlir"]);
        assert!(
            run.code() == 2 && run.stderr().contains(file),
            "{}",
            run.transcript()
        );
    }
    sandbox
        .run(&["--diagnostics-file=out.json", "a.mlir"])
        .fails(2, "`--diagnostics-file` needs `--diagnostics-format=json`");
}

#[test]
fn sarif_has_results_for_files_and_notifications_for_others() {
    let sandbox = Sandbox::with("a b.mlir", INVALID);
    let run = sandbox.run(&[SARIF, "a b.mlir"]);
    let log = serde_json::from_str::<Value>(&run.stderr()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(
        place,
        &json!({
            "artifactLocation": {"uri": "a%20b.mlir"},
            "region": {"startLine": 2, "startColumn": 8, "endColumn": 26},
        })
    );
    assert_eq!(
        results[0]["relatedLocations"].as_array().map(Vec::len),
        Some(2)
    );
    let run = sandbox.run(&[SARIF, "missing.mlir"]);
    let log = serde_json::from_str::<Value>(&run.stderr()).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["results"], json!([]));
    let notification = &run["invocations"][0]["toolExecutionNotifications"][0];
    assert!(
        notification["message"]["text"]
            .as_str()
            .unwrap()
            .contains("missing.mlir")
    );
}

#[test]
fn reports_and_diagnostics_are_separate() {
    let sandbox = Sandbox::with("a.mlir", include_str!("../../examples/bias_add.mlir"));
    let expected = sandbox.run(&["explain", "a.mlir"]).succeeds();
    assert_eq!(
        sandbox.run(&["explain", JSON, "a.mlir"]).succeeds(),
        expected
    );
    sandbox
        .run(&["explain", JSON, "a.mlir", "-o", "out"])
        .succeeds();
    assert_eq!(sandbox.read("out"), expected);
    let error = only(&sandbox.run(&["explain", JSON, "--why=99", "a.mlir"]), 1);
    assert_eq!(
        error["message"],
        "no op broadcasts implicitly at line 99; a report of the whole input also shows broadcasts that are explicit"
    );
    sandbox.write("a.mlir", INVALID);
    only(&sandbox.run(&["explain", JSON, "a.mlir"]), 1);
}

#[test]
fn options_that_write_text_are_refused() {
    let sandbox = Sandbox::with("a.mlir", INVALID);
    for option in [
        "--verify-diagnostics",
        "--stats",
        "--dump-pass-pipeline",
        "--mlir-timing",
        "--mlir-pass-statistics",
        "--mlir-print-ir-after-all",
    ] {
        let error = only(&sandbox.run(&[JSON, option, "a.mlir"]), 2);
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains("does not work with `--diagnostics-format=json`"),
            "{message}"
        );
    }
    let error = only(&sandbox.run(&["explain", JSON, "--emit-smt", "a.mlir"]), 2);
    assert!(error["message"].as_str().unwrap().contains("--emit-smt"));
    // IR in files is not in the way.
    let tree = "--mlir-print-ir-tree-dir=tree";
    only(
        &sandbox.run(&[JSON, "--mlir-print-ir-before-all", tree, "a.mlir"]),
        1,
    );
    assert!(sandbox.path("tree").exists());
}

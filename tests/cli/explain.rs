use crate::{
    help::without_pass_options,
    support::{NOTHING, Sandbox, WRONG},
};
use insta::assert_snapshot;

/// Explains a program as text.
fn explain(source: &str, options: &[&str]) -> String {
    let sandbox = Sandbox::with("a.mlir", source);
    let arguments = [&["explain", "a.mlir"], options].concat();
    sandbox.run(&arguments).succeeds()
}

const BIAS: &str = include_str!("../../examples/bias_add.mlir");

/// A size with facts from an op, an assertion and a guard.
const FACTS: &str = r#"func.func @facts(%x: tensor<?xf32> loc("x"), %y: tensor<?xf32> loc("y"), %z: tensor<?xf32>) -> tensor<?xf32> {
  %nx = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ny = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare EQ, %nx, %ny : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "<x> & y", has_side_effect = true} : (tensor<i1>) -> ()
  %0 = stablehlo.negate %y : tensor<?xf32>
  %1 = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = chlo.broadcast_add %1, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = chlo.broadcast_multiply %2, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
"#;

/// A broadcast of a broadcast, a repeated assertion, sizes of other dialects.
const OTHER_PASSES: &str = r#"func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %n = tensor.dim %y, %zero : tensor<?xf32>
  %s = tensor.from_elements %n : tensor<1xindex>
  %t = tensor.from_elements %two, %n : tensor<2xindex>
  %nx = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ny = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare EQ, %nx, %ny : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "x = y", has_side_effect = true} : (tensor<i1>) -> ()
  stablehlo.custom_call @shape_assertion(%ok) {api_version = 2 : i32, error_message = "x = y again", has_side_effect = true} : (tensor<i1>) -> ()
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %t, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = chlo.erf %1 : tensor<?x?xf32> -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
"#;

#[test]
fn changes_of_target_passes_are_shown() {
    assert_snapshot!(explain(OTHER_PASSES, &["--target=xla"]));
    assert_eq!(explain(OTHER_PASSES, &[]).matches("(simplify-").count(), 0);
}

#[test]
fn changes_of_target_passes_are_counted() {
    let sandbox = Sandbox::with("a.mlir", OTHER_PASSES);
    let run = sandbox.run(&["--target=iree", "--stats", "a.mlir"]);
    let expected = "simplify-broadcasts   1 dropped, 1 given hints, 1 implied\n\
                    legalize-to-stablehlo 2 from arith, 1 from chlo, 3 from tensor\n\
                    legalize-for-iree     1 converted\n";
    let stderr = run.stderr();
    assert_eq!(run.code(), 0, "{stderr}");
    assert!(stderr.ends_with(expected), "{stderr}");
}

#[test]
fn changes_are_in_json_and_html() {
    let json = explain(OTHER_PASSES, &["--target=xla", "--format=json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let changes = report["changes"].as_array().expect("a list");
    let first = &changes[0];
    assert_eq!(first["pass"], "simplify-broadcasts");
    assert_eq!(first["kind"], "implied");
    assert_eq!(first["op"], "stablehlo.custom_call");
    assert_eq!(first["place"]["line"], 11);
    let page = explain(OTHER_PASSES, &["--target=xla", "--format=html"]);
    assert!(
        page.contains("chlo.erf becomes StableHLO (legalize-to-stablehlo)"),
        "{page}"
    );
    assert!(page.contains("<li><b>1</b> implied</li>"), "{page}");
}

/// The names of dims, arguments, functions and ops cannot control a terminal.
#[test]
fn names_are_shown_on_one_line() {
    let source = r#"func.func @"f\0A\1B[31m"(%a: tensor<?xf32> {bcast.dims = ["\1B[31m"]} loc("\07a"), %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc("\0Dop")
  return %0 : tensor<?xf32>
}
"#;
    let text = explain(source, &[]);
    let is_obeyed = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(is_obeyed), "{text:?}");
    let first = r"chlo.broadcast_add '\rop' in @f\n\u{1b}[31m becomes stablehlo.add";
    assert!(text.lines().any(|line| line == first), "{text}");
    let page = explain(source, &["--format=html"]);
    assert!(!page.contains(is_obeyed), "{page:?}");
}

#[test]
fn guards_are_shown_with_deciding_operands() {
    assert_snapshot!(explain(BIAS, &[]));
}

#[test]
fn facts_are_shown_with_their_origins() {
    assert_snapshot!(explain(FACTS, &[]));
}

#[test]
fn declared_symbols_name_sizes() {
    let source = include_str!("../../examples/declared_symbols.mlir");
    assert_snapshot!(explain(source, &["--hoist-assertions=on"]));
}

#[test]
fn each_op_is_lowered_alone_without_facts() {
    let text = explain(FACTS, &["--facts=off"]);
    assert!(!text.contains("known from"), "{text}");
    assert_eq!(text.matches("guard: a = b or min(a, b) = 1").count(), 3);
}

#[test]
fn the_check_of_each_guard_is_shown() {
    const TWICE: &str = "func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_multiply %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}";
    for (option, expected) in [
        (
            "--hoist-assertions=on",
            ["checked at function entry"].as_slice(),
        ),
        ("--assertions=none", &["assumed, not checked"]),
        (
            "--facts=off",
            &["checked here", "checked by an earlier assertion"],
        ),
        (
            "--assertions=shape",
            &["checked here", "checked by an earlier assertion"],
        ),
    ] {
        let text = explain(TWICE, &[option]);
        let guards = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("guard: "));
        let checks =
            guards.filter_map(|guard| Some(guard.split_once(" = 1 (")?.1.trim_end_matches(')')));
        assert_eq!(checks.collect::<Vec<_>>(), expected, "{option}: {text}");
    }
}

/// A chain of ops, each of which uses the result of the previous one.
fn chain(length: usize) -> String {
    let mut text = String::from(
        "func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n",
    );
    for i in 1..length {
        text += &format!(
            "  %{i} = chlo.broadcast_add %{}, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n",
            i - 1
        );
    }
    text + "  return\n}\n"
}

/// Each origin is written once, so that a report grows linearly with its program.
#[test]
fn reasons_are_the_closest_ones() {
    let last_op = |text: &str| {
        let (_, last) = text.rsplit_once("becomes").expect("there are ops");
        let reasons = last.lines().filter(|line| line.contains(" at a.mlir:"));
        let reasons = reasons.map(|line| line.trim().to_string());
        reasons.collect::<Vec<_>>()
    };
    let text = explain(&chain(100), &[]);
    let expected = [
        "a guard of chlo.broadcast_add at a.mlir:2:8",
        "chlo.broadcast_add at a.mlir:100:9",
    ];
    assert_eq!(last_op(&text), expected);
    assert!(text.contains("--why=LINE shows all"), "{text}");
    for format in ["text", "json", "html"] {
        let option = format!("--format={format}");
        let [small, large] = [100, 1000].map(|length| explain(&chain(length), &[&option]).len());
        assert!(large < 11 * small, "{format}: {small}, {large}");
    }
    // Most ops of a page are packed.
    let [small, large] =
        [300, 1000].map(|length| explain(&chain(length), &["--format=html"]).len());
    assert!(large - small < 700 * 450, "{small}, {large}");
}

#[test]
fn all_reasons_of_an_op_are_shown_on_request() {
    let source = chain(100);
    let text = explain(&source, &["--why=101"]);
    assert_eq!(text.matches("becomes").count(), 1);
    assert_eq!(text.matches(" at a.mlir:").count(), 99, "{text}");
    assert!(!text.contains("more") && !text.contains("--why"), "{text}");
    let page = explain(&source, &["--why=101:9", "--format=html"]);
    assert_eq!(page.matches("<article").count(), 1);
    assert_eq!(page.matches("<li><a href=\"#from-").count(), 99);

    let sandbox = Sandbox::with("a.mlir", source);
    for place in ["1", "101:8", "999"] {
        let run = sandbox.run(&["explain", "--why", place, "a.mlir"]);
        run.fails(1, "a.mlir: error: no op broadcasts implicitly at line ");
        assert_eq!(run.stdout(), "");
    }
    for place in ["0", "x", "1:", "-1"] {
        let run = sandbox.run(&["explain", &format!("--why={place}"), "a.mlir"]);
        run.fails(2, "expected LINE or LINE:COLUMN");
    }
}

#[test]
fn edge_cases_of_shapes() {
    assert_snapshot!(explain(
        "func.func @edges(%a: tensor<f32>, %none: tensor<0xf32>, %one: tensor<1xf32>, %p: tensor<?xi1>, %x: tensor<?xf32>, %y: tensor<?x?xf32>) {
  %0 = chlo.broadcast_add %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %1 = chlo.broadcast_add %none, %one : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>
  %2 = chlo.broadcast_add %one, %one : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %3 = chlo.broadcast_select %p, %x, %y : (tensor<?xi1>, tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x9xf32>
  %5 = \"chlo.broadcast_add\"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc(unknown)
  return
}",
        &["--zero-extents=numpy"],
    ));
}

#[test]
fn bounded_dims() {
    assert_snapshot!(explain(
        "!t = tensor<?x4xf32, #stablehlo.bounds<5, ?>>
func.func @bounded(%x: !t, %y: tensor<?x1xf32, #stablehlo.bounds<5, ?>>, %row: tensor<4xf32>, %z: tensor<?x4xf32>) {
  %0 = chlo.broadcast_add %x, %y : (!t, tensor<?x1xf32, #stablehlo.bounds<5, ?>>) -> !t
  %1 = chlo.broadcast_add %x, %row : (!t, tensor<4xf32>) -> !t
  %2 = chlo.broadcast_add %z, %row : (tensor<?x4xf32>, tensor<4xf32>) -> !t
  return
}",
        &[],
    ));
}

#[test]
fn contradictory_facts() {
    let text = explain(
        r#"func.func @never(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %3 = stablehlo.constant dense<3> : tensor<i32>
  %4 = stablehlo.constant dense<4> : tensor<i32>
  %is_3 = stablehlo.compare EQ, %n, %3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %is_4 = stablehlo.compare EQ, %n, %4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%is_3) {api_version = 2 : i32, error_message = "", has_side_effect = true} : (tensor<i1>) -> ()
  stablehlo.custom_call @shape_assertion(%is_4) {api_version = 2 : i32, error_message = "", has_side_effect = true} : (tensor<i1>) -> ()
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}"#,
        &[],
    );
    assert_snapshot!(text);
}

/// Loops, branches and calls, in several functions.
#[test]
fn control_flow_is_an_origin() {
    let text = explain(
        "func.func @caller(%x: tensor<?xf32>, %n: index, %c: i1) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %r = scf.for %i = %0 to %n step %1 iter_args(%acc = %x) -> tensor<?xf32> {
    %s = chlo.broadcast_add %acc, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  func.call @callee(%r, %x) : (tensor<?xf32>, tensor<?xf32>) -> ()
  cf.cond_br %c, ^end(%r : tensor<?xf32>), ^end(%x : tensor<?xf32>)
^end(%v: tensor<?xf32>):
  %e = chlo.broadcast_add %v, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func private @callee(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}",
        &[],
    );
    let origins = text
        .lines()
        .filter(|line| line.starts_with("      "))
        .filter(|line| line.contains(" at "));
    let origins = origins.map(str::trim).collect::<Vec<_>>();
    assert_eq!(
        origins,
        [
            "scf.for at a.mlir:4:8",
            "the branches to this block at a.mlir:1:1",
            "the calls of @callee at a.mlir:14:1",
        ],
        "{text}"
    );
}

#[test]
fn vectors() {
    let sandbox = Sandbox::with(
        "a.mlir",
        "func.func @f(%a: vector<1x[4]xf32>, %b: vector<2x[4]xf32>, %c: vector<2xf32>) {
  %0 = \"my.add\"(%a, %b) : (vector<1x[4]xf32>, vector<2x[4]xf32>) -> vector<2x[4]xf32>
  return
}",
    );
    sandbox.write(
        "rules.toml",
        "[[rule]]\nsource = \"my.add\"\ntarget = \"arith.addf\"\n",
    );
    let options = ["--rules=rules.toml", "--allow-unregistered-dialect"];
    let run = sandbox.run(&[&["explain", "a.mlir"], &options[..]].concat());
    assert_snapshot!(run.succeeds());
}

const UNRANKED: &str = "func.func @f(%u: tensor<*xf32>, %a: tensor<2xf32>) {
  %0 = chlo.broadcast_add %u, %a : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
  return
}
";

#[test]
fn unlowerable_ops_are_errors_or_stay() {
    let sandbox = Sandbox::with("a.mlir", UNRANKED);
    let run = sandbox.run(&["explain", "a.mlir"]);
    assert_eq!(run.code(), 1);
    let error = "a.mlir:2:8: error: 'chlo.broadcast_add' op cannot be lowered";
    assert!(run.stderr().contains(error), "{}", run.transcript());
    assert_snapshot!(explain(UNRANKED, &["--allow-partial=on"]));
}

#[test]
fn explain_reports_the_usual_errors() {
    let sandbox = Sandbox::with("wrong.mlir", WRONG);
    sandbox
        .run(&["explain", "wrong.mlir"])
        .fails(1, "wrong.mlir:2:3: error:");
    sandbox.write(
        "shapes.mlir",
        "func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}",
    );
    let run = sandbox.run(&["explain", "shapes.mlir"]);
    let error = "operands don't have broadcast-compatible shapes";
    assert!(
        run.code() == 1 && run.stderr().contains(error),
        "{}",
        run.transcript()
    );
    sandbox
        .run(&["explain", "none.mlir"])
        .fails(2, "the file does not exist");
    sandbox
        .run(&["explain", "--format=pdf", "a"])
        .fails(2, "possible values: text, json, html");
    sandbox
        .run(&["explain", "--facts=maybe", "a"])
        .fails(2, "possible values: on, off");
    let run = sandbox.run(&[
        "explain",
        "--facts=off",
        "--hoist-assertions=on",
        "wrong.mlir",
    ]);
    run.fails(2, "cannot be combined with 'facts=off'");
    let run = sandbox.run(&["explain", "--rules=none.toml", "wrong.mlir"]);
    run.fails(2, "none.toml");
}

#[test]
fn an_empty_module_has_an_empty_report() {
    let sandbox = Sandbox::new();
    for (format, expected) in [
        ("text", "ops        0 lowered, 0 left"),
        ("json", "\"ops\": []"),
        ("html", "No op in this file broadcasts."),
    ] {
        let run = sandbox.run_with_stdin(&["explain", "--format", format], b"");
        assert!(run.succeeds().contains(expected), "{}", run.transcript());
    }
}

#[test]
fn parts_are_joined_into_one_report() {
    let source = format!("{BIAS}// -----\n{BIAS}");
    let text = explain(&source, &["--split-input-file"]);
    let lines = BIAS.lines().count();
    assert!(
        text.contains("a.mlir:9:8: chlo.broadcast_multiply"),
        "{text}"
    );
    let second = format!("a.mlir:{}:8: chlo.broadcast_multiply", lines + 1 + 9);
    assert!(text.contains(&second), "{text}");
    assert!(text.contains("ops        4 lowered, 0 left"), "{text}");
}

/// The errors of a part are reported, and the others are shown.
#[test]
fn successful_parts_are_shown_if_one_fails() {
    let sandbox = Sandbox::with("a.mlir", format!("{WRONG}// -----\n{BIAS}"));
    let run = sandbox.run(&["explain", "--split-input-file", "a.mlir"]);
    assert_eq!(run.code(), 1);
    assert!(run.stdout().contains("2 lowered") && run.stderr().contains("a.mlir:2:3: error:"));
    // A file gets the whole report, with the errors.
    let run = sandbox.run(&["explain", "--split-input-file", "-o", "out", "a.mlir"]);
    assert_eq!(run.code(), 1);
    let report = sandbox.read("out");
    assert!(report.contains("a.mlir:2:3: error: "), "{report}");
    assert!(report.contains("2 lowered"), "{report}");
}

const WITH_WRONG_OPS: &str =
    "func.func @f(%a: tensor<?x2xf32>, %b: tensor<3xf32>, %u: tensor<*xf32>, %c: tensor<?x2xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x2xf32>, tensor<3xf32>) -> tensor<?x2xf32>
  %1 = chlo.broadcast_add %u, %b : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>
  %2 = chlo.broadcast_add %0, %c : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return
}
";

/// The other ops are explained as usual, and files are written in spite of the errors.
#[test]
fn ops_with_errors_are_explained_with_them() {
    let sandbox = Sandbox::with("a.mlir", WITH_WRONG_OPS);
    for (format, arguments) in [
        ("text", &[][..]),
        ("json", &[]),
        ("html", &[]),
        ("text", &["--target=xla"]),
    ] {
        let option = format!("--format={format}");
        let options = [&["explain", &option, "a.mlir", "-o", "out"], arguments].concat();
        let run = sandbox.run(&options);
        assert_eq!(run.code(), 1, "{}", run.transcript());
        assert_eq!(
            run.stderr().matches("error: ").count(),
            2,
            "{}",
            run.stderr()
        );
        let output = sandbox.read("out");
        match format {
            "json" => {
                let report: serde_json::Value = serde_json::from_str(&output).expect("JSON");
                let kinds = report["ops"].as_array().expect("a list");
                let kinds = kinds.iter().map(|op| op["outcome"]["kind"].as_str());
                let expected = ["failed", "failed", "lowered"].map(Some);
                assert_eq!(kinds.collect::<Vec<_>>(), expected);
                let error = &report["ops"][0]["outcome"]["errors"][0];
                assert_eq!(error["place"]["line"], 2);
                assert_eq!(report["errors"], serde_json::json!([]), "each is on its op");
                assert_eq!(report["summary"]["ops"]["failed"], 2);
            }
            "html" => {
                assert_eq!(
                    output.matches("<div class=\"error\">").count(),
                    2,
                    "{output}"
                );
                assert_eq!(output.matches("<details class=\"op error\"").count(), 2);
                assert_eq!(output.matches("<table>").count(), 1, "{output}");
            }
            _ if arguments.is_empty() => assert_snapshot!(output),
            _ => assert!(
                output.contains("ops        1 lowered, 0 left, 2 failed"),
                "{output}"
            ),
        }
    }
}

/// What is wrong comes before what follows from it, with the line of the source.
#[test]
fn errors_come_first() {
    let sandbox = Sandbox::with("a.mlir", WITH_WRONG_OPS.replace('\n', "\r\n"));
    let text = sandbox.run(&["explain", "a.mlir"]).stdout();
    let first = text.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("a.mlir:2:") && first.contains("error: "),
        "{first}"
    );
    let page = sandbox
        .run(&["explain", "--format=html", "a.mlir"])
        .stdout();
    let errors = page
        .find("<section class=\"errors\"")
        .expect("there are errors");
    let summary = page
        .find("<div class=\"summary\">")
        .expect("there is a summary");
    assert!(errors < summary, "{page}");
    let panel = &page[errors..summary];
    let line = WITH_WRONG_OPS.lines().nth(1).expect("it has lines");
    let (code, rest) = panel
        .split_once("<pre class=\"excerpt\" tabindex=\"0\"><code>")
        .and_then(|(_, rest)| rest.split_once("</code>\n"))
        .expect("it shows the line");
    assert_eq!(code.replace("&gt;", ">").replace("&lt;", "<"), line);
    let (mark, _) = rest.split_once("</span>").expect("it has a mark");
    let column = line.find("chlo.").expect("the op is there");
    assert!(
        mark.ends_with(&format!(">{}^", " ".repeat(column))),
        "{mark}"
    );
}

/// Errors that are not on a broadcastable op, of any pass, are shown apart.
#[test]
fn other_errors_are_explained() {
    let declared = BIAS.replace(
        "%bias: tensor<4xf32>",
        "%bias: tensor<4xf32> {bcast.dims = [\"n\", \"m\"]}",
    );
    let buffer = BIAS.replace("  %0 = ", "  memref.dealloc %m : memref<2xf32>\n  %0 = ");
    let buffer = buffer.replace(
        "%bias: tensor<4xf32>",
        "%bias: tensor<4xf32>, %m: memref<2xf32>",
    );
    let sandbox = Sandbox::new();
    for (source, options, expected) in [
        (declared, [].as_slice(), ["names 2 dims, but"].as_slice()),
        (
            buffer,
            &["--target=xla"],
            &["cannot become StableHLO", "no equivalent"],
        ),
    ] {
        sandbox.write("a.mlir", &source);
        let run = sandbox.run(&[&["explain", "a.mlir"], options].concat());
        assert_eq!(run.code(), 1);
        let text = run.stdout();
        let errors = text.lines().filter(|line| line.contains(": error: "));
        let errors = errors.collect::<Vec<_>>();
        assert_eq!(errors.len(), expected.len(), "{text}");
        for (error, expected) in errors.into_iter().zip(expected) {
            assert!(error.contains(expected), "{error}");
            assert!(run.stderr().contains(error), "{}", run.stderr());
        }
        assert!(text.contains("ops        2 lowered, 0 left"), "{text}");
        let page = sandbox.run(&[&["explain", "--format=html", "a.mlir"], options].concat());
        assert!(
            page.stdout()
                .contains("<section class=\"errors\" role=\"alert\">"),
            "{}",
            page.stdout()
        );
    }
}

#[test]
fn json_has_the_documented_form() {
    let sandbox = Sandbox::with("a.mlir", FACTS);
    let json = sandbox
        .run(&["explain", "--format=json", "a.mlir"])
        .succeeds();
    assert_snapshot!(json);
    let page = include_str!("../../docs/explain.md");
    for line in json.lines() {
        if let Some((key, _)) = line
            .trim()
            .strip_prefix('"')
            .and_then(|line| line.split_once("\":"))
        {
            assert!(
                page.contains(&format!("`{key}`")),
                "docs/explain.md has no `{key}`"
            );
        }
    }
}

#[test]
fn pages_are_self_contained_and_escape_the_source() {
    let sandbox = Sandbox::with("<a>.mlir", FACTS);
    let page = sandbox
        .run(&["explain", "--format=html", "<a>.mlir"])
        .succeeds();
    let body = page.split_once("</style>").expect("the style is inside").1;
    assert_snapshot!(body);
    assert_eq!(page.matches("<script>").count(), 1);
    for forbidden in ["<script ", "http", "@import", "url(", "<x>", "<a>"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}

/// An export of JAX, shortened: it checks its sizes, and then calls a function that has two layers. One
/// broadcast in it may expand or not, and another one is valid only if two sizes are equal.
const EXPORTED: &str = r#"func.func public @main(%arg0: tensor<?x4xf32> loc(unknown), %arg1: tensor<?x4xf32> loc(unknown), %arg2: tensor<?x4xf32> loc(unknown)) -> tensor<?x4xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "expected b >= 1, not {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %3 = stablehlo.compare EQ, %1, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%3, %1, %0) {api_version = 2 : i32, error_message = "expected {1}, not {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  stablehlo.custom_call @shape_assertion(%3, %1, %0) {api_version = 2 : i32, error_message = "again", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %4 = call @inner(%0, %arg0, %arg1, %arg2) : (tensor<i32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %4 : tensor<?x4xf32>
}
func.func private @inner(%b: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?x4xf32> loc("x"), %y: tensor<?x4xf32> loc("y"), %z: tensor<?x4xf32> loc("z")) -> tensor<?x4xf32> {
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32> loc("jit(f)/first/add"("f.py":3:5))
  %1 = stablehlo.concatenate %0, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32> loc("jit(f)/first/add"("f.py":3:5))
  %2 = stablehlo.dynamic_broadcast_in_dim %one, %1, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32> loc("jit(f)/first/add"("f.py":3:5))
  %3 = stablehlo.add %x, %2 : tensor<?x4xf32> loc("jit(f)/first/add"("f.py":3:5))
  %4 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32> loc("jit(f)/second/mul"("f.py":7:9))
  %5 = stablehlo.concatenate %4, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32> loc("jit(f)/second/mul"("f.py":7:9))
  %6 = stablehlo.dynamic_broadcast_in_dim %y, %5, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32> loc("jit(f)/second/mul"("f.py":7:9))
  %7 = stablehlo.dynamic_broadcast_in_dim %z, %5, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32> loc("jit(f)/second/mul"("f.py":7:9))
  %8 = stablehlo.multiply %3, %6 : tensor<?x4xf32> loc("jit(f)/second/mul"("f.py":7:9))
  %9 = stablehlo.multiply %8, %7 : tensor<?x4xf32> loc("jit(f)/second/mul"("f.py":7:9))
  return %9 : tensor<?x4xf32>
}
"#;

#[test]
fn explicit_broadcasts_are_shown_with_checks_by_layer() {
    assert_snapshot!(explain(EXPORTED, &[]));
    assert_snapshot!(explain(EXPORTED, &["--target=xla"]));
    let json = explain(EXPORTED, &["--target=iree", "--format=json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_snapshot!(format!("{:#}", report["requirements"]));
    let page = explain(EXPORTED, &["--target=iree", "--format=html"]);
    for expected in [
        "<code>b &gt;= 1</code>",
        "<code>jit(f)/second</code>",
        "<span class=\"badge\">no check</span>",
        "<dt>without a check</dt>",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
}

/// A program that a target refuses, with checks as JAX writes them: of a remainder, which is no size, and of a difference.
const REFUSED: &str = r#"func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.remainder %n, %two : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Division had remainder {0} when computing the value of 'k'. Using the following polymorphic shapes specifications: args[0].shape = (2*k,).", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %2 = stablehlo.subtract %n, %two : tensor<i32>
  %3 = stablehlo.compare GE, %2, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%3, %2) {api_version = 2 : i32, error_message = "Expected 'n - 2' to be greater or equal to 0, but found {0}.  Using the following polymorphic shapes specifications: args[0].shape = (2*k,).", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %4 = stablehlo.custom_call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}
"#;

/// What a target refuses is explained nevertheless, and messages of JAX are shown up to their point.
#[test]
fn what_a_target_refuses_is_explained() {
    let sandbox = Sandbox::with("a.mlir", REFUSED);
    let run = sandbox.run(&["explain", "--target=iree", "a.mlir"]);
    assert_eq!(run.code(), 1);
    let refused = "a.mlir:11:8: error: 'stablehlo.custom_call' op @f cannot be compiled";
    assert!(run.stderr().contains(refused), "{}", run.stderr());
    assert_snapshot!(run.stdout());
}

/// A program is explained as before if it asks nothing of its sizes, or facts are off.
#[test]
fn requirements_are_left_out_where_there_are_none() {
    let bodies = [
        ("", "--facts=on"),
        ("func.func @f() { return }", "--facts=on"),
        ("func.func private @f(tensor<?xf32>)", "--facts=on"),
        ("func.func @f(%x: tensor<?xf32>) { return }", "--facts=on"),
        (EXPORTED, "--facts=off"),
        (EXPORTED, "--why=1"),
    ];
    for (source, option) in bodies {
        let sandbox = Sandbox::with("a.mlir", source);
        let run = sandbox.run(&["explain", option, "a.mlir"]);
        let text = run.stdout();
        assert!(!text.contains("asks of its sizes"), "{text}");
    }
}

/// They hold without calls, in nested regions and loops, and for scalars and empty tensors.
#[test]
fn requirements_are_found_everywhere() {
    let source = r#"func.func @f(%x: tensor<f32>, %y: tensor<?x0xf32>, %s: tensor<1xi32>, %c: i1, %p: i1) {
  scf.if %c {
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    cf.assert %p, "\22p\22"
  }
  return
}
module @inner {
  func.func @g(%x: tensor<?x0xf32>, %s: tensor<2xi32>) -> tensor<?x0xf32> {
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x0xf32>, tensor<2xi32>) -> tensor<?x0xf32>
    return %0 : tensor<?x0xf32>
  }
}
"#;
    assert_snapshot!(explain(source, &[]));
}

/// They have the names of the output, and none is shown twice.
#[test]
fn emitted_ops_are_those_of_the_output() {
    let declared = include_str!("../../examples/declared_symbols.mlir");
    for (source, options) in [
        (BIAS, [].as_slice()),
        (FACTS, &[]),
        (BIAS, &["--assertions=cf"]),
        (BIAS, &["--assertions=shape"]),
        (declared, &["--hoist-assertions=on"]),
    ] {
        let sandbox = Sandbox::with("a.mlir", source);
        let output = sandbox.run(&[&["a.mlir"], options].concat()).succeeds();
        let json = explain(source, &[&["--format=json"], options].concat());
        let report: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        let mut rest = output.lines().map(str::trim);
        for op in report["ops"].as_array().expect("a list") {
            let texts = op["emitted"]["ops"].as_array().expect("a list");
            let target = op["outcome"]["target"].as_str().expect("a name");
            assert!(json.contains(target) && !texts.is_empty(), "{op:#}");
            for line in texts
                .iter()
                .flat_map(|text| text.as_str().expect("text").lines())
            {
                assert!(rest.any(|found| found == line.trim()), "{line}: {output}");
            }
        }
        if (source, options) == (BIAS, &[]) {
            let shown = report["ops"].as_array().expect("a list").iter();
            let shown = shown.map(|op| op["emitted"]["ops"].as_array().map_or(0, Vec::len));
            let is_op = |line: &&str| line.contains("stablehlo.");
            assert_eq!(shown.sum::<usize>(), output.lines().filter(is_op).count());
        }
        let page = explain(source, &[&["--format=html"], options].concat());
        assert!(page.contains("emitted</summary><pre>"), "{page}");
    }
}

/// Bytecode has no lines to show.
#[test]
fn bytecode_is_explained_without_its_source() {
    let sandbox = Sandbox::with("a.mlir", BIAS);
    let options = [
        "--pass-pipeline=builtin.module()",
        "--emit-bytecode",
        "-o",
        "a.mlirbc",
    ];
    sandbox
        .run(&[&options[..], &["a.mlir"]].concat())
        .succeeds();
    let page = sandbox
        .run(&["explain", "--format=html", "a.mlirbc"])
        .succeeds();
    assert!(
        page.contains("<article") && !page.contains("class=\"source\""),
        "{page}"
    );
}

#[test]
fn colours_are_used_only_on_terminals() {
    let sandbox = Sandbox::with("a.mlir", BIAS);
    let run = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = sandbox.command(&[&["explain", "a.mlir"], arguments].concat());
        command
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied());
        crate::support::finish(command, b"").succeeds()
    };
    let is_colored = |text: &str| text.contains('\u{1b}');
    let plain = run(&[], &[]);
    assert!(!is_colored(&plain), "a pipe is not a terminal");
    let forced = ("CLICOLOR_FORCE", "1");
    let colored = run(&[forced], &[]);
    assert!(is_colored(&colored));
    assert_eq!(run(&[forced, ("NO_COLOR", "1")], &[]), plain);
    run(&[forced], &["-o", "out.txt"]);
    assert_eq!(sandbox.read("out.txt"), plain);
    let unstyled = colored
        .split('\u{1b}')
        .map(|part| match part.strip_prefix('[') {
            Some(part) => part.split_once('m').map_or(part, |(_, text)| text),
            None => part,
        });
    assert_eq!(
        unstyled.collect::<String>(),
        plain,
        "colours add only escape sequences"
    );
}

#[test]
fn a_file_named_explain_can_be_read() {
    let sandbox = Sandbox::with("explain", "");
    assert_eq!(sandbox.run(&["./explain"]).succeeds(), "module {\n}\n");
}

#[test]
fn help_of_explain() {
    let sandbox = Sandbox::new();
    let help = sandbox.run(&["explain", "--help"]).succeeds();
    assert_snapshot!(without_pass_options(&help));
    assert!(help.lines().all(|line| line.len() <= 100), "{help}");
    assert_eq!(sandbox.run(&["explain", "-help"]).succeeds(), help);
}

#[test]
fn stats_are_printed_in_addition_to_the_output() {
    let sandbox = Sandbox::with("a.mlir", BIAS);
    let run = sandbox.run(&["--stats", "a.mlir"]);
    assert_eq!(
        (run.code(), run.stdout()),
        (0, sandbox.run(&["a.mlir"]).succeeds())
    );
    let text = explain(BIAS, &[]);
    let (_, summary) = text
        .rsplit_once("its dim\n")
        .expect("the summary comes last");
    assert_eq!(run.stderr(), summary);
    sandbox.write("wrong.mlir", WRONG);
    let run = sandbox.run(&["--stats", "wrong.mlir"]);
    assert!(
        run.code() == 1 && !run.stderr().contains("lowered"),
        "{}",
        run.transcript()
    );
    sandbox
        .run(&["--stats", "--verify-only"])
        .fails(2, "`--stats` has no effect");
    sandbox
        .run(&["--stats", "--run-reproducer", "a.mlir"])
        .fails(2, "`--stats` has no effect");
    sandbox.write("partial.mlir", UNRANKED);
    let run = sandbox.run(&["--stats", "--allow-partial=on", "partial.mlir"]);
    assert!(run.code() == 0 && run.stderr().ends_with("dynamic_broadcast_in_dim\n"));
    assert_eq!(
        run.stderr().matches("remark").count(),
        1,
        "{}",
        run.transcript()
    );
}

/// The passes of a given pipeline count what they do. Which guards facts have removed is known only
/// of a lowering of the source itself.
#[test]
fn stats_count_the_passes_of_a_pipeline() {
    let sandbox = Sandbox::with("a.mlir", BIAS);
    let stats = |arguments: &[&str]| {
        let run = sandbox.run(&[&["--stats", "a.mlir", "-o", "out.mlir"], arguments].concat());
        assert_eq!(run.code(), 0, "{}", run.transcript());
        run.stderr()
    };
    let expected = stats(&[]);
    let (before, after) = expected
        .split_once(", 0 removed by facts")
        .expect("nothing is removed");
    let expected = format!("{before}{after}");
    for pipeline in [
        &["--pass-pipeline=builtin.module(verify-broadcastable,lower-broadcast)"][..],
        &["--pass-pipeline=builtin.module(func.func(cse,lower-broadcast),canonicalize)"],
        &["--cse", "--lower-broadcast"],
    ] {
        assert_eq!(stats(pipeline), expected, "{pipeline:?}");
    }
    let assumed = stats(&["--pass-pipeline=builtin.module(lower-broadcast{assertions=none})"]);
    assert!(assumed.contains("1 kept, 0 asserted"), "{assumed}");
    let nothing = "the passes have changed nothing that is counted\n";
    assert_eq!(stats(&["--pass-pipeline=builtin.module(cse)"]), nothing);
    assert_eq!(stats(&[NOTHING]), nothing);
    // Those of a target's pipeline are the target's.
    sandbox.write("a.mlir", include_str!("../../examples/frontend_sizes.mlir"));
    let pipeline = sandbox
        .run(&["--target=iree", "--print-pipeline"])
        .succeeds();
    let found = stats(&[&format!("--pass-pipeline={}", pipeline.trim())]);
    let of_other_passes = |text: &str| text.lines().skip(3).map(String::from).collect::<Vec<_>>();
    let expected = of_other_passes(&stats(&["--target=iree"]));
    assert!(!expected.is_empty());
    assert_eq!(of_other_passes(&found), expected);
}

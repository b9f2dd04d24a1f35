//! Options that help to find errors in passes.

use crate::support::{FUNCTION, NOTHING, Sandbox};
use std::{fs, os::unix::fs::PermissionsExt};

const DYNAMIC: &str = "\
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
";

const INVALID: &str = "\
func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
";

/// A function with a reproducer that contains `entries`.
fn reproducer(entries: &str) -> String {
    format!(
        "func.func @f() {{ return }}\n\
         {{-# external_resources: {{ mlir_reproducer: {{ {entries} }} }} #-}}\n"
    )
}

/// The numbers in a report of statistics that are not 0, with the passes and ops around them.
fn numbers(stderr: &str) -> Vec<String> {
    let lines = stderr.lines().skip(3).filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.contains("(S) 0 "));
    let lines = lines.map(|line| line.split_once(" - ").map_or(line, |(number, _)| number));
    lines.map(Into::into).collect()
}

#[test]
fn statistics_follow_the_pipeline() {
    let sandbox = Sandbox::with("a.mlir", DYNAMIC);
    let pipeline = "--pass-pipeline=builtin.module(cse,func.func(lower-broadcast{facts=off},cse),simplify-broadcasts)";
    let run = sandbox.run(&["--mlir-pass-statistics", pipeline, "a.mlir"]);
    assert_eq!(run.code(), 0);
    assert_eq!(
        numbers(&run.stderr()),
        [
            "cse",
            "'func.func' Pipeline",
            "  lower-broadcast",
            "    (S) 1 num-lowered",
            "    (S) 1 num-guards",
            "    (S) 1 num-checks",
            "    (S) 2 num-dynamic",
            "  cse",
            "simplify-broadcasts",
        ]
    );
}

#[test]
fn statistics_of_a_list_are_sums() {
    // The second op needs no guard and no broadcast of its second operand.
    let source = DYNAMIC.to_string()
        + "func.func @g(%x: tensor<1xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<1xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
";
    let sandbox = Sandbox::with("a.mlir", source);
    let passes = ["--lower-broadcast", "--lower-broadcast", "--cse"];
    let options = [
        "--mlir-pass-statistics",
        "--mlir-pass-statistics-display=list",
        "a.mlir",
    ];
    let run = sandbox.run(&[&passes[..], &options].concat());
    assert_eq!(run.code(), 0);
    assert_eq!(
        numbers(&run.stderr()),
        [
            "lower-broadcast",
            "  (S) 2 num-lowered",
            "  (S) 1 num-guards",
            "  (S) 1 num-checks",
            "  (S) 1 num-unchanged",
            "  (S) 3 num-dynamic",
        ]
    );
}

#[test]
fn statistics_count_what_stats_reports() {
    let source = include_str!("../../examples/bias_add.mlir");
    let sandbox = Sandbox::with("a.mlir", source);
    let stats = sandbox.run(&["--stats", "a.mlir"]).stderr();
    let run = sandbox.run(&["--mlir-pass-statistics", "a.mlir"]);
    let numbers = numbers(&run.stderr());
    for (number, words) in [
        ("(S) 2 num-lowered", "2 lowered"),
        ("(S) 1 num-unchanged", "1 none"),
        ("(S) 3 num-dynamic", "3 dynamic"),
    ] {
        assert!(numbers.iter().any(|it| it.trim() == number), "{numbers:?}");
        assert!(stats.contains(words), "{stats}");
    }
}

#[test]
fn each_pass_counts_the_reshapes_that_it_guards() {
    let source = "\
func.func @f(%x: tensor<?xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<?xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
";
    let sandbox = Sandbox::with("a.mlir", source);
    for (pass, name) in [
        ("guard-reshapes", "guard-reshapes"),
        ("guard-sizes", "guard-sizes"),
        ("guard-sizes{guard-sizes=off}", "guard-sizes"),
    ] {
        let pipeline = format!("--pass-pipeline=builtin.module({pass})");
        let run = sandbox.run(&["--mlir-pass-statistics", &pipeline, "a.mlir"]);
        assert_eq!(run.code(), 0);
        assert_eq!(numbers(&run.stderr()), [name, "  (S) 1 num-guarded"]);
    }
}

#[test]
fn a_reproducer_runs_as_the_command_that_wrote_it() {
    let sandbox = Sandbox::with("a.mlir", DYNAMIC);
    let write = "--mlir-generate-reproducer=r.mlir";
    for options in [
        &["--zero-extents=numpy", "--assertions=cf"][..],
        &["--pass-pipeline=builtin.module(func.func(lower-broadcast{facts=off},cse))"],
        &[
            "--lower-broadcast=hoist-assertions=on",
            "--canonicalize=top-down=false",
        ],
        &["--target=xla"],
        &["--verify-only"],
    ] {
        let expected = sandbox
            .run(&[options, &[write, "a.mlir"]].concat())
            .succeeds();
        let found = sandbox.run(&["--run-reproducer", "r.mlir"]).succeeds();
        let expected = match options {
            ["--verify-only"] => sandbox.run(&[NOTHING, "a.mlir"]).succeeds(),
            _ => expected,
        };
        assert_eq!(found, expected, "{}", sandbox.read("r.mlir"));
    }
}

#[test]
fn a_reproducer_finds_rule_files_from_other_directories() {
    let sandbox = Sandbox::with("a.mlir", DYNAMIC);
    sandbox.write(
        "a.toml",
        "[[rule]]\nsource = \"nn.add\"\ntarget = \"stablehlo.add\"\n",
    );
    let write = "--mlir-generate-reproducer=r.mlir";
    let expected = sandbox.run(&["--rules=a.toml", "--rules=tosa", write, "a.mlir"]);
    let elsewhere = Sandbox::with("r.mlir", sandbox.read("r.mlir"));
    let found = elsewhere.run(&["--run-reproducer", "r.mlir"]).succeeds();
    assert_eq!(found, expected.succeeds());
}

#[test]
fn a_failed_pass_writes_a_reproducer_with_its_options() {
    let sandbox = Sandbox::with("a.mlir", INVALID);
    let option = "--mlir-pass-pipeline-crash-reproducer=r.mlir";
    let passes = [
        "--cse",
        "--lower-broadcast=zero-extents=numpy",
        "--canonicalize",
    ];
    let wrong = "operands don't have broadcast-compatible shapes";
    let run = sandbox.run(&[&passes[..], &[option, "a.mlir"]].concat());
    run.fails(1, wrong);
    assert!(run.stderr().contains("reproducer generated at `r.mlir`"));
    let text = sandbox.read("r.mlir");
    let pipeline = "\"builtin.module(cse, lower-broadcast{zero-extents=numpy}, canonicalize{";
    assert!(text.contains(pipeline), "{text}");
    sandbox.run(&["--run-reproducer", "r.mlir"]).fails(1, wrong);

    let local = "--mlir-pass-pipeline-local-reproducer";
    sandbox
        .run(&[&passes[..], &[option, local, "a.mlir"]].concat())
        .fails(1, wrong);
    let text = sandbox.read("r.mlir");
    let pipeline = "\"builtin.module(lower-broadcast{zero-extents=numpy})\"";
    assert!(text.contains(pipeline), "{text}");
    sandbox.run(&["--run-reproducer", "r.mlir"]).fails(1, wrong);
}

#[test]
fn success_writes_no_crash_reproducer_and_keeps_an_old_one() {
    let sandbox = Sandbox::with("a.mlir", DYNAMIC);
    let option = "--mlir-pass-pipeline-crash-reproducer=r.mlir";
    sandbox.run(&[option, "a.mlir"]).succeeds();
    assert_eq!(sandbox.files(), ["a.mlir"]);
    sandbox.write("r.mlir", "old");
    sandbox.run(&[option, "a.mlir"]).succeeds();
    assert_eq!(sandbox.read("r.mlir"), "old");
}

#[test]
fn reproducers_that_cannot_be_written_are_errors_before_the_run() {
    let sandbox = Sandbox::with("a.mlir", DYNAMIC);
    fs::create_dir(sandbox.path("directory")).unwrap();
    for option in [
        "--mlir-generate-reproducer",
        "--mlir-pass-pipeline-crash-reproducer",
    ] {
        for file in ["missing/r.mlir", "directory", "a.mlir/r.mlir"] {
            let run = sandbox.run(&[&format!("{option}={file}"), "a.mlir"]);
            run.fails(2, &format!("cannot write a reproducer to `{file}`"));
            assert_eq!(run.stdout(), "");
        }
    }
    fs::set_permissions(sandbox.path("directory"), fs::Permissions::from_mode(0o555)).unwrap();
    let is_root = fs::write(sandbox.path("directory/probe"), "").is_ok();
    if !is_root {
        let option = "--mlir-generate-reproducer=directory/r.mlir";
        sandbox
            .run(&[option, "a.mlir"])
            .fails(2, "directory/r.mlir");
    }
    sandbox
        .run(&[
            "--mlir-generate-reproducer=r.mlir",
            "--split-input-file",
            "a.mlir",
        ])
        .fails(2, "does not work with `--split-input-file`");
    sandbox
        .run(&["--mlir-pass-pipeline-local-reproducer", "a.mlir"])
        .fails(2, "--mlir-pass-pipeline-crash-reproducer");
}

#[test]
fn a_reproducer_is_run_or_kept() {
    let sandbox = Sandbox::with("a.mlir", reproducer("pipeline: \"builtin.module(cse)\""));
    assert_eq!(
        sandbox.run(&["--run-reproducer", "a.mlir"]).succeeds(),
        FUNCTION
    );
    let kept = sandbox.run(&[NOTHING, "a.mlir"]).succeeds();
    assert!(kept.contains("pipeline: \"builtin.module(cse)\""), "{kept}");
    // Bytecode keeps it, too.
    sandbox
        .run(&[NOTHING, "--emit-bytecode", "a.mlir", "-o", "a.mlirbc"])
        .succeeds();
    assert_eq!(
        sandbox.run(&["--run-reproducer", "a.mlirbc"]).succeeds(),
        FUNCTION
    );
}

#[test]
fn each_part_has_its_own_reproducer() {
    let source = [
        reproducer("pipeline: \"builtin.module(cse)\""),
        "func.func @f() { return }\n".into(),
        reproducer("pipeline: \"builtin.module(cse)\", verify_each: false"),
    ];
    let sandbox = Sandbox::with("a.mlir", source.join("// -----\n"));
    let run = sandbox.run(&["--run-reproducer", "--split-input-file", "a.mlir"]);
    assert_eq!(run.code(), 1);
    let message = "it lacks the resource `mlir_reproducer`";
    assert!(run.stderr().contains(message), "{}", run.stderr());
    let marker = "// -----\n";
    assert_eq!(
        run.stdout(),
        [FUNCTION, FUNCTION].join(&format!("{marker}{marker}"))
    );
}

#[test]
fn invalid_reproducers_are_errors() {
    let sandbox = Sandbox::new();
    for (entries, message) in [
        ("", "lacks the resource `mlir_reproducer`"),
        ("verify_each: true", "lacks the resource `mlir_reproducer`"),
        ("pipeline: \"builtin.module(cze)\"", "did you mean 'cse'?"),
        (
            "pipeline: \"builtin.module(cse\"",
            "`)` is missing at the end",
        ),
        ("pipeline: true", "expected string value for key 'pipeline'"),
        ("pipeline: \"func.func(cse)\"", "'func.func'"),
        (
            "pipeline: \"builtin.module(cse)\", actions: true",
            "unknown key 'actions' in the resource 'mlir_reproducer'",
        ),
    ] {
        sandbox.write("a.mlir", reproducer(entries));
        sandbox
            .run(&["--run-reproducer", "a.mlir"])
            .fails(1, message);
    }
    sandbox.write("a.mlir", "");
    sandbox
        .run(&["--run-reproducer", "a.mlir"])
        .fails(1, "lacks the resource `mlir_reproducer`");
    for option in [
        "--cse",
        "--facts=off",
        "--target=xla",
        "--verify-only",
        NOTHING,
    ] {
        sandbox
            .run(&["--run-reproducer", option, "a.mlir"])
            .fails(2, "has no effect with `--run-reproducer`");
    }
}

#[test]
fn programs_that_are_read_back_pass_the_round_trip() {
    let sandbox = Sandbox::with("a.mlir", DYNAMIC);
    let check = |options: &[&str]| {
        let arguments = [&["--verify-roundtrip", "a.mlir"], options].concat();
        sandbox.run(&arguments).succeeds()
    };
    assert_eq!(check(&[]), sandbox.run(&["a.mlir"]).succeeds());
    sandbox.write("a.mlir", "");
    check(&[]);
    // Both copies of a resource keep its name.
    let resource = "\"a.op\"() {a = dense_resource<blob> : tensor<4xi8>} : () -> ()\n\
                    {-# dialect_resources: { builtin: { blob: \"0x0100000041424344\" } } #-}\n";
    sandbox.write("a.mlir", resource);
    check(&[NOTHING, "--allow-unregistered-dialect"]);
    let dialect = "irdl.dialect @new { irdl.operation @op {} }";
    sandbox.write("new.irdl.mlir", dialect);
    sandbox.write("a.mlir", "\"new.op\"() : () -> ()");
    check(&[NOTHING, "--irdl-file=new.irdl.mlir"]);
}

#[test]
fn programs_that_are_not_read_back_fail() {
    // MLIR prints the empty block like a region without blocks, which is invalid.
    let source =
        "\"shape.function_library\"() <{mapping = {}, sym_name = \"a\"}> ({\n^bb0:\n}) : () -> ()";
    let sandbox = Sandbox::with("a.mlir", source);
    sandbox.run(&[NOTHING, "a.mlir"]).succeeds();
    sandbox
        .run(&[NOTHING, "--verify-roundtrip", "a.mlir"])
        .fails(1, "the text of the op cannot be read back: ");
}

#[test]
fn bytecode_has_the_requested_version() {
    let sandbox = Sandbox::with("a.mlir", "func.func @f() { return }");
    let write = |version: &str| {
        let option = format!("--emit-bytecode-version={version}");
        sandbox.run(&[
            NOTHING,
            "--emit-bytecode",
            &option,
            "a.mlir",
            "-o",
            "a.mlirbc",
        ])
    };
    for version in [1_u8, 3] {
        write(&version.to_string()).succeeds();
        let bytes = fs::read(sandbox.path("a.mlirbc")).unwrap();
        // A magic number, then the version, in a form in which the last bit marks one byte.
        assert_eq!(bytes[4], version << 1 | 1);
        assert_eq!(sandbox.run(&[NOTHING, "a.mlirbc"]).succeeds(), FUNCTION);
    }
    write("99").fails(1, "unsupported version requested 99");
    write("-1").fails(2, "--emit-bytecode-version");
    sandbox
        .run(&["--emit-bytecode-version=3", "a.mlir"])
        .fails(2, "--emit-bytecode");
}

#[test]
fn resources_are_left_out_of_bytecode() {
    let source = "\"a.op\"() {a = dense_resource<blob> : tensor<4xi8>} : () -> ()\n\
                  {-# dialect_resources: { builtin: { blob: \"0x0100000041424344\" } } #-}\n";
    let sandbox = Sandbox::with("a.mlir", source);
    let options = [
        NOTHING,
        "--allow-unregistered-dialect",
        "--emit-bytecode",
        "-o",
    ];
    sandbox
        .run(&[&options[..], &["whole", "a.mlir"]].concat())
        .succeeds();
    let elide = "--elide-resource-data-from-bytecode";
    sandbox
        .run(&[&options[..], &["elided", elide, "a.mlir"]].concat())
        .succeeds();
    let has_data = |name: &str| {
        let bytes = fs::read(sandbox.path(name)).unwrap();
        bytes.windows(4).any(|window| window == b"ABCD")
    };
    assert!(has_data("whole"));
    assert!(!has_data("elided"));
}

#[test]
fn errors_show_the_op_or_not() {
    let source = "func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {\n\
                  %0 = \"stablehlo.negate\"(%x) : (tensor<2xf32>) -> tensor<3xf32>\n\
                  return %0 : tensor<3xf32>\n}\n";
    let sandbox = Sandbox::with("a.mlir", source);
    let shown = "note: see current operation";
    sandbox.run(&["a.mlir"]).fails(1, shown);
    sandbox
        .run(&["--mlir-print-op-on-diagnostic", "a.mlir"])
        .fails(1, shown);
    let run = sandbox.run(&["--mlir-print-op-on-diagnostic=false", "a.mlir"]);
    run.fails(1, "error: ");
    assert!(!run.stderr().contains(shown));
    sandbox
        .run(&["--mlir-print-stacktrace-on-diagnostic", "a.mlir"])
        .fails(1, "note: diagnostic emitted with trace");
}

#[test]
fn rows_say_why_they_do_not_apply() {
    let source = "func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %c: tensor<?xf32>) {\n\
                  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : \
                  (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>\n\
                  %1 = stablehlo.dot_general %c, %c, contracting_dims = [0] x [0] : \
                  (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>\n\
                  %2 = stablehlo.constant dense<0.0> : tensor<f32>\n\
                  return\n}\n";
    let sandbox = Sandbox::with("a.mlir", source);
    let passes = "builtin.module(legalize-to-stablehlo,legalize-for-iree)";
    let run = sandbox.run(&["--debug-rows", "--pass-pipeline", passes, "a.mlir"]);
    let remarks = run.stderr();
    for remark in [
        "a.mlir:2:6: remark: 'stablehlo.dot_general' op row 'matrix-products' does not apply: \
         it is static, or a product of matrices already\n",
        "a.mlir:3:6: remark: 'stablehlo.dot_general' op row 'matrix-products' applies\n",
        "a.mlir:2:6: remark: 'stablehlo.dot_general' op row 'narrow-factors' does not apply; \
         condition: ",
        "a.mlir:4:6: remark: 'stablehlo.constant' op row 'stablehlo.constant' does not apply: \
         its elements are not in a resource\n",
    ] {
        assert!(remarks.contains(remark), "{remark}: {remarks}");
    }
    let run = sandbox.run(&["--pass-pipeline", passes, "a.mlir"]);
    assert_eq!(run.stderr(), "");
}

#[test]
fn times_are_shown_as_a_list_or_as_json() {
    let sandbox = Sandbox::with("a.mlir", DYNAMIC);
    let run = sandbox.run(&["--mlir-timing", "--mlir-timing-display=list", "a.mlir"]);
    assert!(run.stderr().contains("lower-broadcast"), "{}", run.stderr());
    let run = sandbox.run(&["--mlir-timing", "--mlir-output-format=json", "a.mlir"]);
    let value = serde_json::from_str::<serde_json::Value>(&run.stderr()).unwrap();
    assert!(value.is_array());
    sandbox
        .run(&["--mlir-timing-display=list", "a.mlir"])
        .fails(2, "--mlir-timing");
}

#[test]
fn forms_of_the_output() {
    let sandbox = Sandbox::with("a.mlir", DYNAMIC);
    let print = |option| sandbox.run(&[NOTHING, option, "a.mlir"]).succeeds();
    assert_eq!(print("--mlir-print-skip-regions"), "module {...}\n");
    let users = print("--mlir-print-value-users");
    assert!(users.contains("// %arg0 is used by %1"), "{users}");
    sandbox.write(
        "a.mlir",
        format!("{DYNAMIC}{}", DYNAMIC.replace("@f", "@g")),
    );
    let unique = sandbox
        .run(&[NOTHING, "--mlir-print-unique-ssa-ids", "a.mlir"])
        .succeeds();
    for name in ["%0 =", "%1 =", "%arg0:", "%arg2:"] {
        assert_eq!(unique.matches(name).count(), 1, "{unique}");
    }
}

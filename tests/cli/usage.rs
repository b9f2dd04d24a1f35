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

/// The message, without the usage that follows.
#[track_caller]
fn check(arguments: &[&str], message: &str) {
    let sandbox = Sandbox::with("a.mlir", "");
    let run = sandbox.run(arguments);
    run.fails(2, message);
    assert!(run.stderr().starts_with("error: "), "{}", run.transcript());
}

#[test]
fn several_inputs() {
    assert_snapshot!(transcript(&["a.mlir", "b.mlir"]));
    let message = "there are 3 input files, `a.mlir` and `b.mlir` among them";
    check(&["a.mlir", "b.mlir", "--facts=off", "c.mlir"], message);
    let message = "there are 2 input files, `a.mlir` and `b.mlir`;";
    check(&["explain", "a.mlir", "b.mlir"], message);
}

#[test]
fn misspelt_command() {
    assert_snapshot!(transcript(&["explian", "a.mlir"]));
    check(
        &["hepl", "explain"],
        "a command must come before all other arguments",
    );
    let sandbox = Sandbox::with("explian", "");
    sandbox
        .run(&["explian", "a.mlir"])
        .fails(2, "there are 2 input files");
}

#[test]
fn commands_of_other_tools_point_to_options() {
    for (arguments, advice) in [
        (
            &["verify", "a.mlir"][..],
            "`bcast-lower --verify-only FILE` verifies",
        ),
        (&["check"], "`bcast-lower --verify-only FILE` verifies"),
        (
            &["lower", "a.mlir", "-o", "b.mlir"],
            "`bcast-lower FILE` lowers, without a command",
        ),
        (
            &["--target=iree", "run", "a.mlir"],
            "`--target` prepares it",
        ),
        (&["opt", "a.mlir", "b.mlir"], "`--list-passes`"),
        (&["version"], "`--version`"),
        (
            &["explain", "verify"],
            "`bcast-lower --verify-only FILE` verifies",
        ),
    ] {
        check(arguments, "is neither a command nor a file: ");
        check(arguments, advice);
    }
    check(
        &["help", "lower"],
        "`bcast-lower FILE` lowers, without a command",
    );
    // Files may have such names.
    let sandbox = Sandbox::with("verify", "");
    assert_eq!(sandbox.run(&["verify"]).succeeds(), "module {\n}\n");
    sandbox
        .run(&["verify", "a.mlir"])
        .fails(2, "there are 2 input files");
    let sandbox = Sandbox::new();
    sandbox
        .run(&["./verify"])
        .fails(2, "cannot read `./verify`: the file does not exist");
}

#[test]
fn command_after_arguments() {
    assert_snapshot!(transcript(&["--facts=off", "explain", "a.mlir"]));
    check(
        &["a.mlir", "explain"],
        "as in `bcast-lower explain [OPTIONS] [FILE]`",
    );
}

#[test]
fn option_of_another_command() {
    assert_snapshot!(transcript(&["--format=json", "a.mlir"]));
    for option in ["--stats", "--canonicalize", "-f"] {
        let message =
            format!("'{option}' is an option of `bcast-lower`, not of `bcast-lower explain`");
        check(&["explain", option, "a.mlir"], &message);
    }
}

#[test]
fn help_is_a_command() {
    let sandbox = Sandbox::new();
    for arguments in [["help", "explain"], ["explain", "--help"]] {
        let help = sandbox.run(&arguments).succeeds();
        assert!(
            help.contains("bcast-lower explain [OPTIONS] [FILE]"),
            "{help}"
        );
    }
}

#[test]
fn switches_are_spelt_in_several_ways() {
    let source = include_str!("../../examples/bias_add.mlir");
    let sandbox = Sandbox::with("a.mlir", source);
    let run = |arguments: &[&str]| sandbox.run(&[arguments, &["a.mlir"]].concat()).succeeds();
    let (on, off) = (run(&[]), run(&["--facts=off"]));
    assert_ne!(on, off);
    for arguments in [&["--facts", "off"][..], &["--facts=false"], &["-facts=0"]] {
        assert_eq!(run(arguments), off, "{arguments:?}");
    }
    for arguments in [&["--facts"][..], &["--facts=true"], &["--facts", "1"]] {
        assert_eq!(run(arguments), on, "{arguments:?}");
    }
    check(&["--facts=yes"], "[possible values: on, off]");
}

#[test]
fn tables_of_rules_may_be_listed() {
    let sandbox = Sandbox::with(
        "a,b.toml",
        "[[rule]]\nsource = \"x.y\"\ntarget = \"stablehlo.add\"\n",
    );
    let run = |rules: &[&str]| {
        let arguments = [rules, &["--rules-only", "--print-rules"]].concat();
        sandbox.run(&arguments).succeeds()
    };
    let expected = run(&["--rules=tosa", "--rules=a,b.toml"]);
    assert!(expected.contains("x.y") && expected.contains("tosa.add"));
    sandbox.write("c.toml", sandbox.read("a,b.toml"));
    assert_eq!(run(&["--rules=tosa,c.toml"]), expected);
    check(&["--rules=tosa,d.toml"], "built-in table `d.toml`");
    check(&["--rules="], "a value is required for '--rules <");
    check(
        &["--rules=."],
        "cannot read rule file `.`: it is a directory; name a file in it",
    );
}

#[test]
fn passes_specified_twice() {
    assert_snapshot!(transcript(&[
        "--cse",
        "--pass-pipeline=builtin.module()",
        "a.mlir"
    ]));
}

#[test]
fn pass_option_with_passes_given_as_options() {
    assert_snapshot!(transcript(&["--facts=off", "--lower-broadcast", "a.mlir"]));
    for option in ["--verify-only", "--print-rules"] {
        let message = format!("`{option}` has no effect with `--cse`");
        check(&["--cse", option, "a.mlir"], &message);
    }
}

#[test]
fn misspelt_pass_given_as_option() {
    assert_snapshot!(transcript(&["--canonicalise", "a.mlir"]));
}

#[test]
fn verify_only_prints_diagnostics_only() {
    let right = include_str!("../../examples/bias_add.mlir");
    let wrong = right.replacen("tensor<4xf32>", "tensor<5xf32>", 2);
    let sandbox = Sandbox::with("a.mlir", right);
    for arguments in [
        &["--verify-only", "a.mlir"][..],
        &["--verify-only", "--trait-rules=mlir", "a.mlir"],
        &["--verify-only", "--mlir-print-op-generic", "a.mlir"],
        &["--verify-only", "a.mlir", "-o", "-"],
        &["--verify-only", "a.mlir", "-o", "/dev/null"],
    ] {
        assert_eq!(sandbox.run(arguments).succeeds(), "", "{arguments:?}");
    }
    sandbox.write("wrong.mlir", &wrong);
    sandbox
        .run(&["--verify-only", "wrong.mlir"])
        .fails(1, "error: 'chlo.broadcast_");
    sandbox.write(
        "parts.mlir",
        format!("{right}// -----\n{wrong}// -----\n{right}"),
    );
    sandbox
        .run(&["--verify-only", "--split-input-file", "parts.mlir"])
        .fails(1, "error: 'chlo.broadcast_");
    for arguments in [
        &["-o", "a.mlir"][..],
        &["-o", "new.mlir"],
        &["--emit-bytecode"],
        &["--emit-artifact"],
    ] {
        let run = sandbox.run(&[&["--verify-only", "a.mlir"], arguments].concat());
        run.fails(
            2,
            "has no effect with `--verify-only`: it prints only diagnostics",
        );
    }
    assert_eq!(sandbox.read("a.mlir"), right);
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
    assert_snapshot!(transcript(&[
        "--emit-artifact=1.0.0",
        "--split-input-file",
        "a.mlir"
    ]));
}

#[test]
fn artifacts_of_what_is_for_iree() {
    let run = Sandbox::new().run(&["--target=iree", "--emit-artifact", "a.mlir"]);
    run.fails(
        2,
        "`--emit-artifact` does not work with `--target=iree`: its output has ops of other \
         dialects, and an artifact holds only functions and StableHLO's ops; use `--emit-bytecode`",
    );
    for (passes, pass) in [
        ("target-iree", "target-iree"),
        ("func.func(legalize-for-iree)", "legalize-for-iree"),
    ] {
        let pipeline = format!("--pass-pipeline=builtin.module({passes})");
        let run = Sandbox::new().run(&[&pipeline, "--emit-artifact=1.10.0", "a.mlir"]);
        let expected =
            format!("no portable artifact can be written: `{pass}` creates ops of other");
        run.fails(2, &expected);
    }
}

#[test]
fn versions_of_artifacts() {
    for (version, expected) in [
        ("1.0", "`1.0` is not a version of StableHLO"),
        ("newest", "`newest` is not a version of StableHLO"),
        ("0.8.0", "StableHLO 0.8.0 is not known; versions 0.9.0 to"),
        ("99.0.0", "StableHLO 99.0.0 is not known"),
    ] {
        let run = Sandbox::new().run(&[&format!("--emit-artifact={version}")]);
        run.fails(2, expected);
    }
    let run = Sandbox::new().run(&["--emit-artifact", "--emit-bytecode"]);
    run.fails(2, "cannot be used with");
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
fn pipelines_that_cannot_run_on_a_module() {
    for (pipeline, message) in [
        ("builtin.module(cse", "note: `)` is missing at the end"),
        (
            "func.func(lower-broadcast)",
            "did you mean `builtin.module(func.func(lower-broadcast))`?",
        ),
        (
            "builtin.module(func.func(symbol-dce))",
            "did you mean `builtin.module(symbol-dce)`?",
        ),
    ] {
        check(&[&format!("--pass-pipeline={pipeline}"), "a.mlir"], message);
    }
    // Without the module, the input determines the op that a pipeline runs on.
    let sandbox = Sandbox::with("a.mlir", "func.func @f() { return }");
    let arguments = [
        "--no-implicit-module",
        "--pass-pipeline=func.func(cse)",
        "a.mlir",
    ];
    sandbox.run(&arguments).succeeds();
}

#[test]
fn target_with_an_option_that_its_passes_refuse() {
    for arguments in [
        &["--target=xla", "--assertions=shape", "--facts=off"][..],
        &["--target=xla", "--assertions=shape", "--print-pipeline"],
    ] {
        check(
            arguments,
            "error: `--assertions=shape` cannot be combined with `--target=xla`: option 'assertions'",
        );
    }
}

#[test]
fn arguments_that_printing_options_ignore_are_refused() {
    for (arguments, given, by) in [
        (
            &["--print-pipeline", "--print-rules"][..],
            "`--print-pipeline`",
            "print-rules",
        ),
        (&["--print-rules", "a.mlir"], "an input file", "print-rules"),
        (
            &["--print-rules", "--emit-bytecode"],
            "`--emit-bytecode`",
            "print-rules",
        ),
        (&["--generate=man", "a.mlir"], "an input file", "generate"),
        (&["--generate=man", "-o", "x"], "`--output`", "generate"),
        (
            &["--list-passes", "--facts=off"],
            "`--facts`",
            "list-passes",
        ),
        (&["--list-passes", "--cse"], "`--cse`", "list-passes"),
        (
            &["--print-pipeline", "-o", "x"],
            "`--output`",
            "print-pipeline",
        ),
    ] {
        check(arguments, &format!("{given} has no effect with `--{by}`"));
    }
    check(
        &["--mlir-print-ir-module-scope", "a.mlir"],
        "`--mlir-print-ir-module-scope` has no effect on its own",
    );
    check(
        &["--debug-rows", "a.mlir"],
        "`--debug-rows` has no effect on its own",
    );
    for (arguments, takers) in [
        (
            &["--keep-tosa", "a.mlir"][..],
            "`--target=xla` and `--target=iree`",
        ),
        (&["--guard-sizes=off", "a.mlir"], "`--target=iree`"),
        (
            &["--iree-disable=speed", "--target=xla", "a.mlir"],
            "`--target=iree`",
        ),
    ] {
        check(
            arguments,
            &format!("has no effect here: it is for {takers}"),
        );
    }
    let sandbox = Sandbox::with("a.mlir", "");
    sandbox
        .run(&["--print-pipeline", "--facts=off", "a.mlir"])
        .succeeds();
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

//! Runs scripts that execute lowered programs on XLA's CPU backend, compare the results with
//! NumPy, and prove that the programs accept and compute the same for all sizes.
//!
//! `scripts/check-all` runs more such scripts: the rules for torch, for example, and those that make outputs wrong on
//! purpose, to see that the others notice.
//!
//! If the Python peers cannot be installed, the tests pass with a prominent message that they
//! checked nothing, or fail: see `tests/support/missing.rs`.

#[path = "../support/missing.rs"]
mod missing;

use missing::Need;
use std::{env, fs, path::Path, process::Command};

/// Runs a script; returns whether it checked anything.
fn check(script: &str, arguments: &[&str]) -> bool {
    run(script, arguments).is_some()
}

/// Runs a script; returns what it prints, or `None` if it cannot check anything here.
fn run(script: &str, arguments: &[&str]) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(root.join("scripts").join(script))
        .args(["--binary", env!("CARGO_BIN_EXE_bcast-lower")])
        .args(arguments)
        // As many scripts run at once as there are processors.
        .env("BCAST_LOWER_JOBS", "1")
        .current_dir(root)
        .output()
        .unwrap_or_else(|error| panic!("cannot run scripts/{script}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    let text = format!("{}{stderr}", String::from_utf8_lossy(&output.stdout));
    if output.status.code() == Some(missing::CANNOT_INSTALL) {
        missing::skip(Need::Python, &format!("scripts/{script}"), &stderr);
        return None;
    }
    assert!(output.status.success(), "{text}");
    println!("{text}");
    Some(text)
}

#[test]
fn lowered_programs_compute_what_numpy_does() {
    check("check-numbers", &["--programs=30", "--assignments=10"]);
}

#[test]
fn chlo_functions_are_computed_by_the_formulas_of_jaxlib() {
    check("check-proofs", &["--only=chlo."]);
    check("check-proofs", &["--only=proof/programs"]);
}

#[test]
fn all_rules_for_onnx_compute_what_onnx_defines() {
    check("check-rule-tables", &["--quick", "--table=onnx"]);
}

#[test]
fn programs_for_xla_compute_what_numpy_does() {
    check("check-downstream", &["--target=xla"]);
}

#[test]
fn random_programs_of_jax_compute_on_xla_what_jax_does() {
    check("check-random-jax", &["--programs=8", "--target=xla"]);
}

#[test]
fn random_programs_of_jax_compute_on_iree_what_jax_does() {
    check("check-random-jax", &["--programs=3", "--target=iree"]);
}

#[test]
fn programs_with_declared_sizes_compute_what_jax_does() {
    check("check-random-jax", &["--matrix", "--programs=3"]);
}

#[test]
fn random_programs_of_jax_for_bounds_compute_what_jax_does() {
    check(
        "check-random-jax",
        &["--bounds", "--programs=4", "--target=xla"],
    );
}

#[test]
fn ops_with_sizes_that_some_types_leave_open_run_on_iree() {
    let ops = ["reverse", "dot", "reduce_window", "scatter"];
    check("check-typed-ops", &[&["--programs=8"], &ops[..]].concat());
}

#[test]
fn programs_written_in_another_way_are_lowered_alike() {
    check("check-forms", &["examples"]);
}

#[test]
fn outputs_of_random_programs_do_not_change_again() {
    check("check-again", &["--programs=12"]);
}

#[test]
fn specialised_programs_are_what_jaxlib_refines() {
    let options = ["--form=shapes", "--target=xla", "--programs=30"];
    check("check-random-jax", &options);
}

#[test]
fn sizes_that_xla_does_not_compute_are_reported() {
    check("check-sizes-of-xla", &[]);
}

#[test]
fn programs_for_sizes_up_to_bounds_compute_what_those_for_each_size_do() {
    let ops = "--ops=concatenate,sort";
    let programs = "scripts/numeric/programs/bounds";
    let options = ["--target=xla", "--bounds=7", "--calls=3"];
    check("check-compare", &[&[programs, ops], &options[..]].concat());
}

#[test]
fn faults_in_programs_for_bounds_are_found() {
    let options = ["--target=xla", "--bounds=7", "--ops=reduce-first"];
    check("check-compare", &[&["--faults"], &options[..]].concat());
}

#[test]
fn programs_of_frontends_run_on_xla_and_iree() {
    let programs = [
        "gelu",
        "attention",
        "tosa_layer",
        "sliced",
        "contracted",
        "pooled",
        "checked_in_loop",
    ];
    let programs = programs.map(|name| format!("--only={name}"));
    check("check-downstream", &programs.each_ref().map(String::as_str));
}

#[test]
fn programs_of_frontends_run_on_iree_at_given_sizes() {
    check("check-downstream", &["--given", "--programs=5"]);
}

#[test]
fn functions_of_jax_run_on_iree() {
    let functions = [
        "softmax",
        "every_other_row",
        "cumsum",
        "update_of_one_element",
    ];
    check("check-jax", &[&["--only-ready"], &functions[..]].concat());
}

#[test]
fn jax_and_iree_choose_the_same_elements_by_narrow_and_unsigned_indices() {
    let functions = [
        "narrow_indices",
        "large_unsigned_indices",
        "narrow_sizes",
        "part_at_narrow_starts_of_known_sizes",
    ];
    check("check-jax", &[&["--only-ready"], &functions[..]].concat());
}

#[test]
fn loops_and_branches_of_jax_run_on_iree() {
    let programs = [
        "products_in_branches",
        "nested_while",
        "kept_by_branch",
        "moved_part",
        "uniform_sums",
        "padded_element",
    ];
    check(
        "check-jax",
        &[&["--loops", "--levels=O2"], &programs[..]].concat(),
    );
}

#[test]
fn models_of_public_libraries_run_on_xla_and_iree() {
    let models = ["equinox_conv1d_any_length"];
    check("check-models", &models);
}

#[test]
fn programs_whose_running_time_is_compared_compute_what_jax_does() {
    let programs = ["--programs", "softmax"];
    let variants = ["--variants", "ours", "unchecked"];
    let Some(tables) = run(
        "benchmark-runtime",
        &[&programs[..], &variants, &["--rounds", "1"]].concat(),
    ) else {
        return;
    };
    // What does not compile or run is a dash.
    let has_dash = |line: &&str| line.starts_with("| ") && line.contains(" - ");
    assert_eq!(tables.lines().find(has_dash), None);
    for program in &programs[1..] {
        let start = format!("| {program} ");
        let count = tables.lines().filter(|line| line.starts_with(&start));
        // The times, those of the compiler, the sizes, and the times on XLA.
        assert_eq!(count.count(), 4, "{program}: {tables}");
    }
}

#[test]
fn dispatches_of_programs_are_counted() {
    let arguments = [
        "--dispatches",
        "--programs",
        "bias",
        "--variants",
        "unchecked",
    ];
    if let Some(table) = run("benchmark-runtime", &arguments) {
        assert!(
            table.contains("| bias    |      1 |         1 |"),
            "{table}"
        );
    }
}

#[test]
fn lowered_programs_are_proven_for_all_sizes() {
    check("check-proofs", &["--only=lit/"]);
}

#[test]
fn computations_of_sizes_are_proven() {
    check("check-proofs", &["--only=sizes ", "--programs=90"]);
}

#[test]
fn random_programs_for_given_sizes_are_proven_and_wrong_sizes_reported() {
    check("check-proofs", &["--only=specialized", "--programs=80"]);
    check("check-proofs", &["--only=rejected", "--programs=300"]);
}

#[test]
fn records_of_proofs_are_about_what_explain_explains() {
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proof.json");
    let input = "examples/frontend_sizes.mlir";
    let option = "--target=iree";
    let recorded = format!("--record={}", record.display());
    // It may be there from an earlier run.
    let _ = fs::remove_file(&record);
    if !check("prove", &[&recorded, &format!("--option={option}"), input]) {
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_bcast-lower"))
        .args(["explain", option, input])
        .arg(format!("--proof={}", record.display()))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the tool runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(text.contains("proof      @main: proven"), "{text}");
}

#[test]
fn outputs_that_are_written_wrong_are_refuted() {
    check("check-proofs", &["--outputs"]);
}

#[test]
fn rules_of_plans_are_proven() {
    check("check-proofs", &["--lemmas"]);
}

#[test]
fn guards_that_facts_leave_are_needed() {
    let files = [
        "facts_cases",
        "facts_predicates",
        "facts_control",
        "facts_numbers",
    ];
    let files = files.map(|file| format!("lit/lower-broadcast/{file}.mlir"));
    let paths = files.iter().map(String::as_str);
    let arguments = ["--guards", "examples/declared_symbols.mlir"];
    check(
        "count-ops",
        &arguments.into_iter().chain(paths).collect::<Vec<_>>(),
    );
}

#[test]
fn jaxlib_reads_what_is_written_and_the_other_way_round() {
    let ops = [
        "collective",
        "contraction",
        "control",
        "numeric",
        "since_1_14",
    ];
    let ops = ops.map(|name| format!("lit/syntax/stablehlo/{name}.mlir"));
    let ops = ops.each_ref().map(String::as_str);
    let others = [
        "lit/syntax/chlo/elementwise.mlir",
        "lit/syntax/chlo/scan.mlir",
        "tests/artifact/attributes.mlir",
        "tests/artifact/meshes.mlir",
        "tests/artifact/types.mlir",
    ];
    check(
        "compare-with-jaxlib",
        &[&["--artifact=current"], &ops[..]].concat(),
    );
    check(
        "compare-with-jaxlib",
        &[&["--bytecode"], &ops[..], &others].concat(),
    );
}

#[test]
fn verdicts_on_mutated_programs_are_those_of_jaxlib() {
    check("compare-verdicts", &["--mutants=1000"]);
}

#[test]
fn names_do_not_break_messages() {
    check("check-names", &[]);
}

#[test]
fn lowered_files_are_accepted_by_jaxlib_and_lower_to_themselves() {
    let files = ["examples", "lit/lower-broadcast", "lit/assertions"];
    check(
        "check-again",
        &[&["--pipeline=lower-broadcast"], &files[..]].concat(),
    );
    // The others differ in the ops of their checks only.
    let others = [
        "--pipeline=lower-broadcast{assertions=cf}",
        "--pipeline=lower-broadcast{assertions=none}",
        "--pipeline=lower-broadcast{assertions=shape assume-symbols=on}",
    ];
    check("check-again", &[&others[..], &files[2..]].concat());
}

#[test]
fn files_of_the_conformance_kit_are_made_from_its_source() {
    check("conformance", &["--check"]);
}

#[test]
fn the_conformance_kit_runs_on_xla() {
    let cases = [
        "two-vectors",
        "map-unknown",
        "select-",
        "bounded-",
        "chain-again",
    ];
    let cases = cases.map(|text| format!("--only={text}"));
    check("conformance", &cases.each_ref().map(String::as_str));
}

#[test]
fn a_program_in_plain_python_answers_the_conformance_kit() {
    let program = ["--answers", "--", "python3", "conformance/example.py"];
    check("conformance", &program);
}

/// Programs that do not conform, and the outcome that shows it.
#[test]
fn faults_of_tools_are_noticed_by_the_conformance_kit() {
    let tool = env!("CARGO_BIN_EXE_bcast-lower");
    let wrong_size = r#"while read line; do echo '{"calls": [{"result": {"shape": [1], "values": [1]}}]}'; done"#;
    let wrong_value = r#"while read line; do echo '{"calls": [{"result": {"shape": [0], "values": [1]}}]}'; done"#;
    let malformed = "while read line; do echo '{}'; done";
    let faults: [(&[&str], &str, &str); 8] = [
        (
            &[tool, "--assertions=none"],
            "two-vectors",
            "accepted wrong call",
        ),
        (
            &[tool, "--zero-extents=reject"],
            "two-vectors-zero",
            "refused right call",
        ),
        (
            &["sh", "-c", wrong_size],
            "static-zero-and-one",
            "wrong result: result 1 [1], expected 0 []",
        ),
        (
            &["sh", "-c", wrong_value],
            "static-zero-and-one",
            "wrong result: result 0 [1], expected 0 []",
        ),
        (
            &["sh", "-c", malformed],
            "static-scalars",
            "not in the protocol",
        ),
        (
            &["sh", "-c", "kill -SEGV $$"],
            "static-scalars",
            "crashed: it ends by SIGSEGV",
        ),
        (
            &["sleep", "60"],
            "static-scalars",
            "crashed: no answer after 1 seconds",
        ),
        (
            &["false"],
            "static-scalars",
            "crashed: it ends with exit code 1",
        ),
    ];
    for (command, case, outcome) in faults {
        let mut arguments = vec!["--only", case, "--policy=zero-against-one=numpy"];
        if command[0] != tool {
            arguments.push("--answers");
        }
        if command[0] == "sleep" {
            arguments.push("--timeout=1");
        }
        arguments.push("--");
        arguments.extend(command);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let output = Command::new(root.join("scripts/conformance"))
            .args(&arguments)
            .current_dir(root)
            .output()
            .expect("the script runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        if output.status.code() == Some(missing::CANNOT_INSTALL) {
            missing::skip(Need::Python, "scripts/conformance", &stderr);
            return;
        }
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{command:?}: {stdout}{stderr}"
        );
        assert!(stdout.contains(outcome), "{command:?}: {stdout}");
    }
}

use crate::support::Sandbox;
use bcast_lower::pipeline::upstream;

const PROGRAM: &str = "\
func.func private @callee(%a: index) -> index {
  return %a : index
}
func.func @f(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xindex>
  %w = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %s = shape.broadcast %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %r = shape.assuming %w -> index {
    %n = shape.num_elements %s : tensor<?xindex> -> index
    shape.assuming_yield %n : index
  }
  %e = call @callee(%r) : (index) -> index
  %i = scf.if %c -> index {
    scf.yield %d : index
  } else {
    scf.yield %e : index
  }
  cf.cond_br %c, ^yes, ^no
^yes:
  return %i : index
^no:
  return %d : index
}
";

/// Each listed pass runs, because it and the dialects of its ops are registered.
#[test]
fn all_listed_passes_run() {
    let sandbox = Sandbox::with("program.mlir", PROGRAM);
    sandbox.write("empty.mlir", "");
    for pass in upstream::PASSES {
        let pipeline = format!("--pass-pipeline=builtin.module({})", pass.in_module(""));
        for file in ["empty.mlir", "program.mlir"] {
            let run = sandbox.run(&[&pipeline, file]);
            assert_eq!(run.code(), 0, "{}", run.transcript());
            let option = format!("--{}", pass.name);
            let other = sandbox.run(&[&option, file]);
            assert_eq!(other.transcript(), run.transcript());
        }
    }
}

/// Returns the passes that ran, from the output of `--mlir-print-ir-before-all`.
fn order(arguments: &[&str]) -> Vec<String> {
    let sandbox = Sandbox::with("a.mlir", "func.func @f() { return }");
    let always = ["--mlir-print-ir-before-all", "a.mlir"];
    let run = sandbox.run(&[arguments, &always].concat());
    assert_eq!(run.code(), 0, "{}", run.transcript());
    let stderr = run.stderr();
    let dumps = stderr.lines().filter_map(|line| {
        let (_, rest) = line.split_once("IR Dump Before ")?;
        let (_, rest) = rest.split_once('(')?;
        Some(rest.split_once(')')?.0.to_string())
    });
    dumps.collect()
}

#[test]
fn passes_given_as_options_run_in_order() {
    let arguments = ["--cse", "-canonicalize", "--lower-broadcast", "--cse"];
    assert_eq!(
        order(&arguments),
        ["cse", "canonicalize", "lower-broadcast", "cse"]
    );
    let arguments = ["--remove-shape-constraints", "--cse", "--lower-broadcast"];
    assert_eq!(
        order(&arguments),
        ["remove-shape-constraints", "cse", "lower-broadcast"]
    );
}

#[test]
fn passes_given_as_options_accept_options() {
    let source = include_str!("../../examples/bias_add.mlir");
    let sandbox = Sandbox::with("a.mlir", source);
    let expected = sandbox
        .run(&["--assertions=cf", "--facts=off", "a.mlir"])
        .succeeds();
    for options in ["assertions=cf facts=off", "assertions=cf,facts=false"] {
        let option = format!("--lower-broadcast={options}");
        assert_eq!(sandbox.run(&[&option, "a.mlir"]).succeeds(), expected);
    }
    // MLIR's own passes accept the same syntax.
    sandbox
        .run(&["--canonicalize=top-down=false max-iterations=3", "a.mlir"])
        .succeeds();
    for (options, message) in [
        ("facts=maybe", "invalid pass pipeline"),
        ("{}", "invalid pass pipeline"),
        ("}", "the braces in `--lower-broadcast=}` do not match"),
        ("{", "do not match"),
        ("},cse{", "do not match"),
    ] {
        let option = format!("--lower-broadcast={options}");
        sandbox.run(&[&option, "a.mlir"]).fails(2, message);
    }
}

#[test]
fn passes_are_sorted_and_distinct() {
    let names = upstream::PASSES
        .iter()
        .map(|pass| pass.name)
        .collect::<Vec<_>>();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
}

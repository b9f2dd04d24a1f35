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

/// Each listed pass runs: it is registered, and so are the dialects it creates.
#[test]
fn all_listed_passes_run() {
    let sandbox = Sandbox::with("program.mlir", PROGRAM);
    sandbox.write("empty.mlir", "");
    for pass in upstream::PASSES {
        let runs_on = |pipeline: String| {
            ["empty.mlir", "program.mlir"].iter().all(|file| {
                let run = sandbox.run(&["--pass-pipeline", &pipeline, file]);
                assert!(matches!(run.code(), 0..=2), "{}", run.transcript());
                run.code() == 0
            })
        };
        assert!(
            runs_on(format!("builtin.module({})", pass.name))
                || runs_on(format!("builtin.module(func.func({}))", pass.name)),
            "{}",
            pass.name
        );
    }
}

#[test]
fn passes_are_sorted_and_told_apart() {
    let names = upstream::PASSES
        .iter()
        .map(|pass| pass.name)
        .collect::<Vec<_>>();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
}

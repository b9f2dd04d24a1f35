//! Runs the programs in `examples`.

#[path = "../../examples/collect_errors.rs"]
#[allow(dead_code)]
mod collect_errors;
#[path = "../../examples/custom_rules.rs"]
#[allow(dead_code)]
mod custom_rules;
#[path = "../../examples/lower_module.rs"]
#[allow(dead_code)]
mod lower_module;

use insta::{assert_debug_snapshot, assert_snapshot};
use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// Runs a command on a text; returns its output.
fn run(command: &mut Command, input: &str) -> String {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("its input is piped");
    stdin
        .write_all(input.as_bytes())
        .expect("it reads its input");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn a_module_that_a_program_builds_is_lowered() {
    assert_snapshot!(lower_module::run().unwrap());
}

#[test]
fn rules_and_a_hook_lower_ops_of_another_dialect() {
    assert_snapshot!(custom_rules::run().unwrap());
}

#[test]
fn errors_are_collected_as_values() {
    assert_debug_snapshot!(collect_errors::run().unwrap());
}

/// The script gets stand-ins for the parts of a `torch.export` program, because torch is large.
#[test]
fn symbols_of_torch_export_are_declared() {
    let program = "\
from types import SimpleNamespace as Object
import sys, torch_symbols

def tensor(name, *shape):
    return Object(op='placeholder', name=name, meta={'val': Object(shape=shape)})

nodes = [
    tensor('p_weight', 4),
    tensor('x', 's17', '8*s46'),
    tensor('mask', 1, '8*s46'),
    Object(op='placeholder', name='count', meta={'val': 3}),
    tensor('scale', 's17', 1),
    Object(op='output', name='output', meta={}),
]
program = Object(
    graph=Object(nodes=nodes),
    graph_signature=Object(user_inputs=('x', 'mask', 'count', 'scale')),
    range_constraints={
        's17': Object(lower=2, upper='int_oo'),
        '8*s46': Object(lower=3, upper=515),
        's46': Object(lower=1, upper=64),
    },
)
text = torch_symbols.annotate(
    sys.stdin.read(), 'main', torch_symbols.shapes(program), torch_symbols.ranges(program)
)
print(text, end='')
";
    let model = "\
func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<1x?xf32>, %arg2: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_add %0, %arg2 : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
";
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut python = Command::new("python3");
    python.args(["-B", "-c", program]).current_dir(examples);
    let declared = run(&mut python, model);
    assert_snapshot!(declared);
    let lower = |option| {
        run(
            Command::new(env!("CARGO_BIN_EXE_bcast-lower")).arg(option),
            &declared,
        )
    };
    let count = |text: &str| text.matches("@shape_assertion").count();
    assert_eq!(count(&lower("--assume-symbols=on")), 0);
    assert_eq!(count(&lower("--assume-symbols=off")), 4);
}

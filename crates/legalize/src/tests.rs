//! Runs the example of every row.

mod rows;

use super::{LegalizeOptions, legalize_to_stablehlo, table};
use crate::{
    analysis::arith_functions, dialect::testing::context_with_tensorflow, ir, statistics::ChangeLog,
};
use melior::ir::{Module, operation::OperationLike};
use rows::{DIRECTORY, examples, examples::Example};
use std::collections::BTreeSet;

/// Returns the names of the ops in and below one.
fn op_names(module: &Module<'_>) -> Vec<String> {
    let mut names = vec![];
    let mut pending = vec![module.as_operation()];
    while let Some(operation) = pending.pop() {
        names.extend(ir::name_str(operation.name()).map(String::from));
        for region in operation.regions() {
            use melior::ir::{BlockLike, RegionLike};
            let block = region.first_block();
            let mut next = block.and_then(|block| block.first_operation());
            while let Some(operation) = next {
                pending.push(operation);
                next = operation.next_in_block();
            }
        }
    }
    names
}

fn is_legal(name: &str) -> bool {
    ["builtin.module", "func.func", "func.return", "func.call"].contains(&name)
        || name.starts_with("stablehlo.")
}

#[test]
fn the_example_of_each_row_becomes_stablehlo() {
    let context = context_with_tensorflow();
    let mut wrong = vec![];
    for Example { name, text, .. } in examples() {
        let Some(module) = Module::parse(&context, &text) else {
            wrong.push(format!("{name}: its example does not parse"));
            continue;
        };
        let done = legalize_to_stablehlo(
            module.as_operation(),
            LegalizeOptions::default(),
            &ChangeLog::default(),
        );
        let names = op_names(&module);
        if done.is_err() || !names.iter().all(|name| is_legal(name)) {
            wrong.push(format!("{name}: {done:?} {}", module.as_operation()));
        } else if !module.as_operation().verify() {
            wrong.push(format!("{name}: is invalid"));
        } else if let Some(again) = Module::parse(&context, &module.as_operation().to_string()) {
            let _ = legalize_to_stablehlo(
                again.as_operation(),
                LegalizeOptions::default(),
                &ChangeLog::default(),
            );
            if again.as_operation().to_string() != module.as_operation().to_string() {
                wrong.push(format!("{name}: changes again"));
            }
        } else {
            wrong.push(format!("{name}: does not parse again"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_op_has_one_row_and_an_example() {
    let rows = table::TABLES.into_iter().chain(table::KEPT).flatten();
    let mut named = BTreeSet::new();
    for op in rows.map(|row| row.op).chain(arith_functions()) {
        assert!(named.insert(op.to_string()), "'{op}' has two rows");
    }
    examples::assert_shown(&named, DIRECTORY, &examples());
}

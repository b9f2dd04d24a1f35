//! Runs the example of every row.

use super::{IreeOptions, Row, legalize_for_iree, row::RETIREMENTS, rows};
use crate::{diagnostic, dialect::testing::loaded_context, statistics::ChangeLog};
use melior::{
    Context,
    ir::{Module, operation::OperationLike},
};
use std::fs;

/// The examples of the rows.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/examples");

/// What the pass does with a program.
#[derive(Debug, Eq, PartialEq)]
enum PassOutcome {
    Refused,
    Changed(String),
    Same,
}

/// Runs the pass on a row's example, without some rows.
fn run(context: &Context, row: &Row, disabled: &[&str]) -> PassOutcome {
    let example = fs::read_to_string(format!("{EXAMPLES}/{}.mlir", row.name));
    let example = example.expect("each row has an example");
    let module = Module::parse(context, &example).expect("the example parses");
    let before = module.as_operation().to_string();
    let options = IreeOptions {
        disabled: disabled.iter().map(|name| name.to_string()).collect(),
        ..Default::default()
    };
    let (done, _) = diagnostic::collect(context, || {
        legalize_for_iree(module.as_operation(), &options, &ChangeLog::default())
    });
    let is_whole = disabled.is_empty() && done.is_ok();
    assert!(!is_whole || module.as_operation().verify(), "{}", row.name);
    match module.as_operation().to_string() {
        _ if done.is_err() => PassOutcome::Refused,
        after if after == before => PassOutcome::Same,
        after => PassOutcome::Changed(after),
    }
}

#[test]
fn each_row_acts_on_its_example() {
    let context = loaded_context();
    let mut wrong = vec![];
    for row in rows() {
        let with = run(&context, row, &[]);
        let without = run(&context, row, &[row.name]);
        if with == without || (with == PassOutcome::Refused) != row.is_refusal() {
            wrong.push(format!("{}: {with:?}, without it {without:?}", row.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_example_is_of_a_row() {
    for file in fs::read_dir(EXAMPLES).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap();
        assert!(rows().any(|row| *row.name == *name), "{}", path.display());
    }
}

#[test]
fn rows_have_distinct_names_in_kebab_case() {
    let names = rows().map(|row| row.name).collect::<Vec<_>>();
    for (index, name) in names.iter().enumerate() {
        let is_kebab = name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(is_kebab && !names[..index].contains(name), "{name}");
    }
}

#[test]
fn retirements_are_of_rows_that_exist() {
    for (name, _) in RETIREMENTS {
        assert!(rows().any(|row| row.name == *name), "{name}");
    }
}

//! Gives sizes to the example of every row that converts an op to StableHLO.

#[expect(dead_code, reason = "the tests of legalize use the rest")]
#[path = "../../legalize/src/tests/rows.rs"]
mod rows;

use super::{SpecializeOptions, specialize_sizes};
use crate::{
    analysis::argument_types,
    dialect::testing::context_with_tensorflow,
    ir,
    legalize::{LegalizeOptions, legalize_to_stablehlo},
    lower::Rules,
    statistics::ChangeLog,
};
use melior::ir::Module;
use rows::examples;

/// What depends on data.
const DYNAMIC: [&str; 1] = ["tensor.reshape"];

/// Specialises a program and converts it; returns whether it becomes static. The dims of each argument that are not
/// static get one of four sizes.
fn becomes_static(module: &Module<'_>, sizes: usize) -> bool {
    let function = ir::functions(module.as_operation())[0];
    let shape = |(index, r#type)| {
        let size = (sizes >> (2 * index)) % 4 + 1;
        let sizes = ir::sizes_of(r#type).into_iter();
        let sizes = sizes.map(|known| known.unwrap_or(size as i64).to_string());
        sizes.collect::<Vec<_>>().join("x")
    };
    let types = argument_types(function).into_iter().enumerate();
    let shapes = types.map(|r#type| {
        let shape = shape(r#type);
        if shape.is_empty() { "_".into() } else { shape }
    });
    let shapes = shapes.collect::<Vec<_>>().join(",");
    let options = SpecializeOptions {
        shapes: shapes.parse().expect("they are shapes"),
        ..SpecializeOptions::default()
    };
    let rules = Rules::built_in().expect("they are right");
    let changes = ChangeLog::default();
    let root = module.as_operation();
    let result = specialize_sizes(root, &options, false, &rules, &changes);
    let result =
        result.and_then(|()| legalize_to_stablehlo(root, LegalizeOptions::default(), &changes));
    result.is_ok() && !root.to_string().contains('?')
}

#[test]
fn the_example_of_each_row_becomes_static() {
    let context = context_with_tensorflow();
    let mut wrong = vec![];
    for example in examples() {
        let (name, text) = (example.name, example.text);
        if !text.contains('?') || DYNAMIC.contains(&name.as_str()) {
            continue;
        }
        // Not all sizes fit all ops.
        let mut modules = (0..64).map(|sizes| (Module::parse(&context, &text), sizes));
        if !modules.any(|(module, sizes)| module.is_some_and(|it| becomes_static(&it, sizes))) {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

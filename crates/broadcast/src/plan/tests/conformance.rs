//! Runs the conformance kit's cases on verification and plans, without any ops.
//!
//! The expected sizes and refusals are in `conformance/cases.toml`, whose notation is described
//! there; `scripts/conformance` also runs the cases as programs, and compares values.

use super::{brute_force::evaluate, *};
use crate::shape::{Shape, ShapedType, TraitRules, align, verify};
use std::{fs, path::Path};

/// A dim of a type: its size, if it is static, and its bound.
type TypeDim = Declared;

struct Step {
    operands: Vec<usize>,
    broadcast_dimensions: Option<Vec<i64>>,
    result: Vec<TypeDim>,
}

struct Call {
    arguments: Vec<Vec<i64>>,
    /// The sizes of the result; `None` if the call is wrong.
    expected: Option<Vec<i64>>,
    /// Why it may be refused nevertheless.
    policy: Option<String>,
}

struct Case {
    id: String,
    arguments: Vec<Vec<TypeDim>>,
    steps: Vec<Step>,
    calls: Vec<Call>,
}

/// Returns the cases. The package's tests run in the repository, where the file is.
fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/cases.toml");
    let text = fs::read_to_string(path).expect("the kit is in the repository");
    let table: toml::Table = text.parse().expect("it is TOML");
    let rows = table["case"].as_array().expect("it has cases").iter();
    rows.map(parse_case).collect()
}

fn parse_case(row: &toml::Value) -> Case {
    let strings = |key: &str| {
        let entries = row[key].as_array().expect("a list").iter();
        entries.map(|it| it.as_str().expect("a string"))
    };
    let string = |key: &str| row[key].as_str().expect("a string");
    Case {
        id: string("id").into(),
        arguments: string("arguments").split(", ").map(parse_type).collect(),
        steps: strings("steps").map(parse_step).collect(),
        calls: strings("calls").map(parse_call).collect(),
    }
}

/// Reads `2x?x<=4`, `()` or `i1:3`.
fn parse_type(text: &str) -> Vec<TypeDim> {
    let dims = text.split_once(':').map_or(text, |(_, dims)| dims);
    let words = dims.split('x').filter(|_| dims != "()");
    words
        .map(|word| Declared {
            size: word.parse().ok(),
            bound: bound_of(word),
        })
        .collect()
}

/// Reads `subtract 0 1 @0,2 -> 2x?`.
fn parse_step(text: &str) -> Step {
    let (operands, result) = text.split_once(" -> ").expect("an arrow");
    let (operands, entries) = match operands.split_once(" @") {
        Some((operands, entries)) => (operands, Some(entries)),
        None => (operands, None),
    };
    let entries = entries.map(|entries| entries.split(',').filter(|entry| !entry.is_empty()));
    let number = |word: &str| word.parse().expect("a number");
    Step {
        operands: operands.split(' ').skip(1).map(number).collect(),
        broadcast_dimensions: entries.map(|it| it.map(|it| it.parse().unwrap()).collect()),
        result: parse_type(result),
    }
}

/// Reads `2x1, 3 -> 2x3 (policy)`.
fn parse_call(text: &str) -> Call {
    let (arguments, result) = text.split_once(" -> ").expect("an arrow");
    let (result, policy) = match result.split_once(" (") {
        Some((result, policy)) => (result, Some(policy.trim_end_matches(')').into())),
        None => (result, None),
    };
    let sizes = |text: &str| {
        let dims = parse_type(text).into_iter();
        dims.map(|dim| dim.size.expect("a size")).collect()
    };
    Call {
        arguments: arguments.split(", ").map(sizes).collect(),
        expected: (result != "refused").then(|| sizes(result)),
        policy,
    }
}

fn shape(dims: &[TypeDim]) -> Shape {
    dims.iter()
        .map(|dim| {
            dim.size
                .and_then(ShapeDim::fixed)
                .unwrap_or(ShapeDim::DYNAMIC)
        })
        .collect()
}

impl Case {
    /// Returns the types of all values: of the arguments, then of the results of the steps.
    fn types(&self) -> Vec<&[TypeDim]> {
        let results = self.steps.iter().map(|step| step.result.as_slice());
        let arguments = self.arguments.iter().map(Vec::as_slice);
        arguments.chain(results).collect()
    }

    fn verifies(&self, rules: TraitRules) -> bool {
        let types = self.types();
        let tensor = |dims: &[TypeDim]| ShapedType::tensor(shape(dims));
        self.steps.iter().all(|step| {
            let operands = step.operands.iter().map(|&number| tensor(types[number]));
            let operands = operands.collect::<Vec<_>>();
            let attribute = step.broadcast_dimensions.as_deref();
            verify(rules, &operands, &[tensor(&step.result)], attribute).is_ok()
        })
    }

    /// Returns the sizes of the result; `None` if a guard fails.
    fn run(&self, arguments: &[Vec<i64>], zero_extents: ZeroExtents) -> Option<Vec<i64>> {
        let types = self.types();
        let mut extents = arguments.to_vec();
        for step in &self.steps {
            let operands = step.operands.iter();
            let operands = operands.map(|&number| (types[number], extents[number].as_slice()));
            let result = run_step(step, &operands.collect::<Vec<_>>(), zero_extents);
            extents.push(result?);
        }
        extents.pop()
    }
}

/// Plans a step and evaluates the plan, and checks that each operand fits the result.
fn run_step(
    step: &Step,
    operands: &[(&[TypeDim], &[i64])],
    zero_extents: ZeroExtents,
) -> Option<Vec<i64>> {
    let shapes = operands.iter().map(|(dims, _)| shape(dims));
    let shapes = shapes.collect::<Vec<_>>();
    let attribute = step.broadcast_dimensions.as_deref();
    let alignment = align(shapes.iter().map(|it| Some(&**it)), attribute);
    let alignment = alignment.expect("it verifies").expect("all are ranked");
    let mut facts = Facts::default();
    let mut values = vec![];
    let planned = operands.iter().map(|(dims, extents)| {
        let map = alignment.operand(dims.len());
        let dims = dims.iter().zip(*extents).zip(map.result_dims());
        dims.map(|((dim, &extent), result_dim)| OperandDim {
            size: dim.size.map_or_else(
                || {
                    values.push(extent);
                    Size::Symbol(facts.fresh())
                },
                Size::Constant,
            ),
            bound: dim.bound,
            result_dim,
        })
        .collect::<Operand>()
    });
    let planned = planned.collect::<Vec<_>>();
    let plan = plan(&planned, &step.result, zero_extents, &facts).expect("it verifies");
    let value = |size: Size| match size {
        Size::Constant(size) => size,
        Size::Symbol(symbol) => values[symbol.0 as usize],
    };
    let result = plan.dims.iter().map(|dim| evaluate(dim, &value));
    let result = result.collect::<Option<Vec<_>>>()?;
    for ((operand, broadcast), (_, extents)) in planned.iter().zip(&plan.broadcasts).zip(operands) {
        for (dim, &extent) in operand.dims().iter().zip(*extents) {
            assert!(extent == 1 || extent == result[dim.result_dim], "{plan}");
        }
        assert!(
            *broadcast != Broadcast::None || *extents == result,
            "{plan}"
        );
    }
    Some(result)
}

#[test]
fn plans_do_what_the_conformance_kit_expects() {
    let cases = cases();
    assert!(cases.len() > 80, "only {} cases", cases.len());
    for case in &cases {
        let id = &case.id;
        let is_valid = case.calls.iter().any(|call| call.expected.is_some());
        assert_eq!(case.verifies(TraitRules::Documented), is_valid, "{id}");
        let has_policy = |name: &str| {
            let mut calls = case.calls.iter();
            calls.any(|call| call.policy.as_deref() == Some(name))
        };
        let is_strict = is_valid && !has_policy("static-result");
        assert_eq!(case.verifies(TraitRules::Strict), is_strict, "{id}");
        if !is_valid {
            continue;
        }
        for zero_extents in [ZeroExtents::Reject, ZeroExtents::Numpy] {
            for call in &case.calls {
                let is_refused = match call.policy.as_deref() {
                    Some("zero-against-one") => zero_extents == ZeroExtents::Reject,
                    Some("bounded-expansion") => true,
                    _ => false,
                };
                let expected = call.expected.clone().filter(|_| !is_refused);
                let found = case.run(&call.arguments, zero_extents);
                assert_eq!(
                    found, expected,
                    "{id} at {:?}, {zero_extents}",
                    call.arguments
                );
            }
        }
    }
}

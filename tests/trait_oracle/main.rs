//! Compares the rule set `mlir` with the verifier that it describes: that of
//! `test.broadcastable` in MLIR's `mlir-opt`.

mod mlir_opt;

use bcast_lower::shape::{Shape, ShapedType, TraitRules, display_shape, verify};
use fastrand::Rng;
use std::collections::BTreeMap;

/// An op on tensors; an unranked one is `None`.
struct Case {
    operands: Vec<Option<Shape>>,
    result: Option<Shape>,
}

impl Case {
    /// Parses `?x1, * -> 4`; `()` is a shape of rank 0, `-` no operand.
    fn parse(text: &str) -> Self {
        let shape = |text: &str| match text {
            "*" => None,
            "()" => Some(Shape::default()),
            _ => Some(text.parse().expect("a shape")),
        };
        let (operands, result) = text.split_once(" -> ").expect("an arrow");
        Self {
            operands: match operands {
                "-" => vec![],
                _ => operands.split(", ").map(shape).collect(),
            },
            result: shape(result),
        }
    }

    /// Prints the op in a function of one line.
    fn to_mlir(&self, index: usize) -> String {
        let ty = |shape: &Option<Shape>| match shape {
            None => "tensor<*xi32>".to_string(),
            Some(shape) if shape.is_empty() => "tensor<i32>".to_string(),
            Some(shape) => format!("tensor<{}xi32>", display_shape(shape)),
        };
        let types = self.operands.iter().map(ty).collect::<Vec<_>>();
        function(
            index,
            &types.iter().map(String::as_str).collect::<Vec<_>>(),
            &ty(&self.result),
        )
    }

    /// Returns the text of the violation that this crate finds.
    fn verify(&self) -> Option<String> {
        let ty = |shape: &Option<Shape>| match shape {
            None => ShapedType::unranked_tensor(),
            Some(shape) => ShapedType::tensor(shape.clone()),
        };
        let operands = self.operands.iter().map(ty).collect::<Vec<_>>();
        verify(TraitRules::Mlir, &operands, &[ty(&self.result)], None)
            .err()
            .map(|violation| format!("'test.broadcastable' op {violation}"))
    }
}

/// Returns a function of one line with one op of the given types.
fn function(index: usize, operands: &[&str], results: &str) -> String {
    let names = (0..operands.len())
        .map(|operand| format!("%{operand}"))
        .collect::<Vec<_>>();
    let arguments = names
        .iter()
        .zip(operands)
        .map(|(name, ty)| format!("{name}: {ty}"))
        .collect::<Vec<_>>();
    format!(
        "func.func @f{index}({}) {{ \"test.broadcastable\"({}) : ({}) -> ({results}) return }}",
        arguments.join(", "),
        names.join(", "),
        operands.join(", "),
    )
}

/// Checks that both verifiers agree in verdict and text, and returns how often
/// each text occurred, up to its first shape.
fn check(cases: &[Case]) -> BTreeMap<String, usize> {
    let functions = cases
        .iter()
        .enumerate()
        .map(|(index, case)| case.to_mlir(index))
        .collect::<Vec<_>>();
    let expected = mlir_opt::verify_functions(&functions);
    let mut verdicts = BTreeMap::new();
    let mut disagreements = vec![];
    for ((case, function), expected) in cases.iter().zip(&functions).zip(expected) {
        let found = case.verify();
        if found != expected {
            disagreements.push(format!(
                "{function}\n  mlir-opt: {expected:?}\n  found: {found:?}"
            ));
        }
        let verdict = expected.unwrap_or_default();
        let verdict = verdict.trim_start_matches("'test.broadcastable' op ");
        let verdict = verdict.split(" '").next().unwrap_or_default();
        *verdicts.entry(verdict.to_string()).or_default() += 1;
    }
    assert!(
        disagreements.is_empty(),
        "{} of {} cases disagree, among them:\n{}",
        disagreements.len(),
        cases.len(),
        disagreements[..disagreements.len().min(10)].join("\n")
    );
    verdicts
}

const SIZES: [&str; 5] = ["?", "0", "1", "2", "3"];

/// Lists all shapes of ranks 0 to 2 over [`SIZES`].
fn small_shapes() -> Vec<Shape> {
    let pairs = SIZES.iter().flat_map(|a| SIZES.map(|b| format!("{a}x{b}")));
    [String::new()]
        .into_iter()
        .chain(SIZES.map(String::from))
        .chain(pairs)
        .map(|text| text.parse().expect("a shape"))
        .collect()
}

#[test]
fn agrees_on_every_small_op_of_one_and_two_operands() {
    let shapes = small_shapes();
    let mut cases = vec![];
    for result in &shapes {
        for lhs in &shapes {
            let case = |operands: &[&Shape]| Case {
                operands: operands.iter().map(|&shape| Some(shape.clone())).collect(),
                result: Some(result.clone()),
            };
            cases.push(case(&[lhs]));
            cases.extend(shapes.iter().map(|rhs| case(&[lhs, rhs])));
        }
    }
    assert_eq!(cases.len(), 31 * 31 + 31 * 31 * 31);
    let verdicts = check(&cases);
    assert_eq!(verdicts.len(), 3, "{verdicts:?}");
}

#[test]
fn agrees_on_random_ops_of_three_operands() {
    let mut rng = Rng::with_seed(22);
    let cases = (0..20_000)
        .map(|_| Case {
            operands: (0..3).map(|_| random_shape(&mut rng)).collect(),
            result: random_shape(&mut rng),
        })
        .collect::<Vec<_>>();
    let verdicts = check(&cases);
    // Each verdict is frequent enough for its agreement to mean something.
    assert!(
        verdicts.len() == 3 && verdicts.values().all(|&count| count >= 1_500),
        "{verdicts:?}"
    );
}

/// Picks an unranked tensor with probability 1/8, otherwise up to three sizes, with a
/// preference for those that broadcast.
fn random_shape(rng: &mut Rng) -> Option<Shape> {
    const WEIGHTED: [&str; 10] = ["?", "?", "?", "1", "1", "1", "1", "0", "2", "3"];
    if rng.u8(..8) == 0 {
        return None;
    }
    let rank = rng.usize(..4);
    let sizes = (0..rank)
        .map(|_| WEIGHTED[rng.usize(..WEIGHTED.len())])
        .collect::<Vec<_>>();
    Some(sizes.join("x").parse().expect("a shape"))
}

#[test]
fn agrees_on_unusual_ops() {
    check(
        &[
            "- -> 2",
            "- -> *",
            "* -> *",
            "*, * -> 2x2",
            "*, () -> 4",
            "() -> 4x5x6",
            "2x3x4 -> 3x4",
            "?, 0, 2 -> 2",
            "0, 2, ? -> 2",
            "?, 0 -> 7",
            "0, ?, 1 -> 0x7",
            "9223372036854775807, ? -> 9223372036854775807",
            "9223372036854775807, 9223372036854775806 -> ?",
            "1x2x3x4x5x6x7, 7 -> 1x2x3x4x5x6x7",
            "1x2x3x4x5x6x7, 2x1x1x1x1x1 -> 1x2x3x4x5x6x8",
        ]
        .map(Case::parse),
    );
    let many = vec!["?x1"; 1_000].join(", ");
    check(&[
        Case::parse(&format!("{many} -> ?x1")),
        Case::parse(&format!("{many}, 4x3 -> 4x2")),
        Case::parse(&format!("2x1, {many}, 3x1 -> 3x1")),
    ]);
}

/// `test.broadcastable` is declared for tensors with one result, which is
/// checked before the trait. So `mlir-opt` does not check the trait on vectors, scalars and
/// other numbers of results.
#[test]
fn other_types_and_counts_do_not_reach_the_trait() {
    let only_tensors = |subject: &str, ty: &str| {
        Some(format!(
            "'test.broadcastable' op {subject} of any type values, but got '{ty}'"
        ))
    };
    let (operand, result) = (
        "operand #0 must be variadic of tensor",
        "result #0 must be tensor",
    );
    let one_result = Some("'test.broadcastable' op requires one result".to_string());
    let (tensor, vector) = ("tensor<2xi32>", "vector<2xi32>");
    let (scalable, memref) = ("vector<[2]xi32>", "memref<2xi32>");
    let two_tensors = "tensor<2xi32>, tensor<2xi32>";
    let cases: [(&[&str], &str, _); 10] = [
        (&[vector], vector, only_tensors(operand, vector)),
        (&[vector, tensor], tensor, only_tensors(operand, vector)),
        (&[scalable], tensor, only_tensors(operand, scalable)),
        (&["i32"], tensor, only_tensors(operand, "i32")),
        (&[memref], tensor, only_tensors(operand, memref)),
        (&[tensor], vector, only_tensors(result, vector)),
        (&["tensor<*xi32>"], vector, only_tensors(result, vector)),
        (&[tensor], "i32", only_tensors(result, "i32")),
        (&[tensor], "", one_result.clone()),
        (&[tensor], two_tensors, one_result),
    ];
    let (functions, expected): (Vec<_>, Vec<_>) = cases
        .into_iter()
        .enumerate()
        .map(|(index, (operands, results, error))| (function(index, operands, results), error))
        .unzip();
    assert_eq!(mlir_opt::verify_functions(&functions), expected);
}

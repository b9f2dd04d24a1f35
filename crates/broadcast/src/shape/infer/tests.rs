use super::*;
use crate::shape::{
    ShapedType, align,
    testing::{parse_op, parse_types},
};

fn dim(text: &str) -> ShapeDim {
    text.parse::<Shape>().expect("a dim")[0]
}

fn dims(texts: &[&str]) -> Vec<ShapeDim> {
    texts.iter().map(|text| dim(text)).collect()
}

fn all_dims() -> Vec<ShapeDim> {
    dims(&["?", "0", "1", "2", "3", "[1]", "[2]"])
}

/// Checks a row of the table in both orders; `!` is an error.
fn check_dim(lhs: &str, rhs: &str, expected: &str) {
    for (lhs, rhs) in [(lhs, rhs), (rhs, lhs)] {
        let found = infer_dim(dim(lhs), dim(rhs));
        let found = found.map_or("!".to_string(), |dim| dim.to_string());
        assert_eq!(found, expected, "{lhs}, {rhs}");
    }
}

/// Checks `operands -> inferred`, where `!` is followed by the conflict:
/// `result dim: operand.dim=size, operand.dim=size`.
fn check(operands: &str, expected: &str) {
    let op = parse_op(&format!("{operands} -> -"));
    let shapes = || op.operands.iter().map(ShapedType::shape);
    let inferred = match op.broadcast_dimensions.as_deref() {
        None => infer_result_shape(shapes()),
        attribute => align(shapes(), attribute)
            .expect("an alignment")
            .map(|alignment| infer_aligned(shapes(), &alignment))
            .transpose(),
    };
    let found = match inferred {
        Ok(None) => "none".to_string(),
        Ok(Some(shape)) if shape.is_empty() => "()".to_string(),
        Ok(Some(shape)) => shape.to_string(),
        Err(error) => {
            let show = |at: OperandSize| format!("{}.{}={}", at.operand, at.dim, at.size);
            format!(
                "! {}: {}, {}",
                error.dim,
                show(error.earlier),
                show(error.later)
            )
        }
    };
    assert_eq!(found, expected, "{operands}");
}

#[test]
fn infers_each_row_of_the_table() {
    check_dim("?", "?", "?");
    check_dim("?", "1", "?");
    check_dim("?", "2", "2");
    check_dim("?", "9223372036854775807", "9223372036854775807");
    check_dim("?", "0", "0");
    check_dim("1", "?", "?");
    check_dim("1", "0", "0");
    check_dim("1", "1", "1");
    check_dim("1", "7", "7");
    check_dim("1", "[4]", "[4]");
    check_dim("0", "0", "0");
    check_dim("7", "7", "7");
    check_dim("2", "3", "!");
    check_dim("0", "2", "!");
    check_dim("[4]", "1", "[4]");
    check_dim("[4]", "[4]", "[4]");
    check_dim("[1]", "1", "[1]");
    check_dim("[1]", "4", "!");
    check_dim("[4]", "[8]", "!");
    check_dim("[1]", "[4]", "!");
    check_dim("[4]", "4", "!");
    check_dim("[4]", "0", "!");
    check_dim("[4]", "?", "!");
}

#[test]
fn infers_shapes() {
    check("1x2, 1x2", "1x2");
    check("?, ?", "?");
    check("4, 2x3x4", "2x3x4");
    check("2x1, 3", "2x3");
    check("8x1x6x1, 7x1x5", "8x7x6x5");
    check("4x[2], [2]", "4x[2]");
    check("(), 3", "3");
    check("(), ()", "()");
    check("4", "4");
    check("3, 2", "! 0: 0.0=3, 1.0=2");
    check("4x3, 2x1x5", "! 2: 0.1=3, 1.2=5");
}

#[test]
fn folds_any_number_of_operands_and_skips_unranked_ones() {
    check("?, *, 4x1", "4x?");
    check("*, *", "none");
    check("-", "none");
    check("*, 1, *", "1");
    check("1, ?, 0", "0");
    check("?x1, 1, 1x5, 2x?", "2x5");
    check("1, ?, *, 4, 4, 5", "! 0: 3.0=4, 5.0=5");
    // The dim is an index into the result, whatever the ranks of the operands so far.
    check("2, 3, 1x1x1", "! 2: 0.0=2, 1.0=3");
}

#[test]
fn infers_under_the_attribute() {
    check("3, 3x4 @0", "3x4");
    check("3, 3x4 @1", "! 1: 0.0=3, 1.1=4");
    check("2x4, 2x?x? @0,2", "2x?x4");
    check("?x5, 5 @0", "5x5");
    check("(), 3 @", "3");
    check("3, * @0", "none");
}

#[test]
fn accepts_a_thousand_operands() {
    let operands = vec!["?x1"; 999].join(", ");
    check(&format!("{operands}, 1x4"), "?x4");
    check(&format!("2, {operands}, 3"), "! 1: 0.0=2, 1000.0=3");
}

#[test]
fn pairs_of_shapes_infer_like_lists_of_operands() {
    let shapes = parse_types("(), 1, ?, 0, 2, 1x2, ?x?, 3x2, 2x3, 2x1x1");
    for lhs in shapes.iter().filter_map(ShapedType::shape) {
        for rhs in shapes.iter().filter_map(ShapedType::shape) {
            assert_eq!(
                infer_shape(lhs, rhs).map(Some),
                infer_result_shape([Some(lhs), Some(rhs)])
            );
        }
    }
}

#[test]
fn is_symmetric_associative_and_idempotent() {
    let join = |lhs: Option<ShapeDim>, rhs: Option<ShapeDim>| infer_dim(lhs?, rhs?);
    for a in all_dims() {
        assert_eq!(infer_dim(a, a), Some(a));
        assert_eq!(infer_dim(a, ShapeDim::UNIT), Some(a));
        for b in all_dims() {
            assert_eq!(infer_dim(a, b), infer_dim(b, a), "{a} {b}");
            for c in all_dims() {
                assert_eq!(
                    join(join(Some(a), Some(b)), Some(c)),
                    join(Some(a), join(Some(b), Some(c))),
                    "{a} {b} {c}"
                );
            }
        }
    }
}

#[test]
fn mlir_depends_on_the_order_only_for_zero_and_dynamic() {
    let fold = |sizes: [&str; 3]| {
        let [a, b, c] = sizes.map(dim);
        infer_dim_as_mlir(a, b).and_then(|ab| infer_dim_as_mlir(ab, c))
    };
    assert_eq!(fold(["?", "0", "2"]), Some(dim("2")));
    assert_eq!(fold(["0", "2", "?"]), None);
    for a in all_dims() {
        for b in all_dims() {
            assert_eq!(infer_dim_as_mlir(a, b), infer_dim_as_mlir(b, a));
            let differs = infer_dim_as_mlir(a, b) != infer_dim(a, b);
            let is_known = [(a, b), (b, a)].contains(&(dim("?"), dim("0")));
            assert_eq!(differs, is_known, "{a} {b}");
        }
    }
}

/// NumPy's rule for two sizes at run time.
fn numpy(lhs: i64, rhs: i64) -> Option<i64> {
    match (lhs, rhs) {
        (1, size) | (size, 1) => Some(size),
        (lhs, rhs) => (lhs == rhs).then_some(lhs),
    }
}

/// The sizes that a dim may have in a run, from 0 to 4 with a given vscale.
fn extents(dim: ShapeDim, vscale: i64) -> Vec<i64> {
    match (dim.fixed_size(), dim.scalable_size()) {
        (Some(size), _) => vec![size],
        (_, Some(size)) => vec![size * vscale],
        _ => (0..5).collect(),
    }
}

#[test]
fn is_sound_for_every_run() {
    for vscale in [1, 2, 4] {
        for lhs in all_dims() {
            for rhs in all_dims() {
                let runs = extents(lhs, vscale)
                    .into_iter()
                    .flat_map(|a| extents(rhs, vscale).into_iter().map(move |b| numpy(a, b)))
                    .flatten()
                    .collect::<Vec<_>>();
                for infer in [infer_dim, infer_dim_as_mlir] {
                    match infer(lhs, rhs) {
                        Some(inferred) => assert!(
                            runs.iter()
                                .all(|run| extents(inferred, vscale).contains(run)),
                            "{lhs}, {rhs}: {inferred}, but {runs:?}"
                        ),
                        // Scalable dims conflict for some values of vscale, not for all.
                        None if lhs.is_scalable() || rhs.is_scalable() => {}
                        None => assert!(runs.is_empty(), "{lhs}, {rhs}: none, but {runs:?}"),
                    }
                }
            }
        }
    }
}

/// For all shapes of rank up to 2 and all their runs, the inferred shape agrees with NumPy's
/// result, and an error means that NumPy rejects every run.
#[test]
fn is_sound_for_shapes() {
    fn runs(shape: &[ShapeDim]) -> Vec<Vec<i64>> {
        shape.iter().fold(vec![vec![]], |runs, &dim| {
            runs.iter()
                .flat_map(|run| {
                    extents(dim, 1)
                        .into_iter()
                        .map(move |size| [run.clone(), vec![size]].concat())
                })
                .collect()
        })
    }
    fn numpy_shape(lhs: &[i64], rhs: &[i64]) -> Option<Vec<i64>> {
        let rank = lhs.len().max(rhs.len());
        let at = |sizes: &[i64], dim: usize| match (dim + sizes.len()).checked_sub(rank) {
            Some(dim) => sizes[dim],
            None => 1,
        };
        (0..rank)
            .map(|dim| numpy(at(lhs, dim), at(rhs, dim)))
            .collect()
    }
    let sizes = dims(&["?", "0", "1", "2", "3"]);
    let mut shapes = vec![vec![]];
    shapes.extend(sizes.iter().map(|&a| vec![a]));
    shapes.extend(
        sizes
            .iter()
            .flat_map(|&a| sizes.iter().map(move |&b| vec![a, b])),
    );
    assert_eq!(shapes.len(), 31);
    for lhs in &shapes {
        for rhs in &shapes {
            let inferred = infer_shape(lhs, rhs);
            for a in runs(lhs) {
                for b in runs(rhs) {
                    let Some(run) = numpy_shape(&a, &b) else {
                        continue;
                    };
                    let inferred = inferred.as_ref().expect("some run is right");
                    assert_eq!(run.len(), inferred.len());
                    for (&size, &inferred) in run.iter().zip(inferred.iter()) {
                        assert!(
                            inferred.is_dynamic() || inferred.fixed_size() == Some(size),
                            "{a:?} {b:?}"
                        );
                    }
                }
            }
        }
    }
}

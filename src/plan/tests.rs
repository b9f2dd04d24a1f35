use super::*;
use crate::symbol::Symbol;

/// Reads `3 s0 1` as three sizes.
fn sizes(text: &str) -> Vec<Size> {
    text.split_whitespace()
        .map(|word| match word.strip_prefix('s') {
            Some(number) => Size::Symbol(Symbol(number.parse().unwrap())),
            None => Size::Constant(word.parse().unwrap()),
        })
        .collect()
}

/// Plans right-aligned operands, `s0 3 | 1`, against a result, `? 3`.
fn plan_of(operands: &str, result: &str) -> Result<Plan, PlanError> {
    let result = result
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect::<Vec<_>>();
    let operands = operands.split('|').map(sizes).collect::<Vec<_>>();
    let maps = operands
        .iter()
        .map(|operand| (result.len() - operand.len()..result.len()).collect::<Vec<_>>())
        .collect::<Vec<_>>();
    let operands = operands
        .iter()
        .zip(&maps)
        .map(|(sizes, result_dims)| Operand { sizes, result_dims })
        .collect::<Vec<_>>();
    plan(&operands, &result, ZeroExtents::Reject)
}

fn check(operands: &str, result: &str, expected: &[&str]) {
    let text = match plan_of(operands, result) {
        Ok(plan) => plan.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        expected,
        "{operands} -> {result}"
    );
}

#[test]
fn plans_read_as_text() {
    check("|", "", &["operand #0: as it is", "operand #1: as it is"]);
    check(
        "10 s0 |",
        "10 ?",
        &[
            "dim 0: 10",
            "dim 1: operand #0 dim 1",
            "operand #0: as it is",
            "operand #1: dynamic broadcast",
        ],
    );
    check(
        "s0 | s1",
        "?",
        &[
            "dim 0: join(operand #0 dim 0, operand #1 dim 0); guard: operand #0 dim 0 compatible with operand #1 dim 0",
            "operand #0: dynamic broadcast",
            "operand #1: dynamic broadcast",
        ],
    );
    check(
        "s0 s1 | s0 s1",
        "? ?",
        &[
            "dim 0: operand #0 dim 0",
            "dim 1: operand #0 dim 1",
            "operand #0: as it is",
            "operand #1: as it is",
        ],
    );
    check(
        "s0 s1 | s2 1",
        "? ?",
        &[
            "dim 0: join(operand #0 dim 0, operand #1 dim 0); guard: operand #0 dim 0 compatible with operand #1 dim 0",
            "dim 1: operand #0 dim 1",
            "operand #0: dynamic broadcast, not expanding [1]",
            "operand #1: dynamic broadcast",
        ],
    );
    check(
        "2 1 | 3",
        "2 3",
        &[
            "dim 0: 2",
            "dim 1: 3",
            "operand #0: static broadcast",
            "operand #1: static broadcast",
        ],
    );
    check(
        "s0 | 4",
        "?",
        &[
            "dim 0: 4; guard: operand #0 dim 0 is 4 or 1",
            "operand #0: dynamic broadcast",
            "operand #1: as it is",
        ],
    );
    check(
        "s0 | 1",
        "4",
        &[
            "dim 0: operand #0 dim 0; guard: equals declared 4",
            "operand #0: as it is",
            "operand #1: static broadcast",
        ],
    );
    check(
        "s0 | s1 | s2",
        "?",
        &[
            "dim 0: join(operand #0 dim 0, operand #1 dim 0, operand #2 dim 0); guard: operand #0 dim 0 broadcasts; guard: operand #1 dim 0 broadcasts; guard: operand #2 dim 0 broadcasts",
            "operand #0: dynamic broadcast",
            "operand #1: dynamic broadcast",
            "operand #2: dynamic broadcast",
        ],
    );
}

#[test]
fn contradictions_are_errors() {
    check(
        "s0 2 | 3",
        "? 3",
        &[
            "operand #1 dim 0 has size 3, but operand #0 dim 1, aligned to the same result dim 1, has size 2",
        ],
    );
    check(
        "s0 | 0",
        "5",
        &["the result declares size 5 for dim 0, but the operands broadcast to 0"],
    );
}

#[test]
fn dims_follow_the_map() {
    let (lhs, rhs) = (sizes("s0 s1"), sizes("s2"));
    let operands = [
        Operand {
            sizes: &lhs,
            result_dims: &[0, 1],
        },
        Operand {
            sizes: &rhs,
            result_dims: &[0],
        },
    ];
    let plan = plan(&operands, &[None, None], ZeroExtents::Reject).unwrap();
    assert!(matches!(plan.dims[0].extent, Extent::Join(_)));
    assert_eq!(plan.dims[1].constant(), None);
    assert!(plan.dims[1].has_size(lhs[1]));
}

/// NumPy's rule for one dim.
fn numpy(extents: &[i64]) -> Option<i64> {
    let mut result = 1;
    for &extent in extents {
        result = match (result, extent) {
            (1, other) | (other, 1) => other,
            (a, b) if a == b => a,
            _ => return None,
        };
    }
    Some(result)
}

/// Evaluates what will be emitted for one dim: `None` where a guard fails.
fn evaluate(plan: &Plan, value: &dyn Fn(Size) -> i64) -> Option<i64> {
    let dim = &plan.dims[0];
    let value_of = |participant: &Participant| value(participant.size);
    let extent = match &dim.extent {
        Extent::Constant(size) => *size,
        Extent::Of(participant) => value_of(participant),
        Extent::Join(participants) => participants
            .iter()
            .map(value_of)
            .reduce(|a, b| match plan.zero_extents {
                ZeroExtents::Reject => a.max(b),
                ZeroExtents::Numpy if a == 1 => b,
                ZeroExtents::Numpy => a,
            })
            .unwrap(),
    };
    dim.guards
        .iter()
        .all(|guard| match guard {
            Guard::Fixed { dynamic, size, .. } => {
                let value = value_of(dynamic);
                value == *size || value == 1
            }
            Guard::Broadcasts(participant) => {
                let value = value_of(participant);
                value == extent || value == 1
            }
            Guard::Compatible(lhs, rhs) => {
                let (a, b) = (value_of(lhs), value_of(rhs));
                match plan.zero_extents {
                    ZeroExtents::Reject => a.min(b) == a.max(b) || a.min(b) == 1,
                    ZeroExtents::Numpy => a == b || a == 1 || b == 1,
                }
            }
            Guard::Declared(size) => extent == *size,
        })
        .then_some(extent)
}

/// All ways to choose `count` of `choices`, with repetition.
fn product<T: Clone>(choices: &[T], count: usize) -> Vec<Vec<T>> {
    (0..count).fold(vec![vec![]], |prefixes, _| {
        prefixes
            .iter()
            .flat_map(|prefix| {
                choices.iter().map(|choice| {
                    let mut next = prefix.clone();
                    next.push(choice.clone());
                    next
                })
            })
            .collect()
    })
}

#[test]
fn guards_accept_exactly_what_numpy_accepts() {
    let choices = sizes("0 1 2 3 s0 s1 s2");
    let assignments = product(&[0i64, 1, 2, 3], 3);
    let mut accepted = 0;
    for count in 1..=3 {
        for operand_sizes in product(&choices, count) {
            for declared in [None, Some(0), Some(1), Some(2), Some(3)] {
                for zero_extents in [ZeroExtents::Reject, ZeroExtents::Numpy] {
                    accepted +=
                        check_all_extents(&operand_sizes, declared, zero_extents, &assignments);
                }
            }
        }
    }
    assert!(accepted > 10_000, "only {accepted} assignments accepted");
}

fn check_all_extents(
    operand_sizes: &[Size],
    declared: Option<i64>,
    zero_extents: ZeroExtents,
    assignments: &[Vec<i64>],
) -> usize {
    let operands = operand_sizes
        .iter()
        .map(|size| Operand {
            sizes: std::slice::from_ref(size),
            result_dims: &[0],
        })
        .collect::<Vec<_>>();
    let plan = plan(&operands, &[declared], zero_extents);
    let mut accepted = 0;
    for assignment in assignments {
        let value = |size: Size| match size {
            Size::Constant(size) => size,
            Size::Symbol(symbol) => assignment[symbol.0 as usize],
        };
        let extents = operand_sizes.iter().map(|&size| value(size));
        let extents = extents.collect::<Vec<_>>();
        let expected = numpy(&extents).filter(|&n| declared.is_none_or(|declared| declared == n));
        let Ok(plan) = &plan else {
            assert_eq!(expected, None, "{operand_sizes:?} {assignment:?}");
            continue;
        };
        let dim = &plan.dims[0];
        let is_zero_against_one = zero_extents == ZeroExtents::Reject
            && matches!(dim.extent, Extent::Join(_))
            && extents.contains(&0)
            && dim.guards.len() > usize::from(declared.is_some())
            && operand_sizes
                .iter()
                .any(|&size| size != Size::Constant(1) && value(size) == 1);
        let expected = expected.filter(|_| !is_zero_against_one);
        let actual = evaluate(plan, &value);
        assert_eq!(
            actual, expected,
            "{operand_sizes:?} -> {declared:?} at {assignment:?}, {zero_extents:?}:\n{plan}"
        );
        let Some(extent) = actual else { continue };
        accepted += 1;
        if let Some(constant) = dim.constant() {
            assert_eq!(constant, extent);
        }
        for (broadcast, operand_extent) in plan.broadcasts.iter().zip(extents) {
            match broadcast {
                Broadcast::None => assert_eq!(operand_extent, extent),
                Broadcast::Dynamic { nonexpanding } if !nonexpanding.is_empty() => {
                    assert_eq!(operand_extent, extent)
                }
                _ => assert!(operand_extent == extent || operand_extent == 1),
            }
        }
    }
    accepted
}

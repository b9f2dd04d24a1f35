//! Compares what plans accept and compute with NumPy's rule, for all small extents.

use super::*;
use crate::symbol::testing::{assume, holds};

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

/// NumPy's rule for one dim of an op in place, whose first operand is the destination.
fn numpy_in_place(extents: &[i64]) -> Option<i64> {
    let (&into, others) = extents.split_first()?;
    let fits = |&extent: &i64| extent == 1 || extent == into;
    others.iter().all(fits).then_some(into)
}

/// Evaluates the plan of one dim; `None` if a guard fails.
pub(super) fn evaluate(dim: &Dim, value: &dyn Fn(Size) -> i64) -> Option<i64> {
    let extent = dim.extent.evaluate(|participant| value(participant.size));
    let value = |quantity: &Quantity| match quantity {
        Quantity::Of(participant) => value(participant.size),
        Quantity::Extent => extent,
    };
    let mut guards = dim.guards.iter();
    guards
        .all(|guard| guard.condition().holds(&value))
        .then_some(extent)
}

/// All lists of `count` of the `choices`, with repetition.
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
    let mut accepted = 0;
    for count in 1..=3 {
        for operand_sizes in product(&choices, count) {
            for declared in [None, Some(0), Some(1), Some(2), Some(3)] {
                for zero_extents in [ZeroExtents::Reject, ZeroExtents::Numpy] {
                    let mut case = Case::new(operand_sizes.clone(), declared);
                    accepted += check_all_extents(&case, zero_extents, &[]);
                    case.is_in_place = true;
                    accepted += check_all_extents(&case, zero_extents, &[]);
                }
            }
        }
    }
    assert!(accepted > 10_000, "only {accepted} assignments accepted");
}

#[test]
fn facts_do_not_remove_needed_guards() {
    let mut random = fastrand::Rng::with_seed(6);
    let choices = ["0", "1", "2", "3", "s0", "s1", "s2", "s0", "s1", "s2"];
    let mut accepted = 0;
    for _ in 0..2_000 {
        let mut word = || choices[random.usize(..choices.len())];
        let words = std::array::from_fn::<_, 16, _>(|_| word());
        let facts = (0..random.usize(1..5))
            .map(|index| random_fact(&mut random, &words[3 * index..]))
            .collect::<Vec<_>>();
        let count = random.usize(1..4);
        let operand_sizes = words[12..12 + count].iter().map(|word| size(word));
        let declared = random.bool().then(|| random.i64(0..4));
        for zero_extents in [ZeroExtents::Reject, ZeroExtents::Numpy] {
            let mut case = Case::new(operand_sizes.clone(), declared);
            accepted += check_all_extents(&case, zero_extents, &facts);
            case.is_in_place = true;
            accepted += check_all_extents(&case, zero_extents, &facts);
        }
    }
    assert!(accepted > 10_000, "only {accepted} assignments accepted");
}

#[test]
fn bounded_dims_accept_what_numpy_accepts_unless_they_are_padded() {
    let operand_words = ["1", "2", "s0", "s1", "s0<=2", "s1<=2", "s2<=3"];
    let result_words = ["?", "3", "<=1", "<=2"];
    let (mut accepted, mut padded) = (0, 0);
    for count in 1..=3 {
        for words in product(&operand_words, count) {
            for result in result_words {
                for is_in_place in [false, true] {
                    let case = Case {
                        operand_dims: words.iter().map(|word| operand_dim(word, 0)).collect(),
                        declared: declared(result)[0],
                        is_in_place,
                    };
                    padded += usize::from(case.is_padded());
                    for zero_extents in [ZeroExtents::Reject, ZeroExtents::Numpy] {
                        for facts in [&[][..], &["s0 = s1".into()]] {
                            accepted += check_all_extents(&case, zero_extents, facts);
                        }
                    }
                }
            }
        }
    }
    assert!(accepted > 10_000, "only {accepted} assignments accepted");
    assert!(padded > 50, "only {padded} padded");
}

fn random_fact(random: &mut fastrand::Rng, words: &[&str]) -> String {
    let (a, b, c) = (words[0], words[1], words[2]);
    match random.usize(..8) {
        0 => format!("{a} = {b}"),
        1 => format!("{a} to {b}"),
        2 => format!("{a} into {b}"),
        3 => format!("{a} with {b}"),
        4 => format!("{a} >= {}", random.usize(..3)),
        5 => format!("{a} <= {}", random.usize(..4)),
        6 => format!("{a} joins {b} {c}"),
        _ => format!("{a} max {b} {c}"),
    }
}

/// The operands and the result of an op of rank 1.
struct Case {
    operand_dims: Vec<OperandDim>,
    declared: Declared,
    /// Whether the result has the size of the first operand.
    is_in_place: bool,
}

impl Case {
    fn new(sizes: impl IntoIterator<Item = Size>, size: Option<i64>) -> Self {
        let dims = sizes.into_iter().map(|size| OperandDim {
            size,
            bound: None,
            result_dim: 0,
        });
        Self {
            operand_dims: dims.collect(),
            declared: Declared { size, bound: None },
            is_in_place: false,
        }
    }

    /// The sizes that are not static, with their bounds.
    fn dynamic(&self) -> impl Iterator<Item = (Size, Option<i64>)> {
        let dims = self.operand_dims.iter().map(|dim| (dim.size, dim.bound));
        dims.filter(|(size, _)| size.constant().is_none())
    }

    fn sizes(&self) -> impl Iterator<Item = Size> {
        self.operand_dims.iter().map(|dim| dim.size)
    }

    /// Returns whether all dims have the same bound, apart from static 1s of others than the operand
    /// whose size the result has.
    fn is_padded(&self) -> bool {
        let Some((_, Some(bound))) = self.dynamic().next() else {
            return false;
        };
        let others = self.sizes().filter_map(|size| size.constant());
        self.dynamic().all(|(_, other)| other == Some(bound))
            && { others }.all(|size| size == 1)
            && !(self.is_in_place && self.operand_dims[0].size == Size::Constant(1))
            && self.declared.size.is_none()
            && self.declared.bound.is_none_or(|declared| declared >= bound)
    }
}

/// Checks the plan of an op for all extents that satisfy the facts and the bounds;
/// returns how many of these the guards accept.
fn check_all_extents(case: &Case, zero_extents: ZeroExtents, fact_texts: &[String]) -> usize {
    let operand_dims = &case.operand_dims;
    let declared = case.declared;
    let mut facts = facts_of("");
    fact_texts.iter().for_each(|text| assume(&mut facts, text));
    let operands = operand_dims.iter().map(|&dim| Operand::from_iter([dim]));
    let operands = operands.collect::<Vec<_>>();
    let destination = case.is_in_place.then_some(0);
    let plan = plan_into(&operands, destination, &[declared], zero_extents, &facts);
    let result_size = plan.as_ref().ok().map(|plan| plan.assume(&mut facts)[0]);
    let entailed = entailed(&facts);
    let mut accepted = 0;
    for assignment in product(&[0i64, 1, 2, 3], 3) {
        if !fact_texts.iter().all(|text| holds(text, &assignment)) {
            continue;
        }
        let value = |size: Size| match size {
            Size::Constant(size) => size,
            Size::Symbol(symbol) => assignment[symbol.0 as usize],
        };
        let is_within = |(size, bound): (Size, Option<i64>)| bound.is_none_or(|b| value(size) <= b);
        if !case.dynamic().all(is_within) {
            continue;
        }
        let extents = case.sizes().map(value);
        let extents = extents.collect::<Vec<_>>();
        let numpy = match case.is_in_place {
            true => numpy_in_place,
            false => numpy,
        };
        let expected = numpy(&extents)
            .filter(|&n| declared.size.is_none_or(|declared| declared == n))
            .filter(|&n| declared.bound.is_none_or(|bound| n <= bound));
        let mut dynamic = case.dynamic().map(|(size, _)| value(size));
        let first = dynamic.next();
        // Padded dims are never expanded at run time.
        let is_repeated = case.is_padded() && !dynamic.all(|size| Some(size) == first);
        let expected = expected.filter(|_| !is_repeated);
        let Ok(plan) = &plan else {
            assert_eq!(expected, None, "{operand_dims:?} {assignment:?}");
            continue;
        };
        let dim = &plan.dims[0];
        let what = || {
            format!(
                "{fact_texts:?}: {operand_dims:?} -> {declared:?} at {assignment:?}, \
                 {zero_extents}:\n{plan}"
            )
        };
        let is_join_guard =
            |guard: &Guard| matches!(guard, Guard::MaximumCompatible(..) | Guard::Broadcasts(_));
        let is_zero_against_one = zero_extents == ZeroExtents::Reject
            && dim.joined().is_some()
            && extents.contains(&0)
            && dim.guards.iter().any(is_join_guard)
            && { case.sizes() }.any(|size| size != Size::Constant(1) && value(size) == 1);
        let actual = evaluate(dim, &value);
        // Facts may remove a guard that would reject 0 against 1, where NumPy accepts it.
        let is_accepted_by_facts =
            is_zero_against_one && !fact_texts.is_empty() && actual.is_some();
        let expected = expected.filter(|_| !is_zero_against_one || is_accepted_by_facts);
        assert_eq!(actual, expected, "{}", what());
        let Some(extent) = actual else { continue };
        accepted += 1;
        if let Some(constant) = dim.constant() {
            assert_eq!(constant, extent);
        }
        for (broadcast, operand_extent) in plan.broadcasts.iter().zip(extents) {
            match broadcast {
                Broadcast::None => assert_eq!(operand_extent, extent, "{}", what()),
                Broadcast::Static => assert!(operand_extent == extent || operand_extent == 1),
                Broadcast::Padded(dims) => {
                    assert_eq!(dims, &[0], "{}", what());
                    assert_eq!(operand_extent, 1, "{}", what());
                }
                Broadcast::Dynamic {
                    expanding,
                    nonexpanding,
                    open,
                } => {
                    assert!(open.is_empty() || operand_extent == 1);
                    assert!(operand_extent == extent || operand_extent == 1);
                    assert!(nonexpanding.is_empty() || operand_extent == extent);
                    assert!(expanding.is_empty() || operand_extent == 1 && extent > 1);
                }
            }
        }
        // The assumptions about the result, s9, and the other sizes hold.
        let value = |size| match size {
            Size::Symbol(Symbol(9)) => extent,
            size => value(size),
        };
        assert_eq!(result_size.map(value), Some(extent), "{}", what());
        let mut assignment = assignment.clone();
        assignment.resize(10, extent);
        for text in &entailed {
            assert!(holds(text, &assignment), "{text}: {}", what());
        }
    }
    accepted
}

/// Returns the claims about pairs of sizes that facts entail, as text.
fn entailed(facts: &Facts) -> Vec<String> {
    let mut entailed = vec![];
    let words = ["s0", "s1", "s2", "s9", "2"];
    for (a, b) in words.iter().flat_map(|a| words.map(|b| (a, b))) {
        let (x, y) = (size(a), size(b));
        for (relation, is_entailed) in [
            ("=", facts.entails_equal(x, y)),
            ("!=", facts.entails_not_equal(x, y)),
            ("to", facts.entails_broadcasts_to(x, y)),
            ("into", facts.entails_grows_to(x, y)),
            ("with", facts.entails_compatible(x, y)),
            ("maxwith", facts.entails_maximum_compatible(x, y)),
        ] {
            if is_entailed && a != &b {
                entailed.push(format!("{a} {relation} {b}"));
            }
        }
    }
    entailed
}

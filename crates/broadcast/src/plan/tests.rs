mod bounded;
mod brute_force;
mod conformance;
mod entry;
mod facts;

use super::*;
use crate::{
    shape::ShapeDim,
    symbol::{
        Symbol,
        testing::{assume, size},
    },
};

/// Reads `3 s0 1` as three sizes.
fn sizes(text: &str) -> Vec<Size> {
    text.split_whitespace().map(size).collect()
}

/// Reads facts such as `s0 to s1, s0 >= 2` on symbols below s9.
fn facts_of(text: &str) -> Facts {
    let mut facts = Facts::default();
    for _ in 0..9 {
        facts.fresh();
    }
    let texts = text.split(',').filter(|text| !text.is_empty());
    texts.for_each(|text| assume(&mut facts, text));
    facts
}

/// Reads the dims of a result, such as `? 3 <=5`.
fn declared(text: &str) -> Vec<Declared> {
    text.split_whitespace()
        .map(|word| Declared {
            size: word.parse().ok(),
            bound: bound_of(word),
        })
        .collect()
}

/// Reads the bound of `s0<=5`.
fn bound_of(word: &str) -> Option<i64> {
    word.split_once("<=")?.1.parse().ok()
}

/// Reads a dim of an operand: `s0<=5`.
fn operand_dim(word: &str, result_dim: usize) -> OperandDim {
    OperandDim {
        size: size(word.split("<=").next().unwrap_or(word)),
        bound: bound_of(word),
        result_dim,
    }
}

/// Reads the dims of an operand, such as `s0<=5 3 s1`, aligned to consecutive result dims from
/// `first_result_dim` on.
fn operand(text: &str, first_result_dim: usize) -> Operand {
    let words = text.split_whitespace().zip(first_result_dim..);
    words.map(|(word, dim)| operand_dim(word, dim)).collect()
}

/// Plans right-aligned operands, `s0 3 | 1 s1<=5`, against a result, `? <=3`.
fn plan_of(facts: &Facts, operands: &str, result: &str) -> Result<Plan, PlanError> {
    let result = declared(result);
    let operands = operands
        .split('|')
        .map(|text| operand(text, result.len() - text.split_whitespace().count()))
        .collect::<Vec<_>>();
    plan(&operands, &result, ZeroExtents::Reject, facts)
}

fn check(operands: &str, result: &str, expected: &[&str]) {
    check_with("", operands, result, expected);
}

fn check_with(facts: &str, operands: &str, result: &str, expected: &[&str]) {
    let text = match plan_of(&facts_of(facts), operands, result) {
        Ok(plan) => plan.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        expected,
        "{facts}: {operands} -> {result}"
    );
}

#[test]
fn plans_are_displayed() {
    check("|", "", &["operand #0: unchanged", "operand #1: unchanged"]);
    check(
        "10 s0 |",
        "10 ?",
        &[
            "dim 0: 10",
            "dim 1: operand #0 dim 1",
            "operand #0: unchanged",
            "operand #1: dynamic broadcast",
        ],
    );
    check(
        "s0 | s1",
        "?",
        &[
            "dim 0: max(operand #0 dim 0, operand #1 dim 0); guard: operand #0 dim 0 = operand #1 dim 0 or min(operand #0 dim 0, operand #1 dim 0) = 1",
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
            "operand #0: unchanged",
            "operand #1: unchanged",
        ],
    );
    check(
        "s0 s1 | s2 1",
        "? ?",
        &[
            "dim 0: max(operand #0 dim 0, operand #1 dim 0); guard: operand #0 dim 0 = operand #1 dim 0 or min(operand #0 dim 0, operand #1 dim 0) = 1",
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
            "dim 0: 4; guard: operand #0 dim 0 = 4 or operand #0 dim 0 = 1",
            "operand #0: dynamic broadcast",
            "operand #1: unchanged",
        ],
    );
    check(
        "s0 | 1",
        "4",
        &[
            "dim 0: operand #0 dim 0; guard: the extent = 4",
            "operand #0: unchanged",
            "operand #1: static broadcast",
        ],
    );
    check(
        "s0 | s1 | s2",
        "?",
        &[
            "dim 0: max(operand #0 dim 0, operand #1 dim 0, operand #2 dim 0); guard: operand #0 dim 0 = the extent or operand #0 dim 0 = 1; guard: operand #1 dim 0 = the extent or operand #1 dim 0 = 1; guard: operand #2 dim 0 = the extent or operand #2 dim 0 = 1",
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
fn dims_follow_their_alignment() {
    let operands = [operand("s0 s1", 0), operand("s2", 0)];
    let plan = plan(
        &operands,
        &[Declared::default(); 2],
        ZeroExtents::Reject,
        &Facts::default(),
    );
    let plan = plan.unwrap();
    assert!(plan.dims[0].joined().is_some());
    assert_eq!(plan.dims[1].constant(), None);
    assert!(matches!(&plan.dims[1].extent, Term::Size(p) if p.size == size("s1")));
}

/// Writes what the guards of a plan show, and the operands that they are about.
fn guards_of(operands: &str, result: &str) -> Vec<String> {
    let plan = plan_of(&facts_of(""), operands, result).unwrap();
    let guards = plan.dims.iter().flat_map(|dim| &dim.guards);
    let texts = guards.map(|guard| {
        let shown = guard.shown().into_iter().map(|quantity| match quantity {
            Quantity::Of(participant) => participant.operand.to_string(),
            Quantity::Extent => "extent".into(),
        });
        let about = guard.participants().into_iter();
        let about = about.map(|participant| participant.operand.to_string());
        let [shown, about] = [shown.collect::<Vec<_>>(), about.collect()].map(|it| it.join(" "));
        format!("{shown}; {about}")
    });
    texts.collect()
}

#[test]
fn guards_show_the_sizes_that_they_compare() {
    for (operands, result, expected) in [
        ("s0 | 3", "?", &["0; 0 1"][..]),
        ("s0 | s1", "?", &["0 1; 0 1"]),
        (
            "s0 | s1 | s2",
            "?",
            &["0 extent; 0", "1 extent; 1", "2 extent; 2"],
        ),
        ("s0", "3", &["extent; "]),
        ("s0", "<=3", &["extent; "]),
        ("s0 | s0", "?", &[]),
    ] {
        assert_eq!(guards_of(operands, result), expected, "{operands}");
    }
}

#[test]
fn sizes_that_nothing_equals_get_new_names() {
    for (operands, result, expected, is_settled) in [
        ("s0", "?", "s0", true),
        ("s0 | 1", "?", "s0", true),
        ("s0 | 3", "?", "3", false),
        ("s0 | s1", "?", "s9", false),
        // The operand's size has no bound.
        ("s0", "<=3", "s9", false),
        ("s0<=3", "<=3", "s0", true),
    ] {
        let mut facts = facts_of("");
        let plan = plan_of(&facts, operands, result).unwrap();
        let found = plan.name_sizes(&mut facts);
        assert_eq!(found, sizes(expected), "{operands}");
        assert_eq!(plan.is_settled(), is_settled, "{operands}");
    }
}

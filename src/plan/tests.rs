mod brute_force;

use super::*;
use crate::symbol::{
    Symbol,
    testing::{assume, size},
};

/// Reads `3 s0 1` as three sizes.
fn sizes(text: &str) -> Vec<Size> {
    text.split_whitespace().map(size).collect()
}

/// Reads `s0 to s1, s0 >= 2`, on symbols below s9.
fn facts_of(text: &str) -> Facts {
    let mut facts = Facts::default();
    for _ in 0..9 {
        facts.fresh();
    }
    let texts = text.split(',').filter(|text| !text.is_empty());
    texts.for_each(|text| assume(&mut facts, text));
    facts
}

/// Reads `? 3 <=5`.
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

/// Reads the sizes of `s0<=5 3 s1`, without bounds.
fn unbounded_sizes(text: &str) -> Vec<Size> {
    let words = text.split_whitespace();
    words
        .map(|word| size(word.split("<=").next().unwrap_or(word)))
        .collect()
}

/// Plans right-aligned operands, `s0 3 | 1 s1<=5`, against a result, `? <=3`.
fn plan_of(facts: &Facts, operands: &str, result: &str) -> Result<Plan, PlanError> {
    let result = declared(result);
    let bounds = operands
        .split('|')
        .map(|operand| operand.split_whitespace().map(bound_of).collect())
        .collect::<Vec<Vec<_>>>();
    let operands = operands.split('|').map(unbounded_sizes).collect::<Vec<_>>();
    let maps = operands
        .iter()
        .map(|operand| (result.len() - operand.len()..result.len()).collect::<Vec<_>>())
        .collect::<Vec<_>>();
    let operands = operands
        .iter()
        .zip(&bounds)
        .zip(&maps)
        .map(|((sizes, bounds), result_dims)| Operand {
            sizes,
            bounds,
            result_dims,
        })
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
            bounds: &[None, None],
            result_dims: &[0, 1],
        },
        Operand {
            sizes: &rhs,
            bounds: &[None],
            result_dims: &[0],
        },
    ];
    let plan = plan(
        &operands,
        &[Declared::default(); 2],
        ZeroExtents::Reject,
        &Facts::default(),
    );
    let plan = plan.unwrap();
    assert!(matches!(plan.dims[0].extent, Extent::Join(_)));
    assert_eq!(plan.dims[1].constant(), None);
    assert!(matches!(&plan.dims[1].extent, Extent::Of(p) if p.size == lhs[1]));
}

#[test]
fn bounded_dims_alone_are_padded() {
    check(
        "s0<=5 | 1",
        "<=5",
        &[
            "dim 0: operand #0 dim 0",
            "operand #0: as it is",
            "operand #1: padded broadcast, sizes of [0] set",
        ],
    );
    check(
        "s0<=5 | s1<=5",
        "<=5",
        &[
            "dim 0: operand #0 dim 0; guard: operand #0 dim 0 equals operand #1 dim 0",
            "operand #0: as it is",
            "operand #1: as it is",
        ],
    );
    check(
        "s0<=5 1 | s1<=5 3 | 3",
        "<=8 3",
        &[
            "dim 0: operand #0 dim 0; guard: operand #0 dim 0 equals operand #1 dim 0",
            "dim 1: 3",
            "operand #0: bounded broadcast",
            "operand #1: as it is",
            "operand #2: padded broadcast, sizes of [0] set",
        ],
    );
    // The result of a padded broadcast has at most one bounded dim of its operand.
    check(
        "s0<=5 s1<=4 1 | 3",
        "<=5 <=4 3",
        &[
            "dim 0: operand #0 dim 0",
            "dim 1: operand #0 dim 1",
            "dim 2: 3",
            "operand #0: dynamic broadcast, not expanding [0, 1]",
            "operand #1: padded broadcast, sizes of [0, 1] set",
        ],
    );
    // Facts do not decide which ops are padded, only which guards they need.
    check_with(
        "s0 = s1, s2 = 1",
        "s0<=5 | s1<=5 | s2<=5",
        "?",
        &[
            "dim 0: operand #0 dim 0; guard: operand #0 dim 0 equals operand #2 dim 0",
            "operand #0: as it is",
            "operand #1: as it is",
            "operand #2: as it is",
        ],
    );
}

#[test]
fn bounded_dims_beside_others_are_dynamic() {
    let compatible = "dim 0: join(operand #0 dim 0, operand #1 dim 0); guard: \
                      operand #0 dim 0 compatible with operand #1 dim 0";
    let dynamic = "dynamic broadcast";
    let check = |operands, result, dim: &str, broadcasts: [&str; 2]| {
        let broadcasts = [0, 1].map(|index| format!("operand #{index}: {}", broadcasts[index]));
        check(operands, result, &[dim, &broadcasts[0], &broadcasts[1]]);
    };
    // Of two bounds, the join has the greater one.
    check("s0<=3 | s1<=5", "<=5", compatible, [dynamic; 2]);
    let beyond = format!("{compatible}; guard: at most declared 4");
    check("s0<=3 | s1<=5", "<=4", &beyond, [dynamic; 2]);
    check("s0<=3 | s1", "<=4", &beyond, [dynamic; 2]);
    check("s0<=3 | s1", "?", compatible, [dynamic; 2]);
    check(
        "s0<=5 | 4",
        "<=5",
        "dim 0: 4; guard: operand #0 dim 0 is 4 or 1",
        [dynamic, "as it is"],
    );
    // What is at most 3 must be 1 here.
    check(
        "s0<=3 | 4",
        "4",
        "dim 0: 4; guard: operand #0 dim 0 is 4 or 1",
        ["dynamic broadcast, type open in [0]", "as it is"],
    );
    check(
        "s0<=5 | 1",
        "4",
        "dim 0: operand #0 dim 0; guard: equals declared 4",
        ["as it is", "static broadcast"],
    );
    let narrower = "dim 0: operand #0 dim 0; guard: at most declared 4";
    check("s0<=5 | 1", "<=4", narrower, ["as it is", dynamic]);
}

#[test]
fn sizes_beyond_a_declared_bound_are_refused() {
    check(
        "5 | s0",
        "<=4",
        &["the result declares that dim 0 is at most 4, but the operands broadcast to 5"],
    );
    // What only facts say is checked at run time.
    check_with(
        "s0 = 5",
        "s0 | 1",
        "<=4",
        &[
            "dim 0: operand #0 dim 0; guard: at most declared 4",
            "operand #0: as it is",
            "operand #1: dynamic broadcast",
        ],
    );
}

#[test]
fn facts_remove_what_they_prove() {
    let as_it_is = ["operand #0: as it is", "operand #1: as it is"];
    let check = |facts, operands, result, dim: &str, broadcasts: [&str; 2]| {
        let broadcasts = broadcasts.map(str::to_string);
        let expected = [&[format!("dim 0: {dim}")], broadcasts.as_slice()].concat();
        let expected = expected.iter().map(String::as_str).collect::<Vec<_>>();
        check_with(facts, operands, result, &expected);
    };
    let join = "join(operand #0 dim 0, operand #1 dim 0)";
    let broadcasts = [
        "operand #0: dynamic broadcast",
        "operand #1: dynamic broadcast",
    ];
    let first_broadcasts = ["operand #0: dynamic broadcast", "operand #1: as it is"];

    check("s0 = s1", "s0 | s1", "?", "operand #0 dim 0", as_it_is);
    check(
        "s0 to s1",
        "s0 | s1",
        "?",
        "operand #1 dim 0",
        first_broadcasts,
    );
    check("s2 max s0 s1", "s0 | s1", "?", join, broadcasts);
    check(
        "s2 max s0 s1",
        "s0 | s2",
        "?",
        "operand #1 dim 0",
        first_broadcasts,
    );
    check(
        "s2 max s0 s1,s0 >= 2",
        "s0 | s2",
        "?",
        "operand #0 dim 0",
        as_it_is,
    );
    check(
        "s1 >= 2",
        "s0 | s1",
        "?",
        "operand #1 dim 0; guard: operand #0 dim 0 broadcasts",
        first_broadcasts,
    );
    check(
        "s0 >= 2,s1 >= 2",
        "s0 | s1",
        "?",
        "operand #0 dim 0; guard: operand #1 dim 0 broadcasts",
        as_it_is,
    );
    check("s0 to 4", "s0 | 4", "?", "4", first_broadcasts);
    check("s0 = 4", "s0 | 4", "?", "4", as_it_is);
    check(
        "s0 >= 2",
        "s0 | 4",
        "?",
        "4; guard: operand #0 dim 0 is 4 or 1",
        as_it_is,
    );
    check(
        "s0 = 4",
        "s0 | s1",
        "?",
        "4; guard: operand #1 dim 0 is 4 or 1",
        ["operand #0: as it is", "operand #1: dynamic broadcast"],
    );
    check(
        "s0 = 1",
        "s0 | s1",
        "?",
        "operand #1 dim 0",
        first_broadcasts,
    );
    check(
        "s0 = 1,s1 >= 2",
        "s0 | s1",
        "?",
        "operand #1 dim 0",
        [
            "operand #0: dynamic broadcast, expanding [0]",
            "operand #1: as it is",
        ],
    );
    check(
        "s0 = 1",
        "s0 | 4",
        "?",
        "4",
        [
            "operand #0: dynamic broadcast, expanding [0]",
            "operand #1: as it is",
        ],
    );
    check("s0 = 1,s1 = 1", "s0 | s1", "?", "1", as_it_is);
    check(
        "s0 = 4",
        "s0 | 1",
        "4",
        "4",
        ["operand #0: as it is", "operand #1: static broadcast"],
    );
}

#[test]
fn guards_stay_where_little_is_known() {
    let join = "dim 0: join(operand #0 dim 0, operand #1 dim 0); guard: operand #0 dim 0 compatible with operand #1 dim 0";
    for facts in [
        "",
        "s0 >= 1,s1 >= 1",
        "s0 to s2,s2 with s1",
        "s2 to s0,s2 to s1",
        // 0 against 1 is not ruled out.
        "s0 with s1",
        "s0 to s2,s1 to s2",
    ] {
        check_with(
            facts,
            "s0 | s1",
            "?",
            &[
                join,
                "operand #0: dynamic broadcast",
                "operand #1: dynamic broadcast",
            ],
        );
    }
}

#[test]
fn of_several_dims_those_that_matter_are_guarded() {
    check_with(
        "s0 to s1",
        "s0 | s1 | s2",
        "?",
        &[
            "dim 0: join(operand #1 dim 0, operand #2 dim 0); guard: operand #1 dim 0 compatible with operand #2 dim 0",
            "operand #0: dynamic broadcast",
            "operand #1: dynamic broadcast",
            "operand #2: dynamic broadcast",
        ],
    );
    check_with(
        "s3 max s0 s1,s4 max s0 s2",
        "s0 | s1 | s2",
        "?",
        &[
            "dim 0: join(operand #0 dim 0, operand #1 dim 0, operand #2 dim 0); guard: operand #1 dim 0 broadcasts; guard: operand #2 dim 0 broadcasts",
            "operand #0: dynamic broadcast",
            "operand #1: dynamic broadcast",
            "operand #2: dynamic broadcast",
        ],
    );
}

#[test]
fn contradictions_of_facts_are_guarded() {
    check_with(
        "s0 = 2",
        "s0 | 3",
        "?",
        &[
            "dim 0: 3; guard: operand #0 dim 0 is 3 or 1",
            "operand #0: as it is",
            "operand #1: as it is",
        ],
    );
    check_with(
        "s0 = 2",
        "s0",
        "5",
        &[
            "dim 0: operand #0 dim 0; guard: equals declared 5",
            "operand #0: as it is",
        ],
    );
    check_with(
        "s0 = 1",
        "s0",
        "5",
        &[
            "dim 0: operand #0 dim 0; guard: equals declared 5",
            "operand #0: as it is",
        ],
    );
}

#[test]
fn one_op_after_another_is_guarded_once() {
    let mut facts = facts_of("");
    let sum = plan_of(&facts, "s0 s1 | s2 s1", "? ?").unwrap();
    let sizes = sum.assume(&mut facts);
    assert_eq!(sizes, [Size::Symbol(Symbol(9)), size("s1")]);
    let texts = [
        ("s9 s1 | s0 s1", "as it is"),
        ("s9 s1 | s2 s1", "as it is"),
        ("s0 s1 | s2 s1", "dynamic broadcast, not expanding [1]"),
        ("s2 s1 | s0 s1", "dynamic broadcast, not expanding [1]"),
    ];
    for (operands, broadcast) in texts {
        let plan = plan_of(&facts, operands, "? ?").unwrap();
        assert!(plan.dims.iter().all(|dim| dim.guards.is_empty()), "{plan}");
        assert_eq!(plan.broadcasts[0].to_string(), broadcast);
        assert_eq!(plan.assume(&mut facts), sizes);
    }
    let plan = plan_of(&facts, "s0 s1 | s2 1", "5 ?").unwrap();
    assert_eq!(plan.dims[0].guards, [Guard::Declared(5)]);
    assert_eq!(plan.assume(&mut facts), [size("5"), size("s1")]);
    assert_eq!(facts.canonical(sizes[0]), size("5"));
}

//! Effects of facts on plans.

use super::*;

#[test]
fn facts_remove_guards_and_broadcasts_that_they_prove_unnecessary() {
    let unchanged = ["operand #0: unchanged", "operand #1: unchanged"];
    let check = |facts, operands, result, dim: &str, broadcasts: [&str; 2]| {
        let broadcasts = broadcasts.map(str::to_string);
        let expected = [&[format!("dim 0: {dim}")], broadcasts.as_slice()].concat();
        let expected = expected.iter().map(String::as_str).collect::<Vec<_>>();
        check_with(facts, operands, result, &expected);
    };
    let join = "max(operand #0 dim 0, operand #1 dim 0)";
    let broadcasts = [
        "operand #0: dynamic broadcast",
        "operand #1: dynamic broadcast",
    ];
    let first_broadcasts = ["operand #0: dynamic broadcast", "operand #1: unchanged"];

    check("s0 = s1", "s0 | s1", "?", "operand #0 dim 0", unchanged);
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
        unchanged,
    );
    check(
        "s1 >= 2",
        "s0 | s1",
        "?",
        "operand #1 dim 0; guard: operand #0 dim 0 = the extent or operand #0 dim 0 = 1",
        first_broadcasts,
    );
    check(
        "s0 >= 2,s1 >= 2",
        "s0 | s1",
        "?",
        "operand #0 dim 0; guard: operand #1 dim 0 = the extent or operand #1 dim 0 = 1",
        unchanged,
    );
    check("s0 to 4", "s0 | 4", "?", "4", first_broadcasts);
    check("s0 = 4", "s0 | 4", "?", "4", unchanged);
    check(
        "s0 >= 2",
        "s0 | 4",
        "?",
        "4; guard: operand #0 dim 0 = 4 or operand #0 dim 0 = 1",
        unchanged,
    );
    check(
        "s0 = 4",
        "s0 | s1",
        "?",
        "4; guard: operand #1 dim 0 = 4 or operand #1 dim 0 = 1",
        ["operand #0: unchanged", "operand #1: dynamic broadcast"],
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
            "operand #1: unchanged",
        ],
    );
    check(
        "s0 = 1",
        "s0 | 4",
        "?",
        "4",
        [
            "operand #0: dynamic broadcast, expanding [0]",
            "operand #1: unchanged",
        ],
    );
    check("s0 = 1,s1 = 1", "s0 | s1", "?", "1", unchanged);
    check(
        "s0 = 4",
        "s0 | 1",
        "4",
        "4",
        ["operand #0: unchanged", "operand #1: static broadcast"],
    );
}

#[test]
fn insufficient_facts_remove_no_guard() {
    let join = "dim 0: max(operand #0 dim 0, operand #1 dim 0); guard: operand #0 dim 0 = operand #1 dim 0 or min(operand #0 dim 0, operand #1 dim 0) = 1";
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
fn only_the_dims_that_matter_are_guarded() {
    check_with(
        "s0 to s1",
        "s0 | s1 | s2",
        "?",
        &[
            "dim 0: max(operand #1 dim 0, operand #2 dim 0); guard: operand #1 dim 0 = operand #2 dim 0 or min(operand #1 dim 0, operand #2 dim 0) = 1",
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
            "dim 0: max(operand #0 dim 0, operand #1 dim 0, operand #2 dim 0); guard: operand #1 dim 0 = the extent or operand #1 dim 0 = 1; guard: operand #2 dim 0 = the extent or operand #2 dim 0 = 1",
            "operand #0: dynamic broadcast",
            "operand #1: dynamic broadcast",
            "operand #2: dynamic broadcast",
        ],
    );
}

#[test]
fn contradictions_from_facts_are_guarded() {
    check_with(
        "s0 = 2",
        "s0 | 3",
        "?",
        &[
            "dim 0: 3; guard: operand #0 dim 0 = 3 or operand #0 dim 0 = 1",
            "operand #0: unchanged",
            "operand #1: unchanged",
        ],
    );
    check_with(
        "s0 = 2",
        "s0",
        "5",
        &[
            "dim 0: operand #0 dim 0; guard: the extent = 5",
            "operand #0: unchanged",
        ],
    );
    check_with(
        "s0 = 1",
        "s0",
        "5",
        &[
            "dim 0: operand #0 dim 0; guard: the extent = 5",
            "operand #0: unchanged",
        ],
    );
}

#[test]
fn guards_that_never_hold_are_found() {
    for (facts, operands, result, expected) in [
        ("s0 = 2", "s0 | 3", "?", true),
        ("s0 = 2,s1 = 3", "s0 | s1", "?", true),
        ("s0 = 2,s1 = 3", "s0 | s1 | s2", "?", true),
        ("s0 >= 4", "s0 | 3", "?", true),
        ("s0 = 2", "s0", "5", true),
        ("s0 = 2,s1 = 2", "s0 | s1", "5", true),
        // 0 broadcasts to 1 only.
        ("s0 = 0", "s0 | 3", "?", true),
        ("s0 >= 3", "s0 | 3", "?", false),
        ("s0 <= 1", "s0 | 3", "?", false),
        ("s0 = 2", "s0 | s1", "?", false),
        ("s0 >= 2", "s0", "5", false),
        ("", "s0 | s1 | 3", "?", false),
    ] {
        let facts = facts_of(facts);
        let plan = plan_of(&facts, operands, result).unwrap();
        let mut guards = plan.dims[0].guards.iter();
        let found = guards.any(|guard| plan.dims[0].never_holds(guard, &facts));
        assert_eq!(found, expected, "{operands}: {plan}");
    }
}

#[test]
fn later_ops_do_not_repeat_guards() {
    let mut facts = facts_of("");
    let sum = plan_of(&facts, "s0 s1 | s2 s1", "? ?").unwrap();
    let sizes = sum.assume(&mut facts);
    assert_eq!(sizes, [Size::Symbol(Symbol(9)), size("s1")]);
    let texts = [
        ("s9 s1 | s0 s1", "unchanged"),
        ("s9 s1 | s2 s1", "unchanged"),
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
    assert_eq!(
        plan.dims[0].guards,
        [Guard::Declared {
            size: 5,
            destination: None
        }]
    );
    assert_eq!(plan.assume(&mut facts), [size("5"), size("s1")]);
    assert_eq!(facts.canonical(sizes[0]), size("5"));
}

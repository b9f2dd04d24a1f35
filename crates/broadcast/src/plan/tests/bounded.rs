//! Bounded dims.

use super::*;

#[test]
fn ops_with_only_bounded_dims_are_padded() {
    check(
        "s0<=5 | 1",
        "<=5",
        &[
            "dim 0: operand #0 dim 0",
            "operand #0: unchanged",
            "operand #1: padded broadcast, sizes of [0] set",
        ],
    );
    check(
        "s0<=5 | s1<=5",
        "<=5",
        &[
            "dim 0: operand #0 dim 0; guard: operand #0 dim 0 = operand #1 dim 0",
            "operand #0: unchanged",
            "operand #1: unchanged",
        ],
    );
    check(
        "s0<=5 1 | s1<=5 3 | 3",
        "<=8 3",
        &[
            "dim 0: operand #0 dim 0; guard: operand #0 dim 0 = operand #1 dim 0",
            "dim 1: 3",
            "operand #0: bounded broadcast",
            "operand #1: unchanged",
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
            "dim 0: operand #0 dim 0; guard: operand #0 dim 0 = operand #2 dim 0",
            "operand #0: unchanged",
            "operand #1: unchanged",
            "operand #2: unchanged",
        ],
    );
}

#[test]
fn bounded_dims_with_other_dims_are_dynamic() {
    let compatible = "dim 0: max(operand #0 dim 0, operand #1 dim 0); guard: \
                      operand #0 dim 0 = operand #1 dim 0 or min(operand #0 dim 0, operand #1 dim 0) = 1";
    let dynamic = "dynamic broadcast";
    let check = |operands, result, dim: &str, broadcasts: [&str; 2]| {
        let broadcasts = [0, 1].map(|index| format!("operand #{index}: {}", broadcasts[index]));
        check(operands, result, &[dim, &broadcasts[0], &broadcasts[1]]);
    };
    // The join of two bounded dims has the greater bound.
    check("s0<=3 | s1<=5", "<=5", compatible, [dynamic; 2]);
    let beyond = format!("{compatible}; guard: the extent <= 4");
    check("s0<=3 | s1<=5", "<=4", &beyond, [dynamic; 2]);
    check("s0<=3 | s1", "<=4", &beyond, [dynamic; 2]);
    check("s0<=3 | s1", "?", compatible, [dynamic; 2]);
    check(
        "s0<=5 | 4",
        "<=5",
        "dim 0: 4; guard: operand #0 dim 0 = 4 or operand #0 dim 0 = 1",
        [dynamic, "unchanged"],
    );
    // A size of at most 3 must be 1 here.
    check(
        "s0<=3 | 4",
        "4",
        "dim 0: 4; guard: operand #0 dim 0 = 4 or operand #0 dim 0 = 1",
        ["dynamic broadcast, type open in [0]", "unchanged"],
    );
    check(
        "s0<=5 | 1",
        "4",
        "dim 0: operand #0 dim 0; guard: the extent = 4",
        ["unchanged", "static broadcast"],
    );
    let narrower = "dim 0: operand #0 dim 0; guard: the extent <= 4";
    check("s0<=5 | 1", "<=4", narrower, ["unchanged", dynamic]);
}

#[test]
fn sizes_beyond_a_declared_bound_are_rejected() {
    check(
        "5 | s0",
        "<=4",
        &["the result declares that dim 0 is at most 4, but the operands broadcast to 5"],
    );
    // A size that only facts imply is checked at run time.
    check_with(
        "s0 = 5",
        "s0 | 1",
        "<=4",
        &[
            "dim 0: operand #0 dim 0; guard: the extent <= 4",
            "operand #0: unchanged",
            "operand #1: dynamic broadcast",
        ],
    );
}

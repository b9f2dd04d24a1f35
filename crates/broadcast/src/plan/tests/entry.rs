//! Checks of declared symbols: together with the facts, they accept exactly what is declared.

use super::*;
use crate::{
    plan::{DeclaredDim, DeclaredSymbol, EntryCheck},
    symbol::{Condition, testing::assume},
};

/// Declares one symbol for dim 0 of several arguments. Static sizes must come first.
fn symbol(sizes: &[Option<i64>], least: i64, greatest: Option<i64>) -> DeclaredSymbol {
    let dims = sizes.iter().enumerate();
    let dims = dims.map(|(argument, &size)| DeclaredDim {
        argument,
        dim: 0,
        size,
    });
    DeclaredSymbol {
        name: "n".into(),
        least,
        greatest,
        step: 1,
        dims: dims.collect(),
    }
}

/// Returns the checks that are needed if the dim of argument n has size `s<n>`.
fn needed(symbol: &DeclaredSymbol, facts: &Facts) -> Vec<EntryCheck> {
    let checks = symbol.checks();
    let needed = checks
        .iter()
        .filter_map(|check| check.needed(size_of, facts));
    needed.collect()
}

fn size_of(dim: DeclaredDim) -> Size {
    match dim.size {
        Some(size) => Size::Constant(size),
        None => Size::Symbol(Symbol(dim.argument as u32)),
    }
}

fn texts(checks: &[EntryCheck]) -> Vec<String> {
    let texts = checks.iter().map(|check| check.condition.to_string());
    texts.collect()
}

#[test]
fn checks_accept_exactly_the_declared_sizes() {
    let statements = [
        "", "s0 = s1", "s1 = s2", "s0 >= 2", "s1 <= 2", "s0 = 2", "s1 to s0",
    ];
    let mut counts = [0; 2];
    for sizes in [
        &[None][..],
        &[None, None],
        &[None, None, None],
        &[Some(2), None],
        &[Some(2), Some(2), None],
    ] {
        for (least, greatest, step) in [
            (0, None, 1),
            (1, None, 1),
            (0, Some(2), 1),
            (2, Some(3), 1),
            (2, Some(2), 1),
            (0, Some(4), 2),
            (2, Some(4), 2),
        ] {
            let symbol = DeclaredSymbol {
                step,
                ..symbol(sizes, least, greatest)
            };
            let declared = symbol.condition();
            for text in statements {
                let mut facts = Facts::default();
                if !text.is_empty() {
                    assume(&mut facts, text);
                }
                let checks = needed(&symbol, &facts);
                counts[0] += symbol.checks().len();
                counts[1] += checks.len();
                for assignment in (0..125).map(|n| [n % 5, n / 5 % 5, n / 25]) {
                    if !text.is_empty() && !crate::symbol::testing::holds(text, &assignment) {
                        continue;
                    }
                    let value = |dim: &DeclaredDim| assignment[dim.argument];
                    let accepted = checks.iter().all(|check| check.condition.holds(&value));
                    assert_eq!(
                        accepted,
                        declared.holds(&value),
                        "{symbol:?} of {assignment:?} where {text}"
                    );
                }
            }
        }
    }
    assert!(counts[1] < counts[0], "facts make some unnecessary");
}

#[test]
fn known_conditions_are_not_checked() {
    let symbol = symbol(&[None, None, None], 1, Some(8));
    let facts = Facts::default();
    assert_eq!(
        texts(&needed(&symbol, &facts)),
        [
            "argument #1 dim 0 = argument #0 dim 0",
            "argument #2 dim 0 = argument #0 dim 0",
            "argument #0 dim 0 >= 1 and argument #0 dim 0 <= 8",
        ]
    );
    let mut facts = Facts::default();
    assume(&mut facts, "s1 = s0");
    assume(&mut facts, "s0 >= 2");
    assert_eq!(
        texts(&needed(&symbol, &facts)),
        [
            "argument #2 dim 0 = argument #0 dim 0",
            "argument #0 dim 0 <= 8",
        ]
    );
}

#[test]
fn sizes_may_be_multiples() {
    let symbol = DeclaredSymbol {
        step: 4,
        ..symbol(&[None], 4, Some(64))
    };
    assert_eq!(symbol.range(), "from 4 to 64, a multiple of 4");
    assert!(symbol.has(8) && !symbol.has(6) && !symbol.has(0) && !symbol.has(68));
    let mut facts = Facts::default();
    let condition =
        "argument #0 dim 0 >= 4 and argument #0 dim 0 <= 64 and argument #0 dim 0 mod 4 = 0";
    assert_eq!(texts(&needed(&symbol, &facts)), [condition]);
    facts.assume(Statement::Multiple(Size::Symbol(Symbol(0)), 8));
    facts.assume(Statement::AtLeast(Size::Symbol(Symbol(0)), 4));
    assert_eq!(texts(&needed(&symbol, &facts)), ["argument #0 dim 0 <= 64"]);
}

#[test]
fn checks_that_never_hold_are_found() {
    let symbol = symbol(&[None, None], 4, Some(64));
    let never = |statement: Option<Statement>| {
        let mut facts = Facts::default();
        if let Some(statement) = statement {
            facts.assume(statement);
        }
        let checks = symbol.checks();
        let found = checks
            .iter()
            .map(|check| check.never_holds(size_of, &facts));
        found.collect::<Vec<_>>()
    };
    let [first, second] = [0, 1].map(|number| Size::Symbol(Symbol(number)));
    assert_eq!(never(None), [false, false]);
    assert_eq!(never(Some(Statement::AtMost(first, 3))), [false, true]);
    assert_eq!(never(Some(Statement::AtLeast(first, 65))), [false, true]);
    assert_eq!(never(Some(Statement::AtMost(first, 4))), [false, false]);
    let mut facts = Facts::default();
    facts.assume(Statement::Equal(first, Size::Constant(5)));
    facts.assume(Statement::Equal(second, Size::Constant(6)));
    assert!(symbol.checks()[0].never_holds(size_of, &facts));
}

#[test]
fn messages_show_the_size_at_fault_first() {
    let dims = |symbol: &DeclaredSymbol| {
        let checks = symbol.checks();
        let shown = checks.iter().map(|check| {
            let shown = check.shown().into_iter();
            shown.map(|dim| dim.argument).collect::<Vec<_>>()
        });
        shown.collect::<Vec<_>>()
    };
    assert_eq!(dims(&symbol(&[None, None], 1, None)), [vec![1, 0], vec![0]]);
    assert_eq!(dims(&symbol(&[Some(2), None], 1, None)), [vec![1]]);
    assert_eq!(dims(&symbol(&[Some(2)], 1, None)), Vec::<Vec<usize>>::new());
    let nothing = symbol(&[None], 0, None);
    assert!(!nothing.restricts_sizes());
    let most = |greatest| symbol(&[None], 0, Some(greatest));
    for restricted in [
        symbol(&[None, None], 0, None),
        symbol(&[None], 1, None),
        most(8),
    ] {
        assert!(restricted.restricts_sizes(), "{restricted:?}");
    }
    assert_eq!(nothing.checks(), []);
    assert_eq!(symbol(&[], 0, None).condition(), Condition::All(vec![]));
}

//! Sets of facts as large as those of large functions: if the cost were not bounded, these
//! tests would not terminate in reasonable time.

use super::*;

const COUNT: u32 = 10_000;

fn symbol(number: u32) -> Size {
    Size::Symbol(Symbol(number))
}

#[test]
fn many_sizes_broadcast_to_one() {
    let mut facts = Facts::default();
    let (first, last) = (symbol(0), symbol(COUNT));
    for number in 0..COUNT {
        facts.assume(Statement::broadcasts_to(symbol(number), last));
    }
    assert!(facts.entails_broadcasts_to(first, last));
    assert!(facts.entails_compatible(first, symbol(COUNT / 2)));
    facts.enter();
    facts.assume(Statement::Equal(last, Size::Constant(1)));
    assert!(facts.entails_equal(first, symbol(COUNT / 2)));
    facts.exit();
    assert!(!facts.entails_equal(first, symbol(COUNT / 2)));
    // Each narrows the values of all others.
    for number in 0..i64::from(COUNT) {
        facts.assume(Statement::AtLeast(last, number + 2));
    }
    assert!(facts.entails_at_least(first, 1));
}

#[test]
fn one_size_broadcasts_to_many() {
    let mut facts = Facts::default();
    let first = symbol(0);
    for number in 1..COUNT {
        let (other, join) = (symbol(2 * number), symbol(2 * number + 1));
        facts.assume(Statement::maximum([first, other], join));
        assert!(facts.entails_grows_to(first, join));
        assert!(facts.entails_maximum_compatible(first, other));
    }
    assert!(facts.entails_broadcasts_to(first, symbol(3)));
    facts.assume(Statement::AtLeast(first, 2));
    assert!(facts.entails_equal(first, symbol(COUNT + 1)));
}

#[test]
fn chains_are_long() {
    let mut facts = Facts::default();
    for number in 1..COUNT {
        let join = symbol(2 * number + 2);
        facts.assume(Statement::maximum(
            [symbol(2 * number), symbol(2 * number + 1)],
            join,
        ));
    }
    assert!(facts.entails_grows_to(symbol(2), symbol(60)));
    facts.enter();
    facts.assume(Statement::Equal(symbol(2 * COUNT), Size::Constant(1)));
    assert!(facts.entails_equal(symbol(2), Size::Constant(1)));
    facts.exit();
    facts.assume(Statement::AtLeast(symbol(2), 2));
    assert!(facts.entails_equal(symbol(2), symbol(2 * COUNT)));
}

#[test]
fn many_sizes_equal_constants() {
    let mut facts = Facts::default();
    for number in 0..COUNT {
        facts.assume(Statement::broadcasts_to(
            symbol(2 * number),
            Size::Constant(128),
        ));
        facts.assume(Statement::Equal(
            symbol(2 * number + 1),
            Size::Constant(128),
        ));
    }
    for number in 0..COUNT {
        facts.assume(Statement::AtLeast(symbol(2 * number), 2));
    }
    assert!(facts.entails_equal(symbol(0), symbol(1)));
}

#[test]
fn scopes_are_many_and_deep() {
    let mut facts = Facts::default();
    for number in 1..COUNT {
        facts.enter();
        facts.assume(Statement::Equal(symbol(0), symbol(number)));
    }
    assert!(facts.entails_equal(symbol(1), symbol(COUNT - 1)));
    for _ in 2..COUNT {
        facts.exit();
    }
    assert!(facts.entails_equal(symbol(0), symbol(1)));
    assert!(!facts.entails_equal(symbol(1), symbol(2)));
    for number in 1..COUNT {
        facts.enter();
        facts.assume(Statement::AtLeast(symbol(0), i64::from(number)));
        facts.exit();
    }
    assert!(!facts.entails_at_least(symbol(0), 1));
}

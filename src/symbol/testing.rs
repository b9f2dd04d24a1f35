//! Facts and claims as text, and what they mean.

use super::{Facts, Size, Symbol};

/// Values of some symbols, one after the other.
pub type Assignment = Vec<i64>;

/// Reads `s0` or `3`.
pub fn size(word: &str) -> Size {
    match word.strip_prefix('s') {
        Some(number) => Size::Symbol(Symbol(number.parse().unwrap())),
        None => Size::Constant(word.parse().unwrap()),
    }
}

fn sizes(words: &[&str]) -> Vec<Size> {
    words.iter().map(|word| size(word)).collect()
}

/// Assumes `s0 = s1`, `s0 to s1` (broadcasts), `s0 into s1` (grows), `s0 >= 2`,
/// `s0 <= 2`, `s0 with s1` (compatible), `s2 joins s0 s1`, `s2 max s0 s1`.
pub fn assume(facts: &mut Facts, fact: &str) {
    let words = fact.split_whitespace().collect::<Vec<_>>();
    let (a, b) = (size(words[0]), size(words[2]));
    match words[1] {
        "=" => facts.assume_equal(a, b),
        "to" => facts.assume_broadcasts_to(a, b),
        "into" => facts.assume_grows_to(a, b),
        "with" => facts.assume_compatible(a, b),
        ">=" => facts.assume_at_least(a, b.constant().unwrap()),
        "<=" => facts.assume_at_most(a, b.constant().unwrap()),
        "joins" => facts.assume_join(&sizes(&words[2..]), a),
        "max" => facts.assume_maximum(&sizes(&words[2..]), a),
        other => panic!("no fact '{other}'"),
    }
}

fn value(word: &str, assignment: &[i64]) -> i64 {
    match size(word) {
        Size::Constant(size) => size,
        Size::Symbol(symbol) => assignment[symbol.0 as usize],
    }
}

/// Tells what facts and claims mean.
pub fn holds(text: &str, assignment: &[i64]) -> bool {
    let words = text.split_whitespace().collect::<Vec<_>>();
    let (a, b) = (value(words[0], assignment), value(words[2], assignment));
    let is_join = || {
        let parts = words[2..].iter().map(|word| value(word, assignment));
        let mut parts = parts.collect::<Vec<_>>();
        let to = parts.iter().all(|&part| part == 1 || part == a);
        let into = to && parts.iter().all(|&part| part <= a);
        parts.retain(|&part| part == a);
        (to && !parts.is_empty(), into && !parts.is_empty())
    };
    match words[1] {
        "=" => a == b,
        "!=" => a != b,
        "to" => a == 1 || a == b,
        "into" => a == b || a == 1 && b >= 1,
        "with" => a == 1 || b == 1 || a == b,
        "maxwith" => a == b || a == 1 && b >= 1 || b == 1 && a >= 1,
        ">=" => a >= b,
        "<=" => a <= b,
        "joins" => is_join().0,
        "max" => is_join().1,
        other => panic!("what is '{other}'?"),
    }
}

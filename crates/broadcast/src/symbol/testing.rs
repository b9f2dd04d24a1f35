//! Facts and claims as text, and their meaning.

use super::{Facts, Size, Statement, Symbol};

/// The values of the symbols, in order.
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

/// Reads `s0 = s1`, `s0 to s1` (broadcasts), `s0 into s1` (grows), `s0 >= 2`,
/// `s0 <= 2`, `s0 with s1` (compatible), `s2 joins s0 s1`, `s2 max s0 s1`, `s0 not 1`;
/// `None` for any other claim.
fn statement(text: &str) -> Option<Statement> {
    let words = text.split_whitespace().collect::<Vec<_>>();
    let (a, b) = (size(words[0]), size(words[2]));
    Some(match words[1] {
        "=" => Statement::Equal(a, b),
        "to" => Statement::broadcasts_to(a, b),
        "into" => Statement::grows_to(a, b),
        "with" => Statement::Compatible(a, b),
        ">=" => Statement::AtLeast(a, b.constant().unwrap()),
        "<=" => Statement::AtMost(a, b.constant().unwrap()),
        "not" => Statement::NotOne(a),
        "joins" => Statement::join(sizes(&words[2..]), a),
        "max" => Statement::maximum(sizes(&words[2..]), a),
        _ => return None,
    })
}

/// Assumes a statement.
pub fn assume(facts: &mut Facts, text: &str) {
    facts.assume(statement(text).unwrap());
}

/// Returns whether a statement or claim holds for the given values of the symbols. Claims may
/// also be `s0 != s1` and `s0 maxwith s1`: compatible, and at least 1 where they differ.
pub fn holds(text: &str, assignment: &[i64]) -> bool {
    if let Some(statement) = statement(text) {
        return statement.condition().holds(&|size| match size {
            Size::Constant(size) => *size,
            Size::Symbol(symbol) => assignment[symbol.0 as usize],
        });
    }
    let words = text.split_whitespace().collect::<Vec<_>>();
    let (a, b) = (value(words[0], assignment), value(words[2], assignment));
    match words[1] {
        "!=" => a != b,
        "maxwith" => a == b || a == 1 && b >= 1 || b == 1 && a >= 1,
        other => panic!("what is '{other}'?"),
    }
}

fn value(word: &str, assignment: &[i64]) -> i64 {
    match size(word) {
        Size::Constant(size) => size,
        Size::Symbol(symbol) => assignment[symbol.0 as usize],
    }
}

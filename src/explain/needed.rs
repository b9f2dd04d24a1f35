//! Which statements a conclusion needs.

use crate::symbol::{Entry, Facts, Symbol};
use rustc_hash::FxHashSet;

/// How many statements are looked at for one conclusion.
const MAX_STATEMENTS: usize = 4096;

/// How often statements are told to new facts for one conclusion, all told.
const MAX_COST: usize = 1 << 20;

/// Finds statements that a conclusion needs: with them it holds, and without any one
/// of them it does not. Returns their places among `entries`, in order.
///
/// The search begins at the symbols that the conclusion speaks of and goes on to what
/// is said of symbols next to them, so that it finds near statements rather than far
/// ones; of two that say the same it finds the older one. `None` if the conclusion
/// does not follow from what it finds, or if that is too much.
pub fn needed(
    entries: &[Entry],
    symbols: impl IntoIterator<Item = Symbol>,
    holds: impl Fn(&Facts) -> bool,
) -> Option<Vec<usize>> {
    let cost = std::cell::Cell::new(0);
    let holds = |selected: &[usize]| {
        cost.set(cost.get() + selected.len());
        let mut facts = Facts::default();
        for &index in selected {
            entries[index].statement.assume(&mut facts);
        }
        holds(&facts)
    };
    let mut reached = symbols.into_iter().collect::<FxHashSet<_>>();
    let mut selected = vec![];
    while !holds(&selected) {
        let next = neighbours(entries, &reached);
        if next.len() == selected.len() || next.len() > MAX_STATEMENTS {
            return None;
        }
        selected = next;
        let symbols = selected
            .iter()
            .flat_map(|&index| entries[index].statement.symbols());
        reached.extend(symbols);
    }

    // Drops ever smaller parts of what is not needed, the newest first.
    let mut size = selected.len().div_ceil(2).max(1);
    loop {
        let mut end = selected.len();
        while end > 0 {
            let begin = end.saturating_sub(size);
            let rest = [&selected[..begin], &selected[end..]].concat();
            if cost.get() > MAX_COST {
                return None;
            }
            if holds(&rest) {
                selected = rest;
            }
            end = begin;
        }
        if size == 1 {
            return Some(selected);
        }
        size = size.div_ceil(2);
    }
}

/// Returns the statements on symbols that were reached.
///
/// Of what a symbol was defined by, those who ask what it is are told, not those who
/// ask what else is like it.
fn neighbours(entries: &[Entry], reached: &FxHashSet<Symbol>) -> Vec<usize> {
    let is_next = |entry: &Entry| match entry.defines {
        Some(symbol) => reached.contains(&symbol),
        None => entry
            .statement
            .symbols()
            .any(|symbol| reached.contains(&symbol)),
    };
    (0..entries.len())
        .filter(|&index| is_next(&entries[index]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::{
        Size,
        testing::{assume, size},
    };

    fn entries(statements: &str) -> Vec<Entry> {
        let mut facts = Facts::default();
        facts.begin_journal();
        for statement in statements.split(',').map(str::trim) {
            match statement.split_once(" is ") {
                Some((new, old)) => {
                    let (Size::Symbol(new), old) = (size(new), size(old)) else {
                        panic!("a constant is never new");
                    };
                    facts.journal_mut().expect("it was begun").define(new, old);
                }
                None if statement.is_empty() => {}
                None => assume(&mut facts, statement),
            }
        }
        facts.journal().expect("it was begun").entries().to_vec()
    }

    /// Checks which statements it needs that `s0 = s1`.
    fn check(statements: &str, expected: Option<&[usize]>) {
        let ends = [Symbol(0), Symbol(1)];
        let [a, b] = ends.map(Size::Symbol);
        let found = needed(&entries(statements), ends, |facts| {
            facts.entails_equal(a, b)
        });
        assert_eq!(found.as_deref(), expected, "{statements}");
    }

    #[test]
    fn only_what_is_needed_is_found() {
        check("s0 = s1", Some(&[0]));
        check("s2 >= 3, s0 = s2, s7 = s0, s2 = s1, s1 >= 1", Some(&[1, 3]));
        check("s0 to s1, s5 = s6, s0 >= 2", Some(&[0, 2]));
        check("s0 = 4, s1 = 4", Some(&[0, 1]));
        check("s0 to s1, s1 to s0", Some(&[0, 1]));
    }

    #[test]
    fn what_does_not_follow_is_not_explained() {
        check("s0 to s1", None);
        check("", None);
    }

    #[test]
    fn of_statements_that_say_the_same_the_older_one_is_found() {
        check("s0 = s1, s1 = s0, s0 = s1", Some(&[0]));
    }

    #[test]
    fn definitions_are_followed_to_what_they_name() {
        check("s0 is s5, s1 is s6, s5 is s6", Some(&[0, 1, 2]));
        check("s0 is s9, s1 is s0, s8 is s9", Some(&[1]));
    }

    #[test]
    fn a_conclusion_that_needs_nothing_needs_nothing() {
        let found = needed(&entries("s0 = s1"), [Symbol(0)], |_| true);
        assert_eq!(found, Some(vec![]));
    }

    #[test]
    fn the_search_gives_up_where_there_is_too_much() {
        let many = (2..MAX_STATEMENTS + 10)
            .map(|number| format!("s0 to s{number}"))
            .collect::<Vec<_>>();
        check(&many.join(","), None);
        let chain = (2..200)
            .map(|number| format!("s{} is s{number}", number - 1))
            .chain(["s0 = s199".into()])
            .collect::<Vec<_>>();
        check(&chain.join(","), Some(&(0..199).collect::<Vec<_>>()));
    }
}

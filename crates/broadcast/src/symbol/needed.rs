//! The statements that a conclusion needs.

use super::{Entry, Facts, Journal, Reach, Symbol};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// The number of the oldest and of the newest statements that are assumed before the conclusion
/// is checked again; the number doubles each time.
const FIRST_STATEMENTS: usize = 4;

/// How thoroughly the statements that a conclusion needs are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How far a statement on an alias reaches.
    pub reach: Reach,
    /// The maximum number of statements that are considered for one conclusion.
    max_statements: usize,
    /// The maximum number of times that statements are assumed for one conclusion.
    max_cost: usize,
}

impl Effort {
    /// Finds where aliases get their sizes, however far away.
    pub const THOROUGH: Self = Self {
        reach: Reach::Step,
        max_statements: 4096,
        max_cost: 1 << 20,
    };

    /// Finds only the last entry that gives an alias its size, at a cost that does not depend
    /// on earlier entries.
    pub const CLOSEST: Self = Self {
        reach: Reach::Size,
        max_statements: 256,
        max_cost: 4096,
    };
}

/// Finds statements that a conclusion needs: with them it holds, and without any one
/// of them it does not. Returns their indices in the journal, in order.
///
/// The search starts from the symbols in the conclusion and goes on to the symbols in
/// statements about them, so it prefers near statements to distant ones; of two equal
/// statements it finds the older one. Returns `None` if the conclusion does not follow
/// from what it finds, or if the search takes too long.
///
/// If the conclusion already follows from the `supposed` statements, no others are searched.
pub fn needed(
    journal: &Journal,
    effort: Effort,
    supposed: &[usize],
    symbols: impl IntoIterator<Item = Symbol>,
    holds: impl Fn(&Facts) -> bool,
) -> Option<Vec<usize>> {
    let is_fact = |index: usize| !journal.is_rejected(index);
    find(journal, effort, supposed, symbols, is_fact, holds)
}

/// Like [`needed`], among those statements that `is_considered` accepts.
fn find(
    journal: &Journal,
    effort: Effort,
    supposed: &[usize],
    symbols: impl IntoIterator<Item = Symbol>,
    is_considered: impl Fn(usize) -> bool,
    holds: impl Fn(&Facts) -> bool,
) -> Option<Vec<usize>> {
    let mut search = Search {
        entries: journal.entries(),
        effort,
        holds,
        facts: Facts::default(),
        cost: 0,
    };
    if !supposed.is_empty() && search.holds_with(supposed) {
        return search.minimum(supposed, true);
    }
    let mut reached = symbols.into_iter().collect::<FxHashSet<_>>();
    let mut selected = FxHashSet::default();
    search.facts.enter();
    let mut holds = (search.holds)(&search.facts);
    while !holds {
        let mut next = neighbours(journal, &reached);
        next.retain(|index| is_considered(*index) && !selected.contains(index));
        if next.is_empty() || selected.len() + next.len() > effort.max_statements {
            return None;
        }
        // The newest statements define the sizes in question; the oldest are about the
        // sizes that these are computed from.
        let mut rest = VecDeque::from(next);
        let mut size = FIRST_STATEMENTS;
        while !holds && !rest.is_empty() {
            for _ in 0..size {
                for index in [rest.pop_back(), rest.pop_front()].into_iter().flatten() {
                    reached.extend(search.assume(index));
                    selected.insert(index);
                }
            }
            holds = (search.holds)(&search.facts);
            size *= 2;
        }
    }
    search.facts.exit();
    let mut selected = selected.into_iter().collect::<Vec<_>>();
    selected.sort_unstable();
    search.minimum(&selected, true)
}

/// Finds statements that contradict each other, and do not without any one of them. Returns their indices in the journal,
/// in order: only that of the last one if the others are not found, none if facts do not contradict each other.
pub fn contradicting(facts: &Facts, effort: Effort) -> Vec<usize> {
    let Some((journal, last)) = facts
        .journal()
        .and_then(|journal| Some((journal, journal.contradiction()?)))
    else {
        return vec![];
    };
    let statement = journal.entries()[last].statement(effort.reach);
    let symbols = statement.symbols().collect::<Vec<_>>();
    let until_last = |index| index <= last;
    let found = find(
        journal,
        effort,
        &[],
        symbols,
        until_last,
        Facts::is_contradictory,
    );
    found.unwrap_or_else(|| vec![last])
}

/// A search that assumes different sets of statements to find those that a conclusion needs.
struct Search<'e, F> {
    entries: &'e [Entry],
    effort: Effort,
    holds: F,
    facts: Facts,
    /// The number of statements assumed so far.
    cost: usize,
}

impl<F: Fn(&Facts) -> bool> Search<'_, F> {
    /// Assumes a statement; returns its symbols.
    fn assume(&mut self, index: usize) -> Vec<Symbol> {
        self.cost += 1;
        let statement = self.entries[index].statement(self.effort.reach);
        let symbols = statement.symbols().collect();
        self.facts.assume(statement);
        symbols
    }

    /// Returns whether the conclusion follows from these statements.
    fn holds_with(&mut self, statements: &[usize]) -> bool {
        self.facts.enter();
        for &index in statements {
            self.assume(index);
        }
        let holds = (self.holds)(&self.facts);
        self.facts.exit();
        holds
    }

    /// Finds which of the selected statements are needed in addition to what is assumed
    /// already; the conclusion holds with all of them. `is_new` if anything has been
    /// assumed since the conclusion was last checked.
    ///
    /// This is QuickXplain (Junker, 2004): a half is dropped as a whole if the other one
    /// suffices.
    fn minimum(&mut self, selected: &[usize], is_new: bool) -> Option<Vec<usize>> {
        if selected.is_empty() || is_new && (self.holds)(&self.facts) {
            return Some(vec![]);
        }
        if let &[only] = selected {
            return Some(vec![only]);
        }
        if self.cost > self.effort.max_cost {
            return None;
        }
        let (older, newer) = selected.split_at(selected.len() / 2);
        let newer = self.minimum_beside(older, newer)?;
        let mut needed = self.minimum_beside(&newer, older)?;
        needed.extend(newer);
        Some(needed)
    }

    /// Like [`minimum`](Self::minimum), after assuming other statements.
    fn minimum_beside(&mut self, first: &[usize], selected: &[usize]) -> Option<Vec<usize>> {
        self.facts.enter();
        for &index in first {
            self.assume(index);
        }
        let needed = self.minimum(selected, !first.is_empty());
        self.facts.exit();
        needed
    }
}

/// Returns the statements about the symbols reached, in order.
///
/// Naming an alias counts as a statement on that alias only, not on what it stands for.
fn neighbours(journal: &Journal, reached: &FxHashSet<Symbol>) -> Vec<usize> {
    let about = reached.iter().flat_map(|&symbol| journal.about(symbol));
    let mut neighbours = about.copied().collect::<Vec<_>>();
    neighbours.sort_unstable();
    neighbours.dedup();
    neighbours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::{
        Alias, SizeOrAlias,
        testing::{assume, size},
    };
    use rustc_hash::FxHashMap;

    /// Reads a size such as `s0` or an alias such as `a0`.
    fn size_or_alias(word: &str) -> SizeOrAlias {
        match word.strip_prefix('a') {
            Some(number) => SizeOrAlias::Alias(Alias(number.parse().unwrap())),
            None => SizeOrAlias::Size(size(word)),
        }
    }

    /// Reads statements; `a0 is s5` makes `a0` an alias of `s5`.
    fn journal(statements: &str) -> Journal {
        let mut facts = Facts::default();
        facts.begin_journal();
        let mut sizes = FxHashMap::default();
        for statement in statements.split(',').map(str::trim) {
            match statement.split_once(" is ") {
                Some((new, old)) => {
                    let SizeOrAlias::Alias(new) = size_or_alias(new) else {
                        panic!("only aliases are named");
                    };
                    let journal = facts.journal_mut().expect("it was begun");
                    let old = size_or_alias(old);
                    let size = match old {
                        SizeOrAlias::Size(size) => size,
                        // In these tests, some are used before they are named.
                        SizeOrAlias::Alias(alias) => *sizes.get(&alias).unwrap_or(&old.replayed()),
                    };
                    sizes.insert(new, size);
                    journal.name(new, old, size);
                }
                None if statement.is_empty() => {}
                None => assume(&mut facts, statement),
            }
        }
        facts.journal().expect("it was begun").clone()
    }

    /// Checks which statements the conclusion `s0 = s1` needs.
    fn check(statements: &str, expected: Option<&[usize]>) {
        check_equal(["s0", "s1"], statements, expected);
    }

    /// Checks which statements the conclusion that two sizes are equal needs.
    fn check_equal(ends: [&str; 2], statements: &str, expected: Option<&[usize]>) {
        let ends = ends.map(|end| size_or_alias(end).replayed());
        let symbols = ends.map(|end| end.symbol().unwrap());
        let [a, b] = ends;
        let journal = journal(statements);
        let holds = |facts: &Facts| facts.entails_equal(a, b);
        let found = needed(&journal, Effort::THOROUGH, &[], symbols, holds);
        assert_eq!(found.as_deref(), expected, "{statements}");
        if let Some(found) = &found {
            // The result is the same whether or not the supposed statements suffice.
            for supposed in [&found[..], &found[found.len()..], &[0]] {
                let again = needed(&journal, Effort::THOROUGH, supposed, symbols, holds);
                assert_eq!(again.as_ref(), Some(found), "{statements}");
            }
        }
    }

    #[test]
    fn only_needed_statements_are_found() {
        check("s0 = s1", Some(&[0]));
        check("s2 >= 3, s0 = s2, s7 = s0, s2 = s1, s1 >= 1", Some(&[1, 3]));
        check("s0 to s1, s5 = s6, s0 >= 2", Some(&[0, 2]));
        check("s0 = 4, s1 = 4", Some(&[0, 1]));
        check("s0 to s1, s1 to s0", Some(&[0, 1]));
    }

    #[test]
    fn statements_that_contradict_earlier_ones_are_left_out() {
        check("s0 = 3, s0 = 4, s1 = 3", Some(&[0, 2]));
    }

    #[test]
    fn contradicting_statements_are_found() {
        let check = |statements: &str, expected: &[usize]| {
            let mut facts = Facts::default();
            facts.begin_journal();
            for statement in statements.split(", ") {
                assume(&mut facts, statement);
            }
            let found = contradicting(&facts, Effort::THOROUGH);
            assert_eq!(found, expected, "{statements}");
        };
        check("s0 = 2, s1 = 3, s2 = s5, s0 = s2, s2 = s1", &[0, 1, 3, 4]);
        check("s0 >= 2, s3 = 1, s0 <= 1, s3 = 2", &[0, 2]);
        check("s0 = 2, s0 = 3, s0 = 4", &[0, 1]);
        check("s0 = 2, 2 = 3", &[1]);
        check("s0 = s1, s1 = 4", &[]);
    }

    #[test]
    fn conclusions_that_do_not_follow_have_no_explanation() {
        check("s0 to s1", None);
        check("", None);
    }

    #[test]
    fn the_oldest_of_equal_statements_is_found() {
        check("s0 = s1, s1 = s0, s0 = s1", Some(&[0]));
    }

    #[test]
    fn aliases_are_followed_to_their_sizes() {
        let check = |statements, expected| check_equal(["a0", "a1"], statements, expected);
        check("a0 is s5, a1 is s6, s5 = s6", Some(&[0, 1, 2]));
        check("a0 is s9, a1 is a0, a8 is s9", Some(&[1]));
        check("a0 is s9, a1 is s9, a8 is s9", Some(&[0, 1]));
    }

    #[test]
    fn a_trivial_conclusion_needs_no_statement() {
        let journal = journal("s0 = s1");
        let found = needed(&journal, Effort::THOROUGH, &[], [Symbol(0)], |_| true);
        assert_eq!(found, Some(vec![]));
    }

    #[test]
    fn the_closest_statement_gives_an_alias_its_size() {
        let journal = journal("a0 is s5, a1 is a0, a2 is a1, a3 is s6, s5 = s6");
        let ends = [2, 3].map(|number| SizeOrAlias::Alias(Alias(number)).replayed());
        let symbols = ends.map(|end| end.symbol().unwrap());
        let needed = |effort| {
            let holds = |facts: &Facts| facts.entails_equal(ends[0], ends[1]);
            needed(&journal, effort, &[], symbols, holds)
        };
        assert_eq!(needed(Effort::CLOSEST), Some(vec![2, 3, 4]));
        assert_eq!(needed(Effort::THOROUGH), Some(vec![0, 1, 2, 3, 4]));
    }

    #[test]
    fn the_search_gives_up_on_too_many_statements() {
        let many = (2..Effort::THOROUGH.max_statements + 10)
            .map(|number| format!("s0 to s{number}"))
            .collect::<Vec<_>>();
        check(&many.join(","), None);
        let chain = (2..200)
            .map(|number| format!("a{} is a{number}", number - 1))
            .chain(["a199 is s0".into()])
            .collect::<Vec<_>>();
        let all = (0..199).collect::<Vec<_>>();
        check_equal(["s0", "a1"], &chain.join(","), Some(&all));
    }
}

//! Conditions that are known not to hold.
//!
//! Only the values that each size can have are looked at, not how sizes are related: what facts
//! say of related sizes narrows their values, too.

use super::{Facts, Values};
use crate::symbol::{Condition, Size, Term};

impl Facts {
    /// Returns whether a condition holds for no extents that the facts allow. `term` returns the
    /// number that a size in it stands for.
    ///
    /// ```
    /// # use bcast_lower_broadcast::symbol::{Condition, Facts, Size, Statement, Term};
    /// let mut facts = Facts::default();
    /// let size = Size::Symbol(facts.fresh());
    /// let condition = Condition::broadcasts_to(Term::Size(size), Term::Constant(3));
    /// assert!(!facts.refutes(&condition, &|&size| Term::Size(size)));
    /// facts.assume(Statement::AtLeast(size, 4));
    /// assert!(facts.refutes(&condition, &|&size| Term::Size(size)));
    /// ```
    pub fn refutes<S>(&self, condition: &Condition<S>, term: &impl Fn(&S) -> Term<Size>) -> bool {
        let values = |term_of: &Term<S>| values_of(term_of, &|size| self.values_of(&term(size)));
        match condition {
            Condition::Equal(a, b) => values(a).is_disjoint(values(b)),
            Condition::AtLeast(term, least) => values(term).max() < *least,
            Condition::AtMost(term, greatest) => values(term).min() > *greatest,
            Condition::Multiple(term, of) => {
                let values = values(term);
                // The greatest multiple that is not too great.
                values.max() / of * of < values.min()
            }
            Condition::Any(conditions) => conditions.iter().all(|it| self.refutes(it, term)),
            Condition::All(conditions) => conditions.iter().any(|it| self.refutes(it, term)),
        }
    }

    /// Returns a number if the facts allow only one.
    pub fn only_value(&self, term: &Term<Size>) -> Option<i64> {
        self.values_of(term).only()
    }

    /// Describes the extents that a number may have, in words: `3`, `at least 2`. Returns `None` if
    /// it may have any.
    pub fn describe_values(&self, term: &Term<Size>) -> Option<String> {
        let values = self.values_of(term);
        (values != Values::ALL).then(|| values.to_string())
    }

    fn values_of(&self, term: &Term<Size>) -> Values {
        values_of(term, &|&size| self.values(size))
    }
}

/// Returns a set that contains every value of a term, given those of its sizes.
fn values_of<S>(term: &Term<S>, values: &impl Fn(&S) -> Values) -> Values {
    let between = |least: Option<i64>, greatest: Option<i64>| match (least, greatest) {
        (Some(least), Some(greatest)) => Values::at_least(least).meet(Values::at_most(greatest)),
        _ => Values::ALL,
    };
    let sizes = term.sizes().iter().map(values);
    match term {
        Term::Size(size) => values(size),
        Term::Constant(value) => Values::constant(*value),
        Term::Minimum(_) => between(
            sizes.clone().map(Values::min).min(),
            sizes.map(Values::max).min(),
        ),
        Term::Maximum(_) => between(
            sizes.clone().map(Values::min).max(),
            sizes.map(Values::max).max(),
        ),
        Term::FirstNotOne(_) => {
            let mut found: Option<Values> = None;
            let mut add = |values: Values| {
                if !values.is_empty() {
                    found = Some(found.map_or(values, |found| found.hull(values)));
                }
            };
            for values in sizes {
                add(values.without_one());
                if !values.has_one() {
                    return found.unwrap_or(Values::ALL);
                }
            }
            add(Values::constant(1));
            found.unwrap_or(Values::ALL)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::{Statement, condition::tests::conditions};

    /// What facts may say of a size, with the extents up to 3 that it leaves.
    fn statements(size: Size) -> Vec<(Vec<Statement>, Vec<i64>)> {
        vec![
            (vec![], vec![0, 1, 2, 3]),
            (vec![Statement::Equal(size, Size::Constant(0))], vec![0]),
            (vec![Statement::Equal(size, Size::Constant(1))], vec![1]),
            (vec![Statement::Equal(size, Size::Constant(2))], vec![2]),
            (vec![Statement::NotOne(size)], vec![0, 2, 3]),
            (vec![Statement::AtLeast(size, 2)], vec![2, 3]),
            (vec![Statement::AtMost(size, 1)], vec![0, 1]),
            (
                vec![Statement::AtLeast(size, 1), Statement::AtMost(size, 2)],
                vec![1, 2],
            ),
        ]
    }

    #[test]
    fn what_is_refuted_holds_for_no_extents() {
        let mut refuted = 0;
        let mut facts = Facts::default();
        let (a, b) = (Size::Symbol(facts.fresh()), Size::Symbol(facts.fresh()));
        let conditions = conditions();
        for (of_a, in_a) in statements(a) {
            for (of_b, in_b) in statements(b) {
                let mut facts = facts.clone();
                of_a.iter()
                    .chain(&of_b)
                    .for_each(|it| facts.assume(it.clone()));
                for condition in &conditions {
                    let is_refuted = facts.refutes(condition, &|&size| Term::Size(size));
                    let holds = in_a.iter().any(|&x| {
                        in_b.iter().any(|&y| {
                            condition.holds(&|&size| match size {
                                Size::Constant(value) => value,
                                size if size == a => x,
                                _ => y,
                            })
                        })
                    });
                    assert!(!is_refuted || !holds, "{condition}: {of_a:?}, {of_b:?}");
                    refuted += usize::from(is_refuted);
                }
            }
        }
        assert!(refuted > 10_000, "{refuted}");
    }

    #[test]
    fn guards_that_never_hold_are_refuted() {
        let mut facts = Facts::default();
        let [a, b] = [facts.fresh(), facts.fresh()].map(Size::Symbol);
        let compatible = Condition::compatible(a, b);
        let join = || vec![Term::Minimum(vec![a, b]), Term::Maximum(vec![a, b])];
        let [least, greatest] = <[_; 2]>::try_from(join()).expect("there are two");
        let maximum = Condition::broadcasts_to(least, greatest);
        let mut check = |statement: Statement, expected: [bool; 2]| {
            facts.assume(statement);
            let refutes = |condition| facts.refutes(condition, &|&size| Term::Size(size));
            assert_eq!([refutes(&compatible), refutes(&maximum)], expected);
        };
        check(Statement::Equal(a, Size::Constant(0)), [false, false]);
        // NumPy accepts 0 against 1.
        check(Statement::AtLeast(b, 1), [false, true]);
        check(Statement::AtLeast(b, 2), [true, true]);
    }
}

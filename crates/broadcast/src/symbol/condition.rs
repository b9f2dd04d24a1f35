//! Conditions on sizes, as values.
//!
//! Every condition that is checked at run time, emitted, shown or assumed is a [`Condition`].
//! [`Condition::holds`] alone defines its meaning.

use std::fmt::{self, Display, Formatter};

/// A number that is computed from sizes.
///
/// `S` names a size: a symbol, a dim of an operand, a value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Term<S> {
    /// A size.
    Size(S),
    /// A known number.
    Constant(i64),
    /// The least of one or more sizes.
    Minimum(Vec<S>),
    /// The greatest of one or more sizes.
    Maximum(Vec<S>),
    /// The first of some sizes that is not 1; 1 if all are.
    FirstNotOne(Vec<S>),
}

/// A condition on sizes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Condition<S> {
    /// Both terms are equal.
    Equal(Term<S>, Term<S>),
    /// The term is at least this number.
    AtLeast(Term<S>, i64),
    /// The term is at most this number.
    AtMost(Term<S>, i64),
    /// The term is a multiple of this number, which is positive.
    Multiple(Term<S>, i64),
    /// At least one of the conditions holds.
    Any(Vec<Self>),
    /// All of the conditions hold.
    All(Vec<Self>),
}

impl<S> Term<S> {
    /// Computes the term.
    ///
    /// # Panics
    ///
    /// Panics if it is a minimum or maximum of no sizes.
    pub fn evaluate(&self, size: impl Fn(&S) -> i64) -> i64 {
        const SOME: &str = "a minimum or maximum has at least one size";
        match self {
            Self::Size(of) => size(of),
            Self::Constant(value) => *value,
            Self::Minimum(sizes) => sizes.iter().map(size).min().expect(SOME),
            Self::Maximum(sizes) => sizes.iter().map(size).max().expect(SOME),
            Self::FirstNotOne(sizes) => {
                let mut sizes = sizes.iter().map(size);
                sizes.find(|&size| size != 1).unwrap_or(1)
            }
        }
    }

    /// Returns the sizes that the term is computed from.
    pub fn sizes(&self) -> &[S] {
        match self {
            Self::Size(size) => std::slice::from_ref(size),
            Self::Constant(_) => &[],
            Self::Minimum(sizes) | Self::Maximum(sizes) | Self::FirstNotOne(sizes) => sizes,
        }
    }

    /// Returns the same term on other sizes.
    pub fn map<T>(&self, name: impl FnMut(&S) -> T) -> Term<T> {
        let mut name = name;
        let mut all = |sizes: &[S]| sizes.iter().map(&mut name).collect();
        match self {
            Self::Size(size) => Term::Size(name(size)),
            Self::Constant(value) => Term::Constant(*value),
            Self::Minimum(sizes) => Term::Minimum(all(sizes)),
            Self::Maximum(sizes) => Term::Maximum(all(sizes)),
            Self::FirstNotOne(sizes) => Term::FirstNotOne(all(sizes)),
        }
    }
}

impl<S: Clone> Condition<S> {
    /// Returns the condition that `term` is `other` or 1: it broadcasts to `other`.
    pub fn broadcasts_to(term: Term<S>, other: Term<S>) -> Self {
        Self::Any(vec![
            Self::Equal(term.clone(), other),
            Self::Equal(term, Term::Constant(1)),
        ])
    }

    /// Returns the condition that a size is not 1.
    pub fn not_one(size: S) -> Self {
        Self::Any(vec![
            Self::AtMost(Term::Size(size.clone()), 0),
            Self::AtLeast(Term::Size(size), 2),
        ])
    }

    /// Returns the condition that two sizes are equal or one of them is 1.
    pub fn compatible(a: S, b: S) -> Self {
        let (a, b) = (Term::Size(a), Term::Size(b));
        Self::Any(vec![
            Self::Equal(a.clone(), b.clone()),
            Self::Equal(a, Term::Constant(1)),
            Self::Equal(b, Term::Constant(1)),
        ])
    }
}

impl<S> Condition<S> {
    /// Returns whether the condition holds.
    ///
    /// # Panics
    ///
    /// Panics if it contains a minimum or maximum of no sizes.
    pub fn holds(&self, size: &impl Fn(&S) -> i64) -> bool {
        match self {
            Self::Equal(a, b) => a.evaluate(size) == b.evaluate(size),
            Self::AtLeast(term, least) => term.evaluate(size) >= *least,
            Self::AtMost(term, greatest) => term.evaluate(size) <= *greatest,
            Self::Multiple(term, of) => term.evaluate(size) % *of == 0,
            Self::Any(conditions) => conditions.iter().any(|condition| condition.holds(size)),
            Self::All(conditions) => conditions.iter().all(|condition| condition.holds(size)),
        }
    }

    /// Returns whether the condition is known to hold, given which conditions are known
    /// directly: a disjunction also holds if one of its parts is known to hold, a conjunction
    /// if all are.
    pub fn is_known(&self, is_known_directly: &impl Fn(&Self) -> bool) -> bool {
        let is_known = |condition: &Self| condition.is_known(is_known_directly);
        is_known_directly(self)
            || match self {
                Self::Any(conditions) => conditions.iter().any(is_known),
                Self::All(conditions) => conditions.iter().all(is_known),
                _ => false,
            }
    }

    /// Returns whether all sizes in the condition satisfy `is_known`.
    pub fn all_sizes(&self, is_known: &impl Fn(&S) -> bool) -> bool {
        let all = |term: &Term<S>| term.sizes().iter().all(is_known);
        match self {
            Self::Equal(a, b) => all(a) && all(b),
            Self::AtLeast(term, _) | Self::AtMost(term, _) | Self::Multiple(term, _) => all(term),
            Self::Any(conditions) | Self::All(conditions) => conditions
                .iter()
                .all(|condition| condition.all_sizes(is_known)),
        }
    }

    /// Returns the same condition on other sizes.
    pub fn map<T>(&self, name: &mut impl FnMut(&S) -> T) -> Condition<T> {
        let mut all = |conditions: &[Self]| {
            let conditions = conditions.iter();
            conditions.map(|condition| condition.map(name)).collect()
        };
        match self {
            Self::Any(conditions) => Condition::Any(all(conditions)),
            Self::All(conditions) => Condition::All(all(conditions)),
            Self::Equal(a, b) => Condition::Equal(a.map(&mut *name), b.map(name)),
            Self::AtLeast(term, least) => Condition::AtLeast(term.map(name), *least),
            Self::AtMost(term, greatest) => Condition::AtMost(term.map(name), *greatest),
            Self::Multiple(term, of) => Condition::Multiple(term.map(name), *of),
        }
    }
}

impl<S: Display> Display for Term<S> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let (function, sizes) = match self {
            Self::Size(size) => return size.fmt(formatter),
            Self::Constant(value) => return value.fmt(formatter),
            Self::Minimum(sizes) => ("min", sizes),
            Self::Maximum(sizes) => ("max", sizes),
            Self::FirstNotOne(sizes) => ("first_not_1", sizes),
        };
        write!(formatter, "{function}(")?;
        list(formatter, sizes, ", ")?;
        formatter.write_str(")")
    }
}

impl<S: Display + PartialEq> Display for Condition<S> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            // The minimum equals the maximum if and only if all sizes are equal.
            Self::Equal(Term::Minimum(sizes), Term::Maximum(all)) if sizes == all => {
                list(formatter, sizes, " = ")
            }
            Self::Equal(a, b) => write!(formatter, "{a} = {b}"),
            Self::AtLeast(term, least) => write!(formatter, "{term} >= {least}"),
            Self::AtMost(term, greatest) => write!(formatter, "{term} <= {greatest}"),
            Self::Multiple(term, of) => write!(formatter, "{term} mod {of} = 0"),
            Self::Any(conditions) => list(formatter, conditions, " or "),
            Self::All(conditions) => list(formatter, conditions, " and "),
        }
    }
}

fn list(formatter: &mut Formatter<'_>, things: &[impl Display], separator: &str) -> fmt::Result {
    for (index, thing) in things.iter().enumerate() {
        if index > 0 {
            formatter.write_str(separator)?;
        }
        thing.fmt(formatter)?;
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::symbol::{Size, Statement, Symbol};

    /// The sizes in the conditions below: two symbols.
    const SIZES: [Size; 2] = [Size::Symbol(Symbol(0)), Size::Symbol(Symbol(1))];

    /// All terms on two sizes and small constants.
    fn terms() -> Vec<Term<Size>> {
        let [a, b] = SIZES;
        let mut terms = vec![Term::Size(a), Term::Size(b)];
        terms.extend((0..3).map(Term::Constant));
        for sizes in [vec![a], vec![a, b], vec![b, a]] {
            terms.extend([
                Term::Minimum(sizes.clone()),
                Term::Maximum(sizes.clone()),
                Term::FirstNotOne(sizes),
            ]);
        }
        terms
    }

    /// All conditions on such terms, nested at most two deep.
    pub fn conditions() -> Vec<Condition<Size>> {
        let terms = terms();
        let mut simple = vec![];
        for a in &terms {
            simple.extend(terms.iter().map(|b| Condition::Equal(a.clone(), b.clone())));
            for bound in 0..3 {
                simple.push(Condition::AtLeast(a.clone(), bound));
                simple.push(Condition::AtMost(a.clone(), bound));
                simple.push(Condition::Multiple(a.clone(), bound + 1));
            }
        }
        let mut all = simple.clone();
        for a in &simple {
            for b in &simple {
                all.push(Condition::Any(vec![a.clone(), b.clone()]));
                all.push(Condition::All(vec![a.clone(), b.clone()]));
            }
        }
        let [a, b] = SIZES;
        all.push(Condition::compatible(a, b));
        all
    }

    #[test]
    fn derived_statements_hold_whenever_the_condition_does() {
        let extents = [0, 1, 2, 3];
        let mut count = 0;
        for condition in conditions() {
            let mut statements = vec![];
            Statement::for_each_in(&condition, &mut |statement| statements.push(statement));
            count += statements.len();
            for (a, b) in extents.iter().flat_map(|&a| extents.map(|b| (a, b))) {
                let value = |size: &Size| match size {
                    Size::Constant(value) => *value,
                    Size::Symbol(Symbol(0)) => a,
                    Size::Symbol(_) => b,
                };
                if !condition.holds(&value) {
                    continue;
                }
                for statement in &statements {
                    assert!(
                        statement.condition().holds(&value),
                        "{condition} holds for {a} and {b}, but {statement:?} does not",
                    );
                }
            }
        }
        assert!(count > 5_000, "{count} statements");
    }

    #[test]
    fn conditions_are_displayed() {
        let (a, b) = ("a", "b");
        let parts = || vec![a, b];
        for (condition, expected) in [
            (Condition::compatible(a, b), "a = b or a = 1 or b = 1"),
            (
                Condition::broadcasts_to(Term::Minimum(parts()), Term::Maximum(parts())),
                "a = b or min(a, b) = 1",
            ),
            (
                Condition::Equal(Term::Minimum(parts()), Term::Maximum(parts())),
                "a = b",
            ),
            (
                Condition::Equal(Term::Minimum(parts()), Term::Maximum(vec![a])),
                "min(a, b) = max(a)",
            ),
            (
                Condition::broadcasts_to(Term::Size(a), Term::FirstNotOne(parts())),
                "a = first_not_1(a, b) or a = 1",
            ),
            (
                Condition::All(vec![
                    Condition::AtLeast(Term::Size(a), 1),
                    Condition::AtMost(Term::Size(a), 8),
                ]),
                "a >= 1 and a <= 8",
            ),
        ] {
            assert_eq!(condition.to_string(), expected);
        }
    }
}

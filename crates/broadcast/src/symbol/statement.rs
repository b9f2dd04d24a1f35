//! Statements about sizes, as values.

use super::{Condition, Element, Size, Symbol, Term};

/// How a size is related to one that it is broadcast to.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Relation {
    /// `d` broadcasts to `r`: `d = 1` or `d = r`.
    Broadcasts,
    /// `d` grows to `r`: `d = r`, or `d = 1` and `r >= 1`.
    Grows,
}

impl Relation {
    /// Both, the one that entails the other first.
    pub(super) const ALL: [Self; 2] = [Self::Grows, Self::Broadcasts];

    /// Returns the least size that a size of 1 can be related to.
    pub(super) const fn least_above_one(self) -> i64 {
        match self {
            Self::Broadcasts => 0,
            Self::Grows => 1,
        }
    }

    /// Returns the condition that one size is related to another.
    fn condition(self, d: Size, r: Size) -> Condition<Size> {
        match self {
            Self::Broadcasts => Condition::broadcasts_to(Term::Size(d), Term::Size(r)),
            Self::Grows => {
                let is_one = Condition::Equal(Term::Size(d), Term::Constant(1));
                let grows = Condition::All(vec![is_one, Condition::AtLeast(Term::Size(r), 1)]);
                Condition::Any(vec![Condition::Equal(Term::Size(d), Term::Size(r)), grows])
            }
        }
    }
}

/// A statement about sizes that can be assumed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Statement {
    /// The sizes are equal.
    Equal(Size, Size),
    /// The first size is related to the second one.
    Related(Size, Relation, Size),
    /// `a = b`, or one of them is 1.
    Compatible(Size, Size),
    /// The parts are related to the size, and it equals one of them; it is 1 if there are no
    /// parts.
    Join(Vec<Size>, Relation, Size),
    /// `size >= least`.
    AtLeast(Size, i64),
    /// `size <= greatest`.
    AtMost(Size, i64),
    /// The size is a multiple of this number, which is positive.
    Multiple(Size, i64),
    /// The size is not 1.
    NotOne(Size),
}

impl Statement {
    /// `d = 1` or `d = r`.
    pub const fn broadcasts_to(d: Size, r: Size) -> Self {
        Self::Related(d, Relation::Broadcasts, r)
    }

    /// `d = r`, or `d = 1` and `r >= 1`.
    pub const fn grows_to(d: Size, r: Size) -> Self {
        Self::Related(d, Relation::Grows, r)
    }

    /// The parts broadcast to `join`, which equals one of them. This holds for `a == 1 ? b : a`
    /// if `a` and `b` are compatible.
    pub fn join(parts: impl Into<Vec<Size>>, join: Size) -> Self {
        Self::Join(parts.into(), Relation::Broadcasts, join)
    }

    /// The parts grow to `join`, which equals one of them. This holds for `max(a, b)` if `a`
    /// and `b` broadcast to it.
    pub fn maximum(parts: impl Into<Vec<Size>>, join: Size) -> Self {
        Self::Join(parts.into(), Relation::Grows, join)
    }

    /// Returns the statement as a condition, which defines its meaning.
    pub fn condition(&self) -> Condition<Size> {
        match self {
            &Self::Equal(a, b) => Condition::Equal(Term::Size(a), Term::Size(b)),
            &Self::Related(d, relation, r) => relation.condition(d, r),
            &Self::Compatible(a, b) => Condition::compatible(a, b),
            Self::Join(parts, _, join) if parts.is_empty() => {
                Condition::Equal(Term::Size(*join), Term::Constant(1))
            }
            Self::Join(parts, relation, join) => {
                let is_part = parts
                    .iter()
                    .map(|&part| Self::Equal(part, *join).condition());
                let mut all = vec![Condition::Any(is_part.collect())];
                all.extend(parts.iter().map(|&part| relation.condition(part, *join)));
                Condition::All(all)
            }
            &Self::AtLeast(size, least) => Condition::AtLeast(Term::Size(size), least),
            &Self::AtMost(size, greatest) => Condition::AtMost(Term::Size(size), greatest),
            &Self::Multiple(size, of) => Condition::Multiple(Term::Size(size), of),
            &Self::NotOne(size) => Condition::not_one(size),
        }
    }

    /// Calls `each` with the statements that a condition implies: equality, bounds, multiples,
    /// *broadcasts to*, *compatible* and *not 1*. Other conditions imply none.
    ///
    /// A statement about an element holds if the element is a size.
    pub fn for_each_in<S: Copy + Into<Element>>(
        condition: &Condition<S>,
        each: &mut impl FnMut(Self),
    ) {
        match condition {
            Condition::Equal(a, b) => {
                if let (Some(a), Some(b)) = (a.size(), b.size()) {
                    each(Self::Equal(a, b));
                }
            }
            Condition::AtLeast(term, least) => {
                if let Some(size) = term.size() {
                    each(Self::AtLeast(size, *least));
                }
            }
            Condition::AtMost(term, greatest) => {
                if let Some(size) = term.size() {
                    each(Self::AtMost(size, *greatest));
                }
            }
            Condition::Multiple(term, of) => {
                if let Some(size) = term.size() {
                    each(Self::Multiple(size, *of));
                }
            }
            Condition::All(conditions) => {
                for condition in conditions {
                    Self::for_each_in(condition, each);
                }
            }
            Condition::Any(conditions) => {
                if let Some(statement) = Self::in_any(conditions) {
                    each(statement);
                }
            }
        }
    }

    /// Recognizes `d = r or d = 1` and `a = b or a = 1 or b = 1`, in any order, and `d <= 0 or
    /// d >= 2`.
    fn in_any<S: Copy + Into<Element>>(conditions: &[Condition<S>]) -> Option<Self> {
        const ONE: Size = Size::Constant(1);
        if let [Condition::AtMost(low, 0), Condition::AtLeast(high, 2)] = conditions {
            let size = low.size()?;
            return (high.size()? == size).then_some(Self::NotOne(size));
        }
        let mut ones = vec![];
        let mut equal = None;
        for condition in conditions {
            let Condition::Equal(a, b) = condition else {
                return None;
            };
            match (a.size()?, b.size()?) {
                (size, ONE) | (ONE, size) => ones.push(size),
                (a, b) if equal.is_none() => equal = Some((a, b)),
                _ => return None,
            }
        }
        match (equal?, ones.as_slice()) {
            ((a, b), &[one]) if one == a => Some(Self::broadcasts_to(a, b)),
            ((a, b), &[one]) if one == b => Some(Self::broadcasts_to(b, a)),
            ((a, b), &[x, y]) if (x, y) == (a, b) || (x, y) == (b, a) => {
                Some(Self::Compatible(a, b))
            }
            _ => None,
        }
    }

    /// Returns the same statement on other sizes.
    pub(super) fn map(&self, name: impl Fn(Size) -> Size) -> Self {
        match self {
            &Self::Equal(a, b) => Self::Equal(name(a), name(b)),
            &Self::Related(d, relation, r) => Self::Related(name(d), relation, name(r)),
            &Self::Compatible(a, b) => Self::Compatible(name(a), name(b)),
            Self::Join(parts, relation, join) => {
                let parts = parts.iter().map(|&part| name(part)).collect();
                Self::Join(parts, *relation, name(*join))
            }
            &Self::AtLeast(size, least) => Self::AtLeast(name(size), least),
            &Self::AtMost(size, greatest) => Self::AtMost(name(size), greatest),
            &Self::Multiple(size, of) => Self::Multiple(name(size), of),
            &Self::NotOne(size) => Self::NotOne(name(size)),
        }
    }

    /// Returns the symbols in the statement.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        let (parts, rest): (&[Size], [Option<Size>; 2]) = match self {
            &Self::Equal(a, b) | &Self::Related(a, _, b) | &Self::Compatible(a, b) => {
                (&[], [Some(a), Some(b)])
            }
            Self::Join(parts, _, join) => (parts, [Some(*join), None]),
            &Self::AtLeast(size, _)
            | &Self::AtMost(size, _)
            | &Self::Multiple(size, _)
            | &Self::NotOne(size) => (&[], [Some(size), None]),
        };
        let sizes = parts.iter().copied().chain(rest.into_iter().flatten());
        sizes.filter_map(Size::symbol)
    }
}

impl<S: Copy + Into<Element>> Term<S> {
    /// Returns the term's size, if it is a single one.
    pub(super) fn size(&self) -> Option<Size> {
        match self {
            &Self::Size(size) => size.into().if_size(),
            &Self::Constant(number) => Element::number(number).if_size(),
            Self::Minimum(_) | Self::Maximum(_) | Self::FirstNotOne(_) => None,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::symbol::Facts;

    const A: Size = Size::Symbol(Symbol(0));
    const B: Size = Size::Symbol(Symbol(1));
    const C: Size = Size::Symbol(Symbol(2));

    type Claim = fn(&Facts) -> bool;

    /// Each kind of statement once, with a claim that it entails.
    pub fn statements() -> Vec<(Statement, Claim)> {
        vec![
            (Statement::Equal(A, B), |facts| facts.entails_equal(A, B)),
            (Statement::broadcasts_to(A, B), |facts| {
                facts.entails_broadcasts_to(A, B)
            }),
            (Statement::grows_to(A, B), |facts| {
                facts.entails_grows_to(A, B)
            }),
            (Statement::Compatible(A, B), |facts| {
                facts.entails_compatible(A, B)
            }),
            (Statement::join([A, B], C), |facts| {
                facts.entails_broadcasts_to(A, C)
            }),
            (Statement::maximum([A, B], C), |facts| {
                facts.entails_maximum_compatible(A, B)
            }),
            (Statement::AtLeast(A, 2), |facts| {
                facts.entails_at_least(A, 2)
            }),
            (Statement::AtMost(A, 2), |facts| facts.entails_at_most(A, 2)),
            (Statement::Multiple(A, 2), |facts| {
                facts.entails_multiple(A, 2)
            }),
            (Statement::NotOne(A), |facts| {
                facts.entails_not_equal(A, Size::Constant(1))
            }),
        ]
    }

    #[test]
    fn statements_return_their_symbols() {
        fn symbols(statement: &Statement) -> Vec<u32> {
            statement.symbols().map(|symbol| symbol.0).collect()
        }
        for (statement, _) in statements() {
            let expected: &[u32] = match statement {
                Statement::AtLeast(..)
                | Statement::AtMost(..)
                | Statement::Multiple(..)
                | Statement::NotOne(..) => &[0],
                Statement::Join(..) => &[0, 1, 2],
                _ => &[0, 1],
            };
            assert_eq!(symbols(&statement), expected);
        }
        let constant = Statement::Equal(Size::Constant(3), A);
        assert_eq!(symbols(&constant), [0]);
    }

    #[test]
    fn conditions_imply_statements() {
        let [x, y] = [A, B].map(Term::Size);
        let check = |condition: Condition<Size>, expected: &[Statement]| {
            let mut found = vec![];
            Statement::for_each_in(&condition, &mut |statement| found.push(statement));
            assert_eq!(found, expected, "{condition}");
        };
        check(Condition::compatible(A, B), &[Statement::Compatible(A, B)]);
        let broadcasts = Condition::broadcasts_to(x.clone(), y.clone());
        check(broadcasts, &[Statement::broadcasts_to(A, B)]);
        let backwards = Condition::Any(vec![
            Condition::Equal(Term::Constant(1), y.clone()),
            Condition::Equal(x.clone(), y.clone()),
        ]);
        check(backwards, &[Statement::broadcasts_to(B, A)]);
        let range = Condition::All(vec![
            Condition::AtLeast(x.clone(), 2),
            Condition::AtMost(x.clone(), 5),
        ]);
        check(range, &[Statement::AtLeast(A, 2), Statement::AtMost(A, 5)]);
        let least = Condition::Equal(Term::Minimum(vec![A, B]), Term::Constant(3));
        check(least, &[]);
        check(Condition::Equal(x, Term::Constant(-1)), &[]);
    }

    #[test]
    fn assumed_conditions_are_entailed() {
        for (statement, _) in statements() {
            let (mut facts, condition) = (Facts::default(), statement.condition());
            assert!(!facts.entails_condition(&condition), "{condition}");
            let simple = matches!(
                statement,
                Statement::Equal(..)
                    | Statement::AtLeast(..)
                    | Statement::AtMost(..)
                    | Statement::Multiple(..)
            );
            facts.assume(statement);
            // The others leave open which of several conditions holds.
            assert_eq!(facts.entails_condition(&condition), simple, "{condition}");
        }
        let mut facts = Facts::default();
        facts.assume(Statement::Equal(A, B));
        let [a, b] = [A, B].map(Term::Size);
        assert!(facts.entails_condition(&Condition::compatible(A, B)));
        let both = Condition::All(vec![
            Condition::Equal(a.clone(), b),
            Condition::AtLeast(a, 1),
        ]);
        assert!(!facts.entails_condition(&both));
        facts.assume(Statement::AtLeast(B, 2));
        assert!(facts.entails_condition(&both));
    }

    #[test]
    fn the_condition_of_a_statement_implies_it() {
        for (statement, _) in statements() {
            if let Statement::Related(_, Relation::Grows, _) | Statement::Join(..) = statement {
                continue;
            }
            let mut found = vec![];
            Statement::for_each_in(&statement.condition(), &mut |found_one| {
                found.push(found_one);
            });
            assert_eq!(found, [statement]);
        }
    }
}

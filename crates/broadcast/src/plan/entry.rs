//! Checks at function entry of the sizes that arguments declare.

use crate::symbol::{Condition, Facts, Size, Term};
use std::fmt::{self, Display, Formatter};

/// A declared name, shared by dims of a function's arguments.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DeclaredSymbol {
    /// The name.
    pub name: String,
    /// The least size, in elements.
    pub least: i64,
    /// The greatest size, in elements, if one is declared.
    pub greatest: Option<i64>,
    /// The number that each size is a multiple of; 1 if none is declared.
    pub step: i64,
    /// The dims, at least one; static ones come first.
    pub dims: Vec<DeclaredDim>,
}

/// A dim of an argument.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DeclaredDim {
    /// The argument's index.
    pub argument: usize,
    /// The argument's dim.
    pub dim: usize,
    /// The size that the argument's type gives it.
    pub size: Option<i64>,
}

/// A check of the declaration of a dim.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EntryCheck {
    /// The dim that is checked.
    pub dim: DeclaredDim,
    /// The dim whose size it must have; `None` if it must be in the declared range.
    pub other: Option<DeclaredDim>,
    /// What must hold.
    pub condition: Condition<DeclaredDim>,
}

impl DeclaredDim {
    fn term(self) -> Term<Self> {
        match self.size {
            Some(size) => Term::Constant(size),
            None => Term::Size(self),
        }
    }
}

impl DeclaredSymbol {
    /// Returns whether the symbol rules out any sizes.
    pub fn restricts_sizes(&self) -> bool {
        self.dims.len() > 1 || self.least > 0 || self.greatest.is_some() || self.step > 1
    }

    /// Returns the range in words: `at least 1`, `from 8 to 64, a multiple of 8`.
    pub fn range(&self) -> String {
        let bounds = match self.greatest {
            Some(greatest) => format!("from {} to {greatest}", self.least),
            None => format!("at least {}", self.least),
        };
        match self.step {
            1 => bounds,
            step => format!("{bounds}, a multiple of {step}"),
        }
    }

    /// Returns whether a size is in the range.
    pub fn has(&self, size: i64) -> bool {
        let is_small_enough = self.greatest.is_none_or(|greatest| size <= greatest);
        self.least <= size && is_small_enough && size % self.step == 0
    }

    /// Returns the declared condition: all dims have the size of the first one, which is in
    /// the range.
    pub fn condition(&self) -> Condition<DeclaredDim> {
        let Some((&first, rest)) = self.dims.split_first() else {
            return Condition::All(vec![]);
        };
        let equal = rest
            .iter()
            .map(|&other| Condition::Equal(first.term(), other.term()));
        let range = self.range_conditions(first);
        Condition::All(equal.chain(range).collect())
    }

    /// Returns the checks that types leave necessary: of each dim against the first one, then
    /// of the first one against the range.
    pub fn checks(&self) -> Vec<EntryCheck> {
        let Some((&first, rest)) = self.dims.split_first() else {
            return vec![];
        };
        let rest = rest.iter().filter(|dim| dim.size.is_none());
        let mut checks = rest
            .map(|&dim| EntryCheck {
                dim,
                other: Some(first),
                condition: Condition::Equal(dim.term(), first.term()),
            })
            .collect::<Vec<_>>();
        if first.size.is_none() {
            let mut range = self.range_conditions(first);
            range.retain(|condition| !matches!(condition, Condition::AtLeast(_, ..=0)));
            checks.extend(EntryCheck::of_range(first, range));
        }
        checks
    }

    fn range_conditions(&self, dim: DeclaredDim) -> Vec<Condition<DeclaredDim>> {
        let least = Condition::AtLeast(dim.term(), self.least);
        let greatest = self
            .greatest
            .map(|greatest| Condition::AtMost(dim.term(), greatest));
        let step = (self.step > 1).then(|| Condition::Multiple(dim.term(), self.step));
        let bounds = std::iter::once(least).chain(greatest);
        bounds.chain(step).collect()
    }
}

impl EntryCheck {
    /// Returns the check that a dim is within bounds; `None` if there are none.
    fn of_range(dim: DeclaredDim, bounds: Vec<Condition<DeclaredDim>>) -> Option<Self> {
        (!bounds.is_empty()).then_some(Self {
            dim,
            other: None,
            condition: Condition::All(bounds),
        })
    }

    /// Returns the part of the check that facts do not entail; `None` if they entail it
    /// entirely.
    pub fn needed(&self, size: impl Fn(DeclaredDim) -> Size, facts: &Facts) -> Option<Self> {
        let is_unknown = |condition: &Condition<DeclaredDim>| {
            !facts.entails_condition(&condition.map(&mut |&dim| size(dim)))
        };
        match &self.condition {
            Condition::All(bounds) => {
                let bounds = bounds.iter().filter(|bound| is_unknown(bound)).cloned();
                Self::of_range(self.dim, bounds.collect())
            }
            condition => is_unknown(condition).then(|| self.clone()),
        }
    }

    /// Returns whether the check fails for all sizes that the facts allow.
    pub fn never_holds(&self, size: impl Fn(DeclaredDim) -> Size, facts: &Facts) -> bool {
        facts.refutes(&self.condition, &|&dim| Term::Size(size(dim)))
    }

    /// Returns the dims whose sizes the check's message shows, the one at fault first.
    pub fn shown(&self) -> Vec<DeclaredDim> {
        let other = self.other.filter(|other| other.size.is_none());
        std::iter::once(self.dim).chain(other).collect()
    }
}

impl Display for DeclaredDim {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "argument #{} dim {}", self.argument, self.dim)
    }
}

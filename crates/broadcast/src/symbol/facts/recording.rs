//! What is recorded of a branch.

use crate::symbol::{Statement, Symbol, numbers::Polynomial};

/// The maximum number of records of a branch.
pub(super) const MAX_RECORDS: usize = 64;

/// The recording of a scope.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    /// The number of open scopes: statements assumed in inner scopes do not hold at the end.
    pub(super) depth: usize,
    /// The first symbol that did not exist when the branch began.
    pub(super) first_new: Symbol,
    pub(super) records: Vec<Record>,
}

/// A statement that was assumed in a branch.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Record {
    Statement(Statement),
    /// The parts are related to a size, which is one of them and exists only in the branch.
    Join(Statement),
    /// The polynomial is not negative.
    NotNegative(Polynomial),
    /// The polynomials are equal.
    Equal([Polynomial; 2]),
}

/// The statements that were assumed in a branch.
#[derive(Clone, Debug, Default)]
pub struct Recorded(pub(super) Vec<Record>);

impl Recorded {
    /// Removes the statements that another branch has not assumed.
    pub fn retain_common(&mut self, other: &Self) {
        self.0.retain(|record| other.0.contains(record));
    }
}

impl Recording {
    pub(super) fn add(&mut self, record: Record) {
        if self.records.len() < MAX_RECORDS && !self.records.contains(&record) {
            self.records.push(record);
        }
    }

    pub(super) fn has(&self, symbol: Symbol) -> bool {
        symbol < self.first_new
    }

    pub(super) fn has_all_of(&self, polynomial: &Polynomial) -> bool {
        polynomial.symbols().all(|symbol| self.has(symbol))
    }
}

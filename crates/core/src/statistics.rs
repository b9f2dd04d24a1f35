//! The statistics of passes, as MLIR calls the numbers that passes count.

mod change_log;

pub use change_log::{ChangeLog, NoMatch};

use crate::{
    explain::{BroadcastCounts, ChangeKind, GuardCounts, OpCounts, Summary},
    plan::{Broadcast, CheckStatus, Plan, VectorBroadcast},
};
use std::{
    ffi::CStr,
    ops::AddAssign,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// What passes count.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Statistic {
    /// `lower-broadcast`: an op is replaced.
    Lowered,
    /// `lower-broadcast`: an op stays.
    Left,
    /// `lower-broadcast`: a guard is needed.
    Guard,
    /// `lower-broadcast`: a guard gets its own assertion.
    Check,
    /// `lower-broadcast`: an operand is used unchanged.
    Unchanged,
    /// `lower-broadcast`: an operand is broadcast to a known shape.
    Static,
    /// `lower-broadcast`: an operand is broadcast to bounds.
    Padded,
    /// `lower-broadcast`: an operand is broadcast to sizes known only at run time.
    Dynamic,
    /// `lower-broadcast`: an operand is broadcast to a vector.
    Vector,
    /// Another pass changes an op.
    Changed(ChangeKind),
}

/// One row of the table of statistics.
#[derive(Debug)]
pub struct StatisticInfo {
    statistic: Statistic,
    /// Its name in MLIR's style.
    pub name: &'static CStr,
    /// What is counted.
    pub description: &'static CStr,
}

const fn row(
    statistic: Statistic,
    name: &'static CStr,
    description: &'static CStr,
) -> StatisticInfo {
    StatisticInfo {
        statistic,
        name,
        description,
    }
}

impl StatisticInfo {
    /// Returns the name of the pass that counts it.
    fn pass(&self) -> &'static str {
        match self.statistic {
            Statistic::Changed(kind) => kind.pass(),
            _ => "lower-broadcast",
        }
    }
}

/// The statistics of all passes.
#[rustfmt::skip]
const STATISTICS: &[StatisticInfo] = &[
    row(Statistic::Lowered, c"num-lowered", c"Number of ops lowered"),
    row(Statistic::Left, c"num-left", c"Number of ops left as they are"),
    row(Statistic::Guard, c"num-guards", c"Number of guards needed"),
    row(Statistic::Check, c"num-checks", c"Number of guards with their own assertion"),
    row(Statistic::Unchanged, c"num-unchanged", c"Number of operands used unchanged"),
    row(Statistic::Static, c"num-static", c"Number of operands broadcast to a known shape"),
    row(Statistic::Padded, c"num-padded", c"Number of operands broadcast to bounds"),
    row(Statistic::Dynamic, c"num-dynamic", c"Number of operands broadcast to sizes known at run time"),
    row(Statistic::Vector, c"num-vector", c"Number of operands broadcast to a vector"),
    row(Statistic::Changed(ChangeKind::Specialized), c"num-static", c"Number of ops made static"),
    row(Statistic::Changed(ChangeKind::Answered), c"num-answered", c"Number of checks that hold for the given sizes"),
    row(Statistic::Changed(ChangeKind::Dropped), c"num-dropped", c"Number of ops replaced with their operand"),
    row(Statistic::Changed(ChangeKind::Merged), c"num-merged", c"Number of ops merged with their operand's"),
    row(Statistic::Changed(ChangeKind::Fixed), c"num-static", c"Number of ops made static"),
    row(Statistic::Changed(ChangeKind::Hinted), c"num-hinted", c"Number of ops given hints on dims that expand"),
    row(Statistic::Changed(ChangeKind::Reused), c"num-reused", c"Number of ops replaced with sizes computed earlier"),
    row(Statistic::Changed(ChangeKind::Implied), c"num-implied", c"Number of assertions that follow from earlier ones"),
    row(Statistic::Changed(ChangeKind::Legalized), c"num-legalized", c"Number of ops converted"),
    row(Statistic::Changed(ChangeKind::Checked), c"num-checks", c"Number of ops that got an assertion"),
    row(Statistic::Changed(ChangeKind::Rewritten), c"num-rewritten", c"Number of ops replaced with other ops"),
    row(Statistic::Changed(ChangeKind::Branched), c"num-branches", c"Number of ops that got a branch"),
    row(Statistic::Changed(ChangeKind::Converted), c"num-converted", c"Number of assertions converted"),
    row(Statistic::Changed(ChangeKind::Unsharded), c"num-unsharded", c"Number of shardings removed"),
    row(Statistic::Changed(ChangeKind::Guarded), c"num-guarded", c"Number of ops that got an assertion"),
    row(Statistic::Changed(ChangeKind::ReshapeGuarded), c"num-guarded", c"Number of reshapes that got an assertion"),
    row(Statistic::Changed(ChangeKind::SizesGuarded), c"num-guarded", c"Number of assertions inserted"),
    row(Statistic::Changed(ChangeKind::Bounded), c"num-bounded", c"Number of functions that get sizes as arguments"),
    row(Statistic::Changed(ChangeKind::Masked), c"num-masked", c"Number of tensors whose elements outside of sizes become neutral"),
    row(Statistic::Changed(ChangeKind::Moved), c"num-moved", c"Number of tensors whose elements are moved to positions that depend on sizes"),
    row(Statistic::Changed(ChangeKind::Limited), c"num-limited", c"Number of positions limited by sizes"),
];

/// Returns the statistics of a pass.
pub fn statistics_of(pass: &str) -> impl Iterator<Item = &'static StatisticInfo> {
    STATISTICS.iter().filter(move |row| row.pass() == pass)
}

/// The numbers that a pass has counted. Clones share them, also across threads.
#[derive(Clone, Debug)]
pub struct Counts(Arc<[AtomicU64]>);

impl Default for Counts {
    fn default() -> Self {
        Self(STATISTICS.iter().map(|_| AtomicU64::new(0)).collect())
    }
}

impl Counts {
    /// Adds to a statistic.
    pub fn add(&self, statistic: Statistic, count: u64) {
        let index = STATISTICS.iter().position(|row| row.statistic == statistic);
        debug_assert!(index.is_some(), "{statistic:?} has no row");
        if let Some(index) = index {
            self.0[index].fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Adds all numbers of other counts.
    pub fn add_all(&self, other: &Self) {
        for (own, count) in self.0.iter().zip(&*other.0) {
            own.fetch_add(count.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Returns how many ops and operands `lower-broadcast` has treated in which way, and how many
    /// guards it needed. Those that facts removed are not counted.
    pub fn summary(&self) -> Summary {
        let count = |statistic| {
            let mut rows = STATISTICS.iter().zip(&*self.0);
            let row = rows.find(|(row, _)| row.statistic == statistic);
            let count = row.map_or(0, |(_, count)| count.load(Ordering::Relaxed));
            usize::try_from(count).unwrap_or(usize::MAX)
        };
        Summary {
            ops: OpCounts {
                lowered: count(Statistic::Lowered),
                left: count(Statistic::Left),
                failed: 0,
            },
            guards: GuardCounts {
                kept: count(Statistic::Guard),
                checked: count(Statistic::Check),
                removed: 0,
            },
            broadcasts: BroadcastCounts {
                none: count(Statistic::Unchanged),
                fixed: count(Statistic::Static),
                padded: count(Statistic::Padded),
                dynamic: count(Statistic::Dynamic),
                vector: count(Statistic::Vector),
            },
        }
    }

    /// Returns a pass's statistics, each with its row.
    pub fn of_pass(&self, pass: &str) -> impl Iterator<Item = (&'static StatisticInfo, u64)> {
        let rows = STATISTICS.iter().zip(&*self.0);
        let rows = rows.filter(move |(row, _)| row.pass() == pass);
        rows.map(|(row, count)| (row, count.load(Ordering::Relaxed)))
    }
}

/// What `lower-broadcast` has emitted for ops.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Tally {
    lowered: u64,
    guards: u64,
    checks: u64,
    unchanged: u64,
    fixed: u64,
    padded: u64,
    dynamic: u64,
    vector: u64,
}

impl Tally {
    /// Counts an op that a plan lowers, with the ways in which its guards are checked.
    pub fn of_plan(plan: &Plan, checks: &[CheckStatus]) -> Self {
        let has_assertion =
            |check: &&CheckStatus| matches!(check, CheckStatus::Here | CheckStatus::AtEntry);
        let mut tally = Self {
            lowered: 1,
            guards: plan.dims.iter().map(|dim| dim.guards.len() as u64).sum(),
            checks: checks.iter().filter(has_assertion).count() as u64,
            ..Self::default()
        };
        for broadcast in &plan.broadcasts {
            *match broadcast {
                Broadcast::None => &mut tally.unchanged,
                Broadcast::Static => &mut tally.fixed,
                Broadcast::Padded(_) => &mut tally.padded,
                Broadcast::Dynamic { .. } => &mut tally.dynamic,
            } += 1;
        }
        tally
    }

    /// Counts an op on vectors, with how its participating operands are broadcast.
    pub fn of_vectors<'b>(broadcasts: impl Iterator<Item = &'b VectorBroadcast>) -> Self {
        let mut tally = Self {
            lowered: 1,
            ..Self::default()
        };
        for broadcast in broadcasts {
            *match broadcast {
                VectorBroadcast::None => &mut tally.unchanged,
                VectorBroadcast::Broadcast | VectorBroadcast::Reshaped(_) => &mut tally.vector,
            } += 1;
        }
        tally
    }

    /// Adds the numbers to those of a pass.
    pub fn report(&self, counts: &Counts) {
        for (statistic, count) in [
            (Statistic::Lowered, self.lowered),
            (Statistic::Guard, self.guards),
            (Statistic::Check, self.checks),
            (Statistic::Unchanged, self.unchanged),
            (Statistic::Static, self.fixed),
            (Statistic::Padded, self.padded),
            (Statistic::Dynamic, self.dynamic),
            (Statistic::Vector, self.vector),
        ] {
            counts.add(statistic, count);
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.lowered += other.lowered;
        self.guards += other.guards;
        self.checks += other.checks;
        self.unchanged += other.unchanged;
        self.fixed += other.fixed;
        self.padded += other.padded;
        self.dynamic += other.dynamic;
        self.vector += other.vector;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use strum::VariantArray;

    #[test]
    fn each_statistic_has_one_row_and_each_pass_distinct_names() {
        let mut names = HashSet::new();
        for (index, row) in STATISTICS.iter().enumerate() {
            assert!(names.insert((row.pass(), row.name)), "{row:?}");
            assert!(
                STATISTICS[..index]
                    .iter()
                    .all(|it| it.statistic != row.statistic)
            );
        }
        for &kind in ChangeKind::VARIANTS {
            let statistic = Statistic::Changed(kind);
            assert!(
                STATISTICS.iter().any(|row| row.statistic == statistic),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn clones_count_together() {
        let counts = Counts::default();
        counts
            .clone()
            .add(Statistic::Changed(ChangeKind::Merged), 2);
        counts.add(Statistic::Changed(ChangeKind::Merged), 1);
        counts.add(Statistic::Lowered, 5);
        let of_pass = counts
            .of_pass("simplify-broadcasts")
            .filter(|(_, count)| *count > 0);
        let of_pass = of_pass.map(|(row, count)| (row.name, count));
        assert_eq!(of_pass.collect::<Vec<_>>(), [(c"num-merged", 3)]);
    }
}

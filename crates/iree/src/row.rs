//! What a row of the table of legalisations holds.

use crate::{
    assertion::Assertions,
    diagnostic::Failed,
    ir::local::{OpEmitter, OpRef, Value},
    statistics::{ChangeLog, NoMatch},
};
use std::cell::Cell;

/// The release of IREE with which all rows have been tried.
pub const IREE_VERSION: &str = "3.13";

/// Rows by name, with the open issue or pull request of IREE after which they may be needless.
pub(crate) const RETIREMENTS: &[(&str, u32)] = &[
    ("dynamic-convolutions", 24940),
    ("dynamic-gathers", 24941),
    ("dynamic-paddings", 24940),
    ("dynamic-reshapes", 24940),
    ("gathers", 24881),
    ("open-broadcasts", 24941),
    ("scatter-batching-dims", 24942),
    ("windows", 24942),
];

/// A legalisation: something that IREE rejects or computes wrongly, and what the pass does about it.
///
/// Its example is the file of its name in `src/examples`: a program with such an op in its function `@main`, behind a
/// comment `// input:` for each argument, in the syntax of `iree-run-module`.
pub struct Row {
    /// The name, in docs, in reports, in the option `iree-disable`, and of its example.
    pub name: &'static str,
    /// The ops that it is about; those of a dialect end in `.*`.
    pub ops: &'static [&'static str],
    /// Which of these ops; for an op that is refused, why, as a sentence about "it".
    pub when: &'static str,
    /// What they become; for an op that is refused, what to do instead.
    pub becomes: &'static str,
    /// What IREE does with them otherwise.
    pub why: &'static str,
    pub(crate) action: Action,
}

/// What a row does. A rewrite emits ops in front of the given one.
pub enum Action {
    /// Returns the value that replaces an op's only result, of whatever sizes in its type; `None` if the op stays.
    Replace(for<'a> fn(&mut OpEmitter<'a>, OpRef<'a>) -> Option<Value<'a>>),
    /// Returns the values that replace an op's results; `None` if the op stays.
    ReplaceAll(for<'a> fn(&mut OpEmitter<'a>, OpRef<'a>) -> Option<Vec<Value<'a>>>),
    /// Changes an op in place, or the ops around it; `None` if it has changed none.
    Change(for<'a> fn(&mut OpEmitter<'a>, OpRef<'a>) -> Option<()>),
    /// Returns the values of which IREE must not compute what uses them in the kernel that computes them: barriers are
    /// put behind them. `None` if there are none; it is asked again once the barriers are there.
    Separate(for<'a> fn(OpRef<'a>) -> Option<Vec<Value<'a>>>),
    /// Changes the whole program.
    Program(fn(OpRef<'_>, &ChangeLog) -> Result<(), Failed>),
    /// Returns whether an op is refused.
    Refuse(for<'a> fn(OpRef<'a>) -> bool),
    /// Emits errors on a program.
    RefuseIn(fn(OpRef<'_>) -> Result<(), Failed>),
}

impl Row {
    /// Returns whether it only rejects programs.
    pub const fn is_refusal(&self) -> bool {
        matches!(self.action, Action::Refuse(_) | Action::RefuseIn(_))
    }

    /// Returns the number of the open issue or pull request of IREE after which the row may be needless.
    pub fn retirement(&self) -> Option<u32> {
        let mut rows = RETIREMENTS.iter();
        let row = rows.find(|(name, _)| *name == self.name);
        row.map(|(_, number)| *number)
    }

    /// Tries the row on an op; notes whether it applies, which it does not if `attempt` returns `None`.
    pub(crate) fn attempt<'a, T>(
        &self,
        operation: OpRef<'a>,
        changes: &ChangeLog,
        attempt: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        REASON.set(None);
        let result = attempt();
        let reason = REASON.take().map(NoMatch::Reason);
        let reason = reason.unwrap_or(NoMatch::Condition(self.when));
        let outcome = result.as_ref().map(|_| ()).ok_or(reason);
        changes.tried(self.name, operation, outcome);
        result
    }

    /// Returns whether it is about ops of this name.
    pub(crate) fn is_about(&self, op: &str) -> bool {
        let mut ops = self.ops.iter();
        ops.any(|name| match name.strip_suffix('*') {
            Some(prefix) => op.starts_with(prefix),
            None => op == *name,
        })
    }
}

thread_local! {
    /// Why the action of a row, whose function has no other result, does not apply.
    static REASON: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Notes why a row does not apply to an op, where its condition does not tell; returns `None`.
pub(crate) fn no_match<T>(reason: &'static str) -> Option<T> {
    REASON.set(Some(reason));
    None
}

/// Returns `None`, which the caller returns, too, unless a condition holds.
pub(crate) fn require(condition: bool) -> Option<()> {
    condition.then_some(())
}

/// The name of all rows that only make IREE's programs faster, in the option `iree-disable`.
pub const SPEED: &str = "speed";

/// The options of `legalize-for-iree`.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct IreeOptions {
    /// The assertions that stay: `cf.assert`, or none.
    pub assertions: Assertions,
    /// The names of rows that are not applied; [`SPEED`] is all that only make programs faster.
    pub disabled: Vec<String>,
}

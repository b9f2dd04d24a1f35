//! A check that fails, and the calls that lead to it.

use melior::ir::OperationRef;

/// An op on a path of calls: its function, and its position there.
#[derive(Clone, Debug)]
pub(super) struct CallStep {
    pub function: String,
    pub position: usize,
}

/// A check that fails whenever a function is called.
#[derive(Clone, Debug)]
pub(super) struct Failure<'c, 'a> {
    pub(super) check: OperationRef<'c, 'a>,
    pub(super) message: String,
    /// The check, and the calls that lead to it from the function, the outermost one last.
    pub(super) path: Vec<CallStep>,
}

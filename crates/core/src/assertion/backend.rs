//! What the ops that check guards have in common.

use super::message::MessageForm;
use crate::ir::{EmittedOp, Emitter, OpenRegion};
use melior::ir::{Type, Value};

/// A check at run time.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Assertion<'c, 'a> {
    /// The condition that must hold, a `tensor<i1>`.
    pub predicate: Value<'c, 'a>,
    /// The message if it does not hold. `{n}` stands for the n-th of `sizes`, if the backend's
    /// messages have placeholders; text from the program is [quoted](MessageForm::quote).
    pub message: String,
    /// The sizes that the message shows, each a scalar tensor of `i32` or
    /// `i64`; at most 31, since StableHLO's checker takes 32 inputs.
    pub sizes: Vec<Value<'c, 'a>>,
}

/// The scope in which code may rely on a check.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[doc(hidden)]
pub enum Reach {
    /// Everywhere that the check dominates.
    Dominated,
    /// Only in ops that take the check's witness.
    Witnesses,
}

/// A way to check guards.
#[doc(hidden)]
pub trait Backend {
    /// Returns a one-line description of the backend, for help texts.
    fn summary(&self) -> &'static str;

    /// Returns the ops that it emits, whose dialects must be registered; the one that checks
    /// comes first.
    fn ops(&self) -> &'static [EmittedOp];

    /// Returns the form of its messages; `None` if it checks nothing.
    fn messages(&self) -> Option<MessageForm>;

    /// Returns the scope in which code may rely on its checks.
    fn reach(&self) -> Reach {
        Reach::Dominated
    }

    /// Emits a check in front of the emitter's anchor; returns its witness, if the backend uses
    /// witnesses.
    fn emit_check<'c, 'a>(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        assertion: &Assertion<'c, 'a>,
    ) -> Option<Value<'c, 'a>>;

    /// Begins the region that relies on checks and computes a value of type `result_type`, if
    /// the backend uses one.
    fn begin_guarded<'c, 'a>(
        &self,
        _emitter: &mut Emitter<'c, 'a>,
        _witnesses: &[Value<'c, 'a>],
        _result_type: Type<'c>,
    ) -> Option<OpenRegion<'c, 'a>> {
        None
    }
}

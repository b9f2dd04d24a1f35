//! No assertions.

use super::{Assertion, Backend, MessageForm};
use crate::ir::{EmittedOp, Emitter};
use melior::ir::Value;

/// Checks nothing: with incompatible sizes, the behavior of the program is undefined.
pub(super) struct Unchecked;

impl Backend for Unchecked {
    fn summary(&self) -> &'static str {
        "nothing"
    }

    fn ops(&self) -> &'static [EmittedOp] {
        &[]
    }

    fn messages(&self) -> Option<MessageForm> {
        None
    }

    fn emit_check<'c, 'a>(
        &self,
        _emitter: &mut Emitter<'c, 'a>,
        _assertion: &Assertion<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        None
    }
}

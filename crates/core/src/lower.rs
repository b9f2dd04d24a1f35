//! The passes on ops that broadcast: they verify, explain, guard and lower them by rules.
//!
//! # Checks reach what they order
//!
//! An assertion orders everything that it dominates, so its condition is a fact there. A witness
//! (`assertions=shape`) orders only the region that uses it: pure ops outside may be moved in
//! front of the check. So with witnesses, guards establish no facts; every op uses the witnesses
//! of all guards that it needs, and a repeated guard reuses the earlier witness. The result's
//! sizes get symbols, because users of the result depend on the witness; a size that a guard keeps
//! within its declared bound is read from the result, because the sizes that it is computed from
//! have no such bound. With `assertions=none`, incompatible sizes are assumed not to occur, so
//! guards establish facts as if they were checked. The tests interpret each form by these rules: a
//! witness of a failed check stops only the ops that use it.
//!
//! # The entry of a function
//!
//! Checks of declared symbols, and hoisted guards, are inserted after the ops at the beginning of
//! the function that only compute with sizes. So an existing assertion is known, and lowering
//! again adds nothing. Ops emitted there have a separate map, because only those may be used
//! there.

mod broadcastable;
mod explain_broadcasts;
mod guard_broadcasts;
mod lint;
mod lower_broadcast;
mod requirements;
mod rules;
mod signature;
mod unused_tables;
mod verify_broadcastable;

pub use self::{
    broadcastable::RuleFinder,
    guard_broadcasts::guarded_ops,
    lint::contradiction,
    lower_broadcast::{Names, problems, read_lowered},
    verify_broadcastable::infer_broadcast,
};
pub use self::{
    explain_broadcasts::remark_broadcasts,
    guard_broadcasts::{explain_guards, guard_broadcasts},
    lower_broadcast::{Detail, LowerOptions, explain_broadcasts, lower_broadcast},
    rules::{HookError, HookRequest, LoweringHook, Rules},
    verify_broadcastable::verify_broadcastable,
};

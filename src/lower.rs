//! The passes on ops that broadcast: they verify, explain, guard and lower them by rules.

mod broadcastable;
mod contradicted_facts;
mod explain_broadcasts;
mod guard_broadcasts;
mod lower_broadcast;
mod misspelt_attributes;
mod misspelt_rules;
mod requirements;
mod rules;
mod signature;
mod unused_tables;
mod verify_broadcastable;

pub(crate) use self::{
    broadcastable::RuleFinder,
    guard_broadcasts::guarded_ops,
    lower_broadcast::{Names, problems},
    verify_broadcastable::infer_broadcast,
};
pub use self::{
    explain_broadcasts::remark_broadcasts,
    guard_broadcasts::guard_broadcasts,
    lower_broadcast::{Detail, LowerOptions, explain_broadcasts, lower_broadcast},
    rules::{HookError, HookRequest, Rules},
    verify_broadcastable::verify_broadcastable,
};

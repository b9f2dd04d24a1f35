//! The core of bcast-lower on MLIR: verifies ops that broadcast implicitly, and lowers them to
//! StableHLO in which every broadcast is explicit and guarded. What it decides, it decides in
//! `bcast-lower-broadcast`, on values without MLIR.
//!
//! Of these modules, each uses only those before it:
//!
//! - [`diagnostic`], [`dialect`], `ir`, `statistics`: what all passes share. They know nothing of broadcasting.
//! - [`assertion`]: the ops that check guards.
//! - `analysis`: from ops to integers and facts about sizes. Changes nothing.
//! - `lower`, `simplify`, `xla`: the passes.
//!
//! The modules that are not documented here serve the other packages of bcast-lower, and may change at any time.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(clippy::disallowed_methods)]

use bcast_lower_broadcast::{plan, rule, scoped_map, shape, suggest, symbol};
use bcast_lower_explain as explain;

#[allow(unsafe_code)]
pub mod diagnostic;
#[allow(unsafe_code)]
pub mod dialect;
#[doc(hidden)]
#[allow(unsafe_code)]
pub mod ir;
#[doc(hidden)]
pub mod statistics;

pub mod assertion;

#[doc(hidden)]
pub mod analysis;

#[doc(hidden)]
pub mod lower;
#[doc(hidden)]
pub mod simplify;
#[doc(hidden)]
pub mod xla;

/// The passes, as functions.
pub mod transform {
    pub use crate::{
        diagnostic::Failed,
        lower::{
            Detail, HookError, HookRequest, LowerOptions, Rules, explain_broadcasts,
            guard_broadcasts, lower_broadcast, remark_broadcasts, verify_broadcastable,
        },
        simplify::simplify_broadcasts,
        statistics::ChangeLog,
        xla::remark_unknown_sizes,
    };
}

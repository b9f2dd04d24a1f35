//! From source text to output text, by pipelines of bcast-lower's passes.
//!
//! Of these modules, each uses only those before it: [`pipeline`] has the names and options of all passes,
//! `text` reads and prints source text, [`artifact`] encodes portable artifacts, and [`driver`] runs
//! pipelines on text. None opens files or depends on a terminal.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(clippy::disallowed_methods)]

use bcast_lower_bounds as bounds;
use bcast_lower_broadcast::{plan, rule, shape, suggest};
use bcast_lower_core::{assertion, diagnostic, dialect, ir, lower, simplify, statistics, xla};
use bcast_lower_explain as explain;
use bcast_lower_iree as iree;
use bcast_lower_legalize as legalize;
use bcast_lower_specialize as specialize;

#[allow(unsafe_code)]
pub mod artifact;
pub mod driver;
#[allow(unsafe_code)]
pub mod pipeline;
#[allow(unsafe_code)]
mod text;

#[doc(hidden)]
pub use text::{MAXIMUM_NESTING, nesting};

//! Verifies ops that broadcast implicitly and lowers them to StableHLO in which
//! every broadcast is explicit and guarded.
//!
//! Frontends write ops such as `chlo.broadcast_add`, whose operands broadcast as in
//! NumPy, on tensors whose sizes are known only at run time. This crate
//!
//! - **verifies** such ops by the rules of MLIR's `Broadcastable` trait
//!   ([`shape::verify`], the pass `verify-broadcastable`), and
//! - **lowers** them (the pass `lower-broadcast`): shape assertions, then sizes,
//!   then `stablehlo.dynamic_broadcast_in_dim`, then the plain StableHLO op.
//!
//! # Example
//!
//! Text becomes text:
//!
//! ```
//! # #[cfg(feature = "mlir")]
//! # fn main() -> Result<(), bcast_lower::LowerError> {
//! let text = "func.func @scale(%x: tensor<10x?xf32>, %c: tensor<f32>) -> tensor<10x?xf32> {
//!   %0 = chlo.broadcast_multiply %x, %c : (tensor<10x?xf32>, tensor<f32>) -> tensor<10x?xf32>
//!   return %0 : tensor<10x?xf32>
//! }";
//! let lowered = bcast_lower::lower(text, &bcast_lower::Options::default())?;
//! assert!(lowered.contains("stablehlo.dynamic_broadcast_in_dim %arg1"));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "mlir"))]
//! # fn main() {}
//! ```
//!
//! The passes run on any [melior](https://docs.rs/melior) module whose context has the dialects
//! registered. `bcast_lower::melior` re-exports the version of melior that this crate is built
//! with:
//!
//! ```
//! # #[cfg(feature = "mlir")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use bcast_lower::{
//!     dialect,
//!     melior::{Context, dialect::DialectRegistry, ir::Module, pass::PassManager},
//!     pipeline,
//!     transform::LowerOptions,
//! };
//!
//! let registry = DialectRegistry::new();
//! dialect::register(&registry);
//! let context = Context::new();
//! context.append_dialect_registry(&registry);
//! context.load_all_available_dialects();
//!
//! let mut module = Module::parse(
//!     &context,
//!     "func.func @scale(%x: tensor<10x?xf32>, %c: tensor<f32>) -> tensor<10x?xf32> {
//!        %0 = chlo.broadcast_multiply %x, %c
//!            : (tensor<10x?xf32>, tensor<f32>) -> tensor<10x?xf32>
//!        return %0 : tensor<10x?xf32>
//!      }",
//! )
//! .ok_or("the program does not parse")?;
//!
//! let manager = PassManager::new(&context);
//! manager.add_pass(pipeline::lower_broadcast_pass(LowerOptions::default()));
//! manager.run(&mut module)?;
//!
//! let text = module.as_operation().to_string();
//! assert!(text.contains("stablehlo.dynamic_broadcast_in_dim %arg1"));
//! assert!(!text.contains("chlo"));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "mlir"))]
//! # fn main() {}
//! ```
//!
//! Once registered, the passes can be used by name in textual pipelines:
//!
//! ```
//! # #[cfg(feature = "mlir")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use bcast_lower::{
//!     melior::{Context, pass::PassManager, utility::parse_pass_pipeline},
//!     pipeline,
//! };
//!
//! pipeline::register_passes();
//! let context = Context::new();
//! let manager = PassManager::new(&context);
//! parse_pass_pipeline(
//!     manager.as_operation_pass_manager(),
//!     "builtin.module(func.func(lower-broadcast{trait-rules=strict}))",
//! )?;
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "mlir"))]
//! # fn main() {}
//! ```
//!
//! # Features
//!
//! - `cli` (default): the tool `bcast-lower`.
//! - `lsp`: the language server `bcast-lsp-server`.
//! - `mlir`: everything that needs MLIR. Without it, only [`explain`] and the modules of
//!   `bcast-lower-broadcast`, [`shape`], [`symbol`], [`plan`] and [`rule`], are compiled, and no
//!   LLVM is needed.
//! - `mimalloc` (default): an allocator for the tool that is faster than the system's.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(clippy::disallowed_methods)]

pub use bcast_lower_broadcast::{plan, rule, shape, suggest, symbol};
#[cfg(feature = "mlir")]
pub use bcast_lower_core::{assertion, diagnostic, dialect};
#[cfg(feature = "mlir")]
pub use bcast_lower_driver::{
    artifact,
    driver::{self, LowerError, Options, lower},
    pipeline,
};
pub use bcast_lower_explain as explain;
#[cfg(feature = "lsp")]
pub use bcast_lower_language_server as language_server;

#[cfg(feature = "mlir")]
#[allow(unsafe_code)]
pub mod capi;

/// The passes, as functions.
#[cfg(feature = "mlir")]
pub mod transform {
    pub use bcast_lower_bounds::{FailedCall, check_message, declare_bounds, pad_to_bounds};
    pub use bcast_lower_core::transform::*;
    pub use bcast_lower_iree::{
        GuardedOps, IREE_VERSION, IreeOptions, Row as IreeRow, SPEED, assume_sizes,
        dispatch_profiles, guard_reshapes, guard_sizes, legalize_for_iree, rows as iree_rows,
    };
    pub use bcast_lower_legalize::{LegalizeOptions, convert_torch_tensors, legalize_to_stablehlo};
    pub use bcast_lower_specialize::{
        SpecializeOptions, add_profiles, check_sizes, specialize_sizes,
    };
}

/// Compiles and runs the program in the README.
#[cfg(all(doctest, feature = "mlir"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// MLIR's bindings, in the version that this crate's functions take and return.
#[cfg(feature = "mlir")]
pub use melior;

/// For this crate's own tests; it may change at any time.
#[cfg(feature = "mlir")]
#[doc(hidden)]
pub mod testing {
    pub use bcast_lower_core::{
        analysis::testing::{
            Known, KnownIntegers, OpSummary, Part, known_after_each_op, known_integers, rows,
        },
        assertion::condition::testing::emit_condition,
    };
}

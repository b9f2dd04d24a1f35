//! The upstream passes that pipelines may use.

use super::{PassInfo, ffi};
use crate::dialect::func;
use melior::dialect::DialectRegistry;
use std::sync::Once;

/// The upstream passes, by name.
///
/// Their options, which are those of `mlir-opt`, are not listed here. `remove-dead-values` is
/// omitted: in LLVM 22 it changes the signature of functions that are used by something other
/// than a call, and crashes or leaves invalid IR.
pub const PASSES: &[PassInfo] = &[
    pass("canonicalize", "Canonicalize operations"),
    pass(
        "control-flow-sink",
        "Sink operations into conditional blocks",
    ),
    pass(
        "convert-shape-constraints",
        "Convert shape constraint operations to the standard dialect",
    ),
    pass(
        "convert-shape-to-std",
        "Convert operations from the shape dialect into the standard dialect",
    ),
    CSE,
    pass("inline", "Inline function calls"),
    pass(
        "loop-invariant-code-motion",
        "Hoist loop invariant instructions outside of the loop",
    ),
    pass(
        "outline-shape-computation",
        "Using shape.func to preserve shape computation",
    ),
    pass("print-ir", "Print IR on the debug stream"),
    pass("print-op-stats", "Print statistics of operations"),
    on_functions(pass(
        "remove-shape-constraints",
        "Replace all cstr_ ops with a true witness",
    )),
    pass("sccp", "Sparse Conditional Constant Propagation"),
    on_functions(pass(
        "shape-to-shape-lowering",
        "Legalize Shape dialect to be convertible to Arith",
    )),
    pass("strip-debuginfo", "Strip debug info from all operations"),
    pass("symbol-dce", "Eliminate dead symbols"),
    pass("symbol-privatize", "Mark symbols private"),
    pass(
        "topological-sort",
        "Sort regions without SSA dominance in topological order",
    ),
];

/// The pass that merges equal ops.
pub const CSE: PassInfo = pass("cse", "Eliminate common sub-expressions");

const fn pass(name: &'static str, description: &'static str) -> PassInfo {
    PassInfo {
        name,
        description,
        anchor: None,
        concerns: &[],
        build: None,
    }
}

/// Restricts a pass to functions.
const fn on_functions(pass: PassInfo) -> PassInfo {
    PassInfo {
        anchor: Some(func::FUNC),
        ..pass
    }
}

/// Registers the upstream passes with MLIR's pass registry; further calls do nothing.
pub fn register_passes() {
    static ONCE: Once = Once::new();
    // SAFETY: `Once` prevents two threads from changing the registry here concurrently.
    ONCE.call_once(|| unsafe { ffi::bcastRegisterUpstreamPasses() });
}

/// Registers the dialects of ops that upstream passes create, and the interfaces that they
/// need.
pub fn register_dialects(registry: &DialectRegistry) {
    // SAFETY: the registry is alive.
    unsafe { ffi::bcastRegisterUpstreamDialects(registry.to_raw()) }
}

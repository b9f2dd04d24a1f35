//! The dialects StableHLO, CHLO, Shardy and VHLO, which are defined in ODS and C++ in this package,
//! and thin C APIs of those parts of MLIR that its own C API lacks.
//!
//! [`stablehlo`] and [`chlo`] have the names of ops, and types for attributes; the build generates
//! them from the definitions. Each other module has the declarations of one header,
//! `capi/<module>.h`, which documents them; the build generates them from it, so that C++ and Rust
//! agree. The names have the prefix `bcast` in C++; types and constants lose it here.
//!
//! Invariant: nothing is decided here. Whatever chooses how ops are verified or lowered is in
//! `bcast-lower`.
//!
//! # Real dialects, written here
//!
//! StableHLO and CHLO are registered dialects defined in ODS, because real `.mlir` files use their
//! pretty syntax, and because upstream's `canonicalize`, `cse`, `inline` and other passes then
//! work on them. They are written here rather than linked: StableHLO publishes no libraries, and
//! each of its revisions is built against one revision of LLVM's main branch, not against a
//! release. To link it, a build would have to compile that LLVM first; this one takes the packages
//! of a release, the one that `crates/dialects/llvm-version` names. The price is that additions to
//! StableHLO have to be repeated here (`docs/limits.md` lists the missing parts). Functions of the
//! C API that OpenXLA has, too, have its names, so that the upstream libraries could be linked
//! instead. No verifier of a `broadcast_*` op checks its shapes: that is the task of
//! `verify-broadcastable`, under the rules that the user chooses.
//!
//! # Names and attributes come from the definitions
//!
//! From the records of the `.td` files, the build (`crates/dialects/build/records.rs`) generates
//! for StableHLO and CHLO: a constant for each op's name (`stablehlo::ADD`), which patterns and
//! tables use; a type for each attribute that is an enumerator or consists of numbers
//! (`ComparisonDirection`, `GatherDimensionNumbers`), which is read from and becomes an attribute
//! through a generated C API; and for each op a struct of its attributes (`SliceOp {
//! start_indices, limit_indices, strides }`), so that the compiler checks their names and types.
//! No such name is a literal, and no attribute is built or read through text, unless a rule names
//! its dialect; a test looks for literals. melior's macro `dialect!` generates builders of whole
//! ops instead, but the emitter has to know an op's name, operands and attributes before it
//! creates one, and for the same reason MLIR's own dialects have names here instead of melior's
//! builders. A program that loads the passes may have its own StableHLO, whose classes are
//! unknown: its parser makes enumerators, and other attributes are not supported.
//!
//! # An op is verified once per signature
//!
//! MLIR verifies all ops after parsing and after every pass. What a verifier of StableHLO or CHLO
//! answers depends only on the op's name, attributes and types, so each thread remembers the
//! signatures of valid ops (`crates/dialects/common/signature.h`), as many as fit in a table of
//! fixed size, and compares them whole. Ops with regions or successors are always verified, even
//! if their class has none, and so are ops whose verifiers look at constants (trait
//! `HLO_ReadsConstants`) if an operand is one; reading a constant in another verifier does not
//! compile. MLIR's own checks (dominance, symbols, attributes of other dialects) run for every op.

#![allow(missing_docs, non_snake_case, non_upper_case_globals)]

mod attributes;

/// Defines the module of a dialect: a constant for each op's name, a type for each attribute that is
/// an enumerator or consists of numbers, and for each op that has attributes a struct of them.
macro_rules! dialects {
    ($($(#[$attribute:meta])* $name:ident: $file:literal,)*) => {
        $(
            $(#[$attribute])*
            // Not each attribute needs the context, and not each dialect has attributes here.
            #[allow(unused_imports, unused_variables)]
            pub mod $name {
                use crate::attributes::*;

                include!(concat!(env!("OUT_DIR"), $file));
            }
        )*
    };
}

dialects! {
    /// The ops of MLIR's dialect `arith`.
    arith: "/arith.rs",
    /// The ops of MLIR's dialect `cf`.
    cf: "/cf.rs",
    /// The ops and attributes of CHLO.
    chlo: "/chlo.rs",
    /// The ops of MLIR's dialect `func`.
    func: "/func.rs",
    /// The ops of MLIR's dialect `math`.
    math: "/math.rs",
    /// The ops of MLIR's dialect `scf`.
    scf: "/scf.rs",
    /// The ops of MLIR's dialect `shape`.
    shape: "/shape.rs",
    /// The ops and attributes of StableHLO.
    stablehlo: "/stablehlo.rs",
    /// The ops of MLIR's dialect `tensor`.
    tensor: "/tensor.rs",
}

macro_rules! bindings {
    ($($(#[$attribute:meta])* $name:ident: $file:literal,)*) => {
        $(
            $(#[$attribute])*
            pub mod $name {
                #[allow(unused_imports)]
                use mlir_sys::*;
                #[allow(unused_imports)]
                use crate::diagnostic::*;

                include!(concat!(env!("OUT_DIR"), $file));
            }
        )*
    };
}

bindings! {
    /// Portable artifacts: the dialect `vhlo`.
    artifact: "/artifact.rs",
    /// The registration of the dialects, and what their attributes hold.
    dialect: "/dialect.rs",
    /// Ops, values, types and attributes.
    ir: "/ir.rs",
    /// The ops by which a program tells IREE what is known of sizes.
    iree: "/iree.rs",
    /// MLIR's language server.
    language_server: "/language_server.rs",
    /// Passes and pass managers.
    pipeline: "/pipeline.rs",
    /// Parsing and printing.
    text: "/text.rs",
}

/// Diagnostics, and the streams that they and programs are written to.
pub mod diagnostic {
    use mlir_sys::*;

    include!(concat!(env!("OUT_DIR"), "/diagnostic.rs"));
}

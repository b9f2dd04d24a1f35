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

#![allow(missing_docs, non_snake_case, non_upper_case_globals)]

mod attributes;

/// Defines the module of a dialect: a constant for each op's name, a type for each attribute that is
/// an enumerator or consists of numbers, and for each op that has attributes a struct of them.
macro_rules! dialects {
    ($($(#[$attribute:meta])* $name:ident: $file:literal,)*) => {
        $(
            $(#[$attribute])*
            // Not each attribute needs the context.
            #[allow(unused_variables)]
            pub mod $name {
                use crate::attributes::*;

                include!(concat!(env!("OUT_DIR"), $file));
            }
        )*
    };
}

dialects! {
    /// The ops and attributes of CHLO.
    chlo: "/chlo.rs",
    /// The ops and attributes of StableHLO.
    stablehlo: "/stablehlo.rs",
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

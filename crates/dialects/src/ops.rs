//! Typed builders and accessors of the ops, generated from the ODS definitions.
//!
//! [`stablehlo`] and [`chlo`] each contain one function and one type per op; a builder needs
//! every operand, required attribute and result type.

// The accessors are generated; they get the parts that the definitions require.
#![allow(missing_docs)]

melior::dialect! {
    name: "stablehlo",
    files: ["stablehlo/ops.td"],
    include_directory_env_vars: ["CARGO_MANIFEST_DIR"],
}

melior::dialect! {
    name: "chlo",
    files: ["chlo/ops.td"],
    include_directory_env_vars: ["CARGO_MANIFEST_DIR"],
}

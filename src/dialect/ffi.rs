//! The functions and types of `capi.h`, generated from it during the build so that both sides
//! agree.

#![allow(dead_code, missing_docs, non_snake_case, non_upper_case_globals)]

use mlir_sys::*;

include!(concat!(env!("OUT_DIR"), "/dialect_capi.rs"));

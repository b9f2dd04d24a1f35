//! The functions and types of `capi.h`; the build makes them from it, so both sides
//! agree.

#![allow(dead_code, missing_docs, non_snake_case, non_upper_case_globals)]

use crate::diagnostic::stream::RawStream as Stream;
use mlir_sys::*;

include!(concat!(env!("OUT_DIR"), "/artifact_capi.rs"));

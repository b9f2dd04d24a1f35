//! The functions and types of `capi.h`; the build generates them from it, so both sides agree.

#![allow(dead_code, missing_docs, non_snake_case)]

use crate::diagnostic::stream::RawStream as Stream;
use mlir_sys::*;

include!(concat!(env!("OUT_DIR"), "/text_capi.rs"));

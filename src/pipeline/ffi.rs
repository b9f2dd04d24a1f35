//! The functions and types of `capi.h`, generated from it during the build so that both sides
//! agree.

#![allow(dead_code, missing_docs, non_snake_case)]

use crate::diagnostic::stream::RawStream as Stream;
use mlir_sys::*;

include!(concat!(env!("OUT_DIR"), "/pipeline_capi.rs"));

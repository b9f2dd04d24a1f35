//! Declarations of `capi.cpp`.

use mlir_sys::{MlirLogicalResult, MlirOpPassManager, MlirStringRef};
use std::ffi::c_void;

pub(super) type Report = unsafe extern "C" fn(message: MlirStringRef, data: *mut c_void);

pub(super) type BuildPipeline = unsafe extern "C" fn(
    manager: MlirOpPassManager,
    options: MlirStringRef,
    report: Report,
    report_data: *mut c_void,
    user_data: *const c_void,
) -> MlirLogicalResult;

unsafe extern "C" {
    pub(super) fn bcastRegisterPassPipeline(
        name: MlirStringRef,
        description: MlirStringRef,
        build: BuildPipeline,
        user_data: *const c_void,
    );
}

//! Declarations of `manager.cpp`.

use crate::diagnostic::stream::RawStream;
use mlir_sys::{MlirLogicalResult, MlirPassManager, MlirStringRef};
use std::{ffi::c_void, marker::PhantomData};

#[repr(C)]
pub(super) struct Timing {
    _private: [u8; 0],
    _marker: PhantomData<*mut c_void>,
}

#[repr(C)]
pub(super) struct TimingScope {
    _private: [u8; 0],
    _marker: PhantomData<*mut c_void>,
}

#[repr(C)]
pub(super) struct IrPrinting {
    pub before: bool,
    pub after: bool,
    pub after_change: bool,
    pub after_failure: bool,
    pub module_scope: bool,
    pub debug_info: bool,
}

unsafe extern "C" {
    pub(super) fn bcastPipelineCheck(
        pipeline: MlirStringRef,
        stream: *mut RawStream,
    ) -> MlirLogicalResult;
    pub(super) fn bcastPassManagerPrintIr(
        manager: MlirPassManager,
        printing: *const IrPrinting,
        stream: *mut RawStream,
    );
    pub(super) fn bcastPassManagerTime(manager: MlirPassManager, timing: *mut Timing);

    pub(super) fn bcastTimingCreate(stream: *mut RawStream) -> *mut Timing;
    pub(super) fn bcastTimingDestroy(timing: *mut Timing);
    pub(super) fn bcastTimingScopeCreate(
        timing: *mut Timing,
        name: MlirStringRef,
    ) -> *mut TimingScope;
    pub(super) fn bcastTimingScopeDestroy(scope: *mut TimingScope);
}

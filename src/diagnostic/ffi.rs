//! Declarations of `capi.cpp`.

use mlir_sys::{MlirDiagnosticSeverity, MlirLocation, MlirStringRef};

#[repr(C)]
pub(super) struct Note {
    pub location: MlirLocation,
    pub message: MlirStringRef,
}

unsafe extern "C" {
    pub(super) fn bcastEmitDiagnostic(
        location: MlirLocation,
        severity: MlirDiagnosticSeverity,
        message: MlirStringRef,
        note_count: isize,
        notes: *const Note,
    );
}

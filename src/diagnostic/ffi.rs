//! Declarations of `capi.cpp` and `source.cpp`.

use mlir_sys::{
    MlirContext, MlirDiagnosticSeverity, MlirLocation, MlirLogicalResult, MlirOperation,
    MlirStringRef,
};
use std::{
    ffi::{c_char, c_void},
    marker::PhantomData,
};

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

macro_rules! opaque {
    ($($name:ident)*) => {
        $(
            #[repr(C)]
            pub(crate) struct $name {
                _private: [u8; 0],
                _marker: PhantomData<*mut c_void>,
            }
        )*
    };
}

opaque!(Stream Source Handler Verifier);

#[repr(C)]
pub(super) struct Segment {
    pub empty_lines: usize,
    pub text: MlirStringRef,
}

#[repr(C)]
pub(super) struct Piece {
    pub segments: *const Segment,
    pub count: usize,
}

#[repr(C)]
pub(super) struct PrintOptions {
    pub generic: bool,
    pub debug_info: bool,
    pub pretty_debug_info: bool,
    pub local_scope: bool,
    pub assume_verified: bool,
    pub elide_elements_attributes_if_larger: i64,
    pub elide_resource_strings_if_larger: i64,
}

/// `data` is what was given with the function.
pub(super) type Advise = unsafe extern "C" fn(
    message: MlirStringRef,
    report: unsafe extern "C" fn(MlirStringRef, *mut c_void),
    report_data: *mut c_void,
    data: *mut c_void,
);

/// An escape sequence, and how many bytes of the text stand before it.
#[repr(C)]
pub(super) struct Escape {
    pub offset: usize,
    pub sequence: *const c_char,
}

pub(super) type Write = unsafe extern "C" fn(
    bytes: *const u8,
    size: usize,
    escapes: *const Escape,
    escape_count: usize,
    data: *mut c_void,
);

unsafe extern "C" {
    pub(super) fn bcastStreamCreate(
        write: Write,
        data: *mut c_void,
        has_colors: bool,
    ) -> *mut Stream;
    pub(super) fn bcastStreamWrite(stream: *mut Stream, bytes: MlirStringRef);
    pub(super) fn bcastStreamFlush(stream: *mut Stream);
    pub(super) fn bcastStreamDestroy(stream: *mut Stream);

    pub(super) fn bcastSourceCreate(
        name: MlirStringRef,
        segments: *const Segment,
        count: usize,
    ) -> *mut Source;
    pub(super) fn bcastSourceDestroy(source: *mut Source);
    pub(super) fn bcastSourceParse(
        source: *mut Source,
        context: MlirContext,
        implicit_module: bool,
        verify: bool,
    ) -> MlirOperation;
    pub(super) fn bcastSourcePrint(
        source: *mut Source,
        operation: MlirOperation,
        options: *const PrintOptions,
        stream: *mut Stream,
    );
    pub(super) fn bcastPiecesParse(
        context: MlirContext,
        name: MlirStringRef,
        pieces: *const Piece,
        count: usize,
    ) -> MlirOperation;
    pub(super) fn bcastSourcePrintTogether(
        source: *mut Source,
        module: MlirOperation,
        count: usize,
        options: *const PrintOptions,
        stream: *mut Stream,
    ) -> MlirLogicalResult;
    pub(super) fn bcastSourceWriteBytecode(
        source: *mut Source,
        operation: MlirOperation,
        stream: *mut Stream,
    ) -> MlirLogicalResult;

    pub(super) fn bcastRendererCreate(
        source: *mut Source,
        context: MlirContext,
        stream: *mut Stream,
        advise: Advise,
        data: *mut c_void,
    ) -> *mut Handler;
    pub(super) fn bcastRendererDestroy(handler: *mut Handler);
    pub(super) fn bcastVerifierCreate(
        source: *mut Source,
        context: MlirContext,
        only_expected: bool,
        stream: *mut Stream,
    ) -> *mut Verifier;
    pub(super) fn bcastVerifierFinish(verifier: *mut Verifier) -> MlirLogicalResult;
    pub(super) fn bcastVerifierDestroy(verifier: *mut Verifier);

    pub(super) fn bcastLlvmVersion() -> MlirStringRef;
}

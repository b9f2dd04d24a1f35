//! Single ops of a larger op as text, with the names that values have in the text of the whole.

use super::{address, attributes, ffi, visit_ops};
use crate::diagnostic::stream::string_bytes;
use melior::ir::{AttributeLike, OperationRef, TypeLike, ValueLike, operation::OperationLike};
use mlir_sys::*;
use std::ffi::c_void;

/// The maximum number of parts of an op's types and attributes, which may share parts.
const MAX_PARTS: u64 = 10_000;

/// The maximum number of elements of a constant that are printed.
const MAX_ELEMENTS: isize = 16;

/// Calls `each` with the text of each op in and below `root` whose address is `wanted`, in
/// program order. Constants of many elements are elided.
pub fn print_ops(
    root: OperationRef<'_, '_>,
    wanted: impl Fn(usize) -> bool,
    mut each: impl FnMut(usize, String),
) {
    let printer = Printer::new(root);
    visit_ops(root, |operation| {
        let address = address(operation);
        if wanted(address) {
            each(address, printer.print(operation));
        }
    });
}

/// The names of the values in an op.
struct Printer {
    flags: MlirOpPrintingFlags,
    state: MlirAsmState,
}

impl Printer {
    fn new(root: OperationRef<'_, '_>) -> Self {
        // SAFETY: the op is alive; the flags and the state are destroyed with the printer.
        unsafe {
            let flags = mlirOpPrintingFlagsCreate();
            mlirOpPrintingFlagsElideLargeElementsAttrs(flags, MAX_ELEMENTS);
            mlirOpPrintingFlagsUseLocalScope(flags);
            // The printer of an invalid op may fail, but those printed have been verified.
            mlirOpPrintingFlagsAssumeVerified(flags);
            let state = mlirAsmStateCreateForOperation(root.to_raw(), flags);
            Self { flags, state }
        }
    }

    fn print(&self, operation: OperationRef<'_, '_>) -> String {
        if parts(operation) > MAX_PARTS {
            return format!("<an op with more than {MAX_PARTS} parts>");
        }
        let mut text = Vec::<u8>::new();
        // SAFETY: the op is in the one that the state was created for, which does not change
        // meanwhile; the callback gets the text during the call only.
        unsafe {
            mlirOperationPrintWithState(
                operation.to_raw(),
                self.state,
                Some(append),
                (&raw mut text).cast(),
            );
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl Drop for Printer {
    fn drop(&mut self) {
        // SAFETY: both were created by `new`.
        unsafe {
            mlirAsmStateDestroy(self.state);
            mlirOpPrintingFlagsDestroy(self.flags);
        }
    }
}

/// Counts the parts of an op's types and attributes.
fn parts(operation: OperationRef<'_, '_>) -> u64 {
    let operands = operation.operands().map(|value| value.r#type());
    let results = operation.results().map(|value| value.r#type());
    // SAFETY: the context owns types and attributes, and the op is alive.
    unsafe {
        let types = operands.chain(results);
        let types = types.map(|ty| ffi::bcastTypeCountParts(ty.to_raw()));
        let attributes = attributes(operation).to_raw();
        types.fold(
            ffi::bcastAttributeCountParts(attributes),
            u64::saturating_add,
        )
    }
}

unsafe extern "C" fn append(part: MlirStringRef, data: *mut c_void) {
    // SAFETY: `print` passes its text, and MLIR a valid string.
    unsafe { (*data.cast::<Vec<u8>>()).extend_from_slice(string_bytes(part)) }
}

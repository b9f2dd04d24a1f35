//! Dialects that programs define in IRDL.

use crate::diagnostic::{
    Kind, Severity, emit,
    stream::{string_bytes, string_ref},
};
use bcast_lower_dialects::ir as ffi;
use melior::{
    dialect::DialectHandle,
    ir::{
        Module, OperationRef,
        attribute::StringAttribute,
        operation::{OperationLike, WalkOrder, WalkResult},
    },
};
use std::collections::HashSet;

/// Returns the handle of the IRDL dialect, in which dialects are defined.
pub fn irdl() -> DialectHandle {
    // SAFETY: the function only returns a static table.
    unsafe { DialectHandle::from_raw(mlir_sys::mlirGetDialectHandle__irdl__()) }
}

/// Loads the dialects that a module defines, at any nesting, into its context.
///
/// Returns `false` after an error, which is reported to the context's handlers.
/// No other thread may use the context meanwhile.
pub fn load_irdl(module: &Module<'_>) -> bool {
    let mut names = HashSet::new();
    let mut are_new = true;
    module
        .as_operation()
        .walk(WalkOrder::PreOrder, |operation| {
            if let Some(name) = defined_dialect(operation) {
                are_new &= check_name(operation, &name, &mut names);
            }
            WalkResult::Advance
        });
    if are_new && names.is_empty() {
        let location = module.as_operation().location();
        let message = "expected an 'irdl.dialect'; the module defines no dialect";
        emit(location, Severity::Error, Kind::RejectedOp, message, &[]);
        return false;
    }
    // SAFETY: the module is alive, and none of its definitions is loaded yet.
    are_new && unsafe { ffi::bcastLoadIrdl(module.to_raw()) }
}

/// Returns the name of the dialect that an op defines.
fn defined_dialect(operation: OperationRef<'_, '_>) -> Option<String> {
    // SAFETY: the op is alive.
    let name = unsafe { mlir_sys::mlirOperationGetName(OperationLike::to_raw(&operation)) };
    // SAFETY: the context owns the name.
    if unsafe { string_bytes(mlir_sys::mlirIdentifierStr(name)) } != b"irdl.dialect" {
        return None;
    }
    let name = StringAttribute::try_from(operation.attribute("sym_name").ok()?).ok()?;
    Some(name.value().to_owned())
}

/// Reports a dialect that already exists, for which MLIR would abort the process.
fn check_name(operation: OperationRef<'_, '_>, name: &str, names: &mut HashSet<String>) -> bool {
    // SAFETY: the op and so its context are alive, and the name is not kept.
    let dialect = unsafe {
        let context = mlir_sys::mlirOperationGetContext(OperationLike::to_raw(&operation));
        mlir_sys::mlirContextGetOrLoadDialect(context, string_ref(name.as_bytes()))
    };
    let problem = if !dialect.ptr.is_null() {
        "already exists; IRDL can only define new dialects"
    } else if !names.insert(name.to_owned()) {
        "is defined twice; merge its definitions into one `irdl.dialect`"
    } else {
        return true;
    };
    emit(
        operation.location(),
        Severity::Error,
        Kind::RejectedOp,
        &format!("dialect '{name}' {problem}"),
        &[],
    );
    false
}

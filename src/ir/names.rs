//! Which dialects and ops a context knows, and attributes as text.

use super::ffi;
use crate::diagnostic::stream::{string_bytes, string_ref};
use melior::{
    Context,
    ir::{Attribute, AttributeLike},
};
use mlir_sys::{MlirStringRef, mlirContextGetOrLoadDialect};
use std::{cell::RefCell, ffi::c_void, rc::Rc};

/// Returns the dialect of an op by its full name; empty if there is none.
pub fn dialect_of(op: &str) -> &str {
    op.split_once('.').map_or("", |(dialect, _)| dialect)
}

/// Loads a dialect; returns `false` if the context knows none of this name.
///
/// No other thread may use the context, unless the dialect is loaded already.
pub fn load_dialect(context: &Context, name: &str) -> bool {
    // SAFETY: the context is alive, and the name is not kept.
    let dialect =
        unsafe { mlirContextGetOrLoadDialect(context.to_raw(), string_ref(name.as_bytes())) };
    !dialect.ptr.is_null()
}

/// Returns the names of all dialects that can be loaded.
pub fn dialect_names(context: &Context) -> Vec<String> {
    let mut names = vec![];
    // SAFETY: the context is alive; the callback runs only during the call.
    unsafe {
        ffi::bcastContextVisitDialects(context.to_raw(), push_text, (&raw mut names).cast());
    }
    names
}

/// Returns the full names of a loaded dialect's ops.
pub fn op_names(context: &Context, dialect: &str) -> Vec<String> {
    let mut names = vec![];
    // SAFETY: the context is alive; the callback runs only during the call.
    unsafe {
        ffi::bcastContextVisitOps(
            context.to_raw(),
            string_ref(dialect.as_bytes()),
            push_text,
            (&raw mut names).cast(),
        );
    }
    names
}

/// Returns how many operands the ops of a name have, if that is fixed and the op
/// is registered.
pub fn operand_count(context: &Context, op: &str) -> Option<usize> {
    // SAFETY: the context is alive, and the name is not kept.
    let count =
        unsafe { ffi::bcastContextOperandCount(context.to_raw(), string_ref(op.as_bytes())) };
    usize::try_from(count).ok()
}

/// Returns how many results the ops of a name have, if that is fixed and the op is
/// registered.
pub fn result_count(context: &Context, op: &str) -> Option<usize> {
    // SAFETY: the context is alive, and the name is not kept.
    let count =
        unsafe { ffi::bcastContextResultCount(context.to_raw(), string_ref(op.as_bytes())) };
    usize::try_from(count).ok()
}

/// Returns the names of the attributes that the ops of a name are defined with;
/// empty if the op is not registered.
pub fn attribute_names(context: &Context, op: &str) -> Vec<String> {
    let mut names = vec![];
    // SAFETY: the context is alive; the callback runs only during the call.
    unsafe {
        ffi::bcastContextVisitAttributes(
            context.to_raw(),
            string_ref(op.as_bytes()),
            push_text,
            (&raw mut names).cast(),
        );
    }
    names
}

/// Returns whether the operands of ops of a name have equal types, and not types
/// that merely fit. The op's dialect must be loaded.
pub fn takes_equal_types(context: &Context, op: &str) -> bool {
    // SAFETY: the context is alive, and the name is not kept.
    unsafe { ffi::bcastContextTakesEqualTypes(context.to_raw(), string_ref(op.as_bytes())) }
}

/// Returns whether ops of a name take an attribute: if it is one of their own, it
/// must be of the kind that they are defined with.
///
/// True of ops that are not registered. The op's dialect must be loaded.
pub fn takes_attribute(context: &Context, op: &str, name: &str, value: Attribute<'_>) -> bool {
    // SAFETY: context and attribute are alive, and the names are not kept.
    unsafe {
        ffi::bcastContextTakesAttribute(
            context.to_raw(),
            string_ref(op.as_bytes()),
            string_ref(name.as_bytes()),
            value.to_raw(),
        )
    }
}

/// Parses an attribute.
///
/// # Errors
///
/// Fails with what MLIR says, which is then not emitted as a diagnostic.
pub fn parse_attribute<'c>(context: &'c Context, text: &str) -> Result<Attribute<'c>, String> {
    let reasons = Rc::new(RefCell::new(Vec::<String>::new()));
    let sink = reasons.clone();
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        sink.borrow_mut().push(diagnostic.to_string());
        true
    });
    let attribute = Attribute::parse(context, text);
    context.detach_diagnostic_handler(handler);
    attribute.ok_or_else(|| reasons.borrow().join("; "))
}

/// Adds a text to the vector that `texts` points to.
pub(super) unsafe extern "C" fn push_text(text: MlirStringRef, texts: *mut c_void) {
    // SAFETY: the callers above pass a vector of their own, and MLIR a valid
    // string.
    let (bytes, texts) = unsafe { (string_bytes(text), &mut *texts.cast::<Vec<String>>()) };
    texts.push(String::from_utf8_lossy(bytes).into_owned());
}

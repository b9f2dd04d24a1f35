//! Symbols and their uses.

use super::ffi;
use crate::diagnostic::stream::string_bytes;
use melior::ir::{OperationRef, operation::OperationLike};
use mlir_sys::{MlirOperation, MlirStringRef};
use std::ffi::c_void;

/// A use of a symbol: its name, or the first part of it, and the op that uses it.
pub type SymbolUse<'c, 'a> = (String, OperationRef<'c, 'a>);

/// Returns the uses of symbols inside a symbol table, at any nesting.
///
/// `None` if unregistered ops may contain further uses.
pub fn symbol_uses<'c, 'a>(table: OperationRef<'c, 'a>) -> Option<Vec<SymbolUse<'c, 'a>>> {
    let mut uses = Vec::<(String, MlirOperation)>::new();
    // SAFETY: the op is alive by its lifetime; the callback runs only during the
    // call.
    let are_all = unsafe {
        ffi::bcastVisitSymbolUses(
            OperationLike::to_raw(&table),
            Some(record_use),
            (&raw mut uses).cast::<c_void>(),
        )
    };
    are_all.then(|| {
        uses.into_iter()
            // SAFETY: MLIR returned an op of the table, which is alive.
            .map(|(symbol, user)| (symbol, unsafe { OperationRef::from_raw(user) }))
            .collect()
    })
}

unsafe extern "C" fn record_use(symbol: MlirStringRef, user: MlirOperation, uses: *mut c_void) {
    // SAFETY: the name is alive during the call.
    let symbol = String::from_utf8_lossy(unsafe { string_bytes(symbol) }).into_owned();
    // SAFETY: `symbol_uses` passes its own vector.
    unsafe { &mut *uses.cast::<Vec<(String, MlirOperation)>>() }.push((symbol, user));
}

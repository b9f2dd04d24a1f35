//! Contexts for tests, of this package and of those that use it.

use super::{register, register_iree, register_tensorflow};
use melior::{Context, dialect::DialectRegistry};

/// Creates a context with all dialects but `tf`, not loaded.
pub fn context() -> Context {
    let registry = DialectRegistry::new();
    register(&registry);
    register_iree(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context
}

/// Creates a context with all dialects but `tf` loaded.
pub fn loaded_context() -> Context {
    let context = context();
    context.load_all_available_dialects();
    context
}

/// Like [`loaded_context`], with the dialect `tf`.
pub fn context_with_tensorflow() -> Context {
    let context = loaded_context();
    let registry = DialectRegistry::new();
    register_tensorflow(&registry);
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

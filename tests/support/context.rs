//! A context with StableHLO, CHLO and the dialects that the lowering emits.

use bcast_lower::{
    dialect,
    melior::{Context, dialect::DialectRegistry},
};

pub fn context() -> Context {
    let registry = DialectRegistry::new();
    dialect::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

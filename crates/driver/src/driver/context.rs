//! The context of a run.

use super::config::Config;
use crate::{
    dialect,
    pipeline::{self, upstream},
    text::set_notes,
};
use melior::{Context, dialect::DialectRegistry};

pub(super) fn register_passes() {
    upstream::register_passes();
    pipeline::register_passes();
}

pub(super) fn create_context(config: &Config) -> Context {
    let registry = DialectRegistry::new();
    dialect::register(&registry);
    upstream::register_dialects(&registry);
    dialect::register_iree(&registry);
    if config.reads_tensorflow() {
        dialect::register_tensorflow(&registry);
    }
    if !config.irdl.is_empty() {
        dialect::irdl().insert_dialect(&registry);
    }
    // Small sources are parsed and printed on one thread, and starting a pool takes time.
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(config.allow_unregistered);
    set_notes(
        &context,
        config.op_on_diagnostic,
        config.stack_on_diagnostic,
    );
    context
}

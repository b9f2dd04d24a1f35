//! Checks what can be checked without a source: pipelines and rules.

use super::{
    Config, Error, OutputFormat, create_context, irdl, isolation, register_passes,
    run_in_this_process,
};
use crate::{
    diagnostic::{collect, stream::Stream},
    lower::Rules,
    pipeline::{manager, not_portable},
    rule::{RuleError, RuleErrors},
};
use std::io::Write;

/// Checks the configuration as far as possible without a source.
///
/// # Errors
///
/// Returns an error if the pipeline is invalid, or if its output cannot be written in the
/// configured form.
pub fn check(config: &Config) -> Result<(), Error> {
    check_pipeline(config).map(|_| ())
}

/// Checks the pipeline; returns the rules of its passes.
fn check_pipeline(config: &Config) -> Result<Vec<Rules>, Error> {
    isolation::without_copies(|| {
        register_passes();
        if config.run_reproducer {
            return Ok(vec![]);
        }
        let rules = manager::rules(&config.pipeline)?;
        if config.implicit_module {
            manager::check_anchors(&config.pipeline)?;
        }
        if matches!(config.output_format, OutputFormat::Artifact(_))
            && let Some(pass) = not_portable(&config.pipeline)
        {
            return Err(Error::NotPortable { pass });
        }
        Ok(rules)
    })
}

/// Checks the configuration without a source, and the user's rules: those of the pipeline's
/// passes, and `others`.
pub(super) fn check_with_rules(config: &Config, others: Option<&Rules>) -> Result<(), Error> {
    let mut tables = check_pipeline(config)?;
    tables.extend(others.cloned());
    tables.retain(|rules| {
        let table = rules.table();
        !table.facts().is_empty() || table.iter().any(|rule| !rule.is_built_in())
    });
    if tables.is_empty() {
        return Ok(());
    }
    run_in_this_process(|| {
        let context = create_context(config);
        let (is_loaded, _) = collect(&context, || irdl::load_silently(config, &context));
        if !is_loaded? {
            // The run reports the reason.
            return Ok(());
        }
        let errors = tables.iter().flat_map(|rules| rules.check(&context));
        let mut errors = errors.collect::<Vec<_>>();
        errors.sort_by(|a, b| a.place.cmp(&b.place));
        // Several passes may use the same table.
        errors.dedup();
        Ok(RuleErrors::check(errors)?)
    })?
}

/// Checks rules against the dialects that are registered for a run.
///
/// Returns the errors in the rules; `None` if the definition of a dialect is invalid, which is
/// reported to `diagnostics`.
///
/// # Errors
///
/// Fails for reasons other than errors in the rules or a dialect.
pub fn check_rules(
    config: &Config,
    rules: &Rules,
    diagnostics: &mut (dyn Write + Send),
) -> Result<Option<Vec<RuleError>>, Error> {
    run_in_this_process(|| {
        let stream = Stream::for_terminal(diagnostics, config.colors);
        let context = create_context(config);
        let errors = irdl::load(config, &context, &stream)?.then(|| rules.check(&context));
        stream.finish().map_err(Error::Diagnostics)?;
        Ok(errors)
    })?
}

//! Dialects defined in IRDL.
use super::{
    Config, Error,
    advice::Advisor,
    config::IrdlSource,
    refused_text::{emit_not_text, emit_too_deep},
    split,
};
use crate::{
    diagnostic::{Kind, Severity, emit, stream::Stream},
    dialect,
    text::{MAXIMUM_NESTING, ParseOptions, Segment, Source, nesting},
};
use melior::{
    Context,
    ir::{Location, Module},
};

/// Loads all configured dialects into the context.
///
/// Returns `false` after a diagnostic. It is shown even if expectations are checked, since
/// those are about the input only.
pub(super) fn load(config: &Config, context: &Context, stream: &Stream<'_>) -> Result<bool, Error> {
    for irdl in &config.irdl {
        let size = irdl.text.len();
        let source =
            Source::new(&irdl.name, &[Segment::Text(&irdl.text)]).ok_or(Error::Memory { size })?;
        let advisor = Advisor::new(context, &irdl.text);
        let is_loaded = source.render_diagnostics(
            context,
            stream,
            |message| advisor.advice(message),
            || load_source(context, irdl, &source),
        );
        if !is_loaded {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Loads the dialects as [`load`] does, and leaves diagnostics to the context's handlers.
pub(super) fn load_silently(config: &Config, context: &Context) -> Result<bool, Error> {
    for irdl in &config.irdl {
        let size = irdl.text.len();
        let source =
            Source::new(&irdl.name, &[Segment::Text(&irdl.text)]).ok_or(Error::Memory { size })?;
        if !load_source(context, irdl, &source) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn load_source(context: &Context, irdl: &IrdlSource, source: &Source<'_>) -> bool {
    if split::is_bytecode(&irdl.text) {
        // Its reader would not run in a separate process.
        let location = Location::new(context, &irdl.name, 0, 0);
        let message = "dialects cannot be defined by bytecode; write IRDL as text";
        emit(location, Severity::Error, Kind::Syntax, message, &[]);
        return false;
    }
    if emit_not_text(context, &irdl.name, &irdl.text, 0) {
        return false;
    }
    nesting(&irdl.text, MAXIMUM_NESTING)
        .inspect_err(|place| emit_too_deep(context, &irdl.name, place, 0, MAXIMUM_NESTING))
        .is_ok()
        && source
            .parse(context, ParseOptions::default(), None)
            .and_then(Module::from_operation)
            .is_some_and(|module| dialect::load_irdl(&module))
}

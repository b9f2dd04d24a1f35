//! Diagnostics as values instead of text.

use super::{
    Error, Job, Task, check, chunk::ChunkRun, create_context, irdl, sink::Sink, split, stack,
};
use crate::diagnostic::{Diagnostic, collect, stream::Stream};
use std::io;

/// Runs the configured pipeline on a source, and returns the diagnostics of its parts
/// instead of text.
///
/// Expectations in the source are not looked at. Bytecode is read in this process, which
/// MLIR's reader may crash if it is malformed.
///
/// # Examples
///
/// ```
/// use bcast_lower::{driver::{Config, Job, diagnose}, pipeline::{PassOptions, default_pipeline}};
///
/// let mut config = Config::default();
/// config.pipeline = default_pipeline(&PassOptions::default(), true);
/// let diagnostics = diagnose(Job::new(&config, "a.mlir", b"func.func"))?;
/// let location = diagnostics[0].location.as_ref().expect("it is in the source");
/// assert_eq!((location.file.as_str(), location.line), ("a.mlir", 1));
/// # Ok::<(), bcast_lower::driver::Error>(())
/// ```
///
/// # Errors
///
/// As for [`run`](super::run).
pub fn diagnose(job: Job<'_>) -> Result<Vec<Diagnostic>, Error> {
    let Job {
        config,
        name,
        source: bytes,
        ..
    } = job;
    check(config)?;
    stack::with_large_stack(|| {
        let context = create_context(config);
        let (is_ready, mut diagnostics) =
            collect(&context, || irdl::load_silently(config, &context));
        if !is_ready? {
            return Ok(diagnostics);
        }
        for chunk in &split::split(name, bytes, config.split_marker.as_deref()) {
            let source = chunk
                .source(None)
                .ok_or(Error::Memory { size: bytes.len() })?;
            let mut printed = io::sink();
            let stream = Stream::new(&mut printed);
            let mut run = ChunkRun {
                config,
                context: &context,
                chunk,
                source: &source,
                stream: &stream,
                timing: None,
                output: &mut Sink::new(None),
                after_parsing: &|| (),
                task: &mut Task::Run,
                releases_memory: true,
            };
            let (result, new) = collect(&context, || run.run());
            result?;
            diagnostics.extend(new);
        }
        Ok(diagnostics)
    })?
}

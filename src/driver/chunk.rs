//! One chunk of a source: parse, run the pipeline, print.

use super::{
    Config, Error, Lowering, MAXIMUM_NESTING, OutputFormat, Task, explain::Recording,
    nesting::nesting, split::Chunk,
};
use crate::{
    diagnostic::{
        Severity, collect, emit,
        source::{ParseOptions, PrintOptions, Source},
        stream::Stream,
    },
    ir,
    pipeline::{
        self,
        manager::{self, RunOptions, Timing},
    },
    transform::{Detail, Failed, explain_broadcasts},
};
use melior::{
    Context,
    ir::{BlockLike, Location, Operation, RegionLike, operation::OperationLike},
};
use std::{iter::successors, mem::forget};

/// The size of a chunk, in bytes, from which several threads gain more than they
/// cost.
const MINIMUM_SIZE_FOR_THREADS: usize = 256 << 10;

/// The nesting from which MLIR's threads, whose stacks are of the usual size, might
/// overflow them.
const MAXIMUM_NESTING_FOR_THREADS: usize = 500;

/// What it takes to parse, run and print one chunk.
pub(super) struct ChunkRun<'a, 's, 't> {
    pub config: &'a Config,
    pub context: &'a Context,
    pub chunk: &'a Chunk<'a>,
    pub source: &'a Source,
    pub stream: &'a Stream<'s>,
    pub timing: Option<&'a Timing<'a>>,
    pub output: &'a mut Vec<u8>,
    /// What is called when the chunk has been parsed and verified.
    pub after_parsing: &'a dyn Fn(),
    pub task: &'a mut Task<'t>,
    /// Whether what was made of the chunk is destroyed in the end.
    pub releases_memory: bool,
}

impl ChunkRun<'_, '_, '_> {
    /// Returns whether all went well; if not, a diagnostic said why.
    pub fn run(&mut self) -> Result<bool, Error> {
        if let Task::Explain(Recording { lowering, .. }) = self.task
            && pipeline::check_rules(&lowering.rules, self.context).is_err()
        {
            return Ok(false);
        }
        let Some(nesting) = self.nesting() else {
            return Ok(false);
        };
        let options = ParseOptions {
            implicit_module: self.config.implicit_module,
            verify: true,
        };
        let context = self.context;
        let parsed = self.measure("Parser", |run| run.source.parse(context, options));
        let Some(mut operation) = parsed else {
            return Ok(false);
        };
        (self.after_parsing)();
        if let Task::Explain(recording) = self.task {
            pipeline::load_lowered_dialects(context);
            return Ok(record(recording, &operation, Detail::All).is_ok());
        }
        let copy = matches!(self.task, Task::Count(_)).then(|| operation.clone());
        if !self.run_pipeline(&mut operation, nesting)? {
            return Ok(false);
        }
        if let (Task::Count(recording), Some(copy)) = (&mut *self.task, copy) {
            // What there is to say has been said of the op itself.
            let _ = collect(context, || record(recording, &copy, Detail::NoOrigins));
        }
        let is_printed = self.measure("Output", |run| run.print(&operation));
        if !self.releases_memory {
            forget(operation);
        }
        Ok(is_printed)
    }

    /// Returns how deep the text is nested; `None` after a diagnostic that says it
    /// is too deep.
    fn nesting(&self) -> Option<usize> {
        if self.chunk.is_bytecode() {
            return Some(0);
        }
        let chunk = self.chunk;
        check_nesting(self.context, &chunk.name, chunk.bytes, chunk.padding_lines)
    }

    fn run_pipeline(&self, operation: &mut Operation<'_>, nesting: usize) -> Result<bool, Error> {
        let options = RunOptions {
            verify_each: self.config.verify_each,
            ir_printing: self.config.ir_printing,
            stream: self.stream,
            timing: self.timing,
        };
        let has_threads = self.config.threading
            && self.chunk.bytes.len() >= MINIMUM_SIZE_FOR_THREADS
            && nesting <= MAXIMUM_NESTING_FOR_THREADS
            && has_several_regions(operation);
        if has_threads {
            self.context.enable_multi_threading(true);
        }
        let succeeded = manager::run(self.context, operation, &self.config.pipeline, &options);
        if has_threads {
            self.context.enable_multi_threading(false);
        }
        Ok(succeeded?)
    }

    fn print(&mut self, operation: &Operation<'_>) -> bool {
        let stream = Stream::new(self.output);
        match &self.config.output_format {
            OutputFormat::Bytecode => self.source.write_bytecode(operation, &stream),
            OutputFormat::Text(options) => {
                let options = PrintOptions {
                    // Each pass, and the parser before them, left a valid op.
                    assume_verified: options.assume_verified || self.config.verify_each,
                    ..options.clone()
                };
                self.source.print(operation, &options, &stream);
                true
            }
        }
    }

    fn measure<T>(&mut self, name: &str, body: impl FnOnce(&mut Self) -> T) -> T {
        match self.timing {
            Some(timing) => timing.measure(name, || body(self)),
            None => body(self),
        }
    }
}

/// Records what the lowering of an op decides.
fn record(
    recording: &mut Recording,
    operation: &Operation<'_>,
    detail: Detail,
) -> Result<(), Failed> {
    let Lowering { rules, options } = &recording.lowering;
    let ops = explain_broadcasts(ir::reference(operation), rules, *options, detail)?;
    recording.ops.extend(ops);
    Ok(())
}

/// Returns how deep a text is nested; `None` after a diagnostic that says it is too
/// deep. The text begins behind `padding_lines` lines.
pub(super) fn check_nesting(
    context: &Context,
    name: &str,
    text: &[u8],
    padding_lines: usize,
) -> Option<usize> {
    nesting(text, MAXIMUM_NESTING)
        .inspect_err(|place| {
            emit(
                Location::new(context, name, padding_lines + place.line, place.column),
                Severity::Error,
                &format!("nested too deeply: more than {MAXIMUM_NESTING} brackets are open"),
                &[],
            );
        })
        .ok()
}

/// Returns `true` if there are several ops for threads to work on at a time.
fn has_several_regions(operation: &Operation<'_>) -> bool {
    let mut operations = operation
        .regions()
        .filter_map(|region| region.first_block())
        .filter_map(|block| block.first_operation());
    let Some(first) = operations.next() else {
        return false;
    };
    successors(Some(first), |operation| operation.next_in_block())
        .filter(|operation| operation.region_count() > 0)
        .nth(1)
        .is_some()
}

//! One chunk of a source: parse, run the pipeline, print.

mod passes;

pub(super) use self::passes::Pipeline;
use super::{
    Config, Error, Lowering, OutputFormat, PartTask, create_context,
    header::Header,
    irdl,
    progress::{Follow, RunStep},
    refused_text::{emit_not_text, emit_too_deep},
    sink::Sink,
    split::Chunk,
    task::Recording,
};
use crate::{
    artifact::{self, Version},
    bounds::check_message,
    diagnostic::{Failed, Heard, Kind, Severity, collect, emit, overhear, stream::Stream},
    explain::{Decisions, Op, Outcome},
    ir::{self, ValueNames},
    lower::{Detail, Rules, explain_broadcasts, explain_guards, guarded_ops, problems},
    pipeline::{
        self, PassEnvironment, Stop, guards_kept_ops,
        manager::{self, PassEvent, RunOptions, Timing},
        not_portable,
    },
    simplify::{note_output, requirements},
    specialize::specialize_sizes,
    statistics::ChangeLog,
    text::{
        BytecodeOptions, MAXIMUM_NESTING, ParseOptions, PrintOptions, Reproducer, Source, nesting,
    },
};
use melior::{
    Context,
    ir::{BlockLike, Location, Operation, OperationRef, RegionLike, operation::OperationLike},
};
use std::{iter::successors, mem::forget};

/// The minimum size of a chunk, in bytes, for which threads are worth their cost.
const MINIMUM_SIZE_FOR_THREADS: usize = 256 << 10;

/// The maximum nesting that MLIR's threads can process without overflowing their stacks, which
/// have the usual size.
const MAXIMUM_NESTING_FOR_THREADS: usize = 500;

/// The last version of bytecode in which properties of ops are attributes. In later ones, IREE, whose LLVM is newer, reads
/// those of `arith.addf`, `iree_linalg_ext.scan` and others in encodings of their own.
const VERSION_FOR_IREE: u32 = 4;

/// One chunk to be parsed, processed and printed.
pub(super) struct ChunkRun<'a, 's, 't, 'f> {
    pub config: &'a Config,
    pub context: &'a Context,
    pub chunk: &'a Chunk<'a>,
    pub source: &'a Source<'a>,
    pub stream: &'a Stream<'s>,
    pub stop: &'a Stop,
    pub timing: Option<&'a Timing<'a>>,
    pub output: &'a mut Sink<'f>,
    /// A function to call at each step.
    pub follow: Follow<'a>,
    /// The job's function that is called when the chunk has been read.
    pub has_read: Option<&'a (dyn Fn() + Sync)>,
    /// Whether anything follows the passes.
    pub is_followed: bool,
    pub task: &'a mut PartTask<'t>,
    pub pipeline: Pipeline,
    /// Whether the module is destroyed in the end.
    pub releases_memory: bool,
}

impl<'a> ChunkRun<'a, '_, '_, '_> {
    /// Returns whether the chunk succeeded; otherwise a diagnostic has been emitted, or the run was
    /// stopped. A report contains the errors.
    pub fn run(&mut self) -> Result<bool, Error> {
        if !matches!(self.task, PartTask::Explain(_)) {
            return self.perform();
        }
        let heard = Heard::default();
        let succeeded = overhear(self.context, &heard, || self.perform())?;
        if let PartTask::Explain(recording) = self.task
            && !matches!(recording.lowering.detail, Detail::AllReasonsAt(_))
        {
            recording.decisions.add_errors(problems(heard.take()));
        }
        Ok(succeeded)
    }

    fn perform(&mut self) -> Result<bool, Error> {
        if let PartTask::Explain(Recording { lowering, .. }) = self.task
            && pipeline::check_rules(&lowering.rules, self.context).is_err()
        {
            return Ok(false);
        }
        let Some(nesting) = self.nesting() else {
            return Ok(false);
        };
        let context = self.context;
        let mut reproducer = self.config.run_reproducer.then(Reproducer::new);
        let parsed = self.measure("Parser", |run| run.parse(reproducer.as_mut()));
        let Some((mut operation, names)) = parsed else {
            return Ok(false);
        };
        (self.follow)(RunStep::Read);
        if let Some(has_read) = self.has_read {
            has_read();
        }
        if self.stop.is_requested() {
            return Ok(false);
        }
        if let Some(reproducer) = reproducer
            && let Err(message) = self.pipeline.replace(&reproducer)
        {
            self.emit_error(&message);
            return Ok(false);
        }
        if self.config.verify_roundtrip && !self.verify_roundtrip(&operation)? {
            return Ok(false);
        }
        if let PartTask::FindMessage(call, message) = self.task {
            **message = check_message(ir::reference(&operation), call).ok();
            return Ok(message.is_some());
        }
        if let PartTask::Explain(recording) = self.task
            && !recording.lowering.runs_pipeline
        {
            pipeline::load_lowered_dialects(context);
            let detail = recording.lowering.detail;
            return Ok(record(recording, &operation, &names, detail, None, "").is_ok());
        }
        let has_threads = self.may_have_threads(nesting) && has_several_regions(&operation);
        let has_report = matches!(self.task, PartTask::Count(_) | PartTask::Explain(_));
        let copy = has_report.then(|| operation.clone());
        let succeeded = self.run_and_count(&mut operation, has_threads)?;
        if self.stop.is_requested() {
            return Ok(false);
        }
        // Diagnostics on the copy are dropped: they were emitted for the op itself.
        match (&mut *self.task, copy) {
            (PartTask::Explain(recording), Some(copy)) => {
                pipeline::load_lowered_dialects(context);
                let detail = recording.lowering.detail;
                let output = succeeded.then_some(&operation);
                let pipeline = &self.pipeline.text;
                let _ = collect(context, || {
                    record(recording, &copy, &names, detail, output, pipeline)
                });
                return Ok(succeeded);
            }
            _ if !succeeded => return Ok(false),
            (PartTask::Count(recording), Some(copy)) => {
                let detail = Detail::Decisions;
                let _ = collect(context, || {
                    record(recording, &copy, &names, detail, None, "")
                });
            }
            _ => {}
        }
        (self.follow)(RunStep::Write);
        let is_printed = self.measure("Output", |run| run.print(&operation))?;
        if !self.releases_memory {
            forget(operation);
        }
        Ok(is_printed)
    }

    /// Returns the nesting of the text; `None` after a diagnostic that it is not text or nested too deeply.
    fn nesting(&self) -> Option<usize> {
        let chunk = self.chunk;
        if chunk.is_bytecode() {
            return Some(0);
        }
        if emit_not_text(self.context, &chunk.name, chunk.bytes, chunk.padding_lines) {
            return None;
        }
        // After a crash of a pass, MLIR goes on only if the pass ran on a thread of its own.
        let maximum = match self.config.reproducers.after_crash {
            Some(_) => MAXIMUM_NESTING_FOR_THREADS,
            None => MAXIMUM_NESTING,
        };
        nesting(chunk.bytes, maximum)
            .inspect_err(|place| {
                emit_too_deep(
                    self.context,
                    &chunk.name,
                    place,
                    chunk.padding_lines,
                    maximum,
                );
            })
            .ok()
    }

    /// Checks that the op is read back as it is written.
    fn verify_roundtrip(&self, operation: &Operation<'_>) -> Result<bool, Error> {
        let mut is_read_back = true;
        for is_bytecode in [false, true] {
            let fresh = create_context(self.config);
            // The definitions have been loaded before, so they are valid.
            irdl::load_silently(self.config, &fresh)?;
            is_read_back &= self.source.verify_roundtrip(operation, &fresh, is_bytecode);
        }
        Ok(is_read_back)
    }

    /// Emits an error on the chunk as a whole.
    fn emit_error(&self, message: &str) {
        let location = Location::new(self.context, &self.chunk.name, 0, 0);
        emit(location, Severity::Error, Kind::Syntax, message, &[]);
    }

    /// Returns whether threads may save time and cannot overflow their stacks.
    fn may_have_threads(&self, nesting: usize) -> bool {
        self.pipeline.threading
            && self.chunk.bytes.len() >= MINIMUM_SIZE_FOR_THREADS
            && nesting <= MAXIMUM_NESTING_FOR_THREADS
    }

    fn parse(&self, reproducer: Option<&mut Reproducer>) -> Option<(Operation<'a>, ValueNames)> {
        let is_explained = matches!(self.task, PartTask::Explain(_));
        if is_explained
            && reproducer.is_none()
            && self.config.implicit_module
            && !self.chunk.is_bytecode()
        {
            return self.source.parse_with_names(self.context);
        }
        let operation = self.parse_without_names(reproducer)?;
        Some((operation, ValueNames::default()))
    }

    fn parse_without_names(&self, reproducer: Option<&mut Reproducer>) -> Option<Operation<'a>> {
        let options = ParseOptions {
            implicit_module: self.config.implicit_module,
            verify: true,
        };
        let is_artifact = match self.check_artifact() {
            Ok(is_artifact) => is_artifact,
            Err(()) => return None,
        };
        let operation = self.source.parse(self.context, options, reproducer)?;
        let is_read = !is_artifact || artifact::read(self.context, &operation);
        is_read.then_some(operation)
    }

    /// Returns whether the source is a portable artifact, and loads what it takes to parse it;
    /// an error after a diagnostic, if its version is not known.
    fn check_artifact(&self) -> Result<bool, ()> {
        let header = Header::of(self.chunk.bytes);
        let version = header.as_ref().and_then(Header::artifact_version);
        let Some(version) = version else {
            return Ok(false);
        };
        if let Err(error) = version.and_then(Version::check) {
            self.emit_error(&format!("a portable artifact that is not read: {error}"));
            return Err(());
        }
        artifact::load(self.context);
        Ok(true)
    }

    /// Runs the pipeline; records the changes of its passes if the task records anything.
    fn run_and_count(
        &mut self,
        operation: &mut Operation<'_>,
        has_threads: bool,
    ) -> Result<bool, Error> {
        let changes = match self.task {
            PartTask::Run | PartTask::FindMessage(..) => ChangeLog::default(),
            PartTask::Count(_) | PartTask::CountPasses(_) | PartTask::Explain(_) => {
                ChangeLog::new()
            }
        };
        let environment = PassEnvironment {
            stop: self.stop.clone(),
            changes: changes.reporting_rows(self.config.reports_rows),
        };
        let result = self.run_pipeline(operation, has_threads, &environment);
        let changes = environment.changes.take();
        match &mut *self.task {
            PartTask::Run | PartTask::FindMessage(..) => {}
            PartTask::CountPasses(totals) => totals.add(changes, environment.changes.counts()),
            PartTask::Count(recording) | PartTask::Explain(recording) => {
                recording.decisions.changes.extend(changes);
            }
        }
        result
    }

    fn run_pipeline(
        &self,
        operation: &mut Operation<'_>,
        has_threads: bool,
        environment: &PassEnvironment,
    ) -> Result<bool, Error> {
        let follow = |event: PassEvent<'_>| {
            (self.follow)(match event {
                PassEvent::AllBegin(count) => RunStep::PassesBegin(count),
                PassEvent::Begins(pass) => RunStep::PassBegins(pass.into()),
                PassEvent::Ends(pass) => RunStep::PassEnds(pass.into()),
            });
        };
        let options = RunOptions {
            verify_each: self.pipeline.verify_each,
            ir_printing: &self.config.ir_printing,
            stream: self.stream,
            timing: self.timing,
            reproducers: &self.config.reproducers,
            statistics: self.config.statistics,
            environment,
            follow: self.is_followed.then_some(&follow),
        };
        let mut run = || manager::run(self.context, operation, &self.pipeline.text, &options);
        Ok(match has_threads {
            true => ir::with_threads(self.context, run),
            false => run(),
        }?)
    }

    fn print(&mut self, operation: &Operation<'_>) -> Result<bool, Error> {
        let (source, context) = (self.source, self.context);
        let pipeline = &self.pipeline.text;
        let stream = Stream::new(self.output);
        let is_printed = match &self.config.output_format {
            OutputFormat::Nothing => true,
            OutputFormat::Bytecode => {
                let options = self.config.bytecode;
                let version = options
                    .version
                    .or_else(|| is_for_iree(operation, pipeline).then_some(VERSION_FOR_IREE));
                let options = BytecodeOptions { version, ..options };
                source.write_bytecode(operation, options, &stream)
            }
            OutputFormat::Artifact(version) => {
                artifact::write(context, operation, *version, &stream)
            }
            OutputFormat::Text(options) => {
                let options = PrintOptions {
                    // Each pass, and the parser before them, left a valid op.
                    assume_verified: options.assume_verified || self.pipeline.verify_each,
                    generic: options.generic
                        || is_for_generic_reader(operation, &self.pipeline.text),
                    ..options.clone()
                };
                source.print(operation, &options, &stream);
                true
            }
        };
        stream.finish().map_err(Error::Output)?;
        Ok(is_printed)
    }

    fn measure<T>(&mut self, name: &str, body: impl FnOnce(&mut Self) -> T) -> T {
        match self.timing {
            Some(timing) => timing.measure(name, || body(self)),
            None => body(self),
        }
    }
}

/// Records what the lowering of an op decides, and what the op asks of its sizes. The output of the
/// pipeline, and the pipeline, are known if that was run.
fn record(
    recording: &mut Recording,
    operation: &Operation<'_>,
    names: &ValueNames,
    detail: Detail,
    output: Option<&Operation<'_>>,
    pipeline: &str,
) -> Result<(), Failed> {
    let Lowering {
        rules,
        options,
        specialize,
        ..
    } = &recording.lowering;
    let (specialized, unnamed);
    let (operation, names) = match specialize.is_given() {
        true => {
            specialized = operation.clone();
            let module = ir::reference(&specialized);
            let changes = ChangeLog::default();
            specialize_sizes(module, specialize, options.allow_partial, rules, &changes)?;
            // The names are those of the ops of the source.
            unnamed = ValueNames::default();
            (&specialized, &unnamed)
        }
        false => (operation, names),
    };
    let root = ir::reference(operation);
    let (mut decisions, result) = explain_broadcasts(root, rules, *options, detail, names);
    if output.is_some()
        && guards_kept_ops(pipeline)
        && let Some(guards) = guards(root, rules, names, detail, &decisions)
    {
        decisions.ops.clear();
        decisions.extend(guards);
    }
    let is_whole = matches!(detail, Detail::ClosestReasons | Detail::AllReasons);
    if is_whole && options.facts {
        decisions.requirements = requirements(root, rules.table().facts(), names);
        if !decisions.ops.is_empty() {
            // What implicit broadcasts make of sizes is known only to the decisions.
            decisions.requirements.functions.clear();
        }
        if let Some(output) = output {
            note_output(&mut decisions.requirements, ir::reference(output));
        }
    }
    recording.decisions.extend(decisions);
    recording.is_examined = true;
    result
}

/// Returns the decisions on the ops that the pipeline keeps behind guards, if it lowers none.
fn guards(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    names: &ValueNames,
    detail: Detail,
    decisions: &Decisions,
) -> Option<Decisions> {
    let is_left = |op: &Op| matches!(op.outcome, Outcome::Left { .. });
    if !decisions.ops.iter().all(is_left) {
        return None;
    }
    let rules = guarded_ops(rules).ok()?;
    let guards = explain_guards(root, &rules, detail, names).ok()?;
    (!guards.ops.is_empty()).then_some(guards)
}

/// Returns whether the output is for IREE, and has attributes of TOSA: IREE's parser is of a newer LLVM, which has
/// another custom form for them, but the same generic one.
fn is_for_generic_reader(operation: &Operation<'_>, pipeline: &str) -> bool {
    let has_attributes = |operation: OperationRef<'_, '_>| {
        ir::is_tosa(operation) && !ir::named_attributes(operation).is_empty()
    };
    not_portable(pipeline).is_some()
        && !ir::find_ops(ir::reference(operation), has_attributes).is_empty()
}

/// Returns whether the output is for IREE, or has ops of IREE's that extend `linalg`.
fn is_for_iree(operation: &Operation<'_>, pipeline: &str) -> bool {
    let is_extension = |operation: OperationRef<'_, '_>| {
        ir::name_str(operation.name()).is_some_and(|name| name.starts_with("iree_linalg_ext."))
    };
    not_portable(pipeline).is_some()
        || !ir::find_ops(ir::reference(operation), is_extension).is_empty()
}

/// Returns whether there are several ops that threads can process in parallel.
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

//! Checks and runs pipelines.

pub use super::statistics::StatisticsDisplay;
use super::{
    OptionError, PASSES, Target,
    environment::PassEnvironment,
    ffi,
    outline::{has_pass, missing_parentheses, passes_with_anchors, wrong_anchor},
    statistics, upstream,
};
use crate::{
    diagnostic::{
        emit_op_error,
        stream::{Stream, string_bytes, string_ref},
    },
    ir,
    lower::Rules,
    suggest::{Suggestions, suggest},
};
use melior::{
    Context,
    ir::{
        OperationRef,
        operation::{OperationLike, OperationMutLike},
    },
};
use mlir_sys::{
    MlirStringRef, mlirIdentifierStr, mlirOperationGetName, mlirParsePassPipeline,
    mlirPassManagerCreateOnOperation, mlirPassManagerDestroy, mlirPassManagerEnableVerifier,
    mlirPassManagerGetAsOpPassManager, mlirPassManagerRunOnOp,
};
use rustc_hash::FxHashMap;
use std::{
    ffi::c_void,
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::NonNull,
};
use strum::VariantArray;

/// A pipeline does not parse, or names a pass or an option that does not exist.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("invalid pass pipeline `{pipeline}`\n{reason}")]
pub struct PipelineError {
    /// The text of the pipeline.
    pub pipeline: String,
    /// MLIR's message, in one or more lines.
    pub reason: String,
    /// The error in the options of a pass, if it is one.
    pub option_error: Option<Box<OptionError>>,
}

impl PipelineError {
    fn new(pipeline: &str, reason: &[u8], option_error: Option<OptionError>) -> Self {
        let mut reason = String::from_utf8_lossy(reason).trim_end().to_string();
        if let Some(question) = suggest_pass(pipeline).question('\'') {
            reason.push_str(&format!("\nnote: {question}"));
        }
        if let Some(note) = missing_parentheses(pipeline) {
            reason.push_str(&format!("\nnote: {note}"));
        }
        Self {
            pipeline: pipeline.into(),
            reason,
            option_error: option_error.map(Box::new),
        }
    }
}

/// Returns the passes that were probably intended by the first unknown name in a pipeline.
fn suggest_pass(pipeline: &str) -> Suggestions {
    let passes = PASSES.iter().chain(upstream::PASSES);
    let passes = passes.map(|pass| pass.name).collect::<Vec<_>>();
    let targets = Target::VARIANTS.iter().map(|target| target.alias());
    let known = targets.chain(passes.iter().copied()).collect::<Vec<_>>();
    let mut names = passes_with_anchors(pipeline).into_iter();
    let unknown = names.find(|(name, _)| !known.contains(name));
    unknown.map_or_else(Suggestions::default, |(found, _)| suggest(found, passes))
}

/// The IR to print while a pipeline runs.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct IrPrinting {
    /// The IR before each pass.
    pub before: bool,
    /// The IR after each pass.
    pub after: bool,
    /// The IR after each pass that changed it.
    pub after_change: bool,
    /// The IR after the pass that failed.
    pub after_failure: bool,
    /// Passes before which the IR is printed.
    pub before_passes: Vec<String>,
    /// Passes after which the IR is printed.
    pub after_passes: Vec<String>,
    /// The directory that the IR is printed to, in one file for each pass, instead of the
    /// stream.
    pub tree_directory: Option<String>,
    /// Print the whole module instead of the op that the pass runs on.
    pub module_scope: bool,
    /// Print locations too.
    pub debug_info: bool,
}

impl IrPrinting {
    /// Returns whether any IR is printed.
    pub const fn is_enabled(&self) -> bool {
        self.before
            || self.after
            || self.after_change
            || self.after_failure
            || !self.before_passes.is_empty()
            || !self.after_passes.is_empty()
    }
}

/// When reproducers are written: modules that contain the pipeline that runs on them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Reproducers {
    /// The file for one that is written before the passes run.
    pub always: Option<String>,
    /// The file for one that is written if a pass crashes or fails.
    pub after_crash: Option<String>,
    /// That one contains only the pass that failed, and the IR in front of it. The context runs
    /// without threads then.
    pub is_local: bool,
}

/// How a pipeline is run.
pub struct RunOptions<'a, 's> {
    /// Verifies the op after each pass.
    pub verify_each: bool,
    /// Prints IR. If enabled, the context runs without threads afterwards.
    pub ir_printing: &'a IrPrinting,
    /// The stream for printed IR.
    pub stream: &'a Stream<'s>,
    /// The report that times the passes.
    pub timing: Option<&'a Timing<'a>>,
    /// Reproducers to write.
    pub reproducers: &'a Reproducers,
    /// Prints to the stream what the passes counted.
    pub statistics: Option<StatisticsDisplay>,
    /// What the passes get.
    pub environment: &'a PassEnvironment,
    /// Called when the pipeline begins, and by the thread of each pass when it begins and ends.
    pub follow: Option<FollowPasses<'a>>,
}

/// A function that is called at each event of a pipeline.
pub type FollowPasses<'a> = &'a (dyn Fn(PassEvent<'_>) + Sync);

/// An event of a pipeline.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PassEvent<'p> {
    /// The pipeline begins; its passes will run this often, each on each of its ops.
    AllBegin(usize),
    /// The pass of this name begins on an op.
    Begins(&'p str),
    /// The pass of this name ends.
    Ends(&'p str),
}

/// Parses a pipeline such as `builtin.module(canonicalize,cse)` without running
/// it.
///
/// # Errors
///
/// Returns an error if it is invalid, with MLIR's reason.
pub fn check(pipeline: &str) -> Result<(), PipelineError> {
    rules(pipeline).map(|_| ())
}

/// Checks that a pipeline that parses can run on a module.
///
/// # Errors
///
/// Returns an error if the pipeline, or a pass in it, is for another op.
#[doc(hidden)]
pub fn check_anchors(pipeline: &str) -> Result<(), PipelineError> {
    match wrong_anchor(pipeline) {
        None => Ok(()),
        Some(reason) => Err(PipelineError::new(pipeline, reason.as_bytes(), None)),
    }
}

/// Returns the rules of a pipeline's passes; parses the pipeline as [`check`] does.
///
/// # Errors
///
/// As for [`check`].
#[doc(hidden)]
pub fn rules(pipeline: &str) -> Result<Vec<Rules>, PipelineError> {
    let mut reason = Vec::new();
    let stream = Stream::new(&mut reason);
    // SAFETY: pipeline and stream are alive, and nothing is kept.
    let check =
        || unsafe { ffi::bcastPipelineCheck(string_ref(pipeline.as_bytes()), stream.to_raw()) };
    let (result, created) = PassEnvironment::default().create_passes(check);
    drop(stream);
    if result.value != 0 {
        let rules = created
            .passes
            .iter()
            .filter_map(|pass| (*pass.rules).as_ref().ok());
        return Ok(rules.cloned().collect());
    }
    Err(PipelineError::new(pipeline, &reason, created.error))
}

/// Runs a pipeline on a top-level op.
///
/// Returns whether all passes succeeded; if not, a diagnostic was emitted, or the run was
/// stopped.
///
/// # Errors
///
/// Returns an error if the pipeline is invalid.
pub fn run<'c: 'a, 'a>(
    context: &Context,
    operation: &mut impl OperationMutLike<'c, 'a>,
    pipeline: &str,
    options: &RunOptions<'_, '_>,
) -> Result<bool, PipelineError> {
    struct ManagerGuard(mlir_sys::MlirPassManager);

    impl Drop for ManagerGuard {
        fn drop(&mut self) {
            // SAFETY: the manager is alive and destroyed once.
            unsafe { mlirPassManagerDestroy(self.0) }
        }
    }

    let printing = options.ir_printing;
    let reproducers = options.reproducers;
    if printing.is_enabled() || reproducers.is_local {
        context.enable_multi_threading(false);
    }
    let before_passes = printing.before_passes.join(",");
    let after_passes = printing.after_passes.join(",");
    let tree_directory = printing.tree_directory.as_deref().unwrap_or_default();
    let always = reproducers.always.as_deref().unwrap_or_default();
    let after_crash = reproducers.after_crash.as_deref().unwrap_or_default();
    // SAFETY: context, op, strings, stream, timing and callback outlive the manager. Threads never print
    // concurrently, because printing IR disables multithreading in the context.
    unsafe {
        let name = mlirIdentifierStr(mlirOperationGetName(operation.to_raw()));
        let manager = ManagerGuard(mlirPassManagerCreateOnOperation(context.to_raw(), name));
        mlirPassManagerEnableVerifier(manager.0, options.verify_each);
        if let Some(timing) = options.timing {
            ffi::bcastPassManagerTime(manager.0, timing.raw.as_ptr());
        }
        if printing.is_enabled() {
            ffi::bcastPassManagerPrintIr(
                manager.0,
                &ffi::IrPrinting {
                    before: printing.before,
                    after: printing.after,
                    afterChange: printing.after_change,
                    afterFailure: printing.after_failure,
                    moduleScope: printing.module_scope,
                    debugInfo: printing.debug_info,
                    beforePasses: string_ref(before_passes.as_bytes()),
                    afterPasses: string_ref(after_passes.as_bytes()),
                    treeDirectory: string_ref(tree_directory.as_bytes()),
                },
                options.stream.to_raw(),
            );
        }
        let mut reason = Vec::<u8>::new();
        let parse = || {
            mlirParsePassPipeline(
                mlirPassManagerGetAsOpPassManager(manager.0),
                string_ref(pipeline.as_bytes()),
                Some(append),
                (&raw mut reason).cast(),
            )
        };
        let (result, created) = options.environment.create_passes(parse);
        if result.value == 0 {
            return Err(PipelineError::new(pipeline, &reason, created.error));
        }
        let passes = created.passes;
        let mut outline = Vec::<u8>::new();
        ffi::bcastPassManagerPrintPipeline(manager.0, Some(append), (&raw mut outline).cast());
        let outline = String::from_utf8_lossy(&outline);
        if has_pass(&outline, "inline") && !may_inline(context, &*operation) {
            return Ok(false);
        }
        ffi::bcastPassManagerReproduce(
            manager.0,
            operation.to_raw(),
            &ffi::Reproducers {
                always: string_ref(always.as_bytes()),
                afterCrash: string_ref(after_crash.as_bytes()),
                isLocal: reproducers.is_local,
            },
            options.verify_each,
        );
        if let Some(follow) = &options.follow {
            follow(PassEvent::AllBegin(run_count(&outline, &*operation)));
            let data = (&raw const *follow).cast_mut();
            ffi::bcastPassManagerFollow(manager.0, Some(follow_pass), data.cast());
        }
        let succeeded = mlirPassManagerRunOnOp(manager.0, operation.to_raw()).value != 0;
        for pass in &passes {
            options.environment.changes.counts().add_all(&pass.counts);
        }
        if let Some(display) = options.statistics {
            let counts = passes.into_iter().map(|pass| (pass.name, pass.counts));
            let counts = counts.collect();
            options
                .stream
                .write(statistics::report(display, &outline, &counts).as_bytes());
        }
        Ok(succeeded)
    }
}

/// Returns how often the passes of a pipeline run on an op and on the ops in its body.
fn run_count<'c: 'a, 'a>(pipeline: &str, root: &impl OperationLike<'c, 'a>) -> usize {
    // SAFETY: the op is alive.
    let root = unsafe { OperationRef::from_raw(root.to_raw()) };
    let mut count_by_name = FxHashMap::<String, usize>::default();
    for operation in ir::operations(root) {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        *count_by_name.entry(name.into()).or_default() += 1;
    }
    let root = ir::name_str(root.name()).unwrap_or_default();
    let run_counts = passes_with_anchors(pipeline)
        .into_iter()
        .map(|(_, anchor)| match anchor == root || anchor == "any" {
            true => 1,
            false => count_by_name.get(anchor).copied().unwrap_or_default(),
        });
    run_counts.sum()
}

/// Returns whether MLIR's inliner can run on an op; if not, emits errors.
///
/// It crashes on ops of unknown dialects that may hold functions.
fn may_inline<'c: 'a, 'a>(context: &Context, root: &impl OperationLike<'c, 'a>) -> bool {
    let mut may_inline = true;
    // SAFETY: the op is alive.
    let root = unsafe { OperationRef::from_raw(root.to_raw()) };
    ir::visit_ops(root, |operation| {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        if operation.region_count() == 1
            && !context.is_registered_operation(name)
            && !ir::load_dialect(context, ir::dialect_of(name))
        {
            let message = "cannot be inlined around: its dialect is not known, so it may hold \
                           functions; convert it first, or define its dialect in a file for \
                           --irdl-file";
            emit_op_error(operation, message, &[]);
            may_inline = false;
        }
    });
    may_inline
}

unsafe extern "C" fn follow_pass(name: MlirStringRef, begins: bool, data: *mut c_void) {
    // SAFETY: `data` is the function in the options, and the name is alive during this call.
    let (name, follow) = unsafe { (string_bytes(name), *data.cast::<FollowPasses<'_>>()) };
    // A panic must not cross C++; without the call, at most a message is less exact.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let name = String::from_utf8_lossy(name);
        follow(match begins {
            true => PassEvent::Begins(&name),
            false => PassEvent::Ends(&name),
        });
    }));
}

unsafe extern "C" fn append(bytes: MlirStringRef, data: *mut c_void) {
    // SAFETY: `data` is the vector of the caller, which does not access it meanwhile.
    let (bytes, reason) = unsafe { (string_bytes(bytes), &mut *data.cast::<Vec<u8>>()) };
    reason.extend_from_slice(bytes);
}

/// How a timing report is printed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct TimingStyle {
    /// As a list by time, with one row for each name, instead of a tree.
    pub is_list: bool,
    /// As JSON instead of text.
    pub is_json: bool,
}

/// A timing report, printed to a stream when it is dropped.
pub struct Timing<'a> {
    raw: NonNull<ffi::Timing>,
    _stream: PhantomData<&'a ()>,
}

impl<'a> Timing<'a> {
    /// Starts a report.
    pub fn new<'s: 'a>(stream: &'a Stream<'s>, style: TimingStyle) -> Self {
        // SAFETY: the stream outlives the report.
        let raw = unsafe { ffi::bcastTimingCreate(stream.to_raw(), style.is_list, style.is_json) };
        Self {
            raw: NonNull::new(raw).expect("operator new returns no null"),
            _stream: PhantomData,
        }
    }

    /// Runs `body` and counts its time under a name.
    pub fn measure<T>(&self, name: &str, body: impl FnOnce() -> T) -> T {
        struct TimingGuard(*mut ffi::TimingScope);

        impl Drop for TimingGuard {
            fn drop(&mut self) {
                // SAFETY: the scope is alive and destroyed once.
                unsafe { ffi::bcastTimingScopeDestroy(self.0) }
            }
        }

        // SAFETY: the report outlives the scope.
        let _guard = TimingGuard(unsafe {
            ffi::bcastTimingScopeCreate(self.raw.as_ptr(), string_ref(name.as_bytes()))
        });
        body()
    }
}

impl Drop for Timing<'_> {
    fn drop(&mut self) {
        // SAFETY: it is destroyed only here, and no scope is left, because scopes borrow it.
        unsafe { ffi::bcastTimingDestroy(self.raw.as_ptr()) }
    }
}

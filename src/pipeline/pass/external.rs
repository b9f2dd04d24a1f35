//! Passes as external MLIR passes: functions with rules that MLIR runs on its threads.

use super::PassInfo;
use crate::{
    diagnostic::{self, Severity},
    dialect,
    explain::Change,
    transform::{ChangeLog, Failed, Rules},
};
use melior::{
    Context, ContextRef,
    dialect::DialectHandle,
    ir::{Location, OperationRef, operation::OperationLike, r#type::TypeId},
    pass::{ExternalPass, Pass, RunExternalPass, create_external},
};
use std::{
    any::Any,
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, OnceLock},
};

/// An object whose address identifies a pass to MLIR. It must not be zero-sized, because two
/// zero-sized objects may share an address.
#[repr(align(8))]
pub(super) struct PassId(#[expect(dead_code, reason = "only its address is used")] pub(super) u8);

/// Creates a pass from a function.
pub(super) fn create(
    id: &'static PassId,
    info: &PassInfo,
    // MLIR stores the slice, not a copy.
    dialects: &'static [DialectHandle],
    rules: Result<Rules, String>,
    run: impl Fn(OperationRef<'_, '_>, &Rules, &ChangeLog) -> Result<(), Failed> + Clone,
) -> Pass {
    let rules = Arc::new(rules);
    CREATED.with_borrow_mut(|created| {
        if let (Some(created), Ok(rules)) = (created, &*rules) {
            created.push(rules.clone());
        }
    });
    create_external(
        Transform {
            name: info.name,
            creates_ops: !dialects.is_empty(),
            rules,
            checked: Arc::default(),
            changes: CHANGES.with_borrow(ChangeLog::clone),
            run,
        },
        TypeId::create(id),
        info.name,
        info.name,
        info.description,
        "",
        dialects,
    )
}

thread_local! {
    /// The rules of the passes that this thread creates, while they are being collected.
    static CREATED: RefCell<Option<Vec<Rules>>> = const { RefCell::new(None) };
    /// The log of the passes that this thread creates.
    static CHANGES: RefCell<ChangeLog> = RefCell::default();
}

/// Runs `body`; also returns the changes made by the passes that it creates on this thread.
pub(crate) fn with_changes_of_passes<T>(body: impl FnOnce() -> T) -> (T, Vec<Change>) {
    let changes = ChangeLog::new();
    CHANGES.set(changes.clone());
    let value = body();
    CHANGES.set(ChangeLog::default());
    (value, changes.take())
}

/// Runs `body`; also returns the rules of the passes that it creates on this thread.
///
/// MLIR creates passes from a pipeline's text and gives no access to their data.
pub(crate) fn with_rules_of_passes<T>(body: impl FnOnce() -> T) -> (T, Vec<Rules>) {
    CREATED.set(Some(vec![]));
    let value = body();
    (value, CREATED.take().unwrap_or_default())
}

/// A pass. Its copies, one for each of MLIR's threads, share the rules.
#[derive(Clone)]
struct Transform<F> {
    name: &'static str,
    /// Whether it creates ops; these include StableHLO ops.
    creates_ops: bool,
    rules: Arc<Result<Rules, String>>,
    /// Whether the rules are valid in the context that the pass runs in.
    checked: Arc<OnceLock<bool>>,
    changes: ChangeLog,
    run: F,
}

impl<F> Transform<F> {
    /// Runs a function and catches panics, which must not unwind into MLIR.
    fn catch(
        &self,
        location: Location<'_>,
        function: impl FnOnce() -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        catch_unwind(AssertUnwindSafe(function)).unwrap_or_else(|panic| {
            let message = format!(
                "internal error in pass '{}': {}",
                self.name,
                panic_message(&*panic)
            );
            diagnostic::emit(location, Severity::Error, &message, &[]);
            Err(Failed)
        })
    }
}

/// Checks rules in a context, and emits errors at their positions.
pub(crate) fn check_rules(rules: &Rules, context: &Context) -> Result<(), Failed> {
    let errors = rules.check(context);
    for error in &errors {
        let location = match &error.place {
            Some(place) => Location::new(context, &place.file, place.line, place.column),
            None => Location::unknown(context),
        };
        diagnostic::emit(location, Severity::Error, &error.problem.to_string(), &[]);
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Failed)
    }
}

impl<'c, F> RunExternalPass<'c> for Transform<F>
where
    F: Fn(OperationRef<'_, '_>, &Rules, &ChangeLog) -> Result<(), Failed> + Clone,
{
    /// Loads StableHLO and checks the rules; MLIR calls this before it starts threads.
    fn initialize(&mut self, context: ContextRef<'c>) {
        if self.creates_ops {
            // SAFETY: the context outlives `'c`.
            dialect::load_own(unsafe { context.to_ref() });
        }
        let Ok(rules) = &*self.rules else {
            return;
        };
        self.checked.get_or_init(|| {
            // SAFETY: the context outlives `'c`.
            let context = unsafe { context.to_ref() };
            let location = Location::unknown(context);
            self.catch(location, || check_rules(rules, context)).is_ok()
        });
    }

    fn run(&mut self, operation: OperationRef<'c, '_>, pass: ExternalPass<'_>) {
        let result = self.catch(operation.location(), || match &*self.rules {
            // The errors have already been emitted.
            Ok(_) if self.checked.get() == Some(&false) => Err(Failed),
            Ok(rules) => (self.run)(operation, rules, &self.changes),
            Err(message) => {
                diagnostic::emit(operation.location(), Severity::Error, message, &[]);
                Err(Failed)
            }
        });
        if result.is_err() {
            pass.signal_failure();
        }
    }
}

/// Returns a panic's message.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}

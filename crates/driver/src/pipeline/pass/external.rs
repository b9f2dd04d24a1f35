//! Passes of MLIR that call functions with rules, on MLIR's threads.

use crate::{
    diagnostic::{self, Failed, Kind, Severity, panic_message, stream::string_ref},
    dialect,
    lower::Rules,
    pipeline::{environment::PassEnvironment, ffi, pass_info::PassInfo},
    statistics::{ChangeLog, statistics_of},
};
use melior::{
    Context, ContextRef,
    dialect::DialectHandle,
    ir::{Location, OperationRef, operation::OperationLike, r#type::TypeId},
    pass::Pass,
};
use mlir_sys::{MlirContext, MlirLogicalResult, MlirOperation, MlirTypeID};
use std::{
    collections::BTreeMap,
    ffi::c_void,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// Returns what MLIR knows the passes of a name by: an address.
fn id_of(name: &'static str) -> MlirTypeID {
    static IDS: Mutex<BTreeMap<&str, &u64>> = Mutex::new(BTreeMap::new());
    let mut ids = IDS.lock().unwrap_or_else(PoisonError::into_inner);
    let id = ids.entry(name).or_insert_with(|| Box::leak(Box::new(0)));
    TypeId::create(*id).to_raw()
}

/// Creates a pass from a function.
pub(super) fn create(
    info: &PassInfo,
    // Besides StableHLO and CHLO; `None` if the pass creates no ops of any of them. MLIR stores
    // the slice, not a copy.
    dialects: Option<&'static [DialectHandle]>,
    rules: Result<Rules, String>,
    run: impl Fn(OperationRef<'_, '_>, &Rules, &ChangeLog) -> Result<(), Failed> + Clone + 'static,
) -> Pass {
    let rules = Arc::new(rules);
    let transform = Transform {
        name: info.name,
        creates_ops: dialects.is_some(),
        environment: PassEnvironment::of_pass(info.name, &rules),
        rules,
        checked: Arc::default(),
        run,
    };
    let dialects = dialects.unwrap_or_default();
    let statistics = statistics_of(info.name).map(|statistic| ffi::Statistic {
        name: statistic.name.as_ptr(),
        description: statistic.description.as_ptr(),
    });
    let statistics = statistics.collect::<Vec<_>>();
    // SAFETY: the names and the statistics are copied, except the strings of the latter, which
    // are static, as the dialects are. The pass owns the transform, whose type the callbacks
    // expect.
    unsafe {
        Pass::from_raw(ffi::bcastPassCreate(
            &ffi::PassInfo {
                id: id_of(info.name),
                argument: string_ref(info.name.as_bytes()),
                description: string_ref(info.description.as_bytes()),
                dialects: dialects.as_ptr().cast(),
                dialectCount: dialects.len(),
                statistics: statistics.as_ptr(),
                statisticCount: statistics.len(),
                callbacks: callbacks(&transform),
            },
            Box::into_raw(Box::new(transform)).cast(),
        ))
    }
}

/// Sets the options that a pass of [`create`] is printed with, once.
pub(super) fn with_options(pass: Pass, options: &[(&'static str, String)]) -> Pass {
    let options = options.iter().map(|(name, value)| ffi::PassOption {
        name: string_ref(name.as_bytes()),
        value: string_ref(value.as_bytes()),
    });
    let options = options.collect::<Vec<_>>();
    // SAFETY: all passes of this crate come from `create`; the strings are copied.
    unsafe { ffi::bcastPassSetOptions(pass.to_raw(), options.as_ptr(), options.len()) };
    pass
}

/// Returns the functions that MLIR calls with a transform.
fn callbacks<T: Callbacks>(_: &T) -> ffi::PassCallbacks {
    /// SAFETY: `context` is alive, and `data` a `T` that nothing else accesses.
    unsafe extern "C" fn initialize<T: Callbacks>(context: MlirContext, data: *mut c_void) {
        // SAFETY: as above.
        let (context, pass) = unsafe { (ContextRef::from_raw(context), &mut *data.cast::<T>()) };
        pass.initialize(context);
    }

    /// SAFETY: the op is alive, `counts` has a number for each statistic of the pass, and `data` is
    /// a `T` that nothing else accesses.
    unsafe extern "C" fn run<T: Callbacks>(
        operation: MlirOperation,
        counts: *mut u64,
        data: *mut c_void,
    ) -> MlirLogicalResult {
        // SAFETY: as above.
        let (operation, pass) =
            unsafe { (OperationRef::from_raw(operation), &mut *data.cast::<T>()) };
        let result = pass.run(operation, &mut |index, count| {
            // SAFETY: the index is that of a statistic.
            unsafe { *counts.add(index) += count }
        });
        MlirLogicalResult {
            value: result.is_ok().into(),
        }
    }

    /// SAFETY: `data` is a `T`.
    unsafe extern "C" fn clone<T: Callbacks>(data: *const c_void) -> *mut c_void {
        // SAFETY: as above.
        Box::into_raw(Box::new(unsafe { &*data.cast::<T>() }.clone())).cast()
    }

    /// SAFETY: `data` is a `T` in a box, which is not used any more.
    unsafe extern "C" fn destruct<T: Callbacks>(data: *mut c_void) {
        // SAFETY: as above.
        drop(unsafe { Box::from_raw(data.cast::<T>()) });
    }

    ffi::PassCallbacks {
        initialize: Some(initialize::<T>),
        run: Some(run::<T>),
        clone: Some(clone::<T>),
        destruct: Some(destruct::<T>),
    }
}

/// What MLIR calls.
trait Callbacks: Clone {
    /// Prepares for running in a context; called before MLIR starts threads.
    fn initialize(&mut self, context: ContextRef<'_>);

    /// Runs on an op; reports what it has counted by the index of the statistic.
    fn run(
        &mut self,
        operation: OperationRef<'_, '_>,
        count: &mut dyn FnMut(usize, u64),
    ) -> Result<(), Failed>;
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
    environment: PassEnvironment,
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
            diagnostic::emit(
                location,
                Severity::Error,
                Kind::InternalError,
                &message,
                &[],
            );
            Err(Failed)
        })
    }
}

/// Checks rules in a context, and emits errors at their positions.
#[doc(hidden)]
pub fn check_rules(rules: &Rules, context: &Context) -> Result<(), Failed> {
    let errors = rules.check(context);
    for error in &errors {
        let location = match &error.place {
            Some(place) => Location::new(context, &place.file, place.line, place.column),
            None => Location::unknown(context),
        };
        diagnostic::emit(
            location,
            Severity::Error,
            Kind::RuleTable,
            &error.problem.to_string(),
            &[],
        );
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Failed)
    }
}

impl<F> Callbacks for Transform<F>
where
    F: Fn(OperationRef<'_, '_>, &Rules, &ChangeLog) -> Result<(), Failed> + Clone,
{
    /// Loads StableHLO and checks the rules.
    fn initialize(&mut self, context: ContextRef<'_>) {
        if self.creates_ops {
            // SAFETY: the context outlives this call.
            let context = unsafe { context.to_ref() };
            dialect::load_own(context);
            // Passes for IREE emit its ops where they are known.
            dialect::load_iree(context);
        }
        let Ok(rules) = &*self.rules else {
            return;
        };
        self.checked.get_or_init(|| {
            // SAFETY: the context outlives this call.
            let context = unsafe { context.to_ref() };
            let location = Location::unknown(context);
            self.catch(location, || check_rules(rules, context)).is_ok()
        });
    }

    fn run(
        &mut self,
        operation: OperationRef<'_, '_>,
        count: &mut dyn FnMut(usize, u64),
    ) -> Result<(), Failed> {
        if self.environment.stop.is_requested() {
            return Err(Failed);
        }
        // Other threads count at the same time.
        let changes = self.environment.changes.with_own_counts();
        let result = self.catch(operation.location(), || match &*self.rules {
            // The errors have already been emitted.
            Ok(_) if self.checked.get() == Some(&false) => Err(Failed),
            Ok(rules) => (self.run)(operation, rules, &changes),
            Err(message) => {
                diagnostic::emit(
                    operation.location(),
                    Severity::Error,
                    Kind::Usage,
                    message,
                    &[],
                );
                Err(Failed)
            }
        });
        for (index, (_, number)) in changes.counts().of_pass(self.name).enumerate() {
            count(index, number);
        }
        let all = self.environment.changes.counts();
        all.add_all(changes.counts());
        result
    }
}

pub(super) fn built_in() -> Result<Rules, String> {
    Rules::built_in().map_err(|error| error.to_string())
}

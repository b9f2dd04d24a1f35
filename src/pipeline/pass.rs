//! The passes as MLIR sees them.

use super::options::{
    LOWER_OPTIONS, OptionError, OptionInfo, TRAIT_RULES, parse_lower_options, parse_options,
};
use crate::{
    diagnostic::{self, Severity},
    dialect,
    rule::RuleTable,
    shape::TraitRules,
    transform::{Failed, LowerOptions, lower_broadcast, verify_broadcastable},
};
use melior::{
    ContextRef,
    dialect::DialectHandle,
    ir::{OperationRef, operation::OperationLike, r#type::TypeId},
    pass::{ExternalPass, Pass, RunExternalPass, create_external},
};
use mlir_sys::{
    mlirGetDialectHandle__cf__, mlirGetDialectHandle__shape__, mlirGetDialectHandle__tensor__,
};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
};

/// What is to be known of a pass.
#[derive(Clone, Copy, Debug)]
pub struct PassInfo {
    /// Its name in pipelines.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
}

/// Makes a pass from the text of its options.
pub(super) type BuildPass = fn(&str) -> Result<Pass, OptionError>;

/// This crate's passes.
pub const PASSES: &[PassInfo] = &[VERIFY_BROADCASTABLE, LOWER_BROADCAST];

/// How each of [`PASSES`] is made.
pub(super) static BUILDERS: [BuildPass; PASSES.len()] = [
    |text| {
        let info = VERIFY_BROADCASTABLE;
        let options = parse_options(info.name, info.options, text)?;
        Ok(verify_broadcastable_pass(options.trait_rules))
    },
    |text| parse_lower_options(text).map(lower_broadcast_pass),
];

const VERIFY_BROADCASTABLE: PassInfo = PassInfo {
    name: "verify-broadcastable",
    description: "Verify ops that broadcast implicitly by the rules of the Broadcastable trait",
    options: &[TRAIT_RULES],
};

const LOWER_BROADCAST: PassInfo = PassInfo {
    name: "lower-broadcast",
    description: "Verify ops that broadcast implicitly and lower them to explicit, guarded \
                  broadcasts",
    options: LOWER_OPTIONS,
};

/// Creates the pass `verify-broadcastable`, which runs on any op.
pub fn verify_broadcastable_pass(rules: TraitRules) -> Pass {
    static ID: PassId = PassId;
    create(&ID, &VERIFY_BROADCASTABLE, &[], move |operation, table| {
        verify_broadcastable(operation, table, rules)
    })
}

/// Creates the pass `lower-broadcast`, which runs on any op.
///
/// It verifies what it lowers, so `verify-broadcastable` need not run before it.
pub fn lower_broadcast_pass(options: LowerOptions) -> Pass {
    static ID: PassId = PassId;
    create(
        &ID,
        &LOWER_BROADCAST,
        &LOWERED_DIALECTS.0,
        move |operation, table| lower_broadcast(operation, table, options),
    )
}

/// Returns the pipeline that verifies a module and, unless `verify_only`, lowers
/// it.
pub fn default_pipeline(options: LowerOptions, verify_only: bool) -> String {
    let LowerOptions {
        trait_rules,
        assertions,
        zero_extents,
        facts,
        assume_symbols,
        hoist_assertions,
    } = options;
    let [facts, assume_symbols, hoist_assertions] =
        [facts, assume_symbols, hoist_assertions].map(|switch| if switch { "on" } else { "off" });
    if verify_only {
        return format!("builtin.module(verify-broadcastable{{trait-rules={trait_rules}}})");
    }
    format!(
        "builtin.module(lower-broadcast{{trait-rules={trait_rules} assertions={assertions} \
         zero-extents={zero_extents} facts={facts} assume-symbols={assume_symbols} \
         hoist-assertions={hoist_assertions}}})"
    )
}

/// The dialects that `lower-broadcast` creates ops of.
static LOWERED_DIALECTS: LazyLock<Handles> = LazyLock::new(|| {
    // SAFETY: the functions only return static tables.
    let upstream = |handle| unsafe { DialectHandle::from_raw(handle) };
    // SAFETY: as above.
    let [tensor, cf, shape] = unsafe {
        [
            mlirGetDialectHandle__tensor__(),
            mlirGetDialectHandle__cf__(),
            mlirGetDialectHandle__shape__(),
        ]
    }
    .map(upstream);
    Handles([dialect::stablehlo(), dialect::chlo(), tensor, cf, shape])
});

struct Handles([DialectHandle; 5]);

// SAFETY: a handle is the address of constant data of this program.
unsafe impl Send for Handles {}
// SAFETY: as above.
unsafe impl Sync for Handles {}

/// An address that MLIR knows a pass by.
#[repr(align(8))]
struct PassId;

fn create(
    id: &'static PassId,
    info: &PassInfo,
    // MLIR keeps the slice, not a copy of it.
    dialects: &'static [DialectHandle],
    run: impl Fn(OperationRef<'_, '_>, &RuleTable) -> Result<(), Failed> + Clone,
) -> Pass {
    create_external(
        Transform {
            name: info.name,
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

#[derive(Clone)]
struct Transform<F> {
    name: &'static str,
    run: F,
}

impl<'c, F> RunExternalPass<'c> for Transform<F>
where
    F: Fn(OperationRef<'_, '_>, &RuleTable) -> Result<(), Failed> + Clone,
{
    fn initialize(&mut self, _context: ContextRef<'c>) {}

    fn run(&mut self, operation: OperationRef<'c, '_>, pass: ExternalPass<'_>) {
        // A panic must not unwind into MLIR.
        let result = catch_unwind(AssertUnwindSafe(|| match &*RULES {
            Ok(table) => (self.run)(operation, table),
            Err(message) => {
                diagnostic::emit(operation.location(), Severity::Error, message, &[]);
                Err(Failed)
            }
        }));
        let result = result.unwrap_or_else(|panic| {
            let message = format!(
                "internal error in pass '{}': {}",
                self.name,
                panic_message(&*panic)
            );
            diagnostic::emit(operation.location(), Severity::Error, &message, &[]);
            Err(Failed)
        });
        if result.is_err() {
            pass.signal_failure();
        }
    }
}

/// The built-in rules, read once.
static RULES: LazyLock<Result<RuleTable, String>> =
    LazyLock::new(|| RuleTable::chlo().map_err(|error| error.to_string()));

/// Returns what a panic said.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}

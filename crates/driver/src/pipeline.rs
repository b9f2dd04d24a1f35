//! Names, options and registration of passes.
//!
//! # MLIR's own pass registry
//!
//! The passes are registered with `registerPassPipeline`, whose callback gets the text between the
//! braces. So MLIR's pipeline parser accepts them together with its own passes, and options are
//! parsed in Rust. The passes of MLIR's C API have neither options nor statistics, so
//! `capi/pipeline.cpp` has a pass class with both: a pipeline is printed with its options, as
//! reproducers require. MLIR's release builds drop the numbers of statistics, so the tool prints
//! those of our passes itself (`pipeline/statistics.rs`). What a pass gets from its run (a request
//! to stop, the log of changes), and what the run learns of the pass (its rules, its counts), is
//! one `PassEnvironment`. MLIR creates passes from text and hands nothing to them, so the thread
//! that parses a pipeline holds its environment meanwhile; nothing else reaches a pass beside its
//! arguments.
//!
//! # A panic never crosses into C++
//!
//! Every callback catches it and reports it as a diagnostic.

mod environment;
#[doc(hidden)]
pub mod manager;
mod options;
mod outline;
mod pass;
mod pass_info;
mod registered;
mod rules;
mod statistics;
mod stop;
mod target;
#[doc(hidden)]
pub mod upstream;

pub(crate) use self::target::guards_kept_ops;
/// For the command-line tool: the source of help, completions and manual pages.
#[doc(hidden)]
pub use self::{
    options::{Concern, OFF, ON, OPTIONS, OptionInfo, OptionKind},
    pass::{PASSES, is_taken, passes_with},
    pass_info::PassInfo,
    rules::names_value,
    target::takers,
};
pub use self::{
    options::{OptionError, PassOptions},
    pass::{
        add_profiles_pass, assume_sizes_pass, check_sizes_pass, convert_torch_tensors_pass,
        default_pipeline, dispatch_profiles_pass, explain_broadcasts_pass, guard_broadcasts_pass,
        legalize_for_iree_pass, legalize_to_stablehlo_pass, lower_broadcast_pass,
        lower_broadcast_pass_with_rules, pad_to_bounds_pass, simplify_broadcasts_pass,
        specialize_sizes_pass, verify_broadcastable_pass, verify_broadcastable_pass_with_rules,
    },
    registered::{RegisterError, register_hook, register_rule_table},
    rules::{RuleLoadError, RuleSelection},
    stop::Stop,
    target::{Target, check_taken, lowering_pipeline, not_portable, parse_lowering_options},
};

#[doc(hidden)]
pub use self::{
    environment::PassEnvironment,
    pass::{check_rules, load_lowered_dialects},
    target::{converts_tensorflow, folds_upstream},
};
use crate::diagnostic::stream::string_bytes;
use bcast_lower_dialects::pipeline as ffi;
use melior::StringRef;
use mlir_sys::{
    MlirLogicalResult, MlirOpPassManager, MlirStringCallback, MlirStringRef,
    mlirOpPassManagerAddOwnedPass, mlirOpPassManagerAddPipeline,
};
use std::{ffi::c_void, panic::catch_unwind, sync::Once};
use strum::VariantArray;

/// Registers this crate's passes, with their options, with MLIR's pass registry,
/// so that every pipeline parser of this process finds them by name.
///
/// Further calls do nothing.
pub fn register_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for pass in PASSES {
            // SAFETY: the registry copies the strings; `PASSES` lives as long as the
            // process.
            unsafe {
                ffi::bcastRegisterPassPipeline(
                    StringRef::new(pass.name).to_raw(),
                    StringRef::new(pass.description).to_raw(),
                    Some(build_pipeline),
                    (&raw const *pass).cast::<c_void>(),
                );
            }
        }
        for target in Target::VARIANTS {
            // SAFETY: the registry copies the strings; `VARIANTS` lives as long as the
            // process.
            unsafe {
                ffi::bcastRegisterPassPipeline(
                    StringRef::new(target.alias()).to_raw(),
                    StringRef::new(target.description()).to_raw(),
                    Some(build_target),
                    (&raw const *target).cast::<c_void>(),
                );
            }
        }
    });
}

/// Builds the pass in `user_data` from the option text and adds it to a pass manager.
unsafe extern "C" fn build_pipeline(
    manager: MlirOpPassManager,
    options: MlirStringRef,
    report: MlirStringCallback,
    report_data: *mut c_void,
    user_data: *const c_void,
) -> MlirLogicalResult {
    // SAFETY: `register_passes` passes a row of `PASSES`, and MLIR a valid string.
    let (pass, text) = unsafe { (&*user_data.cast::<PassInfo>(), string_bytes(options)) };
    let message = match catch_unwind(|| pass.build(&String::from_utf8_lossy(text))) {
        Ok(Some(Ok(pass))) => {
            // SAFETY: the manager is valid for this call and takes ownership of the pass.
            unsafe { mlirOpPassManagerAddOwnedPass(manager, pass.to_raw()) };
            return MlirLogicalResult { value: 1 };
        }
        Ok(Some(Err(error))) => noted(error),
        Ok(None) => format!("internal error: pass '{}' cannot be created", pass.name),
        Err(_) => PANIC.into(),
    };
    // SAFETY: both come from the caller and are valid during this call.
    unsafe { fail(&message, report, report_data) }
}

/// Adds the passes of the target in `user_data`, with the given options, to a pass manager.
unsafe extern "C" fn build_target(
    manager: MlirOpPassManager,
    options: MlirStringRef,
    report: MlirStringCallback,
    report_data: *mut c_void,
    user_data: *const c_void,
) -> MlirLogicalResult {
    // SAFETY: `register_passes` passes an element of `VARIANTS`, and MLIR a valid string.
    let (target, text) = unsafe { (*user_data.cast::<Target>(), string_bytes(options)) };
    let passes = catch_unwind(|| {
        let options = parse_lowering_options(Some(target), &String::from_utf8_lossy(text))?;
        Ok::<_, OptionError>(target.passes_with_options(&options))
    });
    let message = match passes {
        Ok(Ok(passes)) => {
            let passes = StringRef::new(&passes).to_raw();
            // SAFETY: the manager is valid for this call; report and data are the caller's.
            return unsafe { mlirOpPassManagerAddPipeline(manager, passes, report, report_data) };
        }
        Ok(Err(error)) => noted(error),
        Err(_) => PANIC.into(),
    };
    // SAFETY: both come from the caller and are valid during this call.
    unsafe { fail(&message, report, report_data) }
}

const PANIC: &str = "internal error: panic while reading the options";

/// Notes an error for who parses the pipeline; returns its message for MLIR.
fn noted(error: OptionError) -> String {
    let message = error.to_string();
    PassEnvironment::note_error(error);
    message
}

/// Reports why a pipeline is invalid.
///
/// # Safety
///
/// `report` must accept `data`.
unsafe fn fail(message: &str, report: MlirStringCallback, data: *mut c_void) -> MlirLogicalResult {
    if let Some(report) = report {
        // SAFETY: the caller guarantees it.
        unsafe { report(StringRef::new(message).to_raw(), data) };
    }
    MlirLogicalResult { value: 0 }
}

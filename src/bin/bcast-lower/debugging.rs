//! The arguments about diagnostics and about finding errors in passes.

use crate::{
    args::Args,
    machine::{DiagnosticsArgs, DiagnosticsFormat},
    pass_args,
    usage_error::UsageError,
};
use bcast_lower::{
    driver::Config,
    pipeline::manager::{IrPrinting, Reproducers, StatisticsDisplay, TimingStyle},
    suggest::suggest,
};
use std::path::PathBuf;

/// Sets what helps to find errors in passes, except the printing of IR.
pub fn set_debugging(config: &mut Config, args: &Args) -> Result<(), UsageError> {
    config.timing = args.mlir_timing;
    config.timing_style = TimingStyle {
        is_list: args.mlir_timing_display == "list",
        is_json: args.mlir_output_format == "json",
    };
    config.statistics =
        args.mlir_pass_statistics
            .then_some(match args.mlir_pass_statistics_display.as_str() {
                "list" => StatisticsDisplay::List,
                _ => StatisticsDisplay::Pipeline,
            });
    config.op_on_diagnostic = args.mlir_print_op_on_diagnostic;
    config.stack_on_diagnostic = args.mlir_print_stacktrace_on_diagnostic;
    config.reports_rows = args.debug_rows;
    let text = |path: &PathBuf| path.to_string_lossy().into_owned();
    config.reproducers = Reproducers {
        always: args.mlir_generate_reproducer.as_ref().map(text),
        after_crash: args.mlir_pass_pipeline_crash_reproducer.as_ref().map(text),
        is_local: args.mlir_pass_pipeline_local_reproducer,
    };
    let Reproducers { always, .. } = &config.reproducers;
    if always.is_some() && args.reading.split_input_file.is_some() {
        return Err(UsageError::SplitReproducer);
    }
    Ok(())
}

/// Checks that diagnostics for other programs are all that is written in their place.
/// `also_written` returns an option that would write something else, with the reason.
pub fn check_diagnostics(
    args: &DiagnosticsArgs,
    also_written: impl FnOnce() -> Option<(&'static str, &'static str)>,
) -> Result<(), UsageError> {
    let format = match args.diagnostics_format {
        DiagnosticsFormat::Text if args.diagnostics_file.is_some() => {
            return Err(UsageError::TextDiagnosticsFile);
        }
        DiagnosticsFormat::Text => return Ok(()),
        DiagnosticsFormat::Json => "json",
        DiagnosticsFormat::Sarif => "sarif",
    };
    also_written().map_or(Ok(()), |(option, reason)| {
        Err(UsageError::NotForMachines {
            option,
            format,
            reason,
        })
    })
}

/// Returns an option that writes text to standard error, or other diagnostics.
pub fn also_written(args: &Args, printing: &IrPrinting) -> Option<(&'static str, &'static str)> {
    const TEXT: &str = "it writes text to standard error";

    let prints_ir = printing.is_enabled() && printing.tree_directory.is_none();
    [
        (
            args.verify_diagnostics.is_some(),
            "verify-diagnostics",
            "it compares diagnostics instead of writing them",
        ),
        (args.stats, "stats", TEXT),
        (args.dump_pass_pipeline, "dump-pass-pipeline", TEXT),
        (args.mlir_timing, "mlir-timing", TEXT),
        (args.mlir_pass_statistics, "mlir-pass-statistics", TEXT),
        (prints_ir, "mlir-print-ir-...", TEXT),
    ]
    .into_iter()
    .find_map(|(is_given, option, reason)| is_given.then_some((option, reason)))
}

/// Returns when and how IR is printed while the passes run.
pub fn ir_printing(args: &Args) -> IrPrinting {
    IrPrinting {
        before_passes: args.mlir_print_ir_before.clone(),
        after_passes: args.mlir_print_ir_after.clone(),
        tree_directory: args
            .mlir_print_ir_tree_dir
            .as_ref()
            .map(|path| path.to_string_lossy().into_owned()),
        before: args.mlir_print_ir_before_all,
        after: args.mlir_print_ir_after_all,
        after_change: args.mlir_print_ir_after_change,
        after_failure: args.mlir_print_ir_after_failure,
        module_scope: args.mlir_print_ir_module_scope,
        debug_info: args.mlir_print_debuginfo,
    }
}

/// Checks that passes of these names exist.
pub fn check_passes(option: &'static str, names: &[String]) -> Result<(), UsageError> {
    let unknown = names.iter().find(|name| !pass_args::is_pass(name));
    unknown.map_or(Ok(()), |name| {
        Err(UsageError::UnknownPass {
            option,
            found: name.clone(),
            suggestions: suggest(name, pass_args::pass_names()),
        })
    })
}

//! The command line's arguments.

use crate::{
    compare::CompareArgs,
    explain::ExplainArgs,
    generate::Generated,
    machine::DiagnosticsArgs,
    pass_args::{LoweringArgs, PassArgs},
};
use bcast_lower::{artifact::Version, driver::llvm_version, pipeline::Target};
use clap::{
    ArgAction, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use std::{path::PathBuf, sync::LazyLock};
use strum::VariantNames;

const USAGE: &str = "\
bcast-lower [OPTIONS] [FILE]
       bcast-lower explain [OPTIONS] [FILE]
       bcast-lower compare [OPTIONS] [FILE]";

const AFTER_HELP: &str = "\
Examples:
  Lower a file and print the result:
    bcast-lower model.mlir

  Lower a file in place; if that fails, the file is unchanged:
    bcast-lower model.mlir -o model.mlir

  Show what is decided for each op, and why, as text or as a page:
    bcast-lower explain model.mlir
    bcast-lower explain --format=html -o model.html model.mlir

  Compare what a program computes on IREE, and on XLA before it is lowered:
    bcast-lower compare --target=iree model.mlir

  Only check that all shapes can be broadcast:
    bcast-lower --verify-only model.mlir

  Choose the passes and their options:
    bcast-lower --pass-pipeline='builtin.module(lower-broadcast{zero-extents=numpy},cse)' model.mlir
    bcast-lower --lower-broadcast=zero-extents=numpy,facts=off --cse model.mlir

  Use it in a pipe:
    stablehlo-opt model.mlir | bcast-lower | FileCheck model.mlir

  Run a file of tests separated by `// -----` lines:
    bcast-lower --split-input-file --verify-diagnostics tests.mlir

To read a file named `explain`, `compare` or `help`, write `./explain` and so on.

Long options may have a single dash, as in `-split-input-file`.

Exit codes:
  0    success
  1    diagnostics report errors in the input (with --verify-diagnostics: they are not as expected)
  2    invalid usage, pipeline or rules, or files that cannot be read or written
  101  an internal error, which is a bug

An output file is either written completely or left as it was.";

static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (LLVM {})", env!("CARGO_PKG_VERSION"), llvm_version()));

/// Verifies ops that broadcast implicitly, such as `chlo.broadcast_add`, and
/// lowers them to StableHLO in which every broadcast is explicit and guarded.
#[derive(Debug, Parser)]
#[command(
    name = "bcast-lower",
    version = VERSION.as_str(),
    override_usage = USAGE,
    after_help = AFTER_HELP,
    max_term_width = 100,
    disable_help_flag = true,
    disable_version_flag = true,
    args_conflicts_with_subcommands = true,
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub files: FileArgs,

    #[command(flatten)]
    pub diagnostics: DiagnosticsArgs,

    /// Only verify: lower nothing, and print only diagnostics
    #[arg(long, help_heading = "Broadcasting")]
    pub verify_only: bool,

    /// Prepare the output for a consumer: `xla` leaves only StableHLO and functions (and
    /// `cf.assert`, if requested), `iree` the forms that IREE compiles; size 0 broadcasts as in
    /// NumPy
    #[arg(
        long,
        value_name = "TARGET",
        help_heading = "Broadcasting",
        value_parser = PossibleValuesParser::new(Target::VARIANTS).try_map(|name| name.parse::<Target>()),
    )]
    pub target: Option<Target>,

    #[command(flatten)]
    pub lowering: LoweringArgs,

    /// Print the rules in use, as a table that `--rules` reads, then exit
    #[arg(long, help_heading = "Broadcasting")]
    pub print_rules: bool,

    /// Print counts of ops, guards and broadcasts to standard error
    #[arg(long, help_heading = "Broadcasting")]
    pub stats: bool,

    /// Run these passes instead, as in `builtin.module(lower-broadcast,cse)`
    #[arg(long, value_name = "PIPELINE", help_heading = "Passes")]
    pub pass_pipeline: Option<String>,

    /// Parsed only if an option may name a pass: there are many passes, and defining their
    /// options takes longer than lowering a small program.
    #[arg(skip)]
    pub passes: PassArgs,

    /// Print the pipeline that would be run, then exit
    #[arg(long, help_heading = "Passes")]
    pub print_pipeline: bool,

    /// Print the pipeline to standard error before it runs
    #[arg(long, help_heading = "Passes")]
    pub dump_pass_pipeline: bool,

    /// List the dialects, then exit
    #[arg(long, help_heading = "Input")]
    pub show_dialects: bool,

    /// List the passes and their options, then exit
    #[arg(long, help_heading = "Passes")]
    pub list_passes: bool,

    /// Run the pipeline that the input contains, in its resource `mlir_reproducer`
    #[arg(long, help_heading = "Passes", conflicts_with_all = ["print_pipeline", "dump_pass_pipeline"])]
    pub run_reproducer: bool,

    /// Verify the IR after each pass
    #[arg(
        long,
        value_name = "BOOL",
        help_heading = "Passes",
        num_args = 0..=1,
        require_equals = true,
        default_value = "true",
        default_missing_value = "true",
        action = ArgAction::Set,
        value_parser = boolean(),
    )]
    pub verify_each: bool,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Check diagnostics against comments such as `expected-error@+1 {{...}}`
    #[arg(
        long,
        value_name = "WHICH",
        help_heading = "Input",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        value_parser = ["all", "only-expected"],
    )]
    pub verify_diagnostics: Option<String>,

    /// Check that the input, printed and as bytecode, is read back as the same program
    #[arg(long, help_heading = "Input")]
    pub verify_roundtrip: bool,

    /// Write MLIR bytecode instead of text
    #[arg(long, help_heading = "Output")]
    pub emit_bytecode: bool,

    /// Write this version of MLIR's bytecode
    #[arg(
        long,
        value_name = "VERSION",
        help_heading = "Output",
        requires = "emit_bytecode"
    )]
    pub emit_bytecode_version: Option<u32>,

    /// Leave the data of resources out of bytecode
    #[arg(long, help_heading = "Output", requires = "emit_bytecode")]
    pub elide_resource_data_from_bytecode: bool,

    /// Write a portable artifact of this version of StableHLO: `current` (the default),
    /// `minimum`, or one such as `1.10.0`
    #[arg(
        long,
        value_name = "VERSION",
        help_heading = "Output",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "current",
        value_parser = Version::named,
        conflicts_with = "emit_bytecode",
    )]
    pub emit_artifact: Option<Version>,

    /// Write bytecode even to a terminal
    #[arg(short, long, help_heading = "Output")]
    pub force: bool,

    /// Print the generic form of all ops
    #[arg(long, help_heading = "Output")]
    pub mlir_print_op_generic: bool,

    /// Print locations
    #[arg(long, help_heading = "Output")]
    pub mlir_print_debuginfo: bool,

    /// Print locations in a readable form, which cannot be parsed
    #[arg(long, help_heading = "Output")]
    pub mlir_pretty_debuginfo: bool,

    /// Print attributes, types and locations in full instead of by alias
    #[arg(long, help_heading = "Output")]
    pub mlir_print_local_scope: bool,

    /// Name values after their name locations
    #[arg(long, help_heading = "Output")]
    pub mlir_use_nameloc_as_prefix: bool,

    /// Print no regions of ops
    #[arg(long, help_heading = "Output")]
    pub mlir_print_skip_regions: bool,

    /// Give no two values the same name, not even in different functions
    #[arg(long, help_heading = "Output")]
    pub mlir_print_unique_ssa_ids: bool,

    /// Print the users of values in comments
    #[arg(long, help_heading = "Output")]
    pub mlir_print_value_users: bool,

    /// Write this line between the results of the parts of a split input
    #[arg(
        long,
        value_name = "MARKER",
        help_heading = "Output",
        default_value = bcast_lower::driver::split::MARKER,
        requires = "split_input_file",
    )]
    pub output_split_marker: String,

    /// Print `...` for elements attributes with more elements
    #[arg(long, value_name = "COUNT", help_heading = "Output")]
    pub mlir_elide_elementsattrs_if_larger: Option<u32>,

    /// Omit resources with more characters
    #[arg(long, value_name = "COUNT", help_heading = "Output")]
    pub mlir_elide_resource_strings_if_larger: Option<u32>,

    /// Print the IR before each pass to standard error
    #[arg(long, help_heading = "Debugging")]
    pub mlir_print_ir_before_all: bool,

    /// Print the IR after each pass to standard error
    #[arg(long, help_heading = "Debugging")]
    pub mlir_print_ir_after_all: bool,

    /// Print the IR after each pass that changed it
    #[arg(long, help_heading = "Debugging")]
    pub mlir_print_ir_after_change: bool,

    /// Print the IR after the pass that failed
    #[arg(long, help_heading = "Debugging")]
    pub mlir_print_ir_after_failure: bool,

    /// Print the IR before these passes, separated by commas
    #[arg(
        long,
        value_name = "PASS",
        help_heading = "Debugging",
        value_delimiter = ','
    )]
    pub mlir_print_ir_before: Vec<String>,

    /// Print the IR after these passes, separated by commas
    #[arg(
        long,
        value_name = "PASS",
        help_heading = "Debugging",
        value_delimiter = ','
    )]
    pub mlir_print_ir_after: Vec<String>,

    /// Print IR to files in this directory, one for each pass, instead of standard error
    #[arg(long, value_name = "DIRECTORY", help_heading = "Debugging")]
    pub mlir_print_ir_tree_dir: Option<PathBuf>,

    /// Print the whole module whenever IR is printed
    #[arg(long, help_heading = "Debugging")]
    pub mlir_print_ir_module_scope: bool,

    /// Report the time of each phase to standard error
    #[arg(long, help_heading = "Debugging")]
    pub mlir_timing: bool,

    /// Show times in a `list`, the longest first, or in a `tree`
    #[arg(
        long,
        value_name = "DISPLAY",
        help_heading = "Debugging",
        value_parser = ["list", "tree"],
        default_value = "tree",
        requires = "mlir_timing",
    )]
    pub mlir_timing_display: String,

    /// Write times as `text` or `json`
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Debugging",
        value_parser = ["text", "json"],
        default_value = "text",
        requires = "mlir_timing",
    )]
    pub mlir_output_format: String,

    /// Report what the passes of this tool counted to standard error
    #[arg(long, help_heading = "Debugging")]
    pub mlir_pass_statistics: bool,

    /// Show statistics in a `list` of passes by name, or in the order of the `pipeline`
    #[arg(
        long,
        value_name = "DISPLAY",
        help_heading = "Debugging",
        value_parser = ["list", "pipeline"],
        default_value = "pipeline",
        requires = "mlir_pass_statistics",
    )]
    pub mlir_pass_statistics_display: String,

    /// If a pass crashes or fails, write the IR before the passes, with the pipeline, to this
    /// file
    #[arg(long, value_name = "FILE", help_heading = "Debugging")]
    pub mlir_pass_pipeline_crash_reproducer: Option<PathBuf>,

    /// Write only the pass that crashed or failed, and the IR before it, to that file
    #[arg(
        long,
        help_heading = "Debugging",
        requires = "mlir_pass_pipeline_crash_reproducer"
    )]
    pub mlir_pass_pipeline_local_reproducer: bool,

    /// Write the IR before the passes, with the pipeline, to this file
    #[arg(long, value_name = "FILE", help_heading = "Debugging")]
    pub mlir_generate_reproducer: Option<PathBuf>,

    /// Show the op in a note of an error on it
    #[arg(
        long,
        value_name = "BOOL",
        help_heading = "Debugging",
        num_args = 0..=1,
        require_equals = true,
        default_value = "true",
        default_missing_value = "true",
        action = ArgAction::Set,
        value_parser = boolean(),
    )]
    pub mlir_print_op_on_diagnostic: bool,

    /// Show the stack of this tool in a note of an error
    #[arg(long, help_heading = "Debugging")]
    pub mlir_print_stacktrace_on_diagnostic: bool,

    /// Remark on each op which rows of `legalize-to-stablehlo` and `legalize-for-iree` apply to it, and
    /// why the others that are about it do not
    #[arg(long, help_heading = "Debugging")]
    pub debug_rows: bool,

    /// Use only one thread
    #[arg(long, help_heading = "Debugging")]
    pub mlir_disable_threading: bool,

    /// Print a man page, a shell's completions, a page of the docs, rows for IREE, or the Python module's
    /// types, then exit; `pass` writes the lowering of the tables of `--rules` as a pass in C++, with the
    /// name of `--name`, to the directory of `-o`
    #[arg(long, value_name = "WHAT")]
    pub generate: Option<Generated>,

    /// The name of the pass that `--generate=pass` writes, such as `LowerNnBroadcast`
    #[arg(long, value_name = "NAME", requires = "generate")]
    pub name: Option<String>,

    /// Print help; `-h` prints one screen
    #[arg(short, long, action = ArgAction::Help)]
    pub help: Option<bool>,

    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version)]
    pub version: Option<bool>,
}

/// Commands that replace writing the lowered program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show what the lowering decides for each op that broadcasts, and why
    Explain(ExplainArgs),
    /// Compare what the program computes before and after lowering, by calls of many sizes
    Compare(CompareArgs),
}

/// The input and output files.
#[derive(Debug, clap::Args)]
pub struct FileArgs {
    /// The file to read, MLIR text or bytecode; `-` is standard input
    #[arg(value_name = "FILE")]
    pub input: Option<PathBuf>,

    /// Rejected later, with better advice: the parser would treat a second file as a misplaced
    /// command.
    #[arg(hide = true)]
    pub more_inputs: Vec<PathBuf>,

    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How the input is read.
#[derive(Debug, clap::Args)]
pub struct ReadingArgs {
    /// Accept ops, types and attributes of unknown dialects
    #[arg(long, help_heading = "Input")]
    pub allow_unregistered_dialect: bool,

    /// Load dialects from this IRDL file before the input is read
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub irdl_file: Vec<PathBuf>,

    /// Process the parts between marker lines separately
    #[arg(
        long,
        value_name = "MARKER",
        help_heading = "Input",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = bcast_lower::driver::split::MARKER,
    )]
    pub split_input_file: Option<String>,

    /// Do not wrap the input in a module
    #[arg(long, help_heading = "Input")]
    pub no_implicit_module: bool,
}

/// Parses a Boolean as LLVM's command lines spell it.
fn boolean() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["true", "false", "1", "0"])
        .map(|value| matches!(value.as_str(), "true" | "1"))
}

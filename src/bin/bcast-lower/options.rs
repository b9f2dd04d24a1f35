//! Converts parsed arguments to a run's options.

use crate::{
    args::{Args, FileArgs, ReadingArgs},
    debugging::{also_written, check_diagnostics, check_passes, ir_printing, set_debugging},
    explain::{ExplainArgs, Format},
    output,
    pass_args::{LoweringArgs, PassArg},
    usage::NOT_COMMANDS,
    usage_error::UsageError,
};
use anstream::{AutoStream, ColorChoice};
use bcast_lower::{
    driver::{self, Config, Expectations, OutputFormat, PrintOptions},
    pipeline::{
        PassOptions, RuleSelection, Target, default_pipeline, is_taken, lowering_pipeline,
        not_portable,
    },
    suggest::suggest,
    transform::{Detail, LowerOptions, SpecializeOptions},
};
use std::{
    io,
    path::{Path, PathBuf},
};

/// A run of the tool.
#[derive(Debug)]
pub struct ToolOptions {
    /// The file to read, or `-`.
    pub input: PathBuf,
    /// The file to write, or `-`.
    pub output: PathBuf,
    /// Whether bytecode may be written to a terminal.
    pub force: bool,
    /// The files that define dialects.
    pub irdl_files: Vec<PathBuf>,
    /// The rules that `--rules` and `--rules-only` select.
    pub rules: RuleSelection,
    /// The information to print, in addition to or instead of the output.
    pub reporting: Reporting,
    /// The configuration of the run, without the dialects that the files define.
    pub config: Config,
    /// Print the pipeline before it runs.
    pub dumps_pipeline: bool,
}

/// The information to print about the lowering.
#[derive(Debug)]
pub enum Reporting {
    /// Nothing; only the output is written.
    Nothing,
    /// Statistics, in addition to the output.
    Stats {
        lower: LowerOptions,
        specialize: SpecializeOptions,
    },
    /// The statistics of the passes of a given pipeline, in addition to the output.
    PassCounts,
    /// A report on the decisions for each op, instead of the output.
    Report {
        lower: LowerOptions,
        specialize: SpecializeOptions,
        format: Format,
        detail: Detail,
        /// Whether a pipeline also runs, whose changes are reported.
        runs_pipeline: bool,
        /// The file that says what is proven.
        proof: Option<PathBuf>,
    },
}

/// The commands.
const COMMANDS: [&str; 3] = ["explain", "compare", "help"];

impl ToolOptions {
    /// Interprets the tool's arguments.
    pub fn new(args: Args) -> Result<Self, UsageError> {
        if let Some(option) = binary_option(&args)
            && args.reading.split_input_file.is_some()
        {
            return Err(UsageError::SplitBytecode { option });
        }
        if let Some(target) = args.target.filter(|_| args.emit_artifact.is_some())
            && not_portable(&target.pipeline(&target.default_options())).is_some()
        {
            return Err(UsageError::NotPortable { target });
        }
        let printing = ir_printing(&args);
        check_diagnostics(&args.diagnostics, || also_written(&args, &printing))?;
        let of_printing = if args.mlir_print_ir_module_scope {
            Some("mlir-print-ir-module-scope")
        } else if args.mlir_print_ir_tree_dir.is_some() {
            Some("mlir-print-ir-tree-dir")
        } else {
            None
        };
        if let Some(option) = of_printing.filter(|_| !printing.is_enabled()) {
            return Err(UsageError::NothingPrinted {
                option,
                advice: "an option such as `--mlir-print-ir-after-all` selects when IR is printed",
            });
        }
        let pipeline = pipeline(&args)?;
        if args.debug_rows && !pipeline.contains("legalize") && !args.run_reproducer {
            return Err(UsageError::NothingPrinted {
                option: "debug-rows",
                advice: "`--target` selects passes that apply rows",
            });
        }
        let names_passes = args.pass_pipeline.is_some() || !args.passes.0.is_empty();
        let PassOptions {
            lower,
            rules,
            specialize,
            ..
        } = args.lowering.options(args.target)?;
        let print_options = print_options(&args);
        let mut config = config(&args.reading);
        set_debugging(&mut config, &args)?;
        let (input, output) = files(args.files)?;
        check_stdin(&args.reading, &input, !args.print_rules)?;
        config.pipeline = pipeline;
        config.verify_diagnostics = args.verify_diagnostics.as_deref().map(|which| match which {
            "only-expected" => Expectations::OnlyExpected,
            _ => Expectations::All,
        });
        config.verify_each = args.verify_each;
        config.threading = !args.mlir_disable_threading;
        config.releases_memory = false;
        config.verify_roundtrip = args.verify_roundtrip;
        config.run_reproducer = args.run_reproducer;
        config.bytecode.version = args.emit_bytecode_version;
        config.bytecode.elide_resources = args.elide_resource_data_from_bytecode;
        config.output_split_marker = args.output_split_marker.clone();
        for (option, names) in [
            ("mlir-print-ir-before", &args.mlir_print_ir_before),
            ("mlir-print-ir-after", &args.mlir_print_ir_after),
        ] {
            check_passes(option, names)?;
        }
        config.ir_printing = printing;
        config.output_format = if args.verify_only {
            OutputFormat::Nothing
        } else if args.emit_bytecode {
            OutputFormat::Bytecode
        } else if let Some(version) = args.emit_artifact {
            OutputFormat::Artifact(version)
        } else {
            OutputFormat::Text(print_options)
        };
        Ok(Self {
            config,
            reporting: match args.stats {
                true if names_passes => Reporting::PassCounts,
                true => Reporting::Stats { lower, specialize },
                false => Reporting::Nothing,
            },
            irdl_files: args.reading.irdl_file,
            rules,
            input,
            output,
            force: args.force,
            dumps_pipeline: args.dump_pass_pipeline,
        })
    }

    /// Interprets the arguments of `explain`.
    pub fn explain(args: ExplainArgs) -> Result<Self, UsageError> {
        // The queries need certificates, which are lost between processes.
        check_diagnostics(&args.diagnostics, || {
            args.emit_smt
                .then_some(("emit-smt", "it needs diagnostics as text"))
        })?;
        let format = args.format();
        let detail = args.why.map_or_else(Detail::default, Detail::AllReasonsAt);
        let (input, output) = files(args.files)?;
        check_stdin(&args.reading, &input, true)?;
        let options = args.lowering.options(args.target)?;
        let mut config = config(&args.reading);
        // Without a target, only the explained lowering runs, unless its output is needed.
        config.pipeline = checked_pipeline(args.target, &options, &args.lowering)?;
        let PassOptions {
            lower,
            rules,
            specialize,
            ..
        } = options;
        Ok(Self {
            reporting: Reporting::Report {
                lower,
                specialize,
                format,
                detail,
                runs_pipeline: args.target.is_some(),
                proof: args.proof,
            },
            config,
            irdl_files: args.reading.irdl_file,
            rules,
            input,
            output,
            force: false,
            dumps_pipeline: false,
        })
    }
}

/// Returns a configuration that reads the input as the arguments specify.
fn config(args: &ReadingArgs) -> Config {
    let mut config = Config::default();
    config.split_marker = args.split_input_file.clone();
    config.allow_unregistered = args.allow_unregistered_dialect;
    config.implicit_module = !args.no_implicit_module;
    config.isolate_crashes = true;
    config.colors = diagnostics_have_colors();
    config
}

fn print_options(args: &Args) -> PrintOptions {
    let mut options = PrintOptions::default();
    options.generic = args.mlir_print_op_generic;
    options.debug_info = args.mlir_print_debuginfo || args.mlir_pretty_debuginfo;
    options.pretty_debug_info = args.mlir_pretty_debuginfo;
    options.local_scope = args.mlir_print_local_scope;
    options.names_from_locations = args.mlir_use_nameloc_as_prefix;
    options.skip_regions = args.mlir_print_skip_regions;
    options.unique_names = args.mlir_print_unique_ssa_ids;
    options.value_users = args.mlir_print_value_users;
    options.elide_elements_attributes_if_larger = args.mlir_elide_elementsattrs_if_larger;
    options.elide_resource_strings_if_larger = args.mlir_elide_resource_strings_if_larger;
    options
}

/// Returns the option, if one is given, that asks for output that is not text.
fn binary_option(args: &Args) -> Option<&'static str> {
    if args.emit_bytecode {
        return Some("emit-bytecode");
    }
    args.emit_artifact.map(|_| "emit-artifact")
}

fn diagnostics_have_colors() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Returns the file to read and the file to write.
fn files(args: FileArgs) -> Result<(PathBuf, PathBuf), UsageError> {
    let stdio = || PathBuf::from("-");
    let input = args.input.unwrap_or_else(stdio);
    let word = NOT_COMMANDS
        .iter()
        .find(|(word, _)| input == Path::new(word));
    if let Some(&(word, advice)) = word.filter(|_| !input.exists()) {
        return Err(UsageError::NotCommand { word, advice });
    }
    match args.more_inputs.as_slice() {
        [] => Ok((input, args.output.unwrap_or_else(stdio))),
        [second, ..] => Err(too_many_inputs(&input, second, &args.more_inputs)),
    }
}

fn too_many_inputs(first: &Path, second: &Path, all_but_first: &[PathBuf]) -> UsageError {
    let is_command = |command: &&str| {
        let mut inputs = all_but_first.iter().map(PathBuf::as_path).chain([first]);
        inputs.any(|input| input == Path::new(command))
    };
    if let Some(command) = COMMANDS.into_iter().find(is_command) {
        return UsageError::CommandNotFirst { command };
    }
    let suggestions = suggest(&first.to_string_lossy(), COMMANDS);
    if !suggestions.is_empty() && !first.exists() {
        let found = first.into();
        return UsageError::UnknownCommand { found, suggestions };
    }
    UsageError::SeveralInputs {
        count: 1 + all_but_first.len(),
        first: first.into(),
        second: second.into(),
    }
}

/// Checks that standard input is read only once.
fn check_stdin(args: &ReadingArgs, input: &Path, is_read: bool) -> Result<(), UsageError> {
    let stdin = Path::new("-");
    let files = args.irdl_file.iter().map(PathBuf::as_path);
    let files = files.chain(is_read.then_some(input));
    match files.filter(|file| *file == stdin).count() {
        0 | 1 => Ok(()),
        _ => Err(UsageError::StdinTwice),
    }
}

fn pipeline(args: &Args) -> Result<String, UsageError> {
    let first_pass = args.passes.0.first();
    if args.run_reproducer {
        check_none_ignored(args, "run-reproducer", &|_| THE_INPUT_NAMES.into())?;
        let option = match (&args.pass_pipeline, first_pass) {
            (Some(_), _) => "pass-pipeline",
            (None, Some(PassArg { pass, .. })) => pass.name,
            (None, None) => return Ok(String::new()),
        };
        return Err(UsageError::IgnoredByPasses {
            option,
            by: "run-reproducer",
            advice: THE_INPUT_NAMES.into(),
        });
    }
    match (&args.pass_pipeline, first_pass) {
        (Some(_), Some(PassArg { pass, .. })) => Err(UsageError::PassesTwice { pass: pass.name }),
        (Some(pipeline), None) => {
            check_none_ignored(args, "pass-pipeline", &|text| {
                format!(
                    "write it in the pipeline, as in `builtin.module(lower-broadcast{{{text}}})`"
                )
            })?;
            Ok(pipeline.clone())
        }
        (None, Some(PassArg { pass, .. })) => {
            check_none_ignored(args, pass.name, &|text| {
                format!("set it on a pass, as in `--lower-broadcast='{text}'`")
            })?;
            if let Some(PassArg { pass, options }) = args
                .passes
                .0
                .iter()
                .find(|pass| !has_matching_braces(&pass.options))
            {
                return Err(UsageError::Braces {
                    pass: pass.name,
                    options: options.clone(),
                });
            }
            let passes = args.passes.0.iter();
            let passes = passes.map(|PassArg { pass, options }| pass.in_module(options));
            let passes = passes.collect::<Vec<_>>().join(",");
            Ok(format!("builtin.module({passes})"))
        }
        (None, None) => {
            if args.verify_only {
                check_verify_only(args)?;
            }
            let options = args.lowering.options(args.target)?;
            match args.verify_only {
                true => Ok(default_pipeline(&options, true)),
                false => checked_pipeline(args.target, &options, &args.lowering),
            }
        }
    }
}

const THE_INPUT_NAMES: &str = "the input contains the pipeline";

/// Returns the pipeline that lowers, for a target if there is one, whose passes must accept the
/// options.
fn checked_pipeline(
    target: Option<Target>,
    options: &PassOptions,
    given: &LoweringArgs,
) -> Result<String, UsageError> {
    let mut config = Config::default();
    config.pipeline = lowering_pipeline(target, options);
    let LoweringArgs(given) = given;
    let error = target.and_then(|_| driver::check(&config).err());
    // The user did not write the pipeline, so the message omits it. What is wrong with rules has one of its own.
    if let (Some(target), Some(driver::Error::Pipeline(error))) = (target, error)
        && let Some(error) = error.option_error
        && let Some((option, value)) = given.iter().find(|(it, _)| Some(it.name) == error.option())
    {
        return Err(UsageError::Target {
            option: format!("{}={value}", option.name),
            target,
            reason: error.to_string(),
        });
    }
    let untaken = given.iter().map(|&(option, _)| option);
    let mut untaken = untaken.filter(|option| !is_taken(option, &config.pipeline));
    match untaken.next() {
        Some(option) => Err(UsageError::Untaken { option }),
        None => Ok(config.pipeline),
    }
}

/// Returns whether the braces in a text match.
fn has_matching_braces(text: &str) -> bool {
    let depth = text.chars().try_fold(0_usize, |depth, c| match c {
        '{' => Some(depth + 1),
        '}' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}

/// Checks that no option of the default pipeline is given when option `by` names the passes.
/// `advise` returns how to write a pass's options there.
fn check_none_ignored(
    args: &Args,
    by: &'static str,
    advise: &dyn Fn(&str) -> String,
) -> Result<(), UsageError> {
    let LoweringArgs(options) = &args.lowering;
    let there = match by {
        "run-reproducer" => THE_INPUT_NAMES,
        _ => "name the passes to run there",
    };
    let (option, advice) = if args.verify_only {
        ("verify-only", there.into())
    } else if args.stats && by == "run-reproducer" {
        ("stats", there.into())
    } else if args.target.is_some() {
        ("target", there.into())
    } else if args.print_rules {
        let advice = "it prints the tables that `--rules` names";
        ("print-rules", advice.into())
    } else if let [(option, _), ..] = options.as_slice() {
        (option.name, advise(&args.lowering.text()))
    } else {
        return Ok(());
    };
    Err(UsageError::IgnoredByPasses { option, by, advice })
}

/// Checks that no option needs a lowering or its result.
fn check_verify_only(args: &Args) -> Result<(), UsageError> {
    const NOTHING_LOWERED: &str = "nothing is lowered";
    const NOTHING_WRITTEN: &str = "it prints only diagnostics";

    let LoweringArgs(options) = &args.lowering;
    let mut options = options.iter().map(|(option, _)| option);
    let of_lowering = options.find(|option| !option.concern.is_verified());
    let writes_file = args
        .files
        .output
        .as_ref()
        .is_some_and(|path| !output::is_stdout(path) && path != Path::new("/dev/null"));
    let (option, reason) = if args.stats {
        ("stats", NOTHING_LOWERED)
    } else if args.target.is_some() {
        ("target", NOTHING_LOWERED)
    } else if let Some(option) = of_lowering {
        (option.name, NOTHING_LOWERED)
    } else if writes_file {
        ("output", NOTHING_WRITTEN)
    } else if let Some(option) = binary_option(args) {
        (option, NOTHING_WRITTEN)
    } else {
        return Ok(());
    };
    Err(UsageError::IgnoredByVerifyOnly { option, reason })
}

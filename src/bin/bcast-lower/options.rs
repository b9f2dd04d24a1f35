//! What was typed means.

use crate::{
    args::{Args, LoweringArgs, ReadingArgs},
    explain::{ExplainArgs, Format},
};
use bcast_lower::{
    diagnostic::source::{Expectations, PrintOptions},
    driver::{Config, OutputFormat},
    pipeline::{
        OptionError, PassOptions, RuleSelection, default_pipeline, manager::IrPrinting,
        parse_lower_options,
    },
    transform::LowerOptions,
};
use std::path::{Path, PathBuf};

/// A run of the tool.
#[derive(Debug)]
pub struct Options {
    /// The file to read, or `-`.
    pub input: PathBuf,
    /// The file to write, or `-`.
    pub output: PathBuf,
    /// Bytecode may go to a terminal.
    pub force: bool,
    /// The files that define dialects.
    pub irdl_files: Vec<PathBuf>,
    /// The rules that `--rules` and `--rules-only` select.
    pub rules: RuleSelection,
    /// What is to be told of, beside or instead of what comes out.
    pub told: Told,
    /// What happens in between, but for what the files define.
    pub config: Config,
}

/// What is told of the lowering.
#[derive(Debug)]
pub enum Told {
    /// Nothing: there is what comes out.
    Nothing,
    /// How much there is of what, beside what comes out.
    Stats(LowerOptions),
    /// What is decided for each op, instead of what comes out.
    Report(LowerOptions, Format),
}

/// Options contradict each other.
#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    /// An option of the default pipeline is given with a pipeline.
    #[error(
        "`--{option}` has no effect with `--pass-pipeline`: {}",
        advice.as_deref().unwrap_or("name the passes to run in the pipeline")
    )]
    IgnoredByPipeline {
        /// The option, without dashes.
        option: &'static str,
        /// How to say it in a pipeline.
        advice: Option<String>,
    },
    /// An option of the lowering is given where nothing is lowered.
    #[error("`--{option}` has no effect with `--verify-only`: nothing is lowered")]
    IgnoredByVerifyOnly {
        /// The option, without dashes.
        option: &'static str,
    },
    /// Bytecode is asked for several chunks.
    #[error(
        "`--emit-bytecode` does not work with `--split-input-file`: \
         the parts cannot be joined to one bytecode file"
    )]
    SplitBytecode,
    /// Standard input would be read more than once.
    #[error(
        "standard input can be read only once; \
         name files for all but one of the input and `--irdl-file`"
    )]
    StdinTwice,
    /// An option of a pass has a wrong value.
    #[error(transparent)]
    PassOption(#[from] OptionError),
}

impl Options {
    /// Finds out what arguments mean.
    pub fn new(args: Args) -> Result<Self, UsageError> {
        if args.emit_bytecode && args.reading.split_input_file.is_some() {
            return Err(UsageError::SplitBytecode);
        }
        check_stdin(&args.reading, &args.input, !args.print_rules)?;
        let print_options = PrintOptions {
            generic: args.mlir_print_op_generic,
            debug_info: args.mlir_print_debuginfo || args.mlir_pretty_debuginfo,
            pretty_debug_info: args.mlir_pretty_debuginfo,
            local_scope: args.mlir_print_local_scope,
            assume_verified: false,
            elide_elements_attributes_if_larger: args.mlir_elide_elementsattrs_if_larger,
            elide_resource_strings_if_larger: args.mlir_elide_resource_strings_if_larger,
        };
        let rules = rule_selection(&args.lowering);
        Ok(Self {
            config: Config {
                irdl: vec![],
                pipeline: pipeline(&args)?,
                split_marker: args.reading.split_input_file,
                verify_diagnostics: args.verify_diagnostics.map(|which| match which.as_str() {
                    "only-expected" => Expectations::OnlyExpected,
                    _ => Expectations::All,
                }),
                allow_unregistered: args.reading.allow_unregistered_dialect,
                verify_each: args.verify_each,
                implicit_module: !args.reading.no_implicit_module,
                isolate_bytecode: true,
                threading: !args.mlir_disable_threading,
                releases_memory: false,
                timing: args.mlir_timing,
                ir_printing: IrPrinting {
                    before: args.mlir_print_ir_before_all,
                    after: args.mlir_print_ir_after_all,
                    after_change: args.mlir_print_ir_after_change,
                    after_failure: args.mlir_print_ir_after_failure,
                    module_scope: args.mlir_print_ir_module_scope,
                    debug_info: args.mlir_print_debuginfo,
                },
                output_format: if args.emit_bytecode {
                    OutputFormat::Bytecode
                } else {
                    OutputFormat::Text(print_options)
                },
            },
            told: match args.stats {
                true => Told::Stats(pass_options(&args.lowering)?.lower),
                false => Told::Nothing,
            },
            irdl_files: args.reading.irdl_file,
            rules,
            input: args.input,
            output: args.output,
            force: args.force,
        })
    }

    /// Finds out what the arguments of `explain` mean.
    pub fn explain(args: ExplainArgs) -> Result<Self, UsageError> {
        check_stdin(&args.reading, &args.input, true)?;
        let PassOptions { lower, rules } = pass_options(&args.lowering)?;
        Ok(Self {
            told: Told::Report(lower, args.format),
            config: Config {
                split_marker: args.reading.split_input_file,
                allow_unregistered: args.reading.allow_unregistered_dialect,
                implicit_module: !args.reading.no_implicit_module,
                isolate_bytecode: true,
                ..Config::default()
            },
            irdl_files: args.reading.irdl_file,
            rules,
            input: args.input,
            output: args.output,
            force: false,
        })
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

fn rule_selection(args: &LoweringArgs) -> RuleSelection {
    RuleSelection {
        tables: args.rules.clone(),
        only: args.rules_only,
    }
}

fn pipeline(args: &Args) -> Result<String, UsageError> {
    let trait_rules = trait_rules(&args.lowering);
    let lowering = lowering(&args.lowering);
    if let Some(pipeline) = &args.pass_pipeline {
        for (option, is_given, advice) in [
            ("verify-only", args.verify_only, None),
            ("stats", args.stats, None),
            (
                "print-rules",
                args.print_rules,
                Some("it prints the tables that `--rules` names"),
            ),
        ] {
            if is_given {
                let advice = advice.map(Into::into);
                return Err(UsageError::IgnoredByPipeline { option, advice });
            }
        }
        let rules = rule_selection(&args.lowering);
        if rules != RuleSelection::default() {
            return Err(UsageError::IgnoredByPipeline {
                option: if rules.tables.is_empty() {
                    "rules-only"
                } else {
                    "rules"
                },
                advice: Some(format!(
                    "write it in the pipeline, as in `builtin.module(lower-broadcast{{{}}})`",
                    rules.to_string().trim_end()
                )),
            });
        }
        for (option, value) in [trait_rules].into_iter().chain(lowering) {
            if let Some(value) = value {
                return Err(UsageError::IgnoredByPipeline {
                    option,
                    advice: Some(format!(
                        "write it in the pipeline, as in \
                         `builtin.module(lower-broadcast{{{option}={value}}})`"
                    )),
                });
            }
        }
        return Ok(pipeline.clone());
    }
    if args.verify_only {
        if args.stats {
            return Err(UsageError::IgnoredByVerifyOnly { option: "stats" });
        }
        for (option, value) in lowering {
            if value.is_some() {
                return Err(UsageError::IgnoredByVerifyOnly { option });
            }
        }
    }

    Ok(default_pipeline(
        &pass_options(&args.lowering)?,
        args.verify_only,
    ))
}

/// Returns what the arguments tell a pass.
pub fn pass_options(args: &LoweringArgs) -> Result<PassOptions, OptionError> {
    let text = [trait_rules(args)]
        .into_iter()
        .chain(lowering(args))
        .filter_map(|(option, value)| Some(format!("{option}={} ", value.as_deref()?)))
        .collect::<String>();
    Ok(PassOptions {
        rules: rule_selection(args),
        ..parse_lower_options(&text)?
    })
}

fn trait_rules(args: &LoweringArgs) -> (&'static str, &Option<String>) {
    ("trait-rules", &args.trait_rules)
}

/// The options that say how ops are lowered.
fn lowering(args: &LoweringArgs) -> [(&'static str, &Option<String>); 6] {
    [
        ("assertions", &args.assertions),
        ("zero-extents", &args.zero_extents),
        ("facts", &args.facts),
        ("assume-symbols", &args.assume_symbols),
        ("hoist-assertions", &args.hoist_assertions),
        ("allow-partial", &args.allow_partial),
    ]
}

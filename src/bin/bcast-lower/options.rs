//! What was typed means.

use crate::args::Args;
use bcast_lower::{
    diagnostic::source::{Expectations, PrintOptions},
    driver::{Config, OutputFormat},
    pipeline::{
        OptionError, PassOptions, RuleSelection, default_pipeline, manager::IrPrinting,
        parse_lower_options,
    },
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
    /// What happens in between, but for what the files define.
    pub config: Config,
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
        if args.emit_bytecode && args.split_input_file.is_some() {
            return Err(UsageError::SplitBytecode);
        }
        let stdin = Path::new("-");
        let irdl_from_stdin = args.irdl_file.iter().filter(|file| *file == stdin).count();
        let input_from_stdin = args.input == stdin && !args.print_rules;
        if irdl_from_stdin > usize::from(!input_from_stdin) {
            return Err(UsageError::StdinTwice);
        }
        let print_options = PrintOptions {
            generic: args.mlir_print_op_generic,
            debug_info: args.mlir_print_debuginfo || args.mlir_pretty_debuginfo,
            pretty_debug_info: args.mlir_pretty_debuginfo,
            local_scope: args.mlir_print_local_scope,
            assume_verified: false,
            elide_elements_attributes_if_larger: args.mlir_elide_elementsattrs_if_larger,
            elide_resource_strings_if_larger: args.mlir_elide_resource_strings_if_larger,
        };
        let rules = rule_selection(&args);
        Ok(Self {
            config: Config {
                irdl: vec![],
                pipeline: pipeline(&args)?,
                split_marker: args.split_input_file,
                verify_diagnostics: args.verify_diagnostics.map(|which| match which.as_str() {
                    "only-expected" => Expectations::OnlyExpected,
                    _ => Expectations::All,
                }),
                allow_unregistered: args.allow_unregistered_dialect,
                verify_each: args.verify_each,
                implicit_module: !args.no_implicit_module,
                isolate_bytecode: true,
                threading: !args.mlir_disable_threading,
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
            irdl_files: args.irdl_file,
            rules,
            input: args.input,
            output: args.output,
            force: args.force,
        })
    }
}

fn rule_selection(args: &Args) -> RuleSelection {
    RuleSelection {
        tables: args.rules.clone(),
        only: args.rules_only,
    }
}

fn pipeline(args: &Args) -> Result<String, UsageError> {
    let lowering = [
        ("assertions", &args.assertions),
        ("zero-extents", &args.zero_extents),
        ("facts", &args.facts),
        ("assume-symbols", &args.assume_symbols),
        ("hoist-assertions", &args.hoist_assertions),
        ("allow-partial", &args.allow_partial),
    ];
    let trait_rules = ("trait-rules", &args.trait_rules);
    if let Some(pipeline) = &args.pass_pipeline {
        if args.verify_only {
            return Err(UsageError::IgnoredByPipeline {
                option: "verify-only",
                advice: None,
            });
        }
        let rules = rule_selection(args);
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
        for (option, value) in lowering {
            if value.is_some() {
                return Err(UsageError::IgnoredByVerifyOnly { option });
            }
        }
    }

    let text = [trait_rules]
        .into_iter()
        .chain(lowering)
        .filter_map(|(option, value)| Some(format!("{option}={} ", value.as_deref()?)))
        .collect::<String>();
    let options = PassOptions {
        rules: rule_selection(args),
        ..parse_lower_options(&text)?
    };
    Ok(default_pipeline(&options, args.verify_only))
}

//! The front door: text in, text out.

use super::{Config, Error, Job, Status, run_with_diagnostics};
use crate::{
    diagnostic::Diagnostic,
    pipeline::{OptionError, Target, check_taken, lowering_pipeline, parse_lowering_options},
};

/// How a program is lowered, as the tool takes it. Other choices are in [`Config`].
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Options {
    /// The consumer; without one, the ops that broadcast are lowered, and nothing else.
    pub target: Option<Target>,
    /// The tool's options, as those of a pass: `facts=off bounds=b=8,s=512`.
    pub options: String,
    /// Accepts ops, types and attributes of unknown dialects.
    pub allow_unregistered: bool,
}

impl Options {
    /// Returns the configuration of such runs.
    ///
    /// # Errors
    ///
    /// Fails if an option does not exist, does not accept its value or has no effect, or if rules cannot be loaded.
    pub fn config(&self) -> Result<Config, OptionError> {
        let options = parse_lowering_options(self.target, &self.options)?;
        check_taken(self.target, &options)?;
        // The passes load them, too, but say less well what is wrong.
        options.rules.load()?;
        Ok(Config {
            pipeline: lowering_pipeline(self.target, &options),
            allow_unregistered: self.allow_unregistered,
            ..Config::default()
        })
    }
}

/// Why a program has not been lowered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LowerError {
    /// An option is wrong.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The program is invalid, or cannot be lowered; among the diagnostics are errors.
    #[error("{}", lines(.0))]
    Rejected(Vec<Diagnostic>),
    /// Nothing could be run.
    #[error(transparent)]
    Run(#[from] Error),
}

fn lines(diagnostics: &[Diagnostic]) -> String {
    let lines = diagnostics.iter().map(ToString::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

/// Lowers a program in MLIR's text, and returns the result as text.
///
/// ```
/// # use bcast_lower_driver as bcast_lower;
/// use bcast_lower::driver::{Options, lower};
///
/// let text = "func.func @scale(%x: tensor<10x?xf32>, %c: tensor<f32>) -> tensor<10x?xf32> {
///   %0 = chlo.broadcast_multiply %x, %c : (tensor<10x?xf32>, tensor<f32>) -> tensor<10x?xf32>
///   return %0 : tensor<10x?xf32>
/// }";
/// let lowered = lower(text, &Options::default())?;
/// assert!(lowered.contains("stablehlo.dynamic_broadcast_in_dim %arg1"));
///
/// let wrong = lower("func.func", &Options::default()).expect_err("it is incomplete");
/// assert!(wrong.to_string().starts_with("<source>:1:10: error: "));
///
/// let options = Options { options: "keep-tosa=on".into(), ..Options::default() };
/// let error = lower(text, &options).expect_err("the option is for targets");
/// assert!(error.to_string().starts_with("option 'keep-tosa' has no effect here: "));
///
/// let options = Options { options: "rules=a.toml".into(), ..Options::default() };
/// let missing = lower(text, &options).expect_err("there is no such file");
/// assert!(missing.to_string().starts_with("there is neither a rule file nor "));
/// # Ok::<(), bcast_lower::driver::LowerError>(())
/// ```
///
/// # Errors
///
/// Fails if an option is wrong, or if the program cannot be lowered.
pub fn lower(text: &str, options: &Options) -> Result<String, LowerError> {
    let config = options.config()?;
    let job = Job::new(&config, "<source>", text.as_bytes());
    let (outcome, diagnostics) = run_with_diagnostics(job)?;
    match outcome.status {
        Status::Success => Ok(String::from_utf8_lossy(&outcome.output).into_owned()),
        Status::Failure => Err(LowerError::Rejected(diagnostics)),
    }
}

//! `bcast-lower compare`: its arguments, and the program in Python that compares.

use crate::{
    input::{self, InputError},
    io_reason::io_reason,
    pass_args::LoweringArgs,
};
use bcast_lower::pipeline::{OPTIONS, Target};
use clap::{
    ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
    parser::ValueSource,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    convert::Infallible,
    env, fs, io,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process,
};
use strum::VariantNames;

const AFTER_HELP: &str = "\
Examples:
  Compare with XLA what IREE computes, at 20 calls whose sizes are chosen:
    bcast-lower compare --target=iree model.mlir

  Choose sizes within these limits, which the program declares:
    bcast-lower compare --sizes=batch=1..8,time=16..512:16 model.mlir

  Compare one call:
    bcast-lower compare --shapes=4x128,128 model.mlir

  Compare 50 calls in continuous integration, with what is found as JSON:
    bcast-lower compare --calls=50 --format=json model.mlir

It needs Python 3.9 or later with JAX and, for `--target=iree`, IREE:
    pip install jax iree-base-compiler iree-base-runtime

Exit codes:
  0  all calls agree
  1  a call differs, the program is invalid, or IREE does not compile it
  2  invalid usage, files that cannot be read, or missing packages";

/// Compare what the program computes before and after lowering, by calls of many sizes
///
/// Lowers the program, compiles it with IREE's or XLA's compiler for the CPU, and calls it with
/// shapes that fit and with some that do not. The results must be those of the program specialised
/// for the shapes of the call, on XLA; and what does not fit must be refused.
#[derive(Debug, Args)]
#[command(
    after_help = AFTER_HELP,
    max_term_width = 100,
    disable_help_flag = true,
)]
pub struct CompareArgs {
    /// The file to read, MLIR text or bytecode; `-` is standard input
    #[arg(value_name = "FILE")]
    input: Option<PathBuf>,

    /// The compiler that the program is lowered for, and that runs it
    #[arg(
        long,
        value_name = "TARGET",
        default_value = "iree",
        value_parser = PossibleValuesParser::new(Target::VARIANTS).try_map(|name| name.parse::<Target>()),
    )]
    target: Target,

    /// The number of calls [default: 20, or 1 with `--shapes`]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    calls: Option<u32>,

    /// The seed of what is random: shapes and elements
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,

    /// The largest difference of floats, relative to the largest element of a result [default: by
    /// type, 1e-4 for `f32`]
    #[arg(long, value_name = "X", value_parser = parse_tolerance)]
    tolerance: Option<f64>,

    /// The time that compiling, or a call, may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    timeout: f64,

    /// Format of what is found
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FindingsFormat::Text)]
    format: FindingsFormat,

    /// The Python that has JAX and IREE [default: the variable PYTHON, or `python3`]
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,

    #[command(flatten)]
    lowering: Given,

    /// Accept ops, types and attributes of unknown dialects
    #[arg(long, help_heading = "Input")]
    allow_unregistered_dialect: bool,

    /// Load dialects from this IRDL file before the input is read
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    irdl_file: Vec<PathBuf>,

    /// Print help; `-h` prints one screen
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,
}

fn parse_tolerance(text: &str) -> Result<f64, &'static str> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|&number| number.is_finite() && number >= 0.0);
    number.ok_or("expected a number of at least 0, such as 1e-3")
}

/// The format of what is found.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum FindingsFormat {
    Text,
    Json,
}

/// The options of the lowering's passes as they are given, by name.
#[derive(Debug)]
struct Given(BTreeMap<&'static str, Vec<String>>);

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        LoweringArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = OPTIONS.iter().filter_map(|option| {
            let is_given = matches.value_source(option.name) == Some(ValueSource::CommandLine);
            let values = matches.get_raw(option.name).filter(|_| is_given)?;
            let values = values.map(|value| value.to_string_lossy().into_owned());
            Some((option.name, values.collect()))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// An error that prevents a comparison.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("cannot write the program that compares: {}", io_reason(.0))]
    Directory(#[source] io::Error),
    #[error(
        "cannot run `{}`: {}; `--python` or the variable PYTHON names another Python",
        python.display(),
        io_reason(error)
    )]
    Python {
        python: PathBuf,
        #[source]
        error: io::Error,
    },
}

/// The files of the Python package `_compare`, and the one that starts it.
const FILES: &[(&str, &str)] = &[
    ("__main__.py", include_str!("compare/main.py")),
    ("_compare/__init__.py", include_str!("compare/__init__.py")),
    ("_compare/bounded.py", include_str!("compare/bounded.py")),
    ("_compare/command.py", include_str!("compare/command.py")),
    (
        "_compare/comparison.py",
        include_str!("compare/comparison.py"),
    ),
    (
        "_compare/consumers.py",
        include_str!("compare/consumers.py"),
    ),
    ("_compare/draw.py", include_str!("compare/draw.py")),
    ("_compare/findings.py", include_str!("compare/findings.py")),
    ("_compare/program.py", include_str!("compare/program.py")),
    (
        "_compare/references.py",
        include_str!("compare/references.py"),
    ),
    ("_compare/tool.py", include_str!("compare/tool.py")),
    ("_compare/values.py", include_str!("compare/values.py")),
    ("_compare/worker.py", include_str!("compare/worker.py")),
];

/// Compares; returns only if Python cannot be run, because Python replaces this process. It removes
/// the directory of its program at the end.
pub fn compare(args: CompareArgs) -> Result<Infallible, CompareError> {
    let shown = args.input.clone().unwrap_or_else(|| "-".into());
    let python = args
        .python
        .clone()
        .or_else(|| Some(env::var_os("PYTHON")?.into()));
    let python = python.unwrap_or_else(|| "python3".into());
    let input = input::read(&shown)?;
    let directory = tempfile::Builder::new().prefix("bcast-lower-").tempdir();
    let directory = directory.map_err(CompareError::Directory)?;
    let path = directory.path();
    let file = write_files(path, &shown, input.bytes()).map_err(CompareError::Directory)?;
    drop(input);
    let tool = env::current_exe().map_err(CompareError::Directory)?;
    let arguments = arguments(&args, &tool, &file, &shown, path).to_string();
    let error = process::Command::new(&python)
        .arg(path)
        .arg(arguments)
        .exec();
    Err(CompareError::Python { python, error })
}

/// Writes the program in Python, and the input if it is standard input; returns the file of the input.
fn write_files(directory: &Path, shown: &Path, input: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir(directory.join("_compare"))?;
    for (name, text) in FILES {
        fs::write(directory.join(name), text)?;
    }
    if shown != Path::new("-") {
        return Ok(shown.into());
    }
    let file = directory.join("input");
    fs::write(&file, input)?;
    Ok(file)
}

/// Returns the arguments of the program in Python.
fn arguments(
    args: &CompareArgs,
    tool: &Path,
    file: &Path,
    shown: &Path,
    directory: &Path,
) -> Value {
    let Given(options) = &args.lowering;
    let mut options = options.clone();
    let mut reading = vec![];
    if args.allow_unregistered_dialect {
        reading.push("--allow-unregistered-dialect".to_string());
    }
    let irdl = args.irdl_file.iter();
    reading.extend(irdl.map(|file| format!("--irdl-file={}", file.display())));
    let mut only = |name: &str| options.remove(name).map(|values| values.join(","));
    let (shapes, function) = (only("shapes"), only("function"));
    json!({
        "tool": tool,
        "file": file,
        "shown_file": shown,
        "directory": directory,
        "target": args.target.to_string(),
        "calls": args.calls,
        "seed": args.seed,
        "tolerance": args.tolerance,
        "timeout": args.timeout,
        "format": match args.format {
            FindingsFormat::Text => "text",
            FindingsFormat::Json => "json",
        },
        "shapes": shapes,
        "function": function,
        "options": options,
        "reading": reading,
    })
}

//! Runs the tool, from the command line to an exit code.

use crate::{
    args::{self, Args},
    argv::{KnownOptions, normalize},
    compare::compare,
    distinct_files,
    generate::{Generated, generate},
    generate_pass::{PassError, write_pass},
    input,
    list_passes::list_passes,
    machine::{Machine, write_to_standard_error},
    memory::{HugePages, return_freed},
    options::{Reporting, ToolOptions},
    output::{self, Output},
    pass_args::{self, PassArgs},
    printing::check_printing,
    progress::ProgressLine,
    proof, reproducer,
    run_error::{
        BUG, INTERNAL_ERROR, RunError, USAGE, internal_error, report_error, report_usage,
        show_error,
    },
    short_help::shorten_help,
    usage::add_advice,
};
use bcast_lower::{
    diagnostic::{Diagnostic, Kind, printable},
    driver::{self, Config, IrdlSource, Job, Lowering, Monitor, OutputFormat, Status},
    transform::{Detail, Rules},
};
use clap::{ArgMatches, Args as _, Command, CommandFactory, FromArgMatches, error::ErrorKind};
use std::{
    ffi::OsString,
    fs,
    io::{self, IsTerminal, Write},
    panic,
    path::Path,
    process::ExitCode,
};

const FAILURE: u8 = 1;

/// The size of an input, in bytes, from which it is unloaded when it has been read. Where most of it is ops, most of what
/// is freed is used again.
const MINIMUM_SIZE_TO_UNLOAD: usize = 32 << 20;

/// Runs the tool.
pub fn main(arguments: Vec<OsString>) -> ExitCode {
    let huge_pages = HugePages::hold_back();
    let machine = Machine::of(&arguments);
    let of_hook = machine.clone();
    panic::set_hook(Box::new(move |information| {
        if let Some(machine) = &of_hook {
            let error = internal_error(information);
            let _ = machine.write(&[error], INTERNAL_ERROR, None);
            return;
        }
        let mut stderr = io::stderr().lock();
        let _ = writeln!(stderr, "error: internal error: {information}\nnote: {BUG}");
    }));
    // The hook has printed the error. Files are intact, because they are renamed only at the
    // very end.
    panic::catch_unwind(|| run_arguments(arguments, huge_pages, machine.as_ref()))
        .unwrap_or_else(|_| ExitCode::from(INTERNAL_ERROR))
}

fn run_arguments(
    arguments: Vec<OsString>,
    huge_pages: HugePages,
    machine: Option<&Machine>,
) -> ExitCode {
    let mut command = Args::command();
    if let Some(Err(error)) = machine.map(|it| distinct_files::check_diagnostics(it, &arguments)) {
        let error = command.error(ErrorKind::ArgumentConflict, error);
        return report_usage(&error, None);
    }
    let names_pass = known_options(&command).lacks_any(&arguments);
    if names_pass {
        command = PassArgs::augment_args(command);
    }
    let arguments = normalize(arguments, &known_options(&command));
    command = shorten_help(command, &arguments);
    let matches = command.try_get_matches_from_mut(&arguments);
    let mut args = match matches.and_then(|matches| parse(&command, &matches, names_pass)) {
        Ok(args) => args,
        Err(mut error) => {
            add_advice(&mut error, &command, &arguments);
            return report_usage(&error, machine);
        }
    };
    let (print_rules, print_pipeline) = (args.print_rules, args.print_pipeline);
    let show_dialects = args.show_dialects;
    let result = if args.list_passes {
        list()
    } else if let Some(what) = args.generate {
        print_generated(what, &args)
    } else {
        let options = match args.command.take() {
            Some(args::Command::Compare(args)) => match compare(args) {
                Ok(never) => match never {},
                Err(error) => return show_error(&error.into()),
            },
            Some(args::Command::Explain(args)) => ToolOptions::explain(args),
            None => ToolOptions::new(args),
        };
        let same = machine.zip(options.as_ref().ok());
        let same = same.map(|(machine, options)| distinct_files::check_options(machine, options));
        if let Some(Err(error)) = same {
            let error = command.error(ErrorKind::ArgumentConflict, error);
            return report_usage(&error, None);
        }
        let options = options.and_then(|options| {
            distinct_files::check(&options)?;
            Ok(options)
        });
        match options {
            Ok(options) if print_pipeline => self::print_pipeline(&options),
            Ok(options) if show_dialects => self::show_dialects(&options),
            Ok(options) => load_rules(&options).and_then(|rules| match print_rules {
                true => self::print_rules(&options, &rules),
                false => run(&options, rules, huge_pages, machine),
            }),
            Err(error) => {
                let error = command.error(ErrorKind::ArgumentConflict, error);
                return report_usage(&error, machine);
            }
        }
    };
    result.unwrap_or_else(|error| match machine {
        Some(machine) => report_error(&error, machine),
        None => show_error(&error),
    })
}

fn parse(command: &Command, matches: &ArgMatches, names_pass: bool) -> Result<Args, clap::Error> {
    check_printing(command, matches)
        .map_err(|error| command.clone().error(ErrorKind::ArgumentConflict, error))?;
    let mut args = Args::from_arg_matches(matches)?;
    if names_pass {
        args.passes = PassArgs::from_arg_matches(matches)?;
    }
    Ok(args)
}

fn known_options(command: &Command) -> KnownOptions<'_> {
    let commands = [command].into_iter().chain(command.get_subcommands());
    let arguments = commands.flat_map(|command| command.get_arguments());
    let (switches, switch_values) = pass_args::switches();
    KnownOptions {
        long: arguments
            .filter_map(|argument| argument.get_long())
            .collect(),
        switches,
        switch_values,
    }
}

fn list() -> Result<ExitCode, RunError> {
    output::write(Path::new("-"), list_passes()?.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Loads the rules that options name; a pipeline loads its own rules.
fn load_rules(options: &ToolOptions) -> Result<Rules, RunError> {
    Ok(options.rules.load()?)
}

/// Reads the files that define dialects.
fn with_dialects(options: &ToolOptions) -> Result<Config, RunError> {
    let mut config = options.config.clone();
    for file in &options.irdl_files {
        let input = input::read(file)?;
        config.irdl.push(IrdlSource {
            text: input.bytes().to_vec(),
            name: input.name,
        });
    }
    Ok(config)
}

/// Prints the pipeline that would be run.
fn print_pipeline(options: &ToolOptions) -> Result<ExitCode, RunError> {
    let text = format!("{}\n", options.config.pipeline);
    output::write(Path::new("-"), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the names of the dialects in the form of MLIR's tools.
fn show_dialects(options: &ToolOptions) -> Result<ExitCode, RunError> {
    let dialects = driver::dialects(&with_dialects(options)?)?;
    let text = format!("Available Dialects: {}\n", dialects.join(", "));
    output::write(Path::new("-"), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn print_rules(options: &ToolOptions, rules: &Rules) -> Result<ExitCode, RunError> {
    let config = with_dialects(options)?;
    let errors = driver::check_rules(&config, rules, &mut Diagnostics::new(None))?;
    let Some(errors) = errors else {
        return Ok(ExitCode::from(FAILURE));
    };
    if !errors.is_empty() {
        let mut stderr = anstream::stderr().lock();
        for error in errors {
            let _ = writeln!(stderr, "{}", printable(&error.diagnostic().to_string()));
        }
        return Ok(ExitCode::from(USAGE));
    }
    output::write(&options.output, rules.table().to_string().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn print_generated(what: Generated, args: &Args) -> Result<ExitCode, RunError> {
    match generate(Args::command(), what).map_err(RunError::Generate)? {
        Some(text) => output::write(Path::new("-"), &text)?,
        None => write_pass(args).map_err(|error| match error {
            PassError::Rules(error) => RunError::Rules(error),
            error => RunError::Pass(error),
        })?,
    }
    Ok(ExitCode::SUCCESS)
}

fn run(
    options: &ToolOptions,
    rules: Rules,
    huge_pages: HugePages,
    machine: Option<&Machine>,
) -> Result<ExitCode, RunError> {
    driver::check(&options.config)?;
    let is_stdout = output::is_stdout(&options.output);
    let is_binary = matches!(
        options.config.output_format,
        OutputFormat::Bytecode | OutputFormat::Artifact(_)
    );
    if is_binary && is_stdout && !options.force && io::stdout().is_terminal() {
        return Err(RunError::Terminal);
    }

    let config = with_dialects(options)?;
    if let Some(directory) = &config.ir_printing.tree_directory {
        fs::create_dir_all(directory).map_err(|error| RunError::TreeDirectory {
            directory: directory.clone(),
            error,
        })?;
    }
    reproducer::check(&config.reproducers)?;
    if options.dumps_pipeline {
        let text = format!("{}\n", printable(&config.pipeline));
        write_to_standard_error(text.as_bytes()).map_err(driver::Error::Diagnostics)?;
    }
    let input = input::read(&options.input)?;
    let size = input.bytes().len();
    let proof = match &options.reporting {
        Reporting::Report {
            proof: Some(path), ..
        } => Some(proof::read(path, &config, &input)?),
        _ => None,
    };
    let output = Output::open(&options.output)?;
    huge_pages.allow_for(size);
    let monitor = Monitor::default();
    let writes_to_pipe = is_stdout && !io::stdout().is_terminal();
    let progress = ProgressLine::start(&input.name, monitor.clone(), writes_to_pipe);
    let mut diagnostics = Diagnostics::new(Some(&progress));
    let job = Job::terminated(&config, &input.name, input.bytes_with_nul());
    let mut job = job.unwrap_or(Job::new(&config, &input.name, input.bytes()));
    job.monitor = progress.is_shown().then_some(&monitor);
    let unload = || {
        input.unload();
        return_freed();
    };
    if size >= MINIMUM_SIZE_TO_UNLOAD {
        job.has_read = Some(&unload);
    }
    // Until the run ends it is not known whether there is a report, so it is kept in memory.
    let is_report = matches!(options.reporting, Reporting::Report { .. });
    if !is_report {
        job.output = output.destination();
    }
    let mut values = vec![];
    let outcome = match options.reporting {
        Reporting::Nothing if machine.is_some() => {
            driver::run_with_diagnostics(job).map(|(outcome, diagnostics)| {
                values = diagnostics;
                outcome
            })
        }
        Reporting::Nothing => driver::run(job, &mut diagnostics),
        Reporting::PassCounts => driver::run_with_counts(job, &mut diagnostics),
        Reporting::Stats {
            lower,
            ref specialize,
        } => {
            let lowering = Lowering {
                rules,
                options: lower,
                specialize: specialize.clone(),
                detail: Detail::Decisions,
                runs_pipeline: true,
                proof: None,
            };
            driver::run_with_stats(job, &lowering, &mut diagnostics)
        }
        Reporting::Report {
            lower,
            ref specialize,
            format,
            detail,
            runs_pipeline,
            proof: _,
        } => {
            let format = format.at(&options.output);
            let lowering = Lowering {
                rules,
                options: lower,
                specialize: specialize.clone(),
                detail,
                runs_pipeline,
                proof,
            };
            match machine {
                None => driver::explain(job, &lowering, format, &mut diagnostics),
                Some(_) => driver::explain_with_diagnostics(job, &lowering, format).map(
                    |(outcome, diagnostics)| {
                        values = diagnostics;
                        outcome
                    },
                ),
            }
        }
    };
    drop(progress);
    let outcome = match outcome {
        Err(driver::Error::Output(error)) => return Err(output.error(error).into()),
        outcome => outcome?,
    };
    // Standard output shows the parts that succeeded; a file is not replaced by a partial
    // result. Errors do not make a report partial: it lists them.
    let is_complete = outcome.status == Status::Success || is_report && !outcome.output.is_empty();
    let mut exit_code = match outcome.status {
        Status::Success => 0,
        Status::Failure => FAILURE,
    };
    if is_complete || is_stdout {
        match (output.finish(&outcome.output), machine) {
            (Ok(()), _) => {}
            (Err(error), None) => return Err(error.into()),
            (Err(error), Some(_)) => {
                // All diagnostics are in one document.
                values.push(Diagnostic::error(Kind::Usage, error.to_string()));
                exit_code = USAGE;
            }
        }
    }
    if let Some(machine) = machine {
        machine.write(&values, exit_code, Some((&input.name, input.bytes())))?;
    }
    Ok(ExitCode::from(exit_code))
}

/// A writer to standard error that ignores a closed pipe but reports other errors.
struct Diagnostics<'a> {
    progress: Option<&'a ProgressLine>,
}

impl<'a> Diagnostics<'a> {
    fn new(progress: Option<&'a ProgressLine>) -> Self {
        Self { progress }
    }
}

impl Write for Diagnostics<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.progress {
            Some(progress) => progress.make_room(bytes, || write_to_standard_error(bytes))?,
            None => write_to_standard_error(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

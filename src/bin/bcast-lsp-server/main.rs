//! A language server for MLIR with StableHLO, CHLO and the rules of broadcasting.
//!
//! It runs MLIR's own server in a second process of the same program and relays messages in
//! both directions. It adds what the lowering says to the server's replies, and answers
//! requests that MLIR's server does not know.

#[path = "../bcast-lower/standard_streams.rs"]
mod standard_streams;

use bcast_lower::language_server::{
    FrameError, Reaction, Session, read_frame, serve_mlir, write_frame,
};
use clap::{Parser, ValueEnum};
use serde_json::Value;
use standard_streams::Standard;
use std::{
    env,
    io::{self, BufReader, Write},
    process::{Child, Command, ExitCode, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

/// The first argument of the process that runs MLIR's server.
const SERVE_MLIR: &str = "--serve-mlir";

/// A language server for MLIR with StableHLO and CHLO: definitions, hovers, the outline, errors,
/// and what becomes of ops that broadcast implicitly.
///
/// It speaks the Language Server Protocol on standard input and output; an editor starts
/// it. In VS Code's MLIR extension, set it with `mlir.server_path`; for other editors, see
/// docs/editor.md. Rules, definitions of dialects and options are read from the nearest `bcast-lower.toml`,
/// in the directory of a document or above it.
#[derive(Debug, Parser)]
#[command(name = "bcast-lsp-server", version)]
struct ServerArgs {
    /// Messages to log to standard error
    #[arg(long, value_enum, default_value_t = Log::Error)]
    log: Log,
    /// Write JSON on several lines
    #[arg(long)]
    pretty: bool,
}

/// The amount of logging.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Log {
    Error,
    Info,
    Verbose,
}

impl ServerArgs {
    /// Returns the options of MLIR's server.
    fn of_mlir(&self) -> Vec<&'static str> {
        let log = match self.log {
            Log::Error => "--log=error",
            Log::Info => "--log=info",
            Log::Verbose => "--log=verbose",
        };
        let pretty = self.pretty.then_some("--pretty");
        [log].into_iter().chain(pretty).collect()
    }
}

/// An error that stops the server.
#[derive(Debug, thiserror::Error)]
enum ServerError {
    #[error("cannot read requests from standard input: {0}")]
    Input(#[source] io::Error),
    #[error("cannot write replies to standard output: {0}")]
    Output(#[source] io::Error),
    #[error("cannot start MLIR's server: {0}")]
    Start(#[source] io::Error),
    #[error(transparent)]
    Frame(#[from] FrameError),
    #[error("cannot write to standard output: {0}")]
    Write(#[source] io::Error),
    #[error("cannot wait for MLIR's server: {0}")]
    Wait(#[source] io::Error),
}

fn main() -> ExitCode {
    let mut arguments = env::args().collect::<Vec<_>>();
    if arguments.get(1).is_some_and(|first| first == SERVE_MLIR) {
        arguments.remove(1);
        return if serve_mlir(&arguments) {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    let result = match ServerArgs::try_parse() {
        Ok(args) => relay(&args),
        Err(usage) => show_usage(&usage),
    };
    result.unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "error: {error}");
        ExitCode::FAILURE
    })
}

/// Prints clap's output: an error, help, or the version.
fn show_usage(usage: &clap::Error) -> Result<ExitCode, ServerError> {
    let printed = match usage.use_stderr() {
        true => usage.print(),
        false => Standard::Output.check().and_then(|()| usage.print()),
    };
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(ServerError::Write(error)),
        _ => Ok(ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(2))),
    }
}

/// Relays messages until MLIR's server ends.
fn relay(args: &ServerArgs) -> Result<ExitCode, ServerError> {
    Standard::Input.check().map_err(ServerError::Input)?;
    Standard::Output.check().map_err(ServerError::Output)?;
    let mut server = start(args).map_err(ServerError::Start)?;
    let mut requests = server.stdin.take().expect("standard input is piped");
    let mut replies = BufReader::new(server.stdout.take().expect("standard output is piped"));

    let session = Arc::new(Mutex::new(Session::default()));
    let followed = session.clone();
    // The thread ends with the process, because the client may keep its end open for longer.
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        while let Ok(Some(content)) = read_frame(&mut stdin) {
            let reaction = match serde_json::from_slice::<Value>(&content) {
                Ok(message) => {
                    let mut session = followed.lock().unwrap_or_else(PoisonError::into_inner);
                    session.from_client(message)
                }
                Err(_) => Reaction::Forward,
            };
            let written = match reaction {
                Reaction::Forward => write_frame(&mut requests, &content),
                Reaction::Replace(message) => {
                    write_frame(&mut requests, message.to_string().as_bytes())
                }
                Reaction::Answer(messages) => messages.iter().try_for_each(tell_client),
            };
            if written.is_err() {
                return;
            }
        }
        // MLIR's server ends when its input ends.
    });

    while let Some(mut content) = read_frame(&mut replies)? {
        if let Ok(mut message) = serde_json::from_slice::<Value>(&content) {
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            session.from_server(&mut message);
            content = message.to_string().into_bytes();
        }
        write_frame(&mut io::stdout().lock(), &content).map_err(ServerError::Write)?;
    }
    let status = server.wait().map_err(ServerError::Wait)?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn tell_client(message: &Value) -> io::Result<()> {
    write_frame(&mut io::stdout().lock(), message.to_string().as_bytes())
}

fn start(args: &ServerArgs) -> io::Result<Child> {
    Command::new(env::current_exe()?)
        .arg(SERVE_MLIR)
        .args(args.of_mlir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
}

//! A language server for MLIR with StableHLO, CHLO and the rules of broadcasting.
//!
//! It runs MLIR's own server, which is this program again, and passes messages on in
//! both directions; to the diagnostics that go by it adds what breaks the rules of the
//! `Broadcastable` trait.

use bcast_lower::language_server::{
    Documents, FrameError, add_violations, read_frame, serve_mlir, write_frame,
};
use serde_json::Value;
use std::{
    env,
    io::{self, BufReader, Write},
    process::{Child, Command, ExitCode, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

/// The first argument of the process that runs MLIR's server.
const SERVE_MLIR: &str = "--serve-mlir";

/// Why the server stops.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("cannot start MLIR's server: {0}")]
    Start(#[source] io::Error),
    #[error(transparent)]
    Frame(#[from] FrameError),
    #[error("cannot write a message: {0}")]
    Write(#[source] io::Error),
    #[error("MLIR's server cannot be waited for: {0}")]
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
    if arguments.get(1).is_some_and(|first| first == "--version") {
        println!("bcast-lsp-server {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    relay(&arguments).unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "error: {error}");
        ExitCode::FAILURE
    })
}

/// Passes messages on until MLIR's server ends.
fn relay(arguments: &[String]) -> Result<ExitCode, Error> {
    let mut server = start(arguments).map_err(Error::Start)?;
    let mut requests = server.stdin.take().expect("standard input is piped");
    let mut replies = BufReader::new(server.stdout.take().expect("standard output is piped"));

    let documents = Arc::new(Mutex::new(Documents::default()));
    let followed = documents.clone();
    // It ends with the process: the client may keep its end open for longer.
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        while let Ok(Some(content)) = read_frame(&mut stdin) {
            if let Ok(message) = serde_json::from_slice::<Value>(&content) {
                let mut documents = followed.lock().unwrap_or_else(PoisonError::into_inner);
                documents.follow(&message);
            }
            if write_frame(&mut requests, &content).is_err() {
                return;
            }
        }
        // MLIR's server ends as its input does.
    });

    while let Some(mut content) = read_frame(&mut replies)? {
        if let Ok(mut message) = serde_json::from_slice::<Value>(&content) {
            let documents = documents.lock().unwrap_or_else(PoisonError::into_inner);
            add_violations(&mut message, &documents);
            content = message.to_string().into_bytes();
        }
        write_frame(&mut io::stdout().lock(), &content).map_err(Error::Write)?;
    }
    let status = server.wait().map_err(Error::Wait)?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn start(arguments: &[String]) -> io::Result<Child> {
    Command::new(env::current_exe()?)
        .arg(SERVE_MLIR)
        .args(arguments.iter().skip(1))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
}

//! What a child sends to its parent: diagnostics, then the result of the run.

use super::panics;
use crate::{
    driver::{
        Error, Job, Outcome, Status,
        progress::{Follow, Phase, RunStep},
    },
    pipeline::manager::PipelineError,
};
use std::{
    any::Any,
    io::{self, PipeWriter, Read, Write},
    sync::{Mutex, PoisonError},
};

/// The frames that a child sends, on any thread: a byte for the kind, the length, the content.
pub(super) struct Frames(Mutex<PipeWriter>);

/// The kinds of frames. Any kind but diagnostics and steps ends the stream.
mod kind {
    pub const DIAGNOSTICS: u8 = b'D';
    pub const STEP: u8 = b'T';
    pub const SUCCESS: u8 = b'S';
    pub const FAILURE: u8 = b'F';
    pub const INVALID_PIPELINE: u8 = b'P';
    pub const NO_MEMORY: u8 = b'M';
    pub const NO_OUTPUT: u8 = b'O';
    pub const PANIC: u8 = b'X';
}

impl Frames {
    pub fn new(writer: PipeWriter) -> Self {
        Self(Mutex::new(writer))
    }

    fn send(&self, kind: u8, content: &[u8]) -> io::Result<()> {
        let mut head = [kind; 9];
        head[1..].copy_from_slice(&(content.len() as u64).to_le_bytes());
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write_all(&head)?;
        writer.write_all(content)
    }

    /// Sends a step.
    pub fn send_step(&self, step: &RunStep) -> io::Result<()> {
        self.send(kind::STEP, &serde_json::to_vec(step)?)
    }

    /// Sends the last frame.
    pub fn send_result(
        &self,
        result: Result<Result<Outcome, Error>, Box<dyn Any + Send>>,
    ) -> io::Result<()> {
        match result {
            Ok(Ok(Outcome { output, status })) => match status {
                Status::Success => self.send(kind::SUCCESS, &output),
                Status::Failure => self.send(kind::FAILURE, &output),
            },
            Ok(Err(Error::Pipeline(error))) => {
                self.send(kind::INVALID_PIPELINE, error.reason.as_bytes())
            }
            Ok(Err(Error::Memory { .. })) => self.send(kind::NO_MEMORY, b""),
            Ok(Err(Error::Output(error))) => {
                let code = error.raw_os_error().unwrap_or_default();
                self.send(kind::NO_OUTPUT, &code.to_le_bytes())
            }
            Ok(Err(Error::Diagnostics(error) | Error::Thread(error) | Error::Process(error))) => {
                Err(error)
            }
            // The parent kills it instead.
            Ok(Err(Error::Stopped)) => Err(io::Error::other(Error::Stopped)),
            // Both are checked before the process is started.
            Ok(Err(Error::Rules(errors))) => Err(io::Error::other(errors)),
            Ok(Err(error @ Error::NotPortable { .. })) => Err(io::Error::other(error)),
            Err(panic) => self.send(kind::PANIC, panics::report(&*panic).as_bytes()),
        }
    }
}

impl Write for &Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(kind::DIAGNOSTICS, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The last frame.
pub(super) struct Last {
    kind: u8,
    content: Vec<u8>,
}

/// Passes diagnostics and steps on, and returns the last frame if it arrives completely; otherwise the phase
/// of the last step.
pub(super) fn receive(
    mut reader: impl Read,
    diagnostics: &mut dyn Write,
    follow: Follow<'_>,
) -> Result<Result<Last, Phase>, Error> {
    let mut phase = Phase::default();
    loop {
        let mut head = [0; 9];
        if reader.read_exact(&mut head).is_err() {
            return Ok(Err(phase));
        }
        let [kind, length @ ..] = head;
        let mut content = vec![];
        let length = u64::from_le_bytes(length);
        let is_whole = (&mut reader)
            .take(length)
            .read_to_end(&mut content)
            .is_ok_and(|read| read as u64 == length);
        if !is_whole {
            return Ok(Err(phase));
        }
        match kind {
            kind::STEP => {
                if let Ok(step) = serde_json::from_slice::<RunStep>(&content) {
                    phase.follow(step.clone());
                    follow(step);
                }
            }
            kind::DIAGNOSTICS => diagnostics
                .write_all(&content)
                .map_err(Error::Diagnostics)?,
            _ => return Ok(Ok(Last { kind, content })),
        }
    }
}

impl Last {
    /// Returns the result that the child sent, as that of the job.
    pub fn into_result(self, job: Job<'_>) -> Result<Outcome, Error> {
        let text = |content: &[u8]| String::from_utf8_lossy(content).into_owned();
        let status = match self.kind {
            kind::SUCCESS => Status::Success,
            kind::FAILURE => Status::Failure,
            kind::INVALID_PIPELINE => {
                return Err(Error::Pipeline(PipelineError {
                    pipeline: job.config.pipeline.clone(),
                    reason: text(&self.content),
                    option_error: None,
                }));
            }
            kind::NO_OUTPUT => {
                let code = self.content.as_slice().try_into().map(i32::from_le_bytes);
                let error = code.map_or_else(io::Error::other, io::Error::from_raw_os_error);
                return Err(Error::Output(error));
            }
            kind::NO_MEMORY => {
                let size = job.source.len();
                return Err(Error::Memory { size });
            }
            _ => panic!(
                "in the process that reads bytecode: {}",
                text(&self.content)
            ),
        };
        Ok(Outcome {
            output: self.content,
            status,
        })
    }
}

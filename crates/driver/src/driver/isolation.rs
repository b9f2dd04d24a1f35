//! Running in a separate process, whose crash does not affect this one.
//!
//! # Bytecode is read in a separate process
//!
//! MLIR's reader trusts counts and indices, and a complete check before it would be a second
//! reader. `driver/isolation.rs` forks before it reads, so that a crash or an endless loop ends
//! only the child. The child writes its output to the file itself; diagnostics, and output that is
//! kept in memory, come through a pipe. The child also runs the passes, because malformed input
//! may crash them too. It sends each step (the source has been read, a pass begins or ends, the
//! output is written), so that the message about its end names the phase
//! (`driver/isolation/phase.rs`). The same steps, in either process, show those who wait how far a
//! run has come (`driver/progress.rs`). Text does not need this: its nesting is bounded before it
//! is parsed.
//!
//! A copy of a process keeps the locks that other threads held, which nothing releases. So
//! `driver/isolation.rs` forks only while no other run of the driver takes place; values, such as
//! diagnostics and reports, come from the child as JSON.

mod frames;
mod panics;
mod phase;

use super::{
    Error, Job, Outcome, Stop,
    progress::{Follow, RunStep},
    split,
};
use frames::{Frames, receive};
#[cfg(target_os = "linux")]
use nix::sys::prctl;
use nix::{
    errno::Errno,
    libc,
    poll::{PollFd, PollFlags, poll},
    sys::{
        resource::{RLIM_INFINITY, Resource, getrlimit, rlim_t, setrlimit},
        signal::{self, SigHandler, Signal},
        wait::{WaitStatus, waitpid},
    },
    unistd::{ForkResult, Pid, fork},
};
use phase::{Cause, Ending};
use std::{
    fs::{self, File},
    io::{self, PipeReader, PipeWriter, Read, Write, pipe},
    os::fd::{AsFd, AsRawFd},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{PoisonError, RwLock},
};

/// The limits on reading, in seconds and bytes, apart from what the size of the source adds.
const SECONDS: u64 = 5;
const MEMORY: u64 = 4 << 30;
/// The amounts that the size of the source adds.
const BYTES_PER_SECOND: u64 = 1 << 20;
const MEMORY_PER_BYTE: u64 = 64;

/// How long it takes until a request to stop is heard, in milliseconds.
const PATIENCE: u8 = 50;

/// Held by every run in this process, and exclusively while the process is copied: locks that
/// other runs hold, in MLIR and in the standard library, would stay locked in the copy.
static RUNS: RwLock<()> = RwLock::new(());

/// Runs `body` while no copy of this process is made.
pub(super) fn without_copies<T>(body: impl FnOnce() -> T) -> T {
    let _running = RUNS.read().unwrap_or_else(PoisonError::into_inner);
    body()
}

/// Runs `body` in a copy of this process, and passes on its diagnostics and its result. Neither
/// the source nor output that goes to a file is copied.
///
/// `body` gets a writer for diagnostics, and a function to call at each step. Until the source has
/// been read, time and memory are limited. If the process ends in any way other than by returning
/// from `body`, the result describes how it ended, and in which phase.
pub(super) fn run_in_copy(
    job: Job<'_>,
    diagnostics: &mut (dyn Write + Send),
    body: impl FnOnce(&mut (dyn Write + Send), Follow<'_>) -> Result<Outcome, Error>,
) -> Result<Result<Outcome, Ending>, Error> {
    let (reader, writer) = pipe().map_err(Error::Process)?;
    let alone = RUNS.write().unwrap_or_else(PoisonError::into_inner);
    panics::prepare_to_keep();
    // SAFETY: only this thread survives in the child, where it does what it would have done
    // here, in its own copy of the memory. No other run holds a lock now; locks of other threads
    // are excluded by the contract of `Config::isolate_crashes`, or not taken there.
    let process = unsafe { fork() };
    match process.map_err(|errno| Error::Process(errno.into()))? {
        ForkResult::Child => {
            drop(reader);
            run_child(job.source, writer, body)
        }
        ForkResult::Parent { child } => {
            drop(alone);
            drop(writer);
            let reader = ChildReader {
                reader,
                child,
                stop: job.stop,
            };
            let result = receive(reader, diagnostics, &|step| job.follow(step));
            let cause = Cause::wait(child).map_err(Error::Process)?;
            Ok(match result? {
                Ok(last) => Ok(last.into_result(job)?),
                Err(_) if job.stop.is_some_and(Stop::is_requested) => return Err(Error::Stopped),
                Err(phase) => Err(Ending {
                    phase,
                    cause,
                    is_bytecode: split::is_bytecode(job.source),
                }),
            })
        }
    }
}

fn run_child(
    source: &[u8],
    writer: PipeWriter,
    body: impl FnOnce(&mut (dyn Write + Send), Follow<'_>) -> Result<Outcome, Error>,
) -> ! {
    let frames = Frames::new(writer);
    end_with_the_parent();
    panics::keep();
    // Reading text takes no more than it needs.
    if split::is_bytecode(source) {
        limit(source.len());
    }
    let follow = |step| {
        if step == RunStep::Read {
            lift_limits();
        }
        // Without a parent, nobody needs to know.
        let _ = frames.send_step(&step);
    };
    let result = catch_unwind(AssertUnwindSafe(|| body(&mut &frames, &follow)));
    let is_sent = frames.send_result(result).is_ok();
    // SAFETY: it ends the process without running the exit handlers that the parent has
    // registered.
    unsafe { libc::_exit(i32::from(!is_sent)) }
}

/// Discards what MLIR prints when it crashes in a child.
pub(super) fn silence_standard_error() {
    let Ok(null) = File::options().write(true).open("/dev/null") else {
        return;
    };
    // SAFETY: the call accepts any two numbers.
    unsafe { libc::dup2(null.as_raw_fd(), libc::STDERR_FILENO) };
    // Handlers of the program, such as Python's `faulthandler`, may print to other files.
    for signal in [
        Signal::SIGABRT,
        Signal::SIGBUS,
        Signal::SIGFPE,
        Signal::SIGILL,
        Signal::SIGSEGV,
    ] {
        // SAFETY: the default action runs no code of this process.
        let _ = unsafe { signal::signal(signal, SigHandler::SigDfl) };
    }
}

/// Makes sure that the child does not outlive its parent: signals have their default effect,
/// even if the parent handles them, and the end of the parent kills the child on systems that
/// support that.
fn end_with_the_parent() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        // SAFETY: the default action runs no code of this process.
        let _ = unsafe { signal::signal(signal, SigHandler::SigDfl) };
    }
    #[cfg(target_os = "linux")]
    let _ = prctl::set_pdeathsig(Signal::SIGKILL);
}

/// Limits the resources that a malformed source can use, and disables core dumps.
fn limit(size: usize) {
    let size = u64::try_from(size).unwrap_or(u64::MAX);
    set_soft_limit(Resource::RLIMIT_CORE, 0);
    set_soft_limit(Resource::RLIMIT_CPU, SECONDS + size / BYTES_PER_SECOND);
    if let Some(now) = address_space() {
        let more = MEMORY.saturating_add(size.saturating_mul(MEMORY_PER_BYTE));
        set_soft_limit(Resource::RLIMIT_AS, now.saturating_add(more));
    }
}

fn lift_limits() {
    for resource in [Resource::RLIMIT_CPU, Resource::RLIMIT_AS] {
        set_soft_limit(resource, RLIM_INFINITY);
    }
}

/// Sets a soft limit, up to the hard limit. If that fails, the system's limits apply.
fn set_soft_limit(resource: Resource, limit: rlim_t) {
    if let Ok((_, hard)) = getrlimit(resource) {
        let _ = setrlimit(resource, limit.min(hard), hard);
    }
}

/// Returns the size of this process's address space in bytes, where it is known.
fn address_space() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmSize:"))?;
    let kib = line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?;
    kib.checked_mul(1024)
}

impl Cause {
    fn wait(child: Pid) -> io::Result<Self> {
        loop {
            return match waitpid(child, None) {
                Ok(WaitStatus::Exited(_, code)) => Ok(Self::Code(code)),
                Ok(WaitStatus::Signaled(_, signal, _)) => Ok(Self::Signal(signal)),
                Ok(_) => Ok(Self::Unknown),
                Err(Errno::EINTR) => continue,
                // The host program waits for all its children, or for none.
                Err(Errno::ECHILD) => Ok(Self::Unknown),
                Err(errno) => Err(errno.into()),
            };
        }
    }
}

/// What a child sends. The child is killed if the run shall stop.
struct ChildReader<'r> {
    reader: PipeReader,
    child: Pid,
    stop: Option<&'r Stop>,
}

impl ChildReader<'_> {
    /// Waits until there is something to read, or the run shall stop.
    fn wait(&self, stop: &Stop) -> io::Result<()> {
        let mut pipes = [PollFd::new(self.reader.as_fd(), PollFlags::POLLIN)];
        while !stop.is_requested() {
            match poll(&mut pipes, PATIENCE) {
                Ok(0) | Err(Errno::EINTR) => {}
                Ok(_) => return Ok(()),
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(signal::kill(self.child, Signal::SIGKILL)?)
    }
}

impl Read for ChildReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(stop) = self.stop {
            self.wait(stop)?;
        }
        self.reader.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostic::panic_message,
        driver::{Config, Status},
        pipeline::manager::PipelineError,
    };
    use nix::sys::signal::raise;
    use std::{panic, process::abort};

    /// A source that looks like bytecode.
    const SOURCE: [u8; 100] = {
        let mut source = [0; 100];
        let magic = b"ML\xefR";
        let mut index = 0;
        while index < magic.len() {
            source[index] = magic[index];
            index += 1;
        }
        source
    };

    fn job<'j>(config: &'j Config, name: &'j str) -> Job<'j> {
        Job::new(config, name, &SOURCE)
    }

    /// Checks the result of a run: a status, or the message about an ending.
    fn check(
        expected: Result<Status, &str>,
        expected_diagnostics: &str,
        body: impl FnOnce(&mut (dyn Write + Send), Follow<'_>) -> Result<Outcome, Error>,
    ) -> Vec<u8> {
        let mut diagnostics = vec![];
        let ended =
            run_in_copy(job(&Config::default(), "a.mlirbc"), &mut diagnostics, body).unwrap();
        assert_eq!(
            String::from_utf8(diagnostics).unwrap(),
            expected_diagnostics
        );
        let ended = ended.map_err(|ending| ending.to_string());
        let status = ended.as_ref().map(|outcome| outcome.status);
        assert_eq!(status.map_err(String::as_str), expected);
        ended.map_or_else(|_| vec![], |outcome| outcome.output)
    }

    #[test]
    fn passes_on_diagnostics_and_the_outcome() {
        for status in [Status::Success, Status::Failure] {
            // More than a pipe holds.
            let output = b"0123456789".repeat(100_000);
            let received = check(Ok(status), "one\ntwo\n", |diagnostics, _| {
                writeln!(diagnostics, "one").unwrap();
                writeln!(diagnostics, "two").unwrap();
                Ok(Outcome {
                    output: output.clone(),
                    status,
                })
            });
            assert_eq!(received, output);
        }
    }

    #[test]
    fn a_crash_is_a_failure() {
        check(
            Err("malformed bytecode: MLIR's reader crashes with SIGABRT"),
            "first\n",
            |diagnostics, _| {
                writeln!(diagnostics, "first").unwrap();
                abort()
            },
        );
        check(
            Err("malformed bytecode: MLIR's reader does not terminate"),
            "",
            |_, _| {
                raise(Signal::SIGXCPU).unwrap();
                panic!("the signal ends the process")
            },
        );
    }

    #[test]
    fn the_message_about_a_crash_names_the_phase() {
        let pass = || String::from("cse");
        check(
            Err(
                "pass 'cse' crashes with SIGABRT; `--mlir-pass-pipeline-crash-reproducer=FILE` \
                 writes the program before the passes, with the pipeline, to a file",
            ),
            "first\n",
            |diagnostics, follow| {
                follow(RunStep::Read);
                follow(RunStep::PassBegins(pass()));
                writeln!(diagnostics, "first").unwrap();
                abort()
            },
        );
        check(
            Err("MLIR's printer ends with exit code 7"),
            "",
            |_, follow| {
                for step in [
                    RunStep::Read,
                    RunStep::PassBegins(pass()),
                    RunStep::PassEnds(pass()),
                    RunStep::Write,
                ] {
                    follow(step);
                }
                // SAFETY: the process ends without running exit handlers.
                unsafe { libc::_exit(7) }
            },
        );
    }

    #[test]
    fn errors_are_passed_on() {
        let run = |error| run_in_copy(job(&Config::default(), "a"), &mut vec![], |_, _| Err(error));
        assert!(matches!(
            run(Error::Memory { size: 100 }),
            Err(Error::Memory { size: 100 })
        ));
        let error = PipelineError {
            pipeline: Config::default().pipeline,
            reason: "because".into(),
            option_error: None,
        };
        let Err(Error::Pipeline(received)) = run(Error::Pipeline(error.clone())) else {
            panic!("the pipeline is invalid");
        };
        assert_eq!(received, error);
    }

    #[test]
    fn panics_are_passed_on() {
        let check = |body: fn() -> Outcome, expected: &str| {
            let result = catch_unwind(|| {
                run_in_copy(job(&Config::default(), "a"), &mut vec![], |_, _| Ok(body()))
            });
            let panic = result.unwrap_err();
            let message = panic_message(&*panic);
            let message = message.strip_prefix("in the process that reads bytecode: ");
            let message = message.expect("it says where the panic was");
            assert!(message.ends_with(expected), "{message}");
            message.to_string()
        };
        let message = check(|| panic!("as expected"), "as expected");
        assert!(message.contains("isolation.rs:"), "{message}");
        let resume = || panic::resume_unwind(Box::new("as expected"));
        assert_eq!(check(resume, "as expected"), "as expected");
    }

    #[test]
    fn limits_end_after_reading() {
        let output = check(Ok(Status::Success), "", |_, follow| {
            let limit = || getrlimit(Resource::RLIMIT_CPU).unwrap();
            let before = limit();
            follow(RunStep::Read);
            let after = limit();
            Ok(Outcome {
                output: vec![u8::from(before.0 == SECONDS), u8::from(after.0 == after.1)],
                status: Status::Success,
            })
        });
        assert_eq!(output, [1, 1]);
    }
}

//! Running in a separate process, whose crash does not affect this one.

use super::{Error, Job, Outcome, Status, Stop};
use crate::pipeline::{manager::PipelineError, panic_message};
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
use std::{
    any::Any,
    cell::Cell,
    fmt::{self, Display, Formatter},
    fs::{self, File},
    io::{self, PipeReader, PipeWriter, Read, Write, pipe},
    os::fd::{AsFd, AsRawFd},
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::{
        Once, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
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

/// Runs `body` in this process, while no copy of the process is made.
pub(super) fn run_here<T>(body: impl FnOnce() -> T) -> T {
    let _running = RUNS.read().unwrap_or_else(PoisonError::into_inner);
    body()
}

/// Runs `body` in a copy of this process, and passes on its diagnostics and its result. Neither
/// the source nor output that goes to a file is copied.
///
/// `body` gets a writer for diagnostics, and a function to call when the source has been read:
/// until then, time and memory are limited. If the process ends in any way other than by
/// returning from `body`, the result describes how it ended.
pub(super) fn run(
    job: Job<'_>,
    diagnostics: &mut (dyn Write + Send),
    body: impl FnOnce(&mut (dyn Write + Send), &dyn Fn()) -> Result<Outcome, Error>,
) -> Result<Result<Outcome, Ending>, Error> {
    let (reader, writer) = pipe().map_err(Error::Process)?;
    prepare_to_keep_panics();
    let alone = RUNS.write().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: only this thread survives in the child, where it does what it would have done
    // here, in its own copy of the memory. No other run holds a lock now; locks of other threads
    // are excluded by the contract of `Config::isolate_bytecode`, or not taken there.
    let process = unsafe { fork() };
    match process.map_err(|errno| Error::Process(errno.into()))? {
        ForkResult::Child => {
            drop(reader);
            run_child(job.source.len(), writer, body)
        }
        ForkResult::Parent { child } => {
            drop(alone);
            drop(writer);
            let reader = Reader {
                reader,
                child,
                stop: job.stop,
            };
            let result = receive(reader, diagnostics);
            let ending = Ending::wait(child).map_err(Error::Process)?;
            Ok(match result? {
                Some(last) => Ok(last.into_result(job)?),
                None if job.stop.is_some_and(Stop::is_requested) => return Err(Error::Stopped),
                None => Err(ending),
            })
        }
    }
}

fn run_child(
    size: usize,
    writer: PipeWriter,
    body: impl FnOnce(&mut (dyn Write + Send), &dyn Fn()) -> Result<Outcome, Error>,
) -> ! {
    let mut frames = Frames(writer);
    end_with_the_parent();
    KEEPS_PANICS.store(true, Ordering::Relaxed);
    limit(size);
    let result = catch_unwind(AssertUnwindSafe(|| body(&mut frames, &lift_limits)));
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

thread_local! {
    /// The message of this thread's last panic and its full report, in a child.
    static LAST_PANIC: Cell<Option<(String, String)>> = const { Cell::new(None) };
}

/// Whether this process is a child, in which reports of panics are kept for the parent.
static KEEPS_PANICS: AtomicBool = AtomicBool::new(false);

/// Sets a panic hook that keeps reports in a child, and calls the previous hook elsewhere.
///
/// The previous hook may take locks, such as that of standard error, which another thread may
/// have held at the time of the fork: in the child, nothing would release them. The same holds
/// for the lock of the hook itself, so the hook is set before the fork.
fn prepare_to_keep_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |information| {
            if !KEEPS_PANICS.load(Ordering::Relaxed) {
                return others(information);
            }
            let message = panic_message(information.payload()).to_string();
            LAST_PANIC.set(Some((message, information.to_string())));
        }));
    });
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

/// How a child ended without a result.
#[derive(Debug)]
pub(super) enum Ending {
    Signal(Signal),
    Code(i32),
    Unknown,
}

impl Ending {
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

/// The start of the message about an ending.
const READER: &str = "malformed bytecode: MLIR's reader";

impl Display for Ending {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signal(Signal::SIGXCPU) => write!(formatter, "{READER} does not terminate"),
            Self::Signal(signal) => write!(formatter, "{READER} crashes with {signal}"),
            Self::Code(code) => write!(formatter, "{READER} ends with exit code {code}"),
            Self::Unknown => write!(formatter, "{READER} ends without a result"),
        }
    }
}

/// The frames that a child sends: a byte for the kind, the length, the content.
struct Frames(PipeWriter);

/// The kinds of frames. Any kind but diagnostics ends the stream.
mod kind {
    pub const DIAGNOSTICS: u8 = b'D';
    pub const SUCCESS: u8 = b'S';
    pub const FAILURE: u8 = b'F';
    pub const INVALID_PIPELINE: u8 = b'P';
    pub const NO_MEMORY: u8 = b'M';
    pub const NO_OUTPUT: u8 = b'O';
    pub const PANIC: u8 = b'X';
}

impl Frames {
    fn send(&mut self, kind: u8, content: &[u8]) -> io::Result<()> {
        let mut head = [kind; 9];
        head[1..].copy_from_slice(&(content.len() as u64).to_le_bytes());
        self.0.write_all(&head)?;
        self.0.write_all(content)
    }

    fn send_result(
        &mut self,
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
            // Rules are checked before the process is started.
            Ok(Err(Error::Rules(errors))) => Err(io::Error::other(errors)),
            Err(panic) => {
                let message = panic_message(&*panic);
                // Resuming a panic calls no hook, so the kept report may be of an earlier
                // panic.
                let kept = LAST_PANIC.take().filter(|(kept, _)| kept == message);
                let report = kept.as_ref().map_or(message, |(_, report)| report);
                self.send(kind::PANIC, report.as_bytes())
            }
        }
    }
}

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(kind::DIAGNOSTICS, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The last frame.
struct Last {
    kind: u8,
    content: Vec<u8>,
}

/// What a child sends. The child is killed if the run shall stop.
struct Reader<'r> {
    reader: PipeReader,
    child: Pid,
    stop: Option<&'r Stop>,
}

impl Reader<'_> {
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

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(stop) = self.stop {
            self.wait(stop)?;
        }
        self.reader.read(buffer)
    }
}

/// Passes diagnostics on, and returns the last frame if it arrives completely.
fn receive(mut reader: Reader<'_>, diagnostics: &mut dyn Write) -> Result<Option<Last>, Error> {
    loop {
        let mut head = [0; 9];
        if reader.read_exact(&mut head).is_err() {
            return Ok(None);
        }
        let [kind, length @ ..] = head;
        let mut content = vec![];
        let length = u64::from_le_bytes(length);
        let is_whole = (&mut reader)
            .take(length)
            .read_to_end(&mut content)
            .is_ok_and(|read| read as u64 == length);
        if !is_whole {
            return Ok(None);
        }
        if kind != kind::DIAGNOSTICS {
            return Ok(Some(Last { kind, content }));
        }
        diagnostics
            .write_all(&content)
            .map_err(Error::Diagnostics)?;
    }
}

impl Last {
    fn into_result(self, job: Job<'_>) -> Result<Outcome, Error> {
        let text = |content: &[u8]| String::from_utf8_lossy(content).into_owned();
        let status = match self.kind {
            kind::SUCCESS => Status::Success,
            kind::FAILURE => Status::Failure,
            kind::INVALID_PIPELINE => {
                return Err(Error::Pipeline(PipelineError {
                    pipeline: job.config.pipeline.clone(),
                    reason: text(&self.content),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Config;
    use nix::sys::signal::raise;
    use std::process::abort;

    fn job<'j>(config: &'j Config, name: &'j str) -> Job<'j> {
        Job::new(config, name, &[0; 100])
    }

    /// Checks the result of a run: a status, or the message about an ending.
    fn check(
        expected: Result<Status, &str>,
        expected_diagnostics: &str,
        body: impl FnOnce(&mut (dyn Write + Send), &dyn Fn()) -> Result<Outcome, Error>,
    ) -> Vec<u8> {
        let mut diagnostics = vec![];
        let ended = run(job(&Config::default(), "a.mlirbc"), &mut diagnostics, body).unwrap();
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
    fn errors_are_passed_on() {
        let run = |error| run(job(&Config::default(), "a"), &mut vec![], |_, _| Err(error));
        assert!(matches!(
            run(Error::Memory { size: 100 }),
            Err(Error::Memory { size: 100 })
        ));
        let error = PipelineError {
            pipeline: Config::default().pipeline,
            reason: "because".into(),
        };
        let Err(Error::Pipeline(received)) = run(Error::Pipeline(error.clone())) else {
            panic!("the pipeline is invalid");
        };
        assert_eq!(received, error);
    }

    #[test]
    fn panics_are_passed_on() {
        let check = |body: fn() -> Outcome, expected: &str| {
            let result =
                catch_unwind(|| run(job(&Config::default(), "a"), &mut vec![], |_, _| Ok(body())));
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
        let output = check(Ok(Status::Success), "", |_, after_parsing| {
            let limit = || getrlimit(Resource::RLIMIT_CPU).unwrap();
            let before = limit();
            after_parsing();
            let after = limit();
            Ok(Outcome {
                output: vec![u8::from(before.0 == SECONDS), u8::from(after.0 == after.1)],
                status: Status::Success,
            })
        });
        assert_eq!(output, [1, 1]);
    }
}

//! Runs in separate threads, so that Python continues and handles Ctrl-C.

use bcast_lower::driver::{Monitor, Phase, Progress, Stop};
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use std::{
    any::Any,
    panic,
    sync::{
        Mutex, PoisonError,
        mpsc::{RecvTimeoutError, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// How long it takes until Ctrl-C is heard, and until progress is reported.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs that no caller waits for any more.
static ABANDONED: Mutex<Vec<JoinHandle<()>>> = Mutex::new(vec![]);

/// Runs `body` in a thread, without Python's lock. `progress` is called in this thread, with what the
/// monitor shows.
///
/// # Errors
///
/// Returns what a signal handler of Python raises, `KeyboardInterrupt` for one, or `progress`;
/// `body` is asked to stop, and [`finish`] waits for it. Returns an error if `body` panics.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<Bound<'_, PyAny>>,
    body: impl FnOnce(&Stop, &Monitor) -> T + Send + 'static,
) -> PyResult<T> {
    let (stop, monitor) = (Stop::default(), Monitor::default());
    let for_body = (stop.clone(), monitor.clone());
    let mut reported = None;
    if let Some(progress) = &progress {
        // A short run may have ended before this thread runs again.
        report(&monitor.progress(), &mut reported, progress)?;
    }
    let (sender, receiver) = channel();
    let thread = thread::Builder::new().spawn(move || {
        let (stop, monitor) = for_body;
        let result = panic::catch_unwind(panic::AssertUnwindSafe(|| body(&stop, &monitor)));
        // Nobody may listen any more.
        let _ = sender.send(result);
    })?;
    // Only one thread receives, and none but this one.
    let receiver = Mutex::new(receiver);
    loop {
        let handled = py.check_signals().and_then(|()| match &progress {
            Some(progress) => report(&monitor.progress(), &mut reported, progress),
            None => Ok(()),
        });
        if let Err(error) = handled {
            stop.request();
            abandoned().push(thread);
            return Err(error);
        }
        let received = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv_timeout(PATIENCE)
        });
        match received {
            Ok(result) => {
                let _ = py.detach(|| thread.join());
                return result.map_err(|panic| internal_error(&*panic));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "internal error: a thread ended early",
                ));
            }
        }
    }
}

/// Calls a function of Python with the stage of a run and the share that is done, unless they have
/// been `reported`.
fn report(
    progress: &Progress,
    reported: &mut Option<(String, f64)>,
    function: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (stage, share) = match &progress.phase {
        Phase::Reading => ("read".into(), 0.0),
        // Between passes.
        Phase::Processing(passes) if passes.is_empty() => return Ok(()),
        Phase::Processing(passes) => {
            let mut names = passes.clone();
            names.dedup();
            (names.join(", "), progress.share.unwrap_or(0.0))
        }
        Phase::Writing => ("write".into(), 1.0),
    };
    let share = ((progress.part - 1) as f64 + share) / progress.part_count as f64;
    let now = Some((stage, share));
    if *reported == now {
        return Ok(());
    }
    *reported = now;
    function
        .call1(reported.clone().expect("it has just been set"))
        .map(drop)
}

fn abandoned() -> std::sync::MutexGuard<'static, Vec<JoinHandle<()>>> {
    ABANDONED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for runs that no caller waits for any more: MLIR must not be in use when the process
/// ends.
#[pyfunction]
pub fn finish(py: Python<'_>) -> PyResult<()> {
    loop {
        let is_finished = {
            let mut threads = abandoned();
            threads.retain(|thread| !thread.is_finished());
            threads.is_empty()
        };
        if is_finished {
            return Ok(());
        }
        py.detach(|| thread::sleep(PATIENCE));
        py.check_signals()?;
    }
}

fn internal_error(panic: &(dyn Any + Send)) -> PyErr {
    let message = match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(message), _) => message,
        (None, Some(message)) => *message,
        (None, None) => "a panic",
    };
    PyRuntimeError::new_err(format!(
        "internal error: {message}; this is a bug, please report it with the input"
    ))
}

/// Lets panics print nothing: they become exceptions.
pub fn keep_panics_silent() {
    panic::set_hook(Box::new(|_| ()));
}

//! Runs in separate threads, so that Python continues and handles Ctrl-C.

use bcast_lower::driver::Stop;
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

/// How long it takes until Ctrl-C is heard.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs that no caller waits for any more.
static ABANDONED: Mutex<Vec<JoinHandle<()>>> = Mutex::new(vec![]);

/// Runs `body` in a thread, without Python's lock.
///
/// # Errors
///
/// Returns what a signal handler of Python raises, `KeyboardInterrupt` for one; `body` is asked
/// to stop, and [`finish`] waits for it. Returns an error if `body` panics.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    body: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Stop::default();
    let for_body = stop.clone();
    let (sender, receiver) = channel();
    let thread = thread::Builder::new().spawn(move || {
        let result = panic::catch_unwind(panic::AssertUnwindSafe(|| body(&for_body)));
        // Nobody may listen any more.
        let _ = sender.send(result);
    })?;
    // Only one thread receives, and none but this one.
    let receiver = Mutex::new(receiver);
    loop {
        let received = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv_timeout(PATIENCE)
        });
        match received {
            Ok(result) => {
                let _ = py.detach(|| thread.join());
                return result.map_err(|panic| internal_error(&*panic));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    stop.request();
                    abandoned().push(thread);
                    return Err(error);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "internal error: a thread ended early",
                ));
            }
        }
    }
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

//! A progress line on the terminal for large inputs.

use std::{
    io::{self, IsTerminal},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Inputs of fewer bytes are processed too fast to show progress.
const MINIMUM_SIZE: usize = 1 << 20;

/// The time between updates, and until the line is first shown.
const INTERVAL: Duration = Duration::from_millis(300);

/// Moves the cursor to the start of the line and clears the line.
const CLEAR_LINE: &str = "\r\x1b[K";

/// Shows the elapsed time of the run until it is dropped.
pub struct Progress {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts if standard error is a terminal and the input is large; otherwise nothing is
    /// shown.
    pub fn start(name: &str, size: usize) -> Self {
        if size < MINIMUM_SIZE || !io::stderr().is_terminal() {
            return Self { thread: None };
        }
        let text = format!("{name}: {} MiB", size >> 20);
        let (sender, receiver) = mpsc::channel::<()>();
        let begin = Instant::now();
        let thread = thread::Builder::new().spawn(move || {
            while receiver.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let seconds = begin.elapsed().as_secs_f32();
                write(&format!("{CLEAR_LINE}{text}, {seconds:.1} s"));
            }
            write(CLEAR_LINE);
        });
        Self {
            // If the thread cannot be started, no line is shown; the run continues.
            thread: thread.ok().map(|thread| (sender, thread)),
        }
    }

    /// Clears the line, so that other text can be written.
    pub fn clear(&self) {
        if self.thread.is_some() {
            write(CLEAR_LINE);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

/// Writes to standard error and ignores errors.
///
/// Does not lock standard error, because the process may fork meanwhile.
fn write(text: &str) {
    let _ = nix::unistd::write(io::stderr(), text.as_bytes());
}

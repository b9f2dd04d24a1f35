//! A line on the terminal while a large input takes its time.

use std::{
    io::{self, IsTerminal},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Inputs of fewer bytes are done before anybody asks.
const MINIMUM_SIZE: usize = 1 << 20;

/// How often the line changes, and when it is shown first.
const INTERVAL: Duration = Duration::from_millis(300);

/// Moves to the line's beginning and clears it.
const CLEAR_LINE: &str = "\r\x1b[K";

/// Shows how long the run takes, until it is dropped.
pub struct Progress {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts if standard error is a terminal and the input is large; else nothing
    /// is ever shown.
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
            // Without a thread there is no line; the run does not depend on it.
            thread: thread.ok().map(|thread| (sender, thread)),
        }
    }

    /// Makes room for other text where the line may be.
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

/// Nobody has to listen.
///
/// The lock of standard error is not taken: the process may fork meanwhile.
fn write(text: &str) {
    let _ = nix::unistd::write(io::stderr(), text.as_bytes());
}

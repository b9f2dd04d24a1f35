//! A progress line on the terminal for runs that take long.

use anstream::{AutoStream, ColorChoice};
use bcast_lower::driver::{Monitor, Phase, Progress};
use std::{
    env,
    io::{self, IsTerminal},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use terminal_size::{Width, terminal_size_of};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time between updates.
const INTERVAL: Duration = Duration::from_millis(200);

/// The columns of a terminal that does not say how many it has.
const COLUMNS: u16 = 80;

/// The most columns for the input's name.
const MAXIMUM_NAME: usize = 30;

/// A reset of colors, which may follow the end of a line.
const RESET: &[u8] = b"\x1b[0m";

/// Shows how far a run has come until it is dropped.
pub struct ProgressLine {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
    line: Arc<Mutex<ShownLine>>,
}

/// The line, and what other text leaves of it.
#[derive(Default)]
struct ShownLine {
    /// The number of columns shown.
    width: usize,
    /// Whether the terminal takes sequences that clear a line.
    has_sequences: bool,
    /// Whether other text has begun a line and not ended it.
    is_occupied: bool,
}

impl ProgressLine {
    /// Starts if standard error is a terminal on which a line can be replaced; otherwise nothing
    /// is shown. While the output is written, nothing is shown if it goes to a pipe: its reader
    /// may show it on the same terminal.
    pub fn start(name: &str, monitor: Monitor, writes_to_pipe: bool) -> Self {
        let line = Arc::new(Mutex::new(ShownLine {
            has_sequences: AutoStream::choice(&io::stderr()) != ColorChoice::Never,
            ..ShownLine::default()
        }));
        let is_dumb = env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
        if is_dumb || !io::stderr().is_terminal() {
            return Self { thread: None, line };
        }
        let (sender, receiver) = mpsc::channel::<()>();
        let name = shortened(name);
        let shown = line.clone();
        let begin = Instant::now();
        let thread = thread::Builder::new().spawn(move || {
            let mut pause = PATIENCE;
            while receiver.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                pause = INTERVAL;
                let progress = monitor.progress();
                let mut line = shown.lock().unwrap_or_else(PoisonError::into_inner);
                match progress.phase == Phase::Writing && writes_to_pipe {
                    true => line.erase(),
                    false => line.show(&cut(&text(&name, &progress, begin.elapsed()))),
                }
            }
            shown.lock().unwrap_or_else(PoisonError::into_inner).erase();
        });
        Self {
            // If the thread cannot be started, no line is shown; the run continues.
            thread: thread.ok().map(|thread| (sender, thread)),
            line,
        }
    }

    /// Returns whether a line will be shown if the run takes long.
    pub const fn is_shown(&self) -> bool {
        self.thread.is_some()
    }

    /// Runs `write`, which writes a text to the same terminal, in place of the line.
    pub fn make_room<T>(&self, text: &[u8], write: impl FnOnce() -> T) -> T {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.erase();
        if let Some(last) = text.strip_suffix(RESET).unwrap_or(text).last() {
            line.is_occupied = *last != b'\n';
        }
        write()
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

impl ShownLine {
    fn show(&mut self, text: &str) {
        if self.is_occupied {
            return;
        }
        let erased = self.erasure();
        write(&format!("{erased}{text}"));
        self.width = text.chars().map(width).sum();
    }

    fn erase(&mut self) {
        write(&self.erasure());
        self.width = 0;
    }

    /// Returns what erases the line; nothing if none is shown.
    fn erasure(&self) -> String {
        match (self.width, self.has_sequences) {
            (0, _) => String::new(),
            (_, true) => "\r\x1b[K".into(),
            (width, false) => format!("\r{:width$}\r", ""),
        }
    }
}

/// Returns the line, such as `a.mlir: passes 50 %: cse, 2.4 s`.
fn text(name: &str, progress: &Progress, elapsed: Duration) -> String {
    let part = match progress.part_count {
        0 | 1 => String::new(),
        count => format!("part {} of {count}, ", progress.part),
    };
    let phase = phase_text(&progress.phase, progress.share);
    let seconds = elapsed.as_secs_f32();
    format!("{name}: {part}{phase}, {seconds:.1} s")
}

fn phase_text(phase: &Phase, share: Option<f64>) -> String {
    let share = share.map_or_else(String::new, |share| {
        // Not everything is done before the phase ends.
        format!(" {:.0} %", (share * 100.0).floor().min(99.0))
    });
    match phase {
        Phase::Reading => format!("reading{share}"),
        Phase::Writing => format!("writing{share}"),
        Phase::Processing(passes) => match passes.first() {
            Some(pass) => format!("passes{share}: {pass}"),
            None => format!("passes{share}"),
        },
    }
}

/// Returns the end of a name, without characters that are not printed as they are.
fn shortened(name: &str) -> String {
    let shown = name.chars().map(|c| if c.is_control() { '?' } else { c });
    let shown = shown.collect::<String>();
    if shown.chars().map(width).sum::<usize>() <= MAXIMUM_NAME {
        return shown;
    }
    let mut columns = "...".len();
    let kept = shown.char_indices().rev().take_while(|(_, c)| {
        columns += width(*c);
        columns <= MAXIMUM_NAME
    });
    let start = kept.last().map_or(shown.len(), |(start, _)| start);
    format!("...{}", &shown[start..])
}

/// Returns the start of a text, which does not reach the last column of the terminal: one that
/// wraps cannot be erased.
fn cut(text: &str) -> String {
    let columns = terminal_size_of(io::stderr()).map_or(COLUMNS, |(Width(columns), _)| columns);
    let mut columns = usize::from(columns);
    let kept = text.chars().take_while(|c| {
        columns = columns.saturating_sub(width(*c));
        columns > 0
    });
    kept.collect()
}

/// Returns the most columns that a character may take.
fn width(c: char) -> usize {
    if c.is_ascii() { 1 } else { 2 }
}

/// Writes to standard error and ignores errors.
///
/// Does not lock standard error, because the process may fork meanwhile.
fn write(text: &str) {
    if !text.is_empty() {
        let _ = nix::unistd::write(io::stderr(), text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shortened_at_the_start() {
        assert_eq!(shortened("a.mlir"), "a.mlir");
        assert_eq!(shortened("a\u{1b}[31m"), "a?[31m");
        let long = format!("{}/model.mlir", "d".repeat(100));
        let shown = shortened(&long);
        assert_eq!(shown.chars().count(), MAXIMUM_NAME);
        assert!(
            shown.starts_with("...d") && shown.ends_with("/model.mlir"),
            "{shown}"
        );
    }

    #[test]
    fn phases_are_shown_with_their_shares() {
        let cse = || Phase::Processing(vec!["cse".into()]);
        for (phase, share, expected) in [
            (Phase::Reading, None, "reading"),
            (Phase::Reading, Some(0.299), "reading 29 %"),
            (cse(), Some(0.5), "passes 50 %: cse"),
            (cse(), None, "passes: cse"),
            (Phase::Processing(vec![]), Some(1.0), "passes 99 %"),
            (Phase::Writing, None, "writing"),
        ] {
            assert_eq!(phase_text(&phase, share), expected);
        }
    }

    #[test]
    fn other_text_is_not_overwritten() {
        let line = ProgressLine {
            thread: None,
            line: Arc::default(),
        };
        for (text, is_occupied) in [
            (&b"error: a"[..], true),
            (b"", true),
            (b" b\n", false),
            (b"\x1b[0;1;31merror\x1b[0m", true),
            (b"\n\x1b[0m", false),
        ] {
            line.make_room(text, || ());
            assert_eq!(line.line.lock().unwrap().is_occupied, is_occupied);
        }
    }
}

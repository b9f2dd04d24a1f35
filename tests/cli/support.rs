//! Running the tool.

use nix::pty::{Winsize, openpty};
use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};
use tempfile::TempDir;

/// The pipeline that changes nothing.
pub const NOTHING: &str = "--pass-pipeline=builtin.module()";

/// A function, as the tool prints it.
pub const FUNCTION: &str = "\
module {
  func.func @f() {
    return
  }
}
";

/// A function that does not parse.
pub const WRONG: &str = "func.func @f() {\n  wrong\n}\n";

/// A directory for one test, in which the tool runs.
pub struct Sandbox {
    directory: TempDir,
}

impl Sandbox {
    pub fn new() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    /// A directory with one file.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let sandbox = Self::new();
        sandbox.write(name, content);
        sandbox
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of all files, sorted.
    pub fn files(&self) -> Vec<String> {
        let mut names = fs::read_dir(self.directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect::<Vec<_>>();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        command(self.directory.path(), arguments)
    }

    /// A command on a terminal that shows colors.
    pub fn terminal_command(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(arguments);
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
            command.env_remove(variable);
        }
        command.env("TERM", "xterm");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        finish(self.command(arguments), b"")
    }

    pub fn run_with_stdin(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        finish(self.command(arguments), stdin)
    }
}

pub fn command(directory: &Path, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bcast-lower"));
    command
        .args(arguments)
        .current_dir(directory)
        .env_remove("COLUMNS");
    command
}

/// Ends what [`stderr_of_terminal`] reads; the tool never writes it.
const END: u8 = 0;

/// Runs a command whose standard error is a terminal, of so many columns if that is given; returns
/// what it wrote there.
pub fn stderr_of_terminal(mut command: Command, columns: Option<u16>) -> String {
    let size = columns.map(|ws_col| Winsize {
        ws_row: 24,
        ws_col,
        ws_xpixel: 0,
        ws_ypixel: 0,
    });
    let pair = openpty(size.as_ref(), None).unwrap();
    // The terminal stays open until all of it is read: closing it may discard what is not.
    let mut held_open = File::from(pair.slave.try_clone().unwrap());
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::from(pair.slave))
        .spawn()
        .unwrap();
    let reader = thread::spawn(move || {
        let mut shown = vec![];
        BufReader::new(File::from(pair.master))
            .read_until(END, &mut shown)
            .unwrap();
        assert_eq!(shown.pop(), Some(END));
        String::from_utf8(shown).unwrap()
    });
    child.wait().unwrap();
    held_open.write_all(&[END]).unwrap();
    reader.join().unwrap().replace("\r\n", "\n")
}

/// Runs a command to its end, while it reads `stdin`.
pub fn finish(mut command: Command, stdin: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    // The tool may end before it has read all.
    let writer = thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run(output)
}

/// A finished run.
pub struct Run(pub Output);

impl Run {
    pub fn code(&self) -> i32 {
        self.0.status.code().expect("no signal ends the tool")
    }

    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// All that a person sees, for snapshots.
    pub fn transcript(&self) -> String {
        let mut text = format!("exit code {}\n", self.code());
        for (name, stream) in [("stdout", self.stdout()), ("stderr", self.stderr())] {
            if !stream.is_empty() {
                text += &format!("--- {name}\n{stream}");
            }
        }
        text
    }

    /// Asserts success without a word, and returns the output.
    #[track_caller]
    pub fn succeeds(&self) -> String {
        assert_eq!(
            (self.code(), self.stderr().as_str()),
            (0, ""),
            "{}",
            self.transcript()
        );
        self.stdout()
    }

    /// Asserts failure with a code and a message, and no output.
    #[track_caller]
    pub fn fails(&self, code: i32, message: &str) {
        assert!(
            self.code() == code && self.stdout().is_empty() && self.stderr().contains(message),
            "expected {code} and {message:?}: {}",
            self.transcript()
        );
    }
}

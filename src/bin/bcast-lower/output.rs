//! Writes the output: a file is written completely or not changed.

use crate::{io_reason::io_reason, standard_streams::Standard};
use bcast_lower::driver::Destination;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};
use std::{
    fs::{self, File, Metadata, OpenOptions, Permissions},
    io::{self, IsTerminal, Write},
    os::fd::AsFd,
    os::unix::fs::{MetadataExt, PermissionsExt, fchown},
    path::{Path, PathBuf},
    process::exit,
    sync::{Arc, Mutex, PoisonError},
    thread,
};
use tempfile::{Builder, NamedTempFile, TempPath};

/// The maximum length of a chain of symbolic links, as in Linux.
const MAXIMUM_LINKS: usize = 40;

/// An error in writing an output.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The path is a directory.
    #[error("cannot write `{}`: it is a directory; name a file in it", path.display())]
    Directory {
        /// The given path.
        path: PathBuf,
    },
    /// The directory of the file is missing.
    #[error(
        "cannot write `{}`: directory `{}` does not exist",
        path.display(),
        directory.display()
    )]
    MissingDirectory {
        /// The given path.
        path: PathBuf,
        /// The missing directory.
        directory: PathBuf,
    },
    /// The file exists and is read-only.
    #[error("cannot write `{}`: the file is read-only", path.display())]
    ReadOnly {
        /// The given path.
        path: PathBuf,
    },
    /// The system reports an error, or the output is a closed stream.
    #[error("cannot write {name}: {}", io_reason(error))]
    Io {
        /// The name of the output.
        name: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
}

/// Returns whether a path denotes standard output.
pub fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
        .iter()
        .any(|name| path == Path::new(name))
}

/// Writes a file, or standard output if the path is `-`.
///
/// A closed pipe is not an error.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    Output::open(path)?.finish(bytes)
}

/// An output that is being written. A file appears only when it is finished.
pub struct Output {
    /// The name of the output in messages.
    name: String,
    kind: OutputKind,
}

enum OutputKind {
    /// Standard output.
    Stdout(File),
    /// A device, a pipe or a socket.
    Special(File),
    /// A file.
    File(Box<NewFile>),
}

impl Output {
    /// Opens an output.
    pub fn open(path: &Path) -> Result<Self, OutputError> {
        let (name, kind) = if is_stdout(path) {
            let stdout = Standard::Output.check();
            let stdout = stdout.and_then(|()| io::stdout().as_fd().try_clone_to_owned());
            let stdout = stdout.map(|stdout| OutputKind::Stdout(stdout.into()));
            ("standard output".into(), stdout)
        } else {
            check_stream(path).map_err(|error| OutputError::Io {
                name: format!("`{}`", path.display()),
                error,
            })?;
            let kind = match writable_target(path)? {
                OutputTarget::Special => OpenOptions::new()
                    .append(true)
                    .open(path)
                    .map(OutputKind::Special),
                OutputTarget::File { path, old } => {
                    NewFile::create(path, old).map(|file| OutputKind::File(Box::new(file)))
                }
            };
            (format!("`{}`", path.display()), kind)
        };
        match kind {
            Ok(kind) => Ok(Self { name, kind }),
            Err(error) => Err(OutputError::Io { name, error }),
        }
    }

    /// Returns the file that may be written to before the output is finished, if there is one.
    pub fn destination(&self) -> Option<Destination<'_>> {
        match &self.kind {
            // On a terminal, the progress line would interrupt the output.
            OutputKind::Stdout(file) | OutputKind::Special(file) if file.is_terminal() => None,
            OutputKind::Stdout(file) => Some(Destination::Partial(file)),
            OutputKind::Special(file) => Some(Destination::Whole(file)),
            OutputKind::File(file) => Some(Destination::Partial(&file.file)),
        }
    }

    /// Converts an error in writing to the file.
    pub fn error(self, error: io::Error) -> OutputError {
        let name = self.name;
        OutputError::Io { name, error }
    }

    /// Writes the remaining bytes. Except for standard output, an unfinished output has no
    /// effect.
    pub fn finish(self, bytes: &[u8]) -> Result<(), OutputError> {
        let Self { name, kind } = self;
        let result = match kind {
            OutputKind::Stdout(mut file) | OutputKind::Special(mut file) => file.write_all(bytes),
            OutputKind::File(file) => file.finish(bytes),
        };
        match result {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(OutputError::Io { name, error })
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// The target of a path.
enum OutputTarget {
    /// A device, a pipe or a socket: written to, never replaced.
    Special,
    /// A file that exists or will be created.
    File {
        /// Its path, with all symbolic links resolved.
        path: PathBuf,
        /// The file that is replaced.
        old: Option<Metadata>,
    },
}

fn writable_target(path: &Path) -> Result<OutputTarget, OutputError> {
    let io_error = |error| OutputError::Io {
        name: format!("`{}`", path.display()),
        error,
    };
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(OutputError::Directory { path: path.into() }),
        Ok(metadata) if !metadata.is_file() || is_open_file(path) => Ok(OutputTarget::Special),
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(OutputError::ReadOnly { path: path.into() })
        }
        Ok(metadata) => {
            // Replacing a file requires only permissions on its directory; check those on the
            // file too.
            OpenOptions::new()
                .write(true)
                .open(path)
                .map_err(io_error)?;
            Ok(OutputTarget::File {
                path: fs::canonicalize(path).map_err(io_error)?,
                old: Some(metadata),
            })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let target = follow_links(path).map_err(io_error)?;
            let directory = directory(&target);
            if !directory.is_dir() {
                return Err(OutputError::MissingDirectory {
                    path: path.into(),
                    directory: directory.into(),
                });
            }
            Ok(OutputTarget::File {
                path: target,
                old: None,
            })
        }
        Err(error) => Err(io_error(error)),
    }
}

/// Fails if a path names a standard stream that was closed when the tool was started.
pub fn check_stream(path: &Path) -> io::Result<()> {
    let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else {
        return Ok(());
    };
    let directories = ["/dev/fd", "/proc/self/fd"].map(Path::new);
    let by_number = directories.contains(&directory);
    let stream = match name.to_str() {
        Some("0") if by_number => Standard::Input,
        Some("1") if by_number => Standard::Output,
        Some("2") if by_number => Standard::Error,
        Some("stdin") if directory == Path::new("/dev") => Standard::Input,
        Some("stdout") if directory == Path::new("/dev") => Standard::Output,
        Some("stderr") if directory == Path::new("/dev") => Standard::Error,
        _ => return Ok(()),
    };
    stream.check()
}

/// Returns whether a path names a file by an open file descriptor, such as `/dev/stderr`.
fn is_open_file(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// Follows symbolic links that end at a missing file.
pub fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAXIMUM_LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = directory(&path).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns the directory of a file.
pub fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    }
}

/// A temporary file next to the one that it will replace, renamed when it is complete and
/// removed otherwise.
struct NewFile {
    file: File,
    temporary: TempPath,
    guard: RemovalOnSignal,
    /// The final path.
    path: PathBuf,
    /// The file that it replaces.
    old: Option<Metadata>,
}

impl NewFile {
    fn create(path: PathBuf, old: Option<Metadata>) -> io::Result<Self> {
        let guard = RemovalOnSignal::new()?;
        let file = guard.create(|| {
            Builder::new()
                .prefix(".bcast-lower-")
                // The user's umask is applied.
                .permissions(Permissions::from_mode(0o666))
                .tempfile_in(directory(&path))
        })?;
        let (file, temporary) = NamedTempFile::into_parts(file);
        Ok(Self {
            file,
            temporary,
            guard,
            path,
            old,
        })
    }

    fn finish(mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        if let Some(old) = &self.old {
            keep_attributes(&self.file, old)?;
        }
        drop(self.file);
        self.guard.rename(self.temporary, &self.path)
    }
}

fn keep_attributes(file: &File, old: &Metadata) -> io::Result<()> {
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        // Only root may change a file's owner. Any other user becomes the owner of the new
        // file.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

/// Removes the temporary file if a signal ends the process.
struct RemovalOnSignal {
    path: Arc<Mutex<Option<PathBuf>>>,
}

impl RemovalOnSignal {
    fn new() -> io::Result<Self> {
        let path = Arc::<Mutex<Option<PathBuf>>>::default();
        let removed = path.clone();
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        thread::Builder::new().spawn(move || {
            let Some(signal) = signals.forever().next() else {
                return;
            };
            // The lock is held until the process exits, so no other file is created or renamed.
            let path = removed.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(path) = &*path {
                let _ = fs::remove_file(path);
            }
            let _ = emulate_default_handler(signal);
            exit(128 + signal);
        })?;
        Ok(Self { path })
    }

    fn create(
        &self,
        create: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<NamedTempFile> {
        let mut path = self.path.lock().unwrap_or_else(PoisonError::into_inner);
        let file = create()?;
        *path = Some(file.path().into());
        Ok(file)
    }

    fn rename(&self, temporary: TempPath, target: &Path) -> io::Result<()> {
        let mut path = self.path.lock().unwrap_or_else(PoisonError::into_inner);
        temporary.persist(target).map_err(|error| error.error)?;
        *path = None;
        Ok(())
    }
}

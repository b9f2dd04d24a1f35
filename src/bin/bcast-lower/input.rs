//! Reads the input.

use crate::{
    buffer::Buffer, io_reason::io_reason, output::check_stream, standard_streams::Standard,
};
use memmap2::{Mmap, MmapOptions, UncheckedAdvice};
use std::{
    fs::{self, File},
    io::{self, IsTerminal, Read, Seek, SeekFrom, Write},
    os::fd::AsFd,
    path::{Path, PathBuf},
};

/// An error in reading an input.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The file does not exist.
    #[error("cannot read `{}`: the file does not exist", path.display())]
    Missing {
        /// The given path.
        path: PathBuf,
    },
    /// The path is a directory.
    #[error("cannot read `{}`: it is a directory; name a file in it", path.display())]
    Directory {
        /// The given path.
        path: PathBuf,
    },
    /// The system reports an error, or the input is a closed stream.
    #[error("cannot read {name}: {}", io_reason(error))]
    Io {
        /// The name of the input.
        name: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
}

/// The size of an input, in bytes, from which it is mapped, or read into a buffer that is never
/// copied.
const MINIMUM_SIZE_TO_MAP: u64 = 1 << 20;

/// The smallest page size in bytes; larger page sizes are multiples of it.
const SMALLEST_PAGE: usize = 4096;

/// An input in memory.
pub struct Input {
    /// The name of the input in locations.
    pub name: String,
    bytes: Bytes,
}

/// The content of an input, with a NUL byte at its end.
enum Bytes {
    Small(Vec<u8>),
    Large(Buffer),
    Mapped(Mmap),
}

impl Input {
    /// Returns the content, with a NUL byte at its end.
    pub fn bytes_with_nul(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Small(bytes) => bytes,
            Bytes::Large(buffer) => buffer.bytes_with_nul(),
            Bytes::Mapped(bytes) => bytes,
        }
    }

    /// Returns the content.
    pub fn bytes(&self) -> &[u8] {
        let bytes = self.bytes_with_nul();
        bytes.split_last().map_or(bytes, |(_, bytes)| bytes)
    }

    /// Makes the content take no memory until it is read again, if it is mapped.
    #[allow(unsafe_code)]
    pub fn unload(&self) {
        if let Bytes::Mapped(bytes) = &self.bytes {
            // SAFETY: the mapping is of a file and never written to, so reading it gives the same bytes again. A
            // failure is harmless.
            let _ = unsafe { bytes.unchecked_advise(UncheckedAdvice::DontNeed) };
        }
    }
}

impl Bytes {
    /// Reads to the end.
    fn read(mut input: impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let mut start = input.by_ref().take(MINIMUM_SIZE_TO_MAP);
        if start.read_to_end(&mut bytes)? as u64 == MINIMUM_SIZE_TO_MAP {
            return Ok(Self::Large(Buffer::read(&bytes, &mut input)?));
        }
        bytes.push(0);
        Ok(Self::Small(bytes))
    }
}

/// Reads a file, or standard input if the path is `-`.
pub fn read(path: &Path) -> Result<Input, InputError> {
    if path == Path::new("-") {
        return read_stdin();
    }
    let io_error = |error| InputError::Io {
        name: format!("`{}`", path.display()),
        error,
    };
    check_stream(path).map_err(io_error)?;
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(InputError::Directory { path: path.into() });
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(InputError::Missing { path: path.into() });
        }
        Ok(_) | Err(_) => {}
    }
    let name = path.to_string_lossy().into_owned();
    let file = File::open(path).map_err(io_error)?;
    let bytes = match map(&file) {
        Some(bytes) => Bytes::Mapped(bytes),
        None => Bytes::read(file).map_err(io_error)?,
    };
    Ok(Input { name, bytes })
}

/// Maps a large file and a trailing NUL byte; `None` if that is impossible or not worthwhile.
#[allow(unsafe_code)]
fn map(file: &File) -> Option<Mmap> {
    let metadata = file.metadata().ok()?;
    let size = usize::try_from(metadata.len()).ok()?;
    if !metadata.is_file() || metadata.len() < MINIMUM_SIZE_TO_MAP {
        return None;
    }
    // The rest of the last page is filled with NUL; if the file ends at a page boundary, no NUL
    // follows.
    if size.is_multiple_of(SMALLEST_PAGE) {
        return None;
    }
    // SAFETY: the mapping is private and never written to, and the process assumes that nothing
    // else writes to the file. If the file is truncated meanwhile, the process crashes, as
    // LLVM's tools do.
    let bytes = unsafe { MmapOptions::new().len(size + 1).map(file) }.ok()?;
    (bytes.last() == Some(&0)).then_some(bytes)
}

fn read_stdin() -> Result<Input, InputError> {
    let io_error = |error| InputError::Io {
        name: "standard input".into(),
        error,
    };
    Standard::Input.check().map_err(io_error)?;
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        let hint = "(reading from the terminal; end with Ctrl-D, or see `bcast-lower --help`)";
        // Without the hint, the tool does the same.
        let _ = writeln!(io::stderr(), "{hint}");
    }
    let bytes = match map_stdin(&stdin) {
        Some(bytes) => Bytes::Mapped(bytes),
        None => Bytes::read(stdin).map_err(io_error)?,
    };
    // The name that LLVM's tools use.
    let name = "<stdin>".into();
    Ok(Input { name, bytes })
}

/// Maps standard input if it is a large file that nothing has been read from, and moves its
/// position to the end, as if it had been read.
fn map_stdin(stdin: &impl AsFd) -> Option<Mmap> {
    let mut file = File::from(stdin.as_fd().try_clone_to_owned().ok()?);
    let is_at_start = file.stream_position().ok()? == 0;
    let bytes = is_at_start.then(|| map(&file))??;
    file.seek(SeekFrom::End(0)).ok()?;
    Some(bytes)
}

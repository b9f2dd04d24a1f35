//! Reads the input.

use crate::io_reason::io_reason;
use memmap2::{Mmap, MmapOptions};
use std::{
    fs::{self, File},
    io::{self, IsTerminal, Read},
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
    /// The system reports an error.
    #[error("cannot read {name}: {}", io_reason(error))]
    Io {
        /// The name of the input.
        name: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
}

/// The size of a file, in bytes, from which it is mapped instead of read.
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
    Read(Vec<u8>),
    Mapped(Mmap),
}

impl Input {
    fn read(name: String, mut bytes: Vec<u8>) -> Self {
        bytes.push(0);
        Self {
            name,
            bytes: Bytes::Read(bytes),
        }
    }

    /// Returns the content, with a NUL byte at its end.
    pub fn bytes_with_nul(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Read(bytes) => bytes,
            Bytes::Mapped(bytes) => bytes,
        }
    }

    /// Returns the content.
    pub fn bytes(&self) -> &[u8] {
        let bytes = self.bytes_with_nul();
        bytes.split_last().map_or(bytes, |(_, bytes)| bytes)
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
    let mut file = File::open(path).map_err(io_error)?;
    if let Some(bytes) = map(&file) {
        let bytes = Bytes::Mapped(bytes);
        return Ok(Input { name, bytes });
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(io_error)?;
    Ok(Input::read(name, bytes))
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
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        eprintln!("(reading from the terminal; end with Ctrl-D, or see `bcast-lower --help`)");
    }
    let mut bytes = Vec::new();
    stdin
        .read_to_end(&mut bytes)
        .map_err(|error| InputError::Io {
            name: "standard input".into(),
            error,
        })?;
    // The name that LLVM's tools use.
    Ok(Input::read("<stdin>".into(), bytes))
}

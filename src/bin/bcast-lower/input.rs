//! Reading the input.

use crate::io_reason::io_reason;
use std::{
    fs::{self, File},
    io::{self, IsTerminal, Read},
    path::{Path, PathBuf},
};

/// An input cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// There is no such file.
    #[error("cannot read `{}`: there is no such file", path.display())]
    Missing {
        /// The path that was typed.
        path: PathBuf,
    },
    /// It is a directory.
    #[error("cannot read `{}`: it is a directory; name a file in it", path.display())]
    Directory {
        /// The path that was typed.
        path: PathBuf,
    },
    /// The system says no.
    #[error("cannot read {name}: {}", io_reason(error))]
    Io {
        /// What was to be read.
        name: String,
        /// Why not.
        #[source]
        error: io::Error,
    },
}

/// An input in memory.
pub struct Input {
    /// What locations call it.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
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
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(io_error)?;
    Ok(Input {
        name: path.to_string_lossy().into_owned(),
        bytes,
    })
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
    Ok(Input {
        // As LLVM's tools call it.
        name: "<stdin>".into(),
        bytes,
    })
}

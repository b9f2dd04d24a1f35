//! Checks of the files that reproducers are written to.

use crate::io_reason::io_reason;
use bcast_lower::pipeline::manager::Reproducers;
use std::{
    fs::{self, OpenOptions},
    io,
    path::Path,
};

/// A reproducer could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write a reproducer to `{file}`: {}", io_reason(error))]
pub struct ReproducerError {
    file: String,
    #[source]
    error: io::Error,
}

/// Checks that the files can be written, and leaves them as they are: after a crash it would be
/// too late, and MLIR reports no error for the one that is always written.
pub fn check(reproducers: &Reproducers) -> Result<(), ReproducerError> {
    let Reproducers {
        always,
        after_crash,
        ..
    } = reproducers;
    for file in [always, after_crash].into_iter().flatten() {
        check_file(Path::new(file)).map_err(|error| ReproducerError {
            file: file.clone(),
            error,
        })?;
    }
    Ok(())
}

fn check_file(path: &Path) -> io::Result<()> {
    let open = |options: &mut OpenOptions| options.append(true).open(path);
    match open(OpenOptions::new().create_new(true)) {
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            open(&mut OpenOptions::new()).map(|_| ())
        }
        Err(error) => Err(error),
    }
}

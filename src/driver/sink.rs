//! The destination of a run's output.

use std::{
    fs::File,
    io::{self, Write},
};

/// Receives the output of a run, in memory or directly in a file.
///
/// A broken pipe is not an error.
pub(super) enum Sink<'f> {
    Memory(Vec<u8>),
    File {
        file: &'f File,
        /// Whether it is a pipe whose reader has closed it.
        is_closed: bool,
    },
}

impl<'f> Sink<'f> {
    /// Creates a sink that writes to a file, or to memory.
    pub fn new(file: Option<&'f File>) -> Self {
        match file {
            Some(file) => Self::File {
                file,
                is_closed: false,
            },
            None => Self::Memory(vec![]),
        }
    }

    /// Returns what was kept in memory.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Memory(bytes) => bytes,
            Self::File { .. } => vec![],
        }
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Memory(memory) => memory.extend_from_slice(bytes),
            Self::File {
                is_closed: true, ..
            } => {}
            Self::File { file, is_closed } => match file.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => *is_closed = true,
                result => return result,
            },
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io::pipe, os::fd::OwnedFd};

    #[test]
    fn output_goes_to_memory_or_a_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out");
        let file = File::create(&path).unwrap();
        for (file, kept) in [(None, "ab"), (Some(&file), "")] {
            let mut sink = Sink::new(file);
            sink.write_all(b"a").unwrap();
            sink.write_all(b"b").unwrap();
            assert_eq!(sink.into_bytes(), kept.as_bytes());
        }
        assert_eq!(fs::read(path).unwrap(), b"ab");
    }

    #[test]
    fn a_broken_pipe_is_not_an_error() {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let file = File::from(OwnedFd::from(writer));
        let mut sink = Sink::new(Some(&file));
        sink.write_all(b"a").unwrap();
        sink.write_all(b"b").unwrap();
    }
}

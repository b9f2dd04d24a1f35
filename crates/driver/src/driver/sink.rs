//! The destination of a run's output.

use std::{
    fs::File,
    io::{self, Write},
    mem,
};

/// The file that the output of a run is written to while it runs.
///
/// A broken pipe is not an error.
#[derive(Clone, Copy, Debug)]
pub enum Destination<'f> {
    /// A file whose content can be dropped, or may be partial: what was written before a failure
    /// remains in it.
    Partial(&'f File),
    /// A file that cannot be undone, such as a pipe: nothing is written to it until only writing
    /// can fail. The output of a source that is not split goes there directly; of several parts,
    /// all but the last one are kept in memory until then.
    Whole(&'f File),
}

/// Receives the output of a run, in memory or directly in a file.
pub(super) struct Sink<'f> {
    /// The file, and whether it is a pipe whose reader has closed it.
    file: Option<(&'f File, bool)>,
    /// Whether bytes are kept in memory.
    keeps: bool,
    kept: Vec<u8>,
}

impl<'f> Sink<'f> {
    /// Creates a sink that writes to a file, or to memory.
    pub fn new(destination: Option<Destination<'f>>) -> Self {
        let (file, keeps) = match destination {
            Some(Destination::Partial(file)) => (Some(file), false),
            Some(Destination::Whole(file)) => (Some(file), true),
            None => (None, true),
        };
        Self {
            file: file.map(|file| (file, false)),
            keeps,
            kept: vec![],
        }
    }

    /// From now on, bytes for a file are written to it, after those that were kept.
    pub fn release(&mut self) {
        self.keeps = self.file.is_none();
    }

    /// Ends a run that succeeded, and returns the bytes that do not belong in a file.
    ///
    /// # Errors
    ///
    /// Fails if bytes that were kept cannot be written to the file.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.release();
        self.write_kept()?;
        Ok(self.kept)
    }

    /// Ends a run that failed. Drops bytes that were kept for a file; returns them if there is no
    /// file.
    pub fn abandon(self) -> Vec<u8> {
        match self.file {
            Some(_) => vec![],
            None => self.kept,
        }
    }

    /// After [`release`](Self::release), writes the bytes kept so far to the file.
    fn write_kept(&mut self) -> io::Result<()> {
        if self.keeps || self.kept.is_empty() {
            return Ok(());
        }
        let kept = mem::take(&mut self.kept);
        self.write_all(&kept)
    }

    fn write_to_file(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some((file, is_closed)) if !*is_closed => match (&**file).write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    *is_closed = true;
                    Ok(bytes.len())
                }
                result => result,
            },
            _ => Ok(bytes.len()),
        }
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.keeps {
            self.kept.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        self.write_kept()?;
        self.write_to_file(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs,
        io::{Read, pipe},
        os::fd::OwnedFd,
    };

    #[test]
    fn output_goes_to_memory_or_a_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out");
        let check =
            |destination: fn(&File) -> Option<Destination<'_>>, kept: &[u8], file: &[u8]| {
                for (succeeds, expected) in [(true, &b"ab"[..]), (false, file)] {
                    let written = File::create(&path).unwrap();
                    let mut sink = Sink::new(destination(&written));
                    sink.write_all(b"a").unwrap();
                    sink.write_all(b"b").unwrap();
                    let returned = match succeeds {
                        true => sink.finish().unwrap(),
                        false => sink.abandon(),
                    };
                    assert_eq!(returned, kept);
                    let in_file = [fs::read(&path).unwrap(), returned].concat();
                    assert_eq!(in_file, expected);
                }
            };
        check(|_| None, b"ab", b"ab");
        check(|file| Some(Destination::Partial(file)), b"", b"ab");
        check(|file| Some(Destination::Whole(file)), b"", b"");
    }

    #[test]
    fn released_output_is_written_at_once() {
        let (mut reader, writer) = pipe().unwrap();
        let file = File::from(OwnedFd::from(writer));
        let mut sink = Sink::new(Some(Destination::Whole(&file)));
        sink.write_all(b"a").unwrap();
        sink.release();
        sink.write_all(b"b").unwrap();
        let mut written = [0; 2];
        reader.read_exact(&mut written).unwrap();
        assert_eq!(&written, b"ab");
        assert_eq!(sink.finish().unwrap(), b"");
    }

    #[test]
    fn a_broken_pipe_is_not_an_error() {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let file = File::from(OwnedFd::from(writer));
        for destination in [Destination::Partial(&file), Destination::Whole(&file)] {
            let mut sink = Sink::new(Some(destination));
            sink.write_all(b"a").unwrap();
            sink.write_all(b"b").unwrap();
            assert_eq!(sink.finish().unwrap(), b"");
        }
    }
}

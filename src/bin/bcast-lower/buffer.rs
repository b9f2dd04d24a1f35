//! Memory that grows without being copied.

use memmap2::MmapMut;
#[cfg(target_os = "linux")]
use memmap2::RemapOptions;
use std::io::{self, Read};

/// The content of a large input whose size is not known in advance, with a NUL byte at its end.
///
/// A vector of bytes would copy them whenever it grows, and its memory would be up to three
/// times their size meanwhile.
pub struct Buffer {
    memory: MmapMut,
    /// The length of the content, less than that of the memory.
    length: usize,
}

impl Buffer {
    /// Reads to the end of an input that starts with `start`.
    pub fn read(start: &[u8], rest: &mut impl Read) -> io::Result<Self> {
        let mut buffer = Self {
            memory: MmapMut::map_anon(2 * start.len() + 1)?,
            length: start.len(),
        };
        buffer.memory[..start.len()].copy_from_slice(start);
        loop {
            // The last byte is for the NUL.
            let end = buffer.memory.len() - 1;
            if buffer.length == end {
                buffer.grow(2 * end + 1)?;
                continue;
            }
            match rest.read(&mut buffer.memory[buffer.length..end]) {
                Ok(0) => break,
                Ok(length) => buffer.length += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        buffer.memory[buffer.length] = 0;
        Ok(buffer)
    }

    /// Returns the content, with a NUL byte at its end.
    pub fn bytes_with_nul(&self) -> &[u8] {
        &self.memory[..=self.length]
    }

    /// Makes the memory larger. The system moves its pages; only those in use take memory.
    #[cfg(target_os = "linux")]
    #[allow(unsafe_code)]
    fn grow(&mut self, size: usize) -> io::Result<()> {
        let options = RemapOptions::new().may_move(true);
        // SAFETY: the memory does not belong to a file, and nothing refers to it.
        unsafe { self.memory.remap(size, options) }
    }

    /// Makes the memory larger.
    #[cfg(not(target_os = "linux"))]
    fn grow(&mut self, size: usize) -> io::Result<()> {
        let mut memory = MmapMut::map_anon(size)?;
        memory[..self.length].copy_from_slice(&self.memory[..self.length]);
        self.memory = memory;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns at most a few bytes at a time, as a pipe may.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let length = bytes.len().min(7);
            self.0.read(&mut bytes[..length])
        }
    }

    #[test]
    fn content_survives_growth_and_is_terminated() {
        for size in [1, 2, 3, 4095, 4096, 4097, 100_000] {
            let content = (0..size).map(|at| (at % 251) as u8).collect::<Vec<_>>();
            let (start, rest) = content.split_at(1);
            let buffer = Buffer::read(start, &mut Slow(rest)).unwrap();
            let (nul, found) = buffer.bytes_with_nul().split_last().unwrap();
            assert_eq!((*nul, found), (0, &content[..]), "{size}");
        }
    }

    #[test]
    fn errors_are_passed_on() {
        struct BrokenReader;

        impl Read for BrokenReader {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }

        let error = Buffer::read(b"a", &mut BrokenReader).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    }
}

//! Reads and writes messages of the language server protocol: a header with the length, an
//! empty line, JSON.

use std::io::{self, BufRead, Write};

/// The maximum length of a message that is read, in bytes.
const MAXIMUM_LENGTH: usize = 1 << 30;

/// An error in reading a message.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The stream fails, or ends within a message.
    #[error("cannot read a message: {0}")]
    Io(#[from] io::Error),
    /// The header has no valid length.
    #[error("a message without a valid `Content-Length` of at most {MAXIMUM_LENGTH} bytes")]
    Length,
}

/// Reads the content of a message; `None` at the end of the stream.
///
/// # Errors
///
/// Fails if the stream fails or contains anything but messages.
pub fn read_frame(reader: &mut dyn BufRead) -> Result<Option<Vec<u8>>, FrameError> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return match length {
                None => Ok(None),
                Some(_) => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            };
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("Content-Length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length
        .filter(|length| *length <= MAXIMUM_LENGTH)
        .ok_or(FrameError::Length)?;
    let mut content = vec![0; length];
    reader.read_exact(&mut content)?;
    Ok(Some(content))
}

/// Writes a message.
///
/// # Errors
///
/// Fails if the stream fails.
pub fn write_frame(writer: &mut dyn Write, content: &[u8]) -> io::Result<()> {
    write!(writer, "Content-Length: {}\r\n\r\n", content.len())?;
    writer.write_all(content)?;
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_messages_are_read_back() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, b"{}").unwrap();
        write_frame(&mut bytes, b"").unwrap();
        let mut reader = bytes.as_slice();
        assert_eq!(read_frame(&mut reader).unwrap(), Some(b"{}".to_vec()));
        assert_eq!(read_frame(&mut reader).unwrap(), Some(vec![]));
        assert_eq!(read_frame(&mut reader).unwrap(), None);
    }

    #[test]
    fn invalid_messages_are_errors() {
        for bytes in [
            "Content-Length: 5\r\n\r\n{}",
            "Content-Length: 5\r\n",
            "Content-Length: x\r\n\r\n{}",
            "Content-Length: 99999999999\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
        ] {
            assert!(read_frame(&mut bytes.as_bytes()).is_err(), "{bytes}");
        }
    }
}

//! The system's errors in the style of the tool's own messages.

use std::io;

/// Returns the reason for an error, in lower case and without a number.
pub fn io_reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters
        .next()
        .map(|first| first.to_lowercase().chain(characters).collect())
        .unwrap_or_default()
}

/// Returns whether an error says that the reader of a pipe has closed it, which the tool ignores.
pub fn error_is_ignored(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_have_the_style_of_the_tools_messages() {
        let error = io::Error::from_raw_os_error(20);
        assert_eq!(io_reason(&error), "not a directory");
        assert_eq!(io_reason(&io::Error::other("")), "");
    }
}

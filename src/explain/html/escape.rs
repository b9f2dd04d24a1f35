//! Escaping of text in pages.

use std::fmt::{self, Display, Formatter, Write};

/// Displays text without markup, for use in elements and in quoted attributes.
pub struct Escaped<'t>(pub &'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for char in self.0.chars() {
            match char {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                '"' => formatter.write_str("&quot;")?,
                '\'' => formatter.write_str("&#39;")?,
                '\t' | '\n' => formatter.write_char(char)?,
                // HTML does not allow control characters.
                char if char.is_control() => formatter.write_char(char::REPLACEMENT_CHARACTER)?,
                char => formatter.write_char(char)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        for (text, expected) in [
            ("a b", "a b"),
            ("<script>&\"'", "&lt;script&gt;&amp;&quot;&#39;"),
            ("\u{0}\u{1b}[1m\t", "\u{fffd}\u{fffd}[1m\t"),
            ("Größe →", "Größe →"),
        ] {
            assert_eq!(Escaped(text).to_string(), expected);
        }
    }
}

//! Escaping of text in pages.

use maud::Render;

/// Text without markup, for use in elements and in quoted attributes.
pub struct Escaped<'t>(pub &'t str);

impl Render for Escaped<'_> {
    fn render_to(&self, buffer: &mut String) {
        let mut rest = self.0;
        while let Some(at) = rest.bytes().position(may_be_special) {
            let (plain, special) = rest.split_at(at);
            buffer.push_str(plain);
            let mut special = special.chars();
            match special.next() {
                Some('&') => buffer.push_str("&amp;"),
                Some('<') => buffer.push_str("&lt;"),
                Some('>') => buffer.push_str("&gt;"),
                Some('"') => buffer.push_str("&quot;"),
                Some('\'') => buffer.push_str("&#39;"),
                // HTML does not allow control characters.
                Some(char) if char.is_control() && !"\t\n".contains(char) => {
                    buffer.push(char::REPLACEMENT_CHARACTER);
                }
                char => buffer.extend(char),
            }
            rest = special.as_str();
        }
        buffer.push_str(rest);
    }
}

/// Returns whether a byte may begin a character that is not rendered as it is: markup, or a
/// control character, of which those above ASCII begin with `0xc2`.
const fn may_be_special(byte: u8) -> bool {
    matches!(
        byte,
        b'&' | b'<' | b'>' | b'"' | b'\'' | 0..0x20 | 0x7f | 0xc2
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        for (text, expected) in [
            ("a b", "a b"),
            ("<script>&\"'", "&lt;script&gt;&amp;&quot;&#39;"),
            (
                "\u{0}\u{1b}[1m\t\u{7f}\u{9f}",
                "\u{fffd}\u{fffd}[1m\t\u{fffd}\u{fffd}",
            ),
            ("Größe → ¼\n", "Größe → ¼\n"),
        ] {
            assert_eq!(Escaped(text).render().0, expected);
        }
    }
}

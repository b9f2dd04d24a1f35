//! The messages of backends, and how text from the program becomes part of them.

use std::fmt::Write;

/// The maximum number of characters shown of a text from the program.
const MAX_CHARS: usize = 64;

/// How a backend's messages are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[doc(hidden)]
pub enum MessageForm {
    /// `{n}` stands for the n-th size; a message must not contain other braces.
    Template,
    /// Shown verbatim; messages cannot show sizes at run time.
    Plain,
}

impl MessageForm {
    /// Returns text from the program, such as a name, as part of a message: on one line, of
    /// limited length, and without placeholders.
    ///
    /// Characters that a message cannot contain are escaped as in MLIR's strings, by the bytes
    /// of their UTF-8 encoding: `\0A` for a line break. In a template that includes both
    /// braces, because readers of templates disagree on how to escape them: StableHLO's checker
    /// reads the `{0}` in `{{0}` as a placeholder, although LLVM's `formatv`, which it then
    /// calls, does not.
    pub fn quote(self, text: &str) -> String {
        match text.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => self.escape(&text[..end]) + "...",
            None => self.escape(text),
        }
    }

    /// Returns a whole message from the program in this form: escaped like
    /// [`quote`](Self::quote), but of any length.
    pub fn escape(self, text: &str) -> String {
        let mut escaped = String::new();
        for char in text.chars() {
            if self.can_hold(char) {
                escaped.push(char);
                continue;
            }
            for byte in char.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string does not fail.
                let _ = write!(escaped, "\\{byte:02X}");
            }
        }
        escaped
    }

    /// Returns whether a message may contain a character unescaped.
    fn can_hold(self, char: char) -> bool {
        match char {
            '{' | '}' => self == Self::Plain,
            '\'' | '"' | '\\' => true,
            // Excludes control characters, invisible ones, line separators and those that
            // change the direction of writing. A combining character is tested after a base
            // character.
            char => {
                ['a', char]
                    .iter()
                    .collect::<String>()
                    .escape_debug()
                    .count()
                    == 2
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_CHARS, MessageForm::*};

    #[test]
    fn text_from_the_program_is_escaped_in_templates() {
        for (text, template, plain) in [
            ("", "", ""),
            ("jit(f)/x", "jit(f)/x", "jit(f)/x"),
            ("{0}", r"\7B0\7D", "{0}"),
            ("x{5,3:x}", r"x\7B5,3:x\7D", "x{5,3:x}"),
            ("{{", r"\7B\7B", "{{"),
            ("}}", r"\7D\7D", "}}"),
            ("a\n\"b\"\t\0", r#"a\0A"b"\09\00"#, r#"a\0A"b"\09\00"#),
            ("\u{1}\u{7f}\u{85}", r"\01\7F\C2\85", r"\01\7F\C2\85"),
            (
                "\u{2028}\u{202e}",
                r"\E2\80\A8\E2\80\AE",
                r"\E2\80\A8\E2\80\AE",
            ),
            (
                "\u{feff}\u{10ffff}",
                r"\EF\BB\BF\F4\8F\BF\BF",
                r"\EF\BB\BF\F4\8F\BF\BF",
            ),
            (
                "Größe 長さ e\u{301}",
                "Größe 長さ e\u{301}",
                "Größe 長さ e\u{301}",
            ),
            (r"C:\x %s %n", r"C:\x %s %n", r"C:\x %s %n"),
        ] {
            assert_eq!(Template.quote(text), template, "{text:?}");
            assert_eq!(Plain.quote(text), plain, "{text:?}");
        }
    }

    #[test]
    fn no_character_adds_a_brace_or_a_line_break_to_a_template() {
        for char in '\0'..=char::MAX {
            let quoted = Template.quote(&char.to_string());
            let is_safe = |char: char| !char.is_control() && !"{}\u{2028}\u{2029}".contains(char);
            assert!(
                !quoted.is_empty() && quoted.chars().all(is_safe),
                "{char:?}"
            );
        }
    }

    #[test]
    fn long_texts_are_truncated() {
        let longest = "ä".repeat(MAX_CHARS);
        assert_eq!(Plain.quote(&longest), longest);
        assert_eq!(Plain.quote(&"ä".repeat(10_000)), format!("{longest}..."));
        let braces = Template.quote(&"{".repeat(10_000));
        assert_eq!(braces, format!("{}...", r"\7B".repeat(MAX_CHARS)));
    }
}

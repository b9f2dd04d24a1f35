//! The types of option values.

use crate::{
    assertion::Assertions,
    pipeline::rules::{names_value, read_names},
    plan::ZeroExtents,
    shape::TraitRules,
    specialize::{GivenShapes, GivenSizes},
};
use strum::VariantNames;

/// The kind of values that an option accepts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `on` or `off`; the option alone is `on`.
    Switch,
    /// Names, separated by commas.
    Names,
    /// A text; on the command line, several are joined by this, unless it is empty.
    Text(&'static str),
}

/// A value of an option, as text.
pub trait OptionValue {
    /// Returns the kind of values that are accepted.
    fn kind(&self) -> OptionKind;

    /// Sets the value from text; returns `None` if the text is not a valid value.
    fn set(&mut self, text: &str) -> Option<()>;

    /// Returns the text that [`set`](Self::set) parses; empty for an empty list of names.
    fn text(&self) -> String;

    /// Returns why a text is not a valid value, if there is more to say than what is accepted.
    fn problem(&self, _: &str) -> String {
        String::new()
    }
}

impl OptionValue for bool {
    fn kind(&self) -> OptionKind {
        OptionKind::Switch
    }

    /// Accepts `on`, `off` and the words that MLIR's own passes accept.
    fn set(&mut self, text: &str) -> Option<()> {
        *self = match text {
            _ if ON.contains(&text) => true,
            _ if OFF.contains(&text) => false,
            _ => return None,
        };
        Some(())
    }

    fn text(&self) -> String {
        let [word, ..] = if *self { ON } else { OFF };
        word.into()
    }
}

/// The words that switch an option on; the first one is printed.
pub const ON: [&str; 3] = ["on", "true", "1"];

/// The words that switch an option off; the first one is printed.
pub const OFF: [&str; 3] = ["off", "false", "0"];

impl OptionValue for Vec<String> {
    fn kind(&self) -> OptionKind {
        OptionKind::Names
    }

    fn set(&mut self, text: &str) -> Option<()> {
        *self = read_names(text)?;
        Some(())
    }

    fn text(&self) -> String {
        names_value(self)
    }
}

macro_rules! choices {
    ($($type:ty),*) => {$(
        impl OptionValue for $type {
            fn kind(&self) -> OptionKind {
                OptionKind::Choice(Self::VARIANTS)
            }

            fn set(&mut self, text: &str) -> Option<()> {
                *self = text.parse().ok()?;
                Some(())
            }

            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

choices!(Assertions, TraitRules, ZeroExtents);

/// Reads a text, in quotes or without; `None` if the quotes are malformed.
fn read_text(value: &str) -> Option<String> {
    if !value.starts_with('"') {
        return Some(value.into());
    }
    match read_names(value)?.as_mut_slice() {
        [text] => Some(std::mem::take(text)),
        _ => None,
    }
}

macro_rules! texts {
    ($($type:ty: $separator:literal),*) => {$(
        impl OptionValue for $type {
            fn kind(&self) -> OptionKind {
                OptionKind::Text($separator)
            }

            fn set(&mut self, text: &str) -> Option<()> {
                *self = read_text(text)?.parse().ok()?;
                Some(())
            }

            fn text(&self) -> String {
                match self.to_string() {
                    text if text.is_empty() => text,
                    text => names_value([text]),
                }
            }

            fn problem(&self, text: &str) -> String {
                match read_text(text) {
                    None => format!("{text} is not one text in quotes"),
                    Some(text) => match text.parse::<Self>() {
                        Ok(_) => String::new(),
                        Err(error) => error.to_string(),
                    },
                }
            }
        }
    )*};
}

texts!(GivenShapes: ";", GivenSizes: ",", String: "");

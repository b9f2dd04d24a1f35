//! Errors on text that is not parsed.

use super::advice::not_text;
use crate::{
    diagnostic::{Kind, Severity, emit},
    text::TooDeep,
};
use melior::{Context, ir::Location};

/// Reports that a text is nested too deeply. It begins after `padding_lines` lines.
pub(super) fn emit_too_deep(
    context: &Context,
    name: &str,
    place: &TooDeep,
    padding_lines: usize,
    maximum: usize,
) {
    emit(
        Location::new(context, name, padding_lines + place.line, place.column),
        Severity::Error,
        Kind::Syntax,
        &format!("nested too deeply: more than {maximum} brackets are open"),
        &[],
    );
}

/// Reports what bytes are if they are not text, and returns whether that is so. They begin
/// after `padding_lines` lines.
pub(super) fn emit_not_text(
    context: &Context,
    name: &str,
    bytes: &[u8],
    padding_lines: usize,
) -> bool {
    let Some((position, message)) = not_text(bytes) else {
        return false;
    };
    let before = &bytes[..position];
    let line = padding_lines + 1 + memchr::memchr_iter(b'\n', before).count();
    let column = 1 + position - memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let location = Location::new(context, name, line, column);
    emit(location, Severity::Error, Kind::Syntax, &message, &[]);
    true
}

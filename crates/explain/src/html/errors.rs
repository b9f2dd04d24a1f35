//! The part of a page about errors.

use super::{Page, escape::Escaped, source::readable};
use crate::{op::Problem, place::Place, words};
use maud::{Markup, html};
use std::borrow::Cow;

impl Page<'_> {
    /// Returns all errors, with their source lines.
    pub(super) fn errors_first(&self) -> Markup {
        let errors = self.report.all_errors().collect::<Vec<_>>();
        html! {
            @if !errors.is_empty() {
                section class="errors" role="alert" { "\n"
                    h2 { (words::counted(errors.len(), "error")) } "\n"
                    @for error in errors { (self.error(error)) }
                } "\n"
            }
        }
    }

    /// Returns an error, its source line and its notes.
    fn error(&self, error: &Problem) -> Markup {
        html! {
            div.error {
                span.badge { "error" } " " (Escaped(&words::printable(&error.message)))
                (self.place_after(error.place.as_ref()))
                (self.excerpt(error.place.as_ref()))
                @if !error.notes.is_empty() {
                    ul {
                        @for note in &error.notes {
                            @let is_elsewhere = note.place != error.place;
                            li {
                                (Escaped(&words::printable(&note.message)))
                                @if is_elsewhere {
                                    (self.place_after(note.place.as_ref()))
                                    (self.excerpt(note.place.as_ref()))
                                }
                            }
                        }
                    }
                }
            } "\n"
        }
    }

    /// Returns the source line of a place, with a mark below its column.
    fn excerpt(&self, place: Option<&Place>) -> Markup {
        let line = place.and_then(|place| {
            let line = self.lines.get(self.line(place)?.checked_sub(1)?)?;
            Some((place, *line))
        });
        let Some((place, line)) = line else {
            return Markup::default();
        };
        let before = line.get(..place.column.saturating_sub(1));
        // The mark of a line that is shown in part would be at a wrong position.
        let readable = readable(line);
        let before = before.filter(|_| matches!(readable, Cow::Borrowed(_)));
        let mark = before.map(|before| {
            let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
            before.chars().map(blank).collect::<String>() + "^"
        });
        html! {
            pre class="excerpt" tabindex="0" {
                code { (Escaped(&readable)) }
                @if let Some(mark) = &mark { "\n" span.mark aria-hidden="true" { (mark) } }
            }
        }
    }

    fn place_after(&self, place: Option<&Place>) -> Markup {
        html! {
            @if let Some(place) = place { " " span.note { "(" (self.place(place)) ")" } }
        }
    }
}

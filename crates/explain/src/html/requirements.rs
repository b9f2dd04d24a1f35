//! The parts of a page about what a program asks of its sizes, and what becomes of its explicit
//! broadcasts.

use super::{Page, escape::Escaped};
use crate::{
    InputCheck,
    layers::{Layer, Line, layers},
    place::Place,
    requirement_words as words,
    words::{counted, printable, times},
};
use maud::{Markup, html};

/// The number of layers, at most, that are not folded at first.
const MAX_OPEN: usize = 8;

/// The number of checks, at most, that are not folded at first.
const MAX_OPEN_CHECKS: usize = 4;

impl Page<'_> {
    /// Returns the sizes of functions, and the checks.
    pub(super) fn requirements(&self) -> Markup {
        let requirements = &self.report.requirements;
        let checks = &requirements.checks;
        html! {
            @if requirements.has_sizes() {
                section class="requirements" { "\n"
                    h2 { "What the input asks of its sizes" } "\n"
                    @for function in &requirements.functions {
                        h3 { code { (Escaped(&words::function(function))) } } "\n"
                        ul { "\n"
                            @for size in &function.sizes {
                                li {
                                    code { (Escaped(&words::size(size))) }
                                    @if !size.is_checked {
                                        div.guard {
                                            span.badge { "no check" } " " (words::NOT_CHECKED)
                                        }
                                    }
                                } "\n"
                            }
                        } "\n"
                    }
                    @if !checks.is_empty() {
                        details open[checks.len() <= MAX_OPEN_CHECKS] {
                            summary { (counted(checks.len(), "check")) } "\n"
                            ul { "\n" @for check in checks { (self.check(check)) } } "\n"
                        } "\n"
                    }
                } "\n"
            }
        }
    }

    fn check(&self, check: &InputCheck) -> Markup {
        let conditions = words::conditions(check);
        html! {
            li {
                code { (Escaped(&conditions)) }
                @if let Some(function) = &check.function {
                    " in " code { "@" (Escaped(&printable(function))) }
                }
                @if let Some(place) = &check.place { ", " (self.place(place)) }
                @for detail in words::details(check, &self.report.requirements) {
                    div.note { (Escaped(&detail)) }
                }
            } "\n"
        }
    }

    /// Returns explicit broadcasts and the changes of passes, by layer.
    pub(super) fn layers(&self) -> Markup {
        let layers = layers(self.report);
        let is_open = layers.len() <= MAX_OPEN;
        html! {
            @if !layers.is_empty() {
                section class="layers" { "\n"
                    h2 { (words::layers_heading(self.report)) } "\n"
                    @if words::lacks_target(self.report) { p.note { (words::NO_TARGET) } "\n" }
                    @for layer in &layers {
                        details open[is_open] {
                            summary {
                                h3 { code { (Escaped(&layer.name)) } } " "
                                span.note { (words::layer_counts(layer)) }
                            } "\n"
                            (self.lines_of(layer))
                        } "\n"
                    }
                } "\n"
            }
        }
    }

    fn lines_of(&self, layer: &Layer) -> Markup {
        html! {
            ul.dims { "\n"
                @for line in &layer.lines {
                    li {
                        div { (self.title(line)) }
                        @for (broadcast, count) in &line.broadcasts {
                            div { code { (Escaped(&times(*count, broadcast))) } }
                        }
                        @for (condition, count) in &line.unchecked {
                            div.guard {
                                span.badge { "no check" } " "
                                (Escaped(&times(*count, &words::unchecked(condition))))
                            }
                        }
                        @if !line.changes.is_empty() {
                            ul {
                                @for (change, count) in &line.changes {
                                    li { (Escaped(&times(*count, change))) }
                                }
                            }
                        }
                        @if let Some(output) = &line.output {
                            div.note { "in the output: " (Escaped(output)) }
                        }
                    } "\n"
                }
            } "\n"
        }
    }

    /// Returns what a line is called, as a link if it is one of the source.
    fn title(&self, line: &Line) -> Markup {
        let of_source = |place: &&Place| self.has_source && self.line(place).is_some();
        html! {
            @match line.place.as_ref().filter(of_source) {
                Some(place) => {
                    a href={ "#" (self.prefix) "L" (place.line) } { "line " (place.line) }
                    @if let Some(name) = &line.name { ", " strong { (Escaped(name)) } }
                }
                None => strong { (Escaped(&line.title())) },
            }
        }
    }
}

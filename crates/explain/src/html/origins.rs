//! The part of a page about the origins of facts.

use super::{Page, escape::Escaped};
use crate::{Origin, words};
use maud::{Markup, html};
use std::{collections::BTreeMap, ops::Range};

impl Page<'_> {
    /// Returns a list of links to the origins of facts.
    pub(super) fn origins(&self, ids: &[usize]) -> Markup {
        let (origins, more) = words::listed(self.report, ids, self.has_all_reasons);
        html! {
            ul {
                @for origin in origins { li { (self.link(origin)) } }
                @if more > 0 { li.note { "and " (more) " more" } }
            }
        }
    }

    /// Returns a link to an origin.
    fn link(&self, origin: &Origin) -> Markup {
        html! {
            a href={ "#" (self.prefix) "from-" (origin.id) } {
                (Escaped(&words::origin(origin))) (self.comma_line(&origin.place))
            }
        }
    }

    /// Returns each origin once, with links to its op and to the origins it follows from.
    pub(super) fn all_origins(&self) -> Markup {
        if self.report.origins.is_empty() {
            return Markup::default();
        }
        let prefix = self.prefix;
        let ops = self.report.ops.iter().enumerate();
        let ops = ops.filter_map(|(index, op)| Some(((&*op.name, op.place.as_ref()?), index)));
        let ops = ops.collect::<BTreeMap<_, _>>();
        let render = |range: Range<usize>| {
            html! {
                ul { "\n"
                    @for origin in &self.report.origins[range] {
                        li id={ (prefix) "from-" (origin.id) } {
                            (Escaped(&words::origin(origin)))
                            @if let Some(place) = &origin.place {
                                " at " span.place { (self.place(place)) }
                                @if let Some(index) = ops.get(&(&*origin.name, place)) {
                                    " (" a href={ "#" (prefix) "op-" (index) } {
                                        "what becomes of it"
                                    } ")"
                                }
                            }
                            (self.because(origin))
                        } "\n"
                    }
                } "\n"
            }
        };
        let count = self.report.origins.len();
        html! {
            section.origins { "\n"
                h2 { "Where facts come from" } "\n"
                (self.packed("from", "origins", count, render, |_| String::new()))
            } "\n"
        }
    }

    /// Returns links to the origins that an origin follows from.
    fn because(&self, origin: &Origin) -> Markup {
        let (because, more) = words::listed(self.report, &origin.because, self.has_all_reasons);
        html! {
            @for (index, because) in because.enumerate() {
                @if index == 0 { "; sizes from " } @else { ", " }
                (self.link(because))
            }
            @if more > 0 { ", and " (more) " more" }
        }
    }
}

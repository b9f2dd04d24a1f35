//! The part of a page that lists the guards that remain, with what would remove them.

use super::{Page, escape::Escaped};
use crate::{
    remaining::{self, MAX_SHOWN},
    words,
};
use maud::{Markup, html};

impl Page<'_> {
    pub(super) fn remaining(&self) -> Markup {
        let groups = remaining::groups(self.report);
        let checks = remaining::entry_checks(self.report);
        if groups.is_empty() && checks == 0 {
            return Markup::default();
        }
        let count = groups.iter().map(|group| group.guards.len()).sum();
        html! {
            section.remaining { "\n"
                h2 { (words::remaining(count)) } "\n"
                ul { "\n"
                    @for group in &groups {
                        li { (Escaped(&remaining::remedy(group)))
                            @if !remaining::paste(group).is_empty() {
                                pre class="paste" tabindex="0" {
                                    @for text in remaining::paste(group) { (Escaped(text)) "\n" }
                                }
                            }
                            ul {
                                @for place in group.guards.iter().take(MAX_SHOWN) {
                                    @let op = &self.report.ops[place.op];
                                    li.guard {
                                        a href={ "#" (self.prefix) "op-" (place.op) } {
                                            code { (Escaped(&op.name)) } (self.comma_line(&op.place))
                                            ", dim " (place.dim)
                                        }
                                        ": " code { (Escaped(&place.guard.condition)) }
                                    }
                                }
                                @if let Some(more @ 1..) = group.guards.len().checked_sub(MAX_SHOWN) {
                                    li.note { "and " (more) " more" }
                                }
                            }
                        } "\n"
                    }
                    @if checks > 0 { li { (words::entry_checks(checks)) } "\n" }
                } "\n"
                @if groups.iter().any(remaining::Group::is_declaration) {
                    p.note { (words::DECLARE) } "\n"
                }
            } "\n"
        }
    }
}

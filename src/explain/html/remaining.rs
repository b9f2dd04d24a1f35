//! The part of a page that lists the guards that remain, with what would remove them.

use super::{Page, escape::Escaped};
use crate::explain::{remaining, words};
use std::fmt::{self, Formatter};

impl Page<'_> {
    pub(super) fn write_remaining(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let groups = remaining::groups(self.report);
        let checks = remaining::entry_checks(self.report);
        if groups.is_empty() && checks == 0 {
            return Ok(());
        }
        let count = groups.iter().map(|group| group.guards.len()).sum();
        writeln!(
            out,
            "<section class=\"remaining\">\n<h2>{}</h2>\n<ul>",
            words::remaining(count)
        )?;
        for group in &groups {
            write!(out, "<li>{}<ul>", Escaped(&remaining::remedy(group)))?;
            for place in group.guards.iter().take(remaining::MAX_SHOWN) {
                let op = &self.report.ops[place.op];
                write!(
                    out,
                    "<li class=\"guard\"><a href=\"#{}op-{}\"><code>{}</code>",
                    self.prefix,
                    place.op,
                    Escaped(&op.name)
                )?;
                if let Some(line) = op.place.as_ref().and_then(|place| self.line(place)) {
                    write!(out, ", line {line}")?;
                }
                write!(
                    out,
                    ", dim {}</a>: <code>{}</code></li>",
                    place.dim,
                    Escaped(&place.guard.condition)
                )?;
            }
            if let Some(more @ 1..) = group.guards.len().checked_sub(remaining::MAX_SHOWN) {
                write!(out, "<li class=\"note\">and {more} more</li>")?;
            }
            out.write_str("</ul></li>\n")?;
        }
        if checks > 0 {
            writeln!(out, "<li>{}</li>", words::entry_checks(checks))?;
        }
        out.write_str("</ul>\n")?;
        if groups.iter().any(remaining::Group::is_declaration) {
            writeln!(out, "<p class=\"note\">{}</p>", words::DECLARE)?;
        }
        out.write_str("</section>\n")
    }
}

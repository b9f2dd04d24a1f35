//! The part of a page that is about one op.

use super::{Page, escape::Escaped};
use crate::explain::{
    dim_groups::{DimGroup, dim_groups, need_nothing},
    report::{Broadcast, Emitted, Op, Operand, OperandRef, Outcome, Place, Problem},
    words::{self, Reason},
};
use std::fmt::{self, Formatter};

/// The number of ops in a report, at most, that are not folded at first.
const MAX_OPEN: usize = 8;

/// A kind of op that the filter selects.
pub(super) struct Kind {
    /// The class of such ops.
    pub class: &'static str,
    /// The label of the filter.
    pub label: &'static str,
    /// What a folded op shows.
    badge: Option<&'static str>,
    /// Whether an op is of the kind.
    pub has: fn(&Op) -> bool,
}

/// The kinds of op that the filter selects.
pub(super) const KINDS: &[Kind] = &[
    Kind {
        class: "error",
        label: "errors",
        badge: Some("error"),
        has: |op| matches!(op.outcome, Outcome::Failed { .. }),
    },
    Kind {
        class: "guard",
        label: "guards remain",
        badge: Some("guard"),
        has: |op| op.dims.iter().any(|dim| !dim.guards.is_empty()),
    },
    Kind {
        class: "broadcast",
        label: "broadcasts remain",
        badge: None,
        has: |op| {
            let is_needed =
                |it: &Operand| !matches!(it.broadcast, Broadcast::None | Broadcast::Absent);
            op.operands.iter().any(is_needed)
        },
    },
];

impl Page<'_> {
    pub(super) fn write_op(&self, out: &mut Formatter<'_>, index: usize, op: &Op) -> fmt::Result {
        let classes = KINDS.iter().filter(|kind| (kind.has)(op));
        let classes = classes.map(|kind| format!(" {}", kind.class));
        let open = if self.report.ops.len() <= MAX_OPEN {
            " open"
        } else {
            ""
        };
        write!(
            out,
            "<details class=\"op{}\"{open}><summary><h3>",
            classes.collect::<String>()
        )?;
        self.write_heading(out, op)?;
        out.write_str("</h3>")?;
        for kind in KINDS.iter().filter(|kind| (kind.has)(op)) {
            if let Some(badge) = kind.badge {
                write!(
                    out,
                    " <span class=\"{}\"><span class=\"badge\">{badge}</span></span>",
                    kind.class
                )?;
            }
        }
        writeln!(
            out,
            "</summary>\n<article id=\"{}op-{index}\"><p class=\"place\">",
            self.prefix
        )?;
        match &op.place {
            Some(place) => self.write_place(out, place)?,
            None => out.write_str("at an unknown place")?,
        }
        if let Some(name) = &op.source_name {
            let name = words::printable(name);
            write!(out, ", named <code>{}</code>", Escaped(&name))?;
        }
        if let Some(function) = &op.function {
            self.write_verdict(out, function)?;
        }
        out.write_str("</p>\n")?;
        match &op.outcome {
            Outcome::Left { reason } => {
                writeln!(
                    out,
                    "<p class=\"guard\"><span class=\"badge\">left</span> {}</p>",
                    Escaped(reason)
                )?;
                write_types(out, op)?;
            }
            Outcome::Failed { errors } => {
                self.write_errors(out, errors)?;
                write_types(out, op)?;
            }
            Outcome::Lowered { .. } => {
                write_table(out, self.prefix, index, op)?;
                if op.contradiction {
                    writeln!(
                        out,
                        "<p class=\"guard\"><span class=\"badge\">contradiction</span> {}</p>",
                        words::CONTRADICTION
                    )?;
                }
                self.write_dims(out, op)?;
            }
        }
        write_emitted(out, &op.emitted)?;
        out.write_str("</article></details>\n")
    }

    /// Writes what becomes of an op, and where it is.
    fn write_heading(&self, out: &mut Formatter<'_>, op: &Op) -> fmt::Result {
        if let Some(value) = &op.value {
            write!(out, "<code>{}</code> = ", Escaped(value))?;
        }
        write!(out, "<code>{}</code>", Escaped(&op.name))?;
        match &op.outcome {
            Outcome::Lowered { target } => {
                write!(out, " becomes <code>{}</code>", Escaped(target))?;
            }
            Outcome::Left { .. } => out.write_str(" is left unchanged")?,
            Outcome::Failed { .. } => write!(out, " {}", words::FAILED)?,
        }
        match op.place.as_ref().and_then(|place| self.line(place)) {
            Some(line) => write!(out, ", line {line}"),
            None => Ok(()),
        }
    }

    /// Writes errors and their notes.
    pub(super) fn write_errors(&self, out: &mut Formatter<'_>, errors: &[Problem]) -> fmt::Result {
        for error in errors {
            let message = words::printable(&error.message);
            write!(
                out,
                "<div class=\"error\"><span class=\"badge\">error</span> {}",
                Escaped(&message)
            )?;
            self.write_place_after(out, error.place.as_ref())?;
            for (index, note) in error.notes.iter().enumerate() {
                out.write_str(if index == 0 { "<ul>" } else { "" })?;
                write!(out, "<li>{}", Escaped(&words::printable(&note.message)))?;
                self.write_place_after(out, note.place.as_ref())?;
                out.write_str("</li>")?;
            }
            out.write_str(match error.notes.is_empty() {
                true => "</div>\n",
                false => "</ul></div>\n",
            })?;
        }
        Ok(())
    }

    fn write_place_after(&self, out: &mut Formatter<'_>, place: Option<&Place>) -> fmt::Result {
        let Some(place) = place else {
            return Ok(());
        };
        out.write_str(" <span class=\"note\">(")?;
        self.write_place(out, place)?;
        out.write_str(")</span>")
    }

    fn write_dims(&self, out: &mut Formatter<'_>, op: &Op) -> fmt::Result {
        out.write_str("<ul class=\"dims\">\n")?;
        for group in dim_groups(op) {
            let DimGroup { dims, sizes, .. } = &group;
            let sizes = Escaped(sizes);
            match &group.quiet {
                Some(reason) => {
                    let need = need_nothing(dims);
                    write!(
                        out,
                        "<li><strong>{need}</strong>: {sizes} <span class=\"note\">({reason})</span>"
                    )?;
                }
                None => {
                    write!(out, "<li><strong>{dims}</strong>: {sizes}")?;
                    self.write_dim(out, op, group.first)?;
                }
            }
            out.write_str("</li>\n")?;
        }
        for (index, operand) in op.operands.iter().enumerate() {
            if words::needs_reasons(op, operand) {
                write!(
                    out,
                    "<li><strong>{}</strong>: {}, known from:",
                    Escaped(&words::operand(index, operand)),
                    Escaped(&words::broadcast(&operand.broadcast))
                )?;
                self.write_origins(out, &operand.because)?;
                out.write_str("</li>\n")?;
            }
        }
        out.write_str("</ul>\n")
    }

    fn write_dim(&self, out: &mut Formatter<'_>, op: &Op, index: usize) -> fmt::Result {
        let dim = &op.dims[index];
        for guard in &dim.guards {
            write!(
                out,
                "<div class=\"guard\"><span class=\"badge\">guard</span> \
                 <code>{}</code> <span class=\"note\">({})</span></div>",
                Escaped(&guard.condition),
                words::check(guard.check)
            )?;
        }
        for guard in &dim.removed_guards {
            write_known(out, &words::removed_guard(op, guard))?;
        }
        let Some(why) = words::why(&dim.why) else {
            return Ok(());
        };
        match (dim.why.because(), words::same_reasons(op, index)) {
            ([], _) => match why {
                Reason::NoGuard(reason) => write_known(out, reason),
                Reason::Known(from) => write!(out, "<div class=\"note\">{from}</div>"),
            },
            (_, Some(first)) => write!(out, "<div>{why} the same as dim {first}</div>"),
            (because, None) => {
                write!(out, "<div>{why}:</div>")?;
                self.write_origins(out, because)
            }
        }
    }
}

/// Writes the ops that replace an op, folded.
fn write_emitted(out: &mut Formatter<'_>, emitted: &Emitted) -> fmt::Result {
    if emitted.ops.is_empty() {
        return Ok(());
    }
    let title = words::emitted(emitted);
    write!(
        out,
        "<details class=\"emitted\"><summary>{title}</summary><pre>"
    )?;
    for op in &emitted.ops {
        writeln!(out, "{}", Escaped(op))?;
    }
    if emitted.more > 0 {
        writeln!(out, "and {} more", emitted.more)?;
    }
    out.write_str("</pre></details>\n")
}

/// Writes the badge for a guard that is not needed, and which one or why.
fn write_known(out: &mut Formatter<'_>, text: &str) -> fmt::Result {
    write!(
        out,
        "<div class=\"known\"><span class=\"badge\">{}</span> {}</div>",
        words::NO_GUARD,
        Escaped(text)
    )
}

fn write_types(out: &mut Formatter<'_>, op: &Op) -> fmt::Result {
    out.write_str("<ul>")?;
    for (index, operand) in op.operands.iter().enumerate() {
        write!(
            out,
            "<li>{}: <code>{}</code></li>",
            Escaped(&words::operand(index, operand)),
            Escaped(&operand.ty)
        )?;
    }
    writeln!(
        out,
        "<li>{}: <code>{}</code></li></ul>",
        Escaped(&words::result(op)),
        Escaped(&op.result_type)
    )
}

fn write_table(out: &mut Formatter<'_>, prefix: &str, index: usize, op: &Op) -> fmt::Result {
    write!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{prefix}shapes-{index}\">\
         <table>\n<caption id=\"{prefix}shapes-{index}\"><code>{}</code></caption>\n\
         <thead><tr><th scope=\"col\">value</th>",
        Escaped(&words::equation(op))
    )?;
    for dim in 0..op.dims.len() {
        write!(out, "<th scope=\"col\">dim {dim}</th>")?;
    }
    out.write_str("<th scope=\"col\">what becomes of it</th></tr></thead>\n<tbody>\n")?;
    for (index, operand) in op.operands.iter().enumerate() {
        write_row(out, op, index, operand)?;
    }
    write!(
        out,
        "</tbody>\n<tfoot><tr><th scope=\"row\">{}</th>",
        Escaped(&words::result(op))
    )?;
    for dim in &op.dims {
        write!(out, "<td class=\"size\">{}</td>", Escaped(&dim.size))?;
    }
    writeln!(
        out,
        "<td class=\"what\"><code>{}</code></td></tr></tfoot>\n</table></div>",
        Escaped(&op.result_type)
    )
}

fn write_row(out: &mut Formatter<'_>, op: &Op, index: usize, operand: &Operand) -> fmt::Result {
    let name = words::operand(index, operand);
    write!(out, "<tr><th scope=\"row\">{}</th>", Escaped(&name))?;
    for (result_dim, result) in op.dims.iter().enumerate() {
        let mut dims = operand.dims.iter().enumerate();
        let Some((dim, size)) = dims.find(|(_, dim)| dim.result_dim == result_dim) else {
            out.write_str("<td class=\"size\"><span class=\"spoken\">no dim</span></td>")?;
            continue;
        };
        let own = OperandRef {
            operand: index,
            dim,
        };
        let text = words::operand_size(size);
        let text = Escaped(&text);
        match result.decided_by.contains(&own) {
            true => write!(out, "<td class=\"size\"><b>{text}</b></td>")?,
            false => write!(out, "<td class=\"size\">{text}</td>")?,
        }
    }
    writeln!(
        out,
        "<td class=\"what\">{}</td></tr>",
        Escaped(&words::broadcast(&operand.broadcast))
    )
}

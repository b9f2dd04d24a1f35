//! The part of a page that is about one op.

use super::{Page, escape::Escaped};
use crate::explain::{
    report::{Op, Operand, OperandRef, Outcome, Place, Problem},
    words::{self, Reason},
};
use std::fmt::{self, Formatter};

impl Page<'_> {
    pub(super) fn write_op(&self, out: &mut Formatter<'_>, index: usize, op: &Op) -> fmt::Result {
        let name = Escaped(&op.name);
        writeln!(out, "<article id=\"{}op-{index}\">", self.prefix)?;
        match &op.outcome {
            Outcome::Lowered { target } => writeln!(
                out,
                "<h2><code>{name}</code> becomes <code>{}</code></h2>",
                Escaped(target)
            )?,
            Outcome::Left { .. } => {
                writeln!(out, "<h2><code>{name}</code> is left unchanged</h2>")?;
            }
            Outcome::Failed { .. } => {
                writeln!(out, "<h2><code>{name}</code> {}</h2>", words::FAILED)?;
            }
        }
        out.write_str("<p class=\"place\">")?;
        match &op.place {
            Some(place) => self.write_place(out, place)?,
            None => out.write_str("at an unknown place")?,
        }
        if let Some(name) = &op.source_name {
            write!(
                out,
                ", named <code>{}</code>",
                Escaped(&words::printable(name))
            )?;
        }
        if let Some(function) = &op.function {
            write!(out, ", in <code>@{}</code>", Escaped(function))?;
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
        out.write_str("</article>\n")
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
        for group in words::dim_groups(op) {
            // The part before the colon names the dims.
            let (dims, sizes) = group.text.split_once(':').unwrap_or((&group.text, ""));
            write!(out, "<li><strong>{dims}</strong>:{}", Escaped(sizes))?;
            match group.quiet {
                Some(reason) => {
                    let no_guard = words::NO_GUARD;
                    write!(out, " <span class=\"note\">({no_guard}: {reason})</span>")?;
                }
                None => self.write_dim(out, op, group.dims.start)?,
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
        "<p class=\"shapes\"><code>{}</code></p>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{prefix}shapes-{index}\">\
         <table>\n<caption id=\"{prefix}shapes-{index}\" class=\"hidden\">dims of {}, aligned</caption>\n\
         <thead><tr><th scope=\"col\">value</th>",
        Escaped(&words::equation(op)),
        Escaped(&op.name)
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
            out.write_str("<td class=\"size\"><span class=\"hidden\">no dim</span></td>")?;
            continue;
        };
        let own = OperandRef {
            operand: index,
            dim,
        };
        let text = words::operand_size(size);
        let text = Escaped(&text);
        match result.decided_by.contains(&own) {
            true => write!(
                out,
                "<td class=\"size\"><span class=\"decides\">{text}<span aria-hidden=\"true\">★\
                 </span></span><span class=\"hidden\"> decides</span></td>"
            )?,
            false => write!(out, "<td class=\"size\">{text}</td>")?,
        }
    }
    writeln!(
        out,
        "<td class=\"what\">{}</td></tr>",
        Escaped(&words::broadcast(&operand.broadcast))
    )
}

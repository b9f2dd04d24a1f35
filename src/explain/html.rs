//! Reports as HTML without scripts that loads nothing: a page, or a part of one.

mod escape;

use super::{
    ChangeCounts,
    report::{Check, Function, Op, Operand, OperandRef, Origin, Outcome, Place, Report},
    words::{self, Reason},
};
use escape::Escaped;
use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

/// The styles of a report.
const STYLE: &str = include_str!("html/style.css");

/// The styles of a separate page.
const PAGE_STYLE: &str = include_str!("html/page.css");

/// The magic number of bytecode, which has no text to show.
const BYTECODE_MAGIC: &[u8] = b"ML\xefR";

/// A report as a self-contained page, beside its source.
pub struct Html<'r> {
    /// The report.
    pub report: &'r Report,
    /// The source that the report is about.
    pub source: &'r [u8],
    /// Whether all origins are listed.
    pub has_all_reasons: bool,
}

impl Display for Html<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let source = match self.source.starts_with(BYTECODE_MAGIC) {
            true => Cow::default(),
            false => String::from_utf8_lossy(self.source),
        };
        let page = Page {
            report: self.report,
            lines: source.lines().collect(),
            has_all_reasons: self.has_all_reasons,
            prefix: "",
        };
        page.write(formatter)
    }
}

/// A report as part of another page, such as a notebook, without the source. Its styles affect
/// nothing else on the page.
pub struct HtmlPart<'r> {
    /// The report.
    pub report: &'r Report,
    /// The prefix of all ids in it, unique on the page: letters, digits and dashes.
    pub prefix: &'r str,
    /// Whether all origins are listed, because the report has all reasons.
    pub has_all_reasons: bool,
}

impl Display for HtmlPart<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let page = Page {
            report: self.report,
            lines: vec![],
            has_all_reasons: self.has_all_reasons,
            prefix: self.prefix,
        };
        page.write_part(formatter)
    }
}

struct Page<'r> {
    report: &'r Report,
    /// The lines of the source; none if it is bytecode.
    lines: Vec<&'r str>,
    has_all_reasons: bool,
    /// The prefix of all ids.
    prefix: &'r str,
}

impl Page<'_> {
    fn write(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let file = Escaped(&self.report.file);
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>Broadcasts in {file}</title>\n\
             <link rel=\"icon\" href=\"data:,\">\n<style>\n{PAGE_STYLE}{STYLE}</style>\n</head>\n\
             <body class=\"bcast-lower\">\n\
             <header>\n<h1>Broadcasts in {file}</h1>\n\
             <p>How bcast-lower lowers each op that broadcasts, and why.</p>\n"
        )?;
        self.write_summary(out)?;
        out.write_str("</header>\n")?;
        let has_source = !self.lines.is_empty();
        let class = if has_source { " class=\"beside\"" } else { "" };
        writeln!(out, "<main{class}>")?;
        if has_source {
            self.write_source(out)?;
        }
        self.write_ops(out)?;
        out.write_str("</main>\n</body>\n</html>\n")
    }

    fn write_part(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "<div class=\"bcast-lower part\">\n<style>\n{STYLE}</style>\n<header>\n"
        )?;
        self.write_summary(out)?;
        out.write_str("</header>\n<main>\n")?;
        self.write_ops(out)?;
        out.write_str("</main>\n</div>\n")
    }

    fn write_ops(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str("<div class=\"ops\">\n")?;
        for function in &self.report.functions {
            self.write_function(out, function)?;
        }
        for (index, op) in self.report.ops.iter().enumerate() {
            self.write_op(out, index, op)?;
        }
        self.write_changes(out)?;
        if self.report.ops.is_empty() {
            out.write_str("<p>No op in this file broadcasts.</p>\n")?;
        }
        self.write_all_origins(out)?;
        out.write_str("</div>\n")
    }

    fn write_summary(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str("<div class=\"summary\">\n")?;
        for (subject, counts) in words::summary(&self.report.summary) {
            write!(out, "<section><h2>{subject}</h2><dl>")?;
            for (word, count) in counts {
                write!(out, "<div><dt>{word}</dt><dd>{count}</dd></div>")?;
            }
            out.write_str("</dl></section>\n")?;
        }
        for (pass, counts) in ChangeCounts(&self.report.changes).by_pass() {
            write!(out, "<section><h2>{pass}</h2><dl>")?;
            for (word, count) in counts {
                write!(
                    out,
                    "<div><dt>{}</dt><dd>{count}</dd></div>",
                    Escaped(&word)
                )?;
            }
            out.write_str("</dl></section>\n")?;
        }
        out.write_str(
            "</div>\n<p class=\"legend\">Equal sizes have one name. A size with a star, as in \
             <span class=\"size decides\">a★</span>, decides the size of its dim.</p>\n",
        )
    }

    fn write_source(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let prefix = self.prefix;
        let mut ops = BTreeMap::<usize, usize>::new();
        for (index, op) in self.report.ops.iter().enumerate() {
            if let Some(line) = op.place.as_ref().and_then(|place| self.line(place)) {
                ops.entry(line).or_insert(index);
            }
        }
        out.write_str(
            "<section class=\"source\">\n<h2>Source</h2>\n\
             <pre tabindex=\"0\" role=\"region\" aria-label=\"Source\"><ol>",
        )?;
        for (line, text) in (1..).zip(&self.lines) {
            let op = ops.get(&line);
            let class = if op.is_some() { " class=\"op\"" } else { "" };
            write!(
                out,
                "<li id=\"{prefix}L{line}\"{class}><span class=\"number\">"
            )?;
            match op {
                Some(op) => write!(
                    out,
                    "<a href=\"#{prefix}op-{op}\" aria-label=\"line {line}, its op\">{line}&#8239;▸</a>"
                )?,
                None => write!(out, "{line}")?,
            }
            write!(out, "</span><span>{}</span></li>", Escaped(text))?;
        }
        out.write_str("</ol></pre>\n</section>\n")
    }

    fn write_changes(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.report.changes.is_empty() {
            return Ok(());
        }
        out.write_str("<article>\n<h2>What other passes change</h2>\n<ul>\n")?;
        for change in &self.report.changes {
            out.write_str("<li>")?;
            if let Some(place) = &change.place {
                write!(out, "{}: ", Escaped(&place.to_string()))?;
            }
            writeln!(out, "{}</li>", Escaped(&change.to_string()))?;
        }
        out.write_str("</ul>\n</article>\n")
    }

    fn write_function(&self, out: &mut Formatter<'_>, function: &Function) -> fmt::Result {
        writeln!(
            out,
            "<article>\n<h2><code>@{}</code> {}</h2>",
            Escaped(&words::printable(&function.name)),
            words::DECLARES
        )?;
        if let Some(place) = &function.place {
            out.write_str("<p class=\"place\">")?;
            self.write_place(out, place)?;
            out.write_str("</p>\n")?;
        }
        out.write_str("<ul>\n")?;
        for check in &function.checks {
            let class = match check.check {
                Check::Known => "known",
                _ => "guard",
            };
            writeln!(
                out,
                "<li class=\"{class}\"><span class=\"badge\">{}</span> <code>{}</code> \
                 <span class=\"note\">({})</span></li>",
                Escaped(&words::printable(&check.symbol)),
                Escaped(&check.condition),
                words::check(check.check)
            )?;
        }
        out.write_str("</ul>\n</article>\n")
    }

    fn write_op(&self, out: &mut Formatter<'_>, index: usize, op: &Op) -> fmt::Result {
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

    /// Writes a list of links to the origins of facts.
    fn write_origins(&self, out: &mut Formatter<'_>, ids: &[usize]) -> fmt::Result {
        let (origins, more) = words::listed(self.report, ids, self.has_all_reasons);
        out.write_str("<ul>")?;
        for origin in origins {
            out.write_str("<li>")?;
            self.write_link(out, origin)?;
            out.write_str("</li>")?;
        }
        if more > 0 {
            write!(out, "<li class=\"note\">and {more} more</li>")?;
        }
        out.write_str("</ul>")
    }

    /// Writes a link to an origin.
    fn write_link(&self, out: &mut Formatter<'_>, origin: &Origin) -> fmt::Result {
        let prefix = self.prefix;
        let (id, text) = (origin.id, words::origin(origin));
        write!(out, "<a href=\"#{prefix}from-{id}\">{}", Escaped(&text))?;
        match origin.place.as_ref().and_then(|place| self.line(place)) {
            Some(line) => write!(out, ", line {line}</a>"),
            None => out.write_str("</a>"),
        }
    }

    /// Writes each origin once, with links to its op and to the origins it follows from.
    fn write_all_origins(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let prefix = self.prefix;
        if self.report.origins.is_empty() {
            return Ok(());
        }
        let ops = self.report.ops.iter().enumerate();
        let ops = ops.filter_map(|(index, op)| Some(((&*op.name, op.place.as_ref()?), index)));
        let ops = ops.collect::<BTreeMap<_, _>>();
        out.write_str("<section class=\"origins\">\n<h2>Where facts come from</h2>\n<ul>\n")?;
        for origin in &self.report.origins {
            let text = words::origin(origin);
            write!(
                out,
                "<li id=\"{prefix}from-{}\">{}",
                origin.id,
                Escaped(&text)
            )?;
            if let Some(place) = &origin.place {
                out.write_str(" at <span class=\"place\">")?;
                self.write_place(out, place)?;
                out.write_str("</span>")?;
                if let Some(index) = ops.get(&(&*origin.name, place)) {
                    write!(
                        out,
                        " (<a href=\"#{prefix}op-{index}\">what becomes of it</a>)"
                    )?;
                }
            }
            let (because, more) = words::listed(self.report, &origin.because, self.has_all_reasons);
            for (index, because) in because.enumerate() {
                out.write_str(if index == 0 { "; sizes from " } else { ", " })?;
                self.write_link(out, because)?;
            }
            if more > 0 {
                write!(out, ", and {more} more")?;
            }
            out.write_str("</li>\n")?;
        }
        out.write_str("</ul>\n</section>\n")
    }

    /// Writes a place, as a link if its line is shown.
    fn write_place(&self, out: &mut Formatter<'_>, place: &Place) -> fmt::Result {
        match self.line(place) {
            Some(line) => write!(
                out,
                "<a href=\"#{}L{line}\">line {line}, column {}</a>",
                self.prefix, place.column
            ),
            None => write!(out, "{}", Escaped(&place.to_string())),
        }
    }

    /// Returns the line of a place, if it is shown.
    fn line(&self, place: &Place) -> Option<usize> {
        let is_shown = place.file == self.report.file && place.line <= self.lines.len();
        Some(place.line).filter(|_| is_shown)
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
        "<li>result: <code>{}</code></li></ul>",
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
    out.write_str("</tbody>\n<tfoot><tr><th scope=\"row\">result</th>")?;
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

//! Reports as HTML that loads nothing: a page, or a part of one. A small script filters the ops;
//! everything else works without it.

mod escape;
mod op;
mod proof;
mod remaining;
mod source;

use super::{
    ChangeCounts,
    report::{Check, Function, Origin, Place, Report},
    summary::Summary,
    words,
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

/// A function that adds behaviour to the element of a report.
const SCRIPT: &str = include_str!("html/page.js");

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
             <body class=\"bcast-lower\" id=\"root\">\n\
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
        out.write_str("</main>\n")?;
        self.write_script(out)?;
        out.write_str("</body>\n</html>\n")
    }

    fn write_part(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "<div class=\"bcast-lower part\" id=\"{}root\">\n<style>\n{STYLE}</style>\n<header>\n",
            self.prefix
        )?;
        self.write_summary(out)?;
        out.write_str("</header>\n<main>\n")?;
        self.write_ops(out)?;
        out.write_str("</main>\n")?;
        self.write_script(out)?;
        out.write_str("</div>\n")
    }

    fn write_ops(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str("<div class=\"ops\">\n")?;
        if !self.report.errors.is_empty() {
            out.write_str("<article>\n<h2>Errors</h2>\n")?;
            self.write_errors(out, &self.report.errors)?;
            out.write_str("</article>\n")?;
        }
        self.write_remaining(out)?;
        for function in &self.report.functions {
            self.write_function(out, function)?;
        }
        self.write_filter(out)?;
        self.write_functions(out)?;
        self.write_changes(out)?;
        if self.report.ops.is_empty() {
            out.write_str("<p>No op in this file broadcasts.</p>\n")?;
        }
        self.write_all_origins(out)?;
        self.write_proof(out)?;
        out.write_str("</div>\n")
    }

    fn write_summary(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str("<div class=\"summary\">\n")?;
        for (subject, counts) in words::summary(&self.report.summary) {
            write!(out, "<section><h2>{subject}</h2><ul>")?;
            for (word, count) in counts {
                write!(out, "<li><b>{count}</b> {word}</li>")?;
            }
            out.write_str("</ul></section>\n")?;
        }
        for (pass, counts) in ChangeCounts(&self.report.changes).by_pass() {
            write!(out, "<section><h2>{pass}</h2><ul>")?;
            for (word, count) in counts {
                write!(out, "<li><b>{count}</b> {}</li>", Escaped(&word))?;
            }
            out.write_str("</ul></section>\n")?;
        }
        out.write_str(
            "</div>\n<p class=\"legend\">Equal sizes have one name. A size with a star, as in \
             <span class=\"size\"><b>a</b></span>, decides the size of its dim.</p>\n",
        )
    }

    /// Writes the ops of each function, which can be folded.
    fn write_functions(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let mut start = 0;
        let ops = &self.report.ops;
        for group in ops.chunk_by(|a, b| a.function == b.function) {
            let name = match &group[0].function {
                Some(name) => format!("<code>@{}</code>", Escaped(&words::printable(name))),
                None => "outside of functions".into(),
            };
            let counts = words::counts(&Summary::of(group));
            writeln!(
                out,
                "<details class=\"function\" open><summary><h2>{name}</h2> \
                 <span class=\"note\">{counts}</span></summary>"
            )?;
            for (index, op) in (start..).zip(group) {
                self.write_op(out, index, op)?;
            }
            start += group.len();
            out.write_str("</details>\n")?;
        }
        Ok(())
    }

    /// Writes the form of the filter, which the script shows.
    fn write_filter(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let ops = &self.report.ops;
        if ops.is_empty() {
            return Ok(());
        }
        out.write_str(
            "<div class=\"filter\" role=\"search\" aria-label=\"Ops\" hidden>\n\
             <label>Filter <input type=\"search\" placeholder=\"op, line, name\"></label>\n",
        )?;
        for kind in op::KINDS.iter().filter(|kind| ops.iter().any(kind.has)) {
            writeln!(
                out,
                "<label><input type=\"checkbox\" value=\"{}\"> {}</label>",
                kind.class, kind.label
            )?;
        }
        out.write_str(
            "<button type=\"button\" class=\"open\">Open all</button>\n\
             <button type=\"button\" class=\"fold\">Fold all</button>\n\
             <output aria-live=\"polite\"></output>\n</div>\n",
        )
    }

    /// Writes the script, for the element whose id is `root` after the prefix.
    fn write_script(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self.report.ops.is_empty() {
            true => Ok(()),
            false => writeln!(
                out,
                "<script>\n{}(document.getElementById(\"{}root\"));\n</script>",
                SCRIPT.trim_end(),
                self.prefix
            ),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::{Decisions, Emitted, Op, Outcome, Problem};

    fn report() -> Report {
        let op = Op {
            name: "a.b".into(),
            value: Some("%0".into()),
            source_name: None,
            place: None,
            function: Some("f<>".into()),
            outcome: Outcome::Failed {
                errors: vec![Problem {
                    message: "1 < 2".into(),
                    place: None,
                    notes: vec![],
                }],
            },
            contradiction: false,
            emitted: Emitted::default(),
            operands: vec![],
            result_type: "t".into(),
            dims: vec![],
        };
        let decisions = Decisions {
            ops: vec![op],
            ..Decisions::default()
        };
        Report::new("a.mlir", decisions)
    }

    #[test]
    fn parts_of_a_page_share_no_ids() {
        let part = HtmlPart {
            report: &report(),
            prefix: "p-1-",
            has_all_reasons: false,
        };
        let part = part.to_string();
        let ids = part.split(" id=\"").skip(1).collect::<Vec<_>>();
        assert!(
            ids.len() > 1 && ids.iter().all(|id| id.starts_with("p-1-")),
            "{part}"
        );
        assert!(
            part.contains("(document.getElementById(\"p-1-root\"));"),
            "{part}"
        );
        assert!(
            part.contains("1 &lt; 2") && part.contains("@f&lt;&gt;"),
            "{part}"
        );
    }

    /// There is nothing to filter.
    #[test]
    fn a_page_without_ops_has_no_script() {
        let page = Html {
            report: &Report::new("a.mlir", Decisions::default()),
            source: b"",
            has_all_reasons: false,
        };
        assert!(!page.to_string().contains("<script"));
    }
}

//! Reports as HTML that loads nothing: a page, or a part of one. A small script filters the ops,
//! and unpacks those of long reports when they are opened; everything else works without it.

mod errors;
mod escape;
mod op;
mod op_filter;
mod origins;
mod packed;
mod proof;
mod remaining;
mod requirements;
mod source;

use super::{ChangeCounts, report::Report, requirement_words, summary::Summary, words};
use crate::{
    op::{Check, Function, Op},
    place::Place,
};
use escape::Escaped;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter},
    ops::Range,
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
        let source = text(self.source);
        let page = Page {
            report: self.report,
            lines: source.lines().collect(),
            has_source: !source.is_empty(),
            has_all_reasons: self.has_all_reasons,
            prefix: "",
        };
        formatter.write_str(&page.page().0)
    }
}

/// Returns a source as text; none if it is bytecode.
fn text(source: &[u8]) -> Cow<'_, str> {
    match source.starts_with(BYTECODE_MAGIC) {
        true => Cow::default(),
        false => String::from_utf8_lossy(source),
    }
}

/// A report as part of another page, such as a notebook, without the source beside it. Its styles affect
/// nothing else on the page.
pub struct HtmlPart<'r> {
    /// The report.
    pub report: &'r Report,
    /// The source that the report is about. Errors show lines of it.
    pub source: &'r [u8],
    /// The prefix of all ids in it, unique on the page: letters, digits and dashes.
    pub prefix: &'r str,
    /// Whether all origins are listed, because the report has all reasons.
    pub has_all_reasons: bool,
}

impl Display for HtmlPart<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let source = text(self.source);
        let page = Page {
            report: self.report,
            lines: source.lines().collect(),
            has_source: false,
            has_all_reasons: self.has_all_reasons,
            prefix: self.prefix,
        };
        formatter.write_str(&page.part().0)
    }
}

struct Page<'r> {
    report: &'r Report,
    /// The lines of the source; none if it is bytecode.
    lines: Vec<&'r str>,
    /// Whether they are shown beside the report.
    has_source: bool,
    has_all_reasons: bool,
    /// The prefix of all ids.
    prefix: &'r str,
}

impl Page<'_> {
    fn page(&self) -> Markup {
        let file = Escaped(&self.report.file);
        html! {
            (DOCTYPE) "\n"
            html lang="en" { "\n"
                head { "\n"
                    meta charset="utf-8"; "\n"
                    meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                    meta name="color-scheme" content="light dark"; "\n"
                    title { "Broadcasts in " (file) } "\n"
                    link rel="icon" href="data:,"; "\n"
                    style { "\n" (PreEscaped(PAGE_STYLE)) (PreEscaped(STYLE)) } "\n"
                } "\n"
                body class="bcast-lower" id="root" { "\n"
                    header { "\n"
                        h1 { "Broadcasts in " (file) } "\n"
                        p { "How bcast-lower lowers each op that broadcasts, and why." } "\n"
                        (self.errors_first())
                        (self.summary())
                    } "\n"
                    main class=[self.has_source.then_some("beside")] { "\n"
                        @if self.has_source { (self.source()) }
                        (self.ops())
                    } "\n"
                    (self.script())
                } "\n"
            } "\n"
        }
    }

    fn part(&self) -> Markup {
        html! {
            div class="bcast-lower part" id={ (self.prefix) "root" } { "\n"
                style { "\n" (PreEscaped(STYLE)) } "\n"
                header { "\n" (self.errors_first()) (self.summary()) } "\n"
                main { "\n" (self.ops()) } "\n"
                (self.script())
            } "\n"
        }
    }

    fn ops(&self) -> Markup {
        let is_empty = self.report.ops.is_empty() && self.report.requirements.is_empty();
        html! {
            div.ops { "\n"
                (self.remaining())
                @for function in &self.report.functions { (self.declarations(function)) }
                (self.requirements())
                (self.filter())
                (self.functions())
                (self.layers())
                @if is_empty { p { "No op in this file broadcasts." } "\n" }
                (self.all_origins())
                (self.proof())
            } "\n"
        }
    }

    fn summary(&self) -> Markup {
        let Report {
            ops, requirements, ..
        } = self.report;
        let mut subjects = vec![];
        if !ops.is_empty() || requirements.is_empty() {
            subjects.extend(words::summary(&self.report.summary));
        }
        subjects.extend(requirement_words::summary(requirements));
        let has_word = |word: &str| {
            let mut words = subjects.iter().flat_map(|(_, counts)| counts);
            words.any(|(known, _)| *known == word)
        };
        let legend = words::LEGEND.iter().filter(|(word, _)| has_word(word));
        html! {
            div.summary { "\n"
                @for (subject, counts) in &subjects { (summary(subject, counts)) }
                @for (pass, counts) in ChangeCounts(&self.report.changes).by_pass() {
                    (summary(pass, &counts))
                }
            } "\n"
            dl.legend { "\n"
                @for (word, meaning) in legend {
                    div { dt { (word) } " " dd { (meaning) } } "\n"
                }
            } "\n"
            @if !ops.is_empty() {
                p.legend {
                    "Equal sizes have one name. A size with a star, as in "
                    span.size { b { "a" } } ", decides the size of its dim."
                } "\n"
            }
        }
    }

    /// Returns the ops of each function, which can be folded; in long reports, most are packed.
    fn functions(&self) -> Markup {
        let ops = &self.report.ops;
        let render = |range| self.functions_in(range);
        let describe = |range: Range<usize>| {
            let ops = &ops[range];
            let place = |op: &Op| self.line(op.place.as_ref()?);
            let lines = [ops.iter().find_map(place), ops.iter().rev().find_map(place)];
            let lines = match lines {
                [Some(first), Some(last)] => format!("lines {first} to {last}, "),
                _ => String::new(),
            };
            lines + &words::counts(&Summary::of(ops))
        };
        self.packed("op", "ops", ops.len(), render, describe)
    }

    /// Returns a range of ops by function.
    fn functions_in(&self, range: Range<usize>) -> Markup {
        let mut indices = range.clone();
        let ops = &self.report.ops[range];
        html! {
            @for group in ops.chunk_by(|a, b| a.function == b.function) {
                details class="function" open {
                    summary {
                        h2 {
                            @match &group[0].function {
                                Some(name) => code { "@" (Escaped(&words::printable(name))) },
                                None => "outside of functions",
                            }
                        } " "
                        span.note { (words::counts(&Summary::of(group))) }
                    } "\n"
                    @for (op, index) in group.iter().zip(&mut indices) { (self.op(index, op)) }
                } "\n"
            }
        }
    }

    /// Returns the form of the filter, which the script shows.
    fn filter(&self) -> Markup {
        let ops = &self.report.ops;
        html! {
            @if !ops.is_empty() {
                div class="filter" role="search" aria-label="Ops" hidden { "\n"
                    label {
                        "Filter " input type="search" placeholder="op, line, name";
                    } "\n"
                    @for kind in op_filter::KINDS.iter().filter(|kind| ops.iter().any(kind.has)) {
                        label { input type="checkbox" value=(kind.class); " " (kind.label) } "\n"
                    }
                    button type="button" class="open" { "Open all" } "\n"
                    button type="button" class="fold" { "Fold all" } "\n"
                    output aria-live="polite" {} "\n"
                } "\n"
            }
        }
    }

    /// Returns whether there is anything for the script to do.
    fn has_script(&self) -> bool {
        !self.report.ops.is_empty() || self.has_source
    }

    /// Returns the script, for the element whose id is `root` after the prefix.
    fn script(&self) -> Markup {
        html! {
            @if self.has_script() {
                script { "\n"
                    (PreEscaped(SCRIPT.trim_end()))
                    (PreEscaped("(document.getElementById(\"")) (self.prefix)
                    (PreEscaped("root\"));\n"))
                } "\n"
            }
        }
    }

    /// Returns the sizes that a function declares.
    fn declarations(&self, function: &Function) -> Markup {
        html! {
            article { "\n"
                h2 {
                    code { "@" (Escaped(&words::printable(&function.name))) } " " (words::DECLARES)
                } "\n"
                @if let Some(place) = &function.place { p.place { (self.place(place)) } "\n" }
                ul { "\n"
                    @for check in &function.checks {
                        @let is_known = matches!(check.check, Check::Known);
                        li class=(if is_known { "known" } else { "guard" }) {
                            span.badge { (Escaped(&words::printable(&check.symbol))) } " "
                            code { (Escaped(&check.condition)) } " "
                            span.note { "(" (words::check(check.check)) ")" }
                        } "\n"
                    }
                } "\n"
            } "\n"
        }
    }

    /// Returns a place, as a link if its line is shown.
    fn place(&self, place: &Place) -> Markup {
        html! {
            @match self.line(place).filter(|_| self.has_source) {
                Some(line) => a href={ "#" (self.prefix) "L" (line) } {
                    "line " (line) ", column " (place.column)
                },
                None => (Escaped(&place.to_string())),
            }
        }
    }

    /// Returns the line of a place after a comma, if the line is shown.
    fn comma_line(&self, place: &Option<Place>) -> Markup {
        html! {
            @if let Some(line) = place.as_ref().and_then(|place| self.line(place)) {
                ", line " (line)
            }
        }
    }

    /// Returns the line of a place, if it is one of the source.
    fn line(&self, place: &Place) -> Option<usize> {
        let is_known = place.file == self.report.file && place.line <= self.lines.len();
        Some(place.line).filter(|_| is_known)
    }
}

/// Returns the numbers of things of a kind.
fn summary(subject: &str, counts: &[(impl AsRef<str>, usize)]) -> Markup {
    html! {
        section {
            h2 { (subject) }
            ul {
                @for (word, count) in counts {
                    li { b { (count) } " " (Escaped(word.as_ref())) }
                }
            }
        } "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decisions, Emitted, Op, Outcome, Problem};

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
            contradicts: vec![],
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
            source: b"",
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

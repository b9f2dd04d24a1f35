//! The part of a page that is about one op.

use super::{Page, escape::Escaped, op_filter::KINDS};
use crate::{
    dim_groups::dim_groups,
    op::{Emitted, Op, Operand, OperandRef, Outcome},
    words::{self, Reason},
};
use maud::{Markup, display, html};

/// The number of ops in a report, at most, that are not folded at first.
const MAX_OPEN: usize = 8;

impl Page<'_> {
    pub(super) fn op(&self, index: usize, op: &Op) -> Markup {
        let kinds = KINDS.iter().filter(|kind| (kind.has)(op));
        let kinds = kinds.collect::<Vec<_>>();
        let is_open = self.report.ops.len() <= MAX_OPEN;
        html! {
            details class={ "op" @for kind in &kinds { " " (kind.class) } } open[is_open] {
                summary {
                    h3 { (self.heading(op)) }
                    @for kind in &kinds {
                        @if let Some(badge) = kind.badge {
                            " " span class=(kind.class) { span.badge { (badge) } }
                        }
                    }
                } "\n"
                article id={ (self.prefix) "op-" (index) } {
                    p.place { "\n"
                        @match &op.place {
                            Some(place) => (self.place(place)),
                            None => "at an unknown place",
                        }
                        @if let Some(name) = &op.source_name {
                            ", named " code { (Escaped(&words::printable(name))) }
                        }
                        @if let Some(function) = &op.function { (self.verdict(function)) }
                    } "\n"
                    @match &op.outcome {
                        Outcome::Left { reason } => {
                            p.guard { span.badge { "left" } " " (Escaped(reason)) } "\n"
                            (sizes(op))
                            (types(op))
                        }
                        Outcome::Failed { .. } => {
                            (sizes(op))
                            (types(op))
                        }
                        Outcome::Lowered { .. } | Outcome::Guarded => {
                            (table(self.prefix, index, op))
                            @if op.contradiction {
                                p.guard {
                                    span.badge { "contradiction" } " " (words::CONTRADICTION)
                                } "\n"
                                @if !op.contradicts.is_empty() {
                                    div { (words::contradicting(op.contradicts.len())) ":" }
                                    (self.origins(&op.contradicts))
                                }
                            }
                            (self.dims(op))
                        }
                    }
                    (emitted(&op.emitted))
                }
            } "\n"
        }
    }

    /// Returns what becomes of an op, and where it is.
    fn heading(&self, op: &Op) -> Markup {
        html! {
            @if let Some(value) = &op.value { code { (Escaped(value)) } " = " }
            code { (Escaped(&op.name)) }
            @match &op.outcome {
                Outcome::Lowered { target } => { " becomes " code { (Escaped(target)) } }
                Outcome::Guarded => { " " (words::GUARDED) }
                Outcome::Left { .. } => " is left unchanged",
                Outcome::Failed { .. } => { " " (words::FAILED) }
            }
            (self.comma_line(&op.place))
        }
    }

    fn dims(&self, op: &Op) -> Markup {
        html! {
            ul.dims { "\n"
                @for group in &dim_groups(op) {
                    li {
                        @match &group.quiet {
                            Some(reason) => {
                                strong { (group.need_nothing()) } ": " (Escaped(&group.sizes)) " "
                                span.note { "(" (reason) ")" }
                            }
                            None => {
                                strong { (group.dims) } ": " (Escaped(&group.sizes))
                                (self.dim(op, group.first))
                            }
                        }
                    } "\n"
                }
                @for (index, operand) in op.operands.iter().enumerate() {
                    @if words::needs_reasons(op, operand) {
                        li {
                            strong { (Escaped(&words::operand(index, operand))) } ": "
                            (Escaped(&words::broadcast(&operand.broadcast))) ", known from:"
                            (self.origins(&operand.because))
                        } "\n"
                    }
                }
            } "\n"
        }
    }

    fn dim(&self, op: &Op, index: usize) -> Markup {
        let dim = &op.dims[index];
        html! {
            @for guard in &dim.guards {
                div.guard {
                    span.badge { "guard" } " " code { (Escaped(&guard.condition)) } " "
                    span.note { "(" (words::check(guard.check)) ")" }
                }
            }
            @for guard in &dim.removed_guards { (known(&words::removed_guard(op, guard))) }
            @if let Some(why) = words::why(&dim.why) {
                @match (dim.why.because(), words::same_reasons(op, index)) {
                    ([], _) => @match why {
                        Reason::NoGuard(reason) => (known(reason)),
                        Reason::Known(from) => div.note { (from) },
                    },
                    (_, Some(first)) => div { (display(why)) " the same as dim " (first) },
                    (because, None) => { div { (display(why)) ":" } (self.origins(because)) }
                }
            }
        }
    }
}

/// Returns the ops that replace an op, folded.
fn emitted(emitted: &Emitted) -> Markup {
    html! {
        @if !emitted.ops.is_empty() {
            details.emitted {
                summary { (words::emitted(emitted)) }
                pre {
                    @for op in &emitted.ops { (Escaped(op)) "\n" }
                    @if emitted.more > 0 { "and " (emitted.more) " more\n" }
                }
            } "\n"
        }
    }
}

/// Returns the badge for a guard that is not needed, and which one or why.
fn known(text: &str) -> Markup {
    html! { div.known { span.badge { (words::NO_GUARD) } " " (Escaped(text)) } }
}

/// Returns the sizes of an op that is not lowered, if they are known.
fn sizes(op: &Op) -> Markup {
    html! {
        @if words::has_sizes(op) {
            p { code { (Escaped(&words::equation(op))) } } "\n"
        }
    }
}

fn types(op: &Op) -> Markup {
    let operands = op.operands.iter().enumerate();
    let operands = operands.map(|(index, it)| (words::operand(index, it), &it.ty));
    html! {
        ul {
            @for (name, ty) in operands.chain([(words::result(op), &op.result_type)]) {
                li { (Escaped(&name)) ": " code { (Escaped(ty)) } }
            }
        } "\n"
    }
}

fn table(prefix: &str, index: usize, op: &Op) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region"
            aria-labelledby={ (prefix) "shapes-" (index) } {
            table { "\n"
                caption id={ (prefix) "shapes-" (index) } {
                    code { (Escaped(&words::equation(op))) }
                } "\n"
                thead {
                    tr {
                        th scope="col" { "value" }
                        @for dim in 0..op.dims.len() { th scope="col" { "dim " (dim) } }
                        th scope="col" { "what becomes of it" }
                    }
                } "\n"
                tbody { "\n"
                    @for (index, operand) in op.operands.iter().enumerate() {
                        (row(op, index, operand))
                    }
                } "\n"
                tfoot {
                    tr {
                        th scope="row" { (Escaped(&words::result(op))) }
                        @for dim in &op.dims { td.size { (Escaped(&dim.size)) } }
                        td.what { code { (Escaped(&op.result_type)) } }
                    }
                } "\n"
            }
        } "\n"
    }
}

fn row(op: &Op, index: usize, operand: &Operand) -> Markup {
    html! {
        tr {
            th scope="row" { (Escaped(&words::operand(index, operand))) }
            @for (result_dim, result) in op.dims.iter().enumerate() {
                @let mut dims = operand.dims.iter().enumerate();
                td.size {
                    @match dims.find(|(_, dim)| dim.result_dim == result_dim) {
                        None => span.spoken { "no dim" },
                        Some((dim, size)) => {
                            @let own = OperandRef { operand: index, dim };
                            @let text = words::operand_size(size);
                            @if result.decided_by.contains(&own) {
                                b { (Escaped(&text)) }
                            } @else {
                                (Escaped(&text))
                            }
                        }
                    }
                }
            }
            td.what { (Escaped(&words::broadcast(&operand.broadcast))) }
        } "\n"
    }
}

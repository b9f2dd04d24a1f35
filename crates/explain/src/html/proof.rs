//! The part of a page about what is proven.

use super::{Page, escape::Escaped};
use crate::{ProvenFunction, Verdict, words};
use maud::{Markup, html};

impl Page<'_> {
    /// Returns the verdict about a function, as a link to the proof.
    pub(super) fn verdict(&self, function: &str) -> Markup {
        let proof = self.report.proof.as_ref();
        html! {
            @if let Some(answer) = proof.and_then(|proof| proof.function(function)) {
                ", " a class=(class(answer)) href={ "#" (self.prefix) "proof" } {
                    span.badge { (verdict(answer)) }
                }
            }
        }
    }

    /// Returns the verdicts about all functions, and what they are about.
    pub(super) fn proof(&self) -> Markup {
        let Some(proof) = &self.report.proof else {
            return Markup::default();
        };
        html! {
            article id={ (self.prefix) "proof" } class="proof" { "\n"
                h2 { "What is proven" } "\n"
                p.note {
                    "A solver was asked about all sizes: whether the output accepts the sizes that \
                     the input accepts, and computes the same."
                } "\n"
                ul { "\n"
                    @for function in &proof.functions {
                        li class=(class(function)) {
                            span.badge { (verdict(function)) } " "
                            code { (Escaped(&words::proven_name(function))) } " "
                            span.note { (Escaped(&words::printable(&function.text))) }
                        } "\n"
                    }
                } "\n"
                dl.note { "\n"
                    @for (term, text) in [
                        ("pipeline", &*words::printable(&proof.pipeline)),
                        ("SHA-256 of the input", &proof.input),
                        ("SHA-256 of the output", &proof.output),
                    ] {
                        dt { (term) } dd { code { (Escaped(text)) } } "\n"
                    }
                } "\n"
            } "\n"
        }
    }
}

fn class(function: &ProvenFunction) -> &'static str {
    match function.verdict {
        Verdict::Proven => "known",
        Verdict::Refuted | Verdict::NotKnown => "guard",
    }
}

fn verdict(function: &ProvenFunction) -> &'static str {
    match function.verdict {
        Verdict::Proven => "proven",
        Verdict::Refuted => "refuted",
        Verdict::NotKnown => "not known",
    }
}

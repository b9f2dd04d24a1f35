//! The part of a page about what is proven.

use super::{Page, escape::Escaped};
use crate::explain::{ProvenFunction, Verdict, words};
use std::fmt::{self, Formatter};

impl Page<'_> {
    /// Writes the verdict about a function, as a link to the proof.
    pub(super) fn write_verdict(&self, out: &mut Formatter<'_>, function: &str) -> fmt::Result {
        let proof = self.report.proof.as_ref();
        let Some(answer) = proof.and_then(|proof| proof.function(function)) else {
            return Ok(());
        };
        write!(
            out,
            ", <a class=\"{}\" href=\"#{}proof\"><span class=\"badge\">{}</span></a>",
            class(answer),
            self.prefix,
            verdict(answer)
        )
    }

    /// Writes the verdicts about all functions, and what they are about.
    pub(super) fn write_proof(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Some(proof) = &self.report.proof else {
            return Ok(());
        };
        write!(
            out,
            "<article id=\"{}proof\" class=\"proof\">\n<h2>What is proven</h2>\n\
             <p class=\"note\">A solver was asked about all sizes: whether the output accepts the \
             sizes that the input accepts, and computes the same.</p>\n<ul>\n",
            self.prefix
        )?;
        for function in &proof.functions {
            writeln!(
                out,
                "<li class=\"{}\"><span class=\"badge\">{}</span> <code>{}</code> \
                 <span class=\"note\">{}</span></li>",
                class(function),
                verdict(function),
                Escaped(&words::proven_name(function)),
                Escaped(&words::printable(&function.text))
            )?;
        }
        write!(
            out,
            "</ul>\n<dl class=\"note\">\n<dt>pipeline</dt><dd><code>{}</code></dd>\n\
             <dt>SHA-256 of the input</dt><dd><code>{}</code></dd>\n\
             <dt>SHA-256 of the output</dt><dd><code>{}</code></dd>\n</dl>\n</article>\n",
            Escaped(&words::printable(&proof.pipeline)),
            Escaped(&proof.input),
            Escaped(&proof.output)
        )
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

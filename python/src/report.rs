//! Reports of `explain`.

use bcast_lower::explain::{self, Html, HtmlPart, Palette, Text, to_json};
use pyo3::prelude::*;
use std::sync::Arc;

/// What the lowering of a source decides.
#[pyclass(frozen, module = "bcast_lower._native")]
pub struct Report {
    pub report: explain::Report,
    pub source: Arc<[u8]>,
    /// Whether it has all reasons, not just the closest ones.
    pub has_all_reasons: bool,
}

#[pymethods]
impl Report {
    /// Returns it as JSON.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| to_json(&self.report))
    }

    /// Returns it as text.
    fn text(&self, py: Python<'_>) -> String {
        let text = Text {
            report: &self.report,
            palette: Palette::default(),
            has_all_reasons: self.has_all_reasons,
        };
        py.detach(|| text.to_string())
    }

    /// Returns it as a page that holds all it needs.
    fn page(&self, py: Python<'_>) -> String {
        let page = Html {
            report: &self.report,
            source: &self.source,
            has_all_reasons: self.has_all_reasons,
        };
        py.detach(|| page.to_string())
    }

    /// Returns it as a part of a page whose ids begin with `prefix`.
    fn page_part(&self, py: Python<'_>, prefix: &str) -> String {
        let part = HtmlPart {
            report: &self.report,
            source: &self.source,
            prefix,
            has_all_reasons: self.has_all_reasons,
        };
        py.detach(|| part.to_string())
    }
}

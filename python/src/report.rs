//! Reports of `explain`.

use bcast_lower::explain::{self, Html, HtmlPart, Palette, Text, to_json};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyType},
};
use std::sync::Arc;

/// What the lowering of a source decides.
#[pyclass(frozen, module = "bcast_lower._native")]
pub struct Report {
    pub report: explain::Report,
    pub source: Arc<[u8]>,
    /// Whether it has all reasons, not just the closest ones.
    pub has_all_reasons: bool,
}

/// The arguments of [`Report::new`].
type State<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, bool);

#[pymethods]
impl Report {
    /// Restores a report that `pickle` or `copy` took apart.
    #[new]
    fn new(state: &[u8], source: &[u8], has_all_reasons: bool) -> PyResult<Self> {
        let report = serde_json::from_slice(state).map_err(|error| {
            PyValueError::new_err(format!(
                "this explanation is not one of this version of bcast_lower: {error}"
            ))
        })?;
        Ok(Self {
            report,
            source: source.into(),
            has_all_reasons,
        })
    }

    /// Returns the class and the arguments that restore it.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, State<'py>)> {
        let (py, this) = (slf.py(), slf.get());
        let state = py.detach(|| serde_json::to_vec(&this.report));
        let state = state.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let [state, source] = [&*state, &*this.source].map(|bytes| PyBytes::new(py, bytes));
        Ok((slf.get_type(), (state, source, this.has_all_reasons)))
    }

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

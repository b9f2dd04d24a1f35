//! Errors and diagnostics as Python gets them.

use bcast_lower::{
    diagnostic::{Diagnostic, FileLocation},
    driver,
    pipeline::RuleLoadError,
    rule::RuleErrors,
};
use pyo3::{
    PyErr, PyResult,
    exceptions::{PyMemoryError, PyOSError, PyValueError},
};

/// A file, a line and a column.
type PyLocation = (String, usize, usize);

/// Severity, id of the kind, message, location, notes, and what the unknown name that it is about may
/// stand for.
pub type PyDiagnostic = (
    String,
    &'static str,
    String,
    Option<PyLocation>,
    Vec<(String, Option<PyLocation>)>,
    Option<Vec<String>>,
);

pub fn diagnostics(diagnostics: &[Diagnostic]) -> Vec<PyDiagnostic> {
    let location = |location: &Option<FileLocation>| {
        let location = location.as_ref()?;
        Some((location.file.clone(), location.line, location.column))
    };
    let notes = |diagnostic: &Diagnostic| {
        let notes = diagnostic.notes.iter();
        notes
            .map(|note| (note.message.clone(), location(&note.location)))
            .collect()
    };
    diagnostics
        .iter()
        .map(|diagnostic| {
            let suggestions = diagnostic.suggestions.as_ref();
            (
                diagnostic.severity.to_string(),
                diagnostic.kind.id(),
                diagnostic.message.clone(),
                location(&diagnostic.location),
                notes(diagnostic),
                suggestions.map(|it| it.names().to_vec()),
            )
        })
        .collect()
}

/// Why nothing was run.
pub enum Failure {
    Rules(RuleErrors),
    Load(RuleLoadError),
    Driver(driver::Error),
}

impl From<driver::Error> for Failure {
    fn from(error: driver::Error) -> Self {
        match error {
            driver::Error::Rules(errors) => Self::Rules(errors),
            error => Self::Driver(error),
        }
    }
}

impl From<RuleLoadError> for Failure {
    fn from(error: RuleLoadError) -> Self {
        match error {
            RuleLoadError::Rules(errors) => Self::Rules(errors),
            error => Self::Load(error),
        }
    }
}

impl Failure {
    /// Returns what is wrong with rules, which is at places in their files.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with anything else: options, or the system.
    pub fn diagnostics(self) -> PyResult<Vec<PyDiagnostic>> {
        match self {
            Self::Rules(errors) => Ok(rule_diagnostics(&errors)),
            Self::Load(error) => Err(load_error(&error)),
            Self::Driver(error) => Err(driver_error(&error)),
        }
    }
}

fn rule_diagnostics(errors: &RuleErrors) -> Vec<PyDiagnostic> {
    let errors = errors.iter().map(Diagnostic::from);
    diagnostics(&errors.collect::<Vec<_>>())
}

fn load_error(error: &RuleLoadError) -> PyErr {
    let message = error.to_string();
    match error {
        RuleLoadError::Io { .. } | RuleLoadError::Directory { .. } => PyOSError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

fn driver_error(error: &driver::Error) -> PyErr {
    let message = error.to_string();
    match error {
        driver::Error::Pipeline(_) | driver::Error::NotPortable { .. } => {
            PyValueError::new_err(message)
        }
        driver::Error::Memory { .. } => PyMemoryError::new_err(message),
        _ => PyOSError::new_err(message),
    }
}

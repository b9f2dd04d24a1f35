//! Diagnostics, as reports show them.

use crate::{
    diagnostic::{Diagnostic, Severity},
    explain::{Place, Problem, ProblemNote},
};

/// Returns the errors among diagnostics.
pub fn problems(diagnostics: Vec<Diagnostic>) -> Vec<Problem> {
    let errors = diagnostics.into_iter();
    let errors = errors.filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors
        .map(|error| Problem {
            message: error.message,
            place: error.location.map(Place::from),
            notes: error
                .notes
                .into_iter()
                .map(|note| ProblemNote {
                    message: note.message,
                    place: note.location.map(Place::from),
                })
                .collect(),
        })
        .collect()
}

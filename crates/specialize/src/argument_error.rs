//! Errors in the shapes and sizes that are given for a function.

use crate::{diagnostic::Kind, explain::words::counted, suggest::Suggestions};

/// Why a call does not fit a function.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub(super) enum ArgumentError {
    #[error(
        "has {}, but the number of shapes given is {given}: {arguments}",
        counted(*count, "argument")
    )]
    Count {
        count: usize,
        given: usize,
        arguments: String,
    },
    #[error("has no argument '{name}'; it has {arguments}{advice}{}", suggestions.at_end('\''))]
    Unknown {
        name: String,
        arguments: String,
        /// What gives arguments names, if none has one.
        advice: &'static str,
        suggestions: Suggestions,
    },
    #[error("has several arguments '{name}'; give their shapes by position: {arguments}")]
    Ambiguous { name: String, arguments: String },
    #[error("has {argument}, whose shape is given twice: {first} and {second}")]
    Repeated {
        argument: String,
        first: String,
        second: String,
    },
    #[error("has {argument}, which is no tensor and takes no shape; write `_` for it")]
    NoTensor { argument: String },
    #[error(
        "has {argument} of rank {rank}, but the given shape {given} has rank {}",
        dims
    )]
    Rank {
        argument: String,
        rank: usize,
        given: String,
        dims: usize,
    },
    #[error("has {argument}, whose dim {dim} is {declared}, not {given}")]
    Static {
        argument: String,
        dim: usize,
        declared: i64,
        given: i64,
    },
    #[error("has {argument}, whose dim {dim} is at most {bound}, so it cannot be {given}")]
    Bound {
        argument: String,
        dim: usize,
        bound: i64,
        given: i64,
    },
    #[error("has {argument}, whose elements are '{declared}', not '{given}'")]
    Element {
        argument: String,
        declared: String,
        given: String,
    },
    #[error("has no symbol '{name}'; {symbols}{}", suggestions.at_end('\''))]
    Symbol {
        name: String,
        symbols: String,
        suggestions: Suggestions,
    },
    #[error(
        "has the symbol '{name}', which does not decide the size of an argument's dim; give the shapes of the \
             arguments instead"
    )]
    NoDim { name: String },
    #[error(
        "has the symbol '{name}', from which alone the size of no argument's dim is computed, so that no range can be \
             declared; give its size instead"
    )]
    NoRange { name: String },
    #[error(
        "has {argument}, whose dim {dim} is computed from symbols, and may be greater for smaller ones; give the shapes \
             of the arguments instead"
    )]
    NoGreatest { argument: String, dim: usize },
    #[error("declares '{name}' as {declared}, which has no size in the range {given}")]
    Range {
        name: String,
        declared: String,
        given: String,
    },
    #[error(
        "has {argument}, whose dim {dim} is '{name}' = {size}, but its shape is given as {given}"
    )]
    SymbolSize {
        argument: String,
        dim: usize,
        name: String,
        size: i64,
        given: i64,
    },
}

impl ArgumentError {
    /// Returns the kind of its diagnostic.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Count { .. } | Self::Unknown { .. } => Kind::GivenArguments,
            Self::Element { .. } => Kind::GivenElements,
            _ => Kind::GivenSizes,
        }
    }
}

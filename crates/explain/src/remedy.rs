//! What would make guards unnecessary.

use serde::{Deserialize, Serialize};

/// What would make a guard unnecessary.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Remedy {
    /// A declaration of arguments' dims, if their sizes are equal, and in the range, in each
    /// call.
    Declare {
        /// The name to declare.
        symbol: String,
        /// The dims that do not have that name yet.
        dims: Vec<ArgumentDim>,
        /// The least and the greatest size to declare for it.
        range: Option<[i64; 2]>,
        /// The text of the declaration: each argument that changes, and the function's attributes
        /// if they do.
        #[serde(default)]
        paste: Vec<String>,
    },
    /// None: a size is not that of an argument, but computed from values or numbers.
    Computed,
    /// None that was tried suffices.
    NotFound,
}

/// A dim of one argument, with the names of the argument.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Deserialize, Serialize)]
pub struct ArgumentDim {
    /// The argument's index.
    pub argument: usize,
    /// Its name in the source, such as `%x`, if that is known.
    pub value: Option<String>,
    /// The name that its location or an attribute gives it.
    pub name: Option<String>,
    /// The argument's dim.
    pub dim: usize,
}

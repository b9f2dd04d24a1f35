//! Errors in declarations.

use super::{DIMS, ONNX_DIMS, RANGES, argument_location};
use crate::{
    diagnostic::{Kind, Severity, emit_with_suggestions},
    plan::DeclaredDim,
    suggest::Suggestions,
};
use melior::ir::{OperationRef, operation::OperationLike};
use std::fmt::{self, Display, Formatter};

/// What a declaring attribute is attached to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Owner {
    /// A function.
    Function,
    /// An argument of a function.
    Argument(usize),
    /// A result of a function.
    Result(usize),
    /// A module.
    Module,
}

impl Display for Owner {
    /// Writes the words that follow the attribute's name in a message.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function | Self::Module => Ok(()),
            Self::Argument(index) => write!(formatter, " of argument #{index}"),
            Self::Result(index) => write!(formatter, " of result #{index}"),
        }
    }
}

/// An error in a declaration.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum DeclarationError {
    /// The names are not a list of strings.
    #[error(
        "attribute '{DIMS}' of argument #{argument} is {found}; expected a list of names, one for \
         each dim, such as [\"batch\", \"?\"], in which \"?\" is a dim without a name"
    )]
    Names {
        /// The argument.
        argument: usize,
        /// The attribute.
        found: String,
    },
    /// onnx-mlir's attribute does not name dims of the argument.
    #[error(
        "attribute '{ONNX_DIMS}' of argument #{argument} is {found}; expected dims of {ty} and \
         their names, such as \"0:batch,1:time\""
    )]
    OnnxNames {
        /// The argument.
        argument: usize,
        /// The attribute.
        found: String,
        /// The argument's type.
        ty: String,
    },
    /// There are too many names, or too few.
    #[error(
        "attribute '{DIMS}' of argument #{argument} names {found} dims, but the argument has type \
         {ty}; expected a name for each dim of a ranked tensor"
    )]
    Rank {
        /// The argument.
        argument: usize,
        /// The number of names.
        found: usize,
        /// The argument's type.
        ty: String,
    },
    /// Two dims of one name have different static sizes.
    #[error(
        "argument #{} dim {} has size {}, but argument #{} dim {}, declared as '{name}' too, has \
         size {}",
        .other.argument, .other.dim, .sizes[1], .first.argument, .first.dim, .sizes[0]
    )]
    Sizes {
        /// The name.
        name: String,
        /// One of the dims.
        first: DeclaredDim,
        /// The one that disagrees with it.
        other: DeclaredDim,
        /// Their sizes.
        sizes: [i64; 2],
    },
    /// The ranges are not a dictionary of one, two or three numbers each.
    #[error(
        "attribute '{RANGES}' {} {found}; expected the least and, if there is one, the greatest \
         size of names, such as {{batch = array<i64: 1, 64>}}, and perhaps what all sizes are \
         multiples of, the least one, too: {{batch = array<i64: 8, 64, 8>}}",
        .name.as_ref().map_or("is".into(), |name| format!("gives '{name}' the range"))
    )]
    Ranges {
        /// The name whose range is wrong, if the attribute is a dictionary.
        name: Option<String>,
        /// The range, or the attribute.
        found: String,
    },
    /// No dim has the name that a range is for.
    #[error(
        "attribute '{RANGES}' bounds '{name}', but no argument has a dim of that name; name a dim by '{DIMS}', or bound \
         the sizes that are computed from it"
    )]
    Unused {
        /// The name.
        name: String,
    },
    /// A static size is out of its name's range.
    #[error(
        "argument #{} dim {} has size {size}, but '{name}' is declared to be {range}",
        .dim.argument, .dim.dim
    )]
    OutOfRange {
        /// The name.
        name: String,
        /// The dim.
        dim: DeclaredDim,
        /// Its size.
        size: i64,
        /// The range.
        range: String,
    },
    /// The attribute has the prefix of declarations but is unknown.
    #[error("attribute '{name}'{owner} is unknown{}", suggestions.at_end('\''))]
    Unknown {
        /// The attribute's name.
        name: String,
        /// What has it.
        owner: Owner,
        /// Similar names.
        suggestions: Suggestions,
    },
    /// The attribute belongs to something else.
    #[error("attribute '{name}'{owner} has no meaning there; it belongs to {expected}")]
    Misplaced {
        /// The attribute's name.
        name: &'static str,
        /// What has it.
        owner: Owner,
        /// What should have it.
        expected: &'static str,
    },
}

impl DeclarationError {
    /// Emits the error on what has the declaration, at the argument if it is about one.
    pub fn emit(&self, owner: OperationRef<'_, '_>) {
        let argument = self.argument();
        let location = argument.and_then(|it| argument_location(owner, it));
        let suggestions = match self {
            Self::Unknown { suggestions, .. } => Some(suggestions),
            _ => None,
        };
        emit_with_suggestions(
            location.unwrap_or_else(|| owner.location()),
            owner,
            Severity::Error,
            Kind::DeclaredSizes,
            &self.to_string(),
            suggestions,
        );
    }

    /// Returns the argument that the error is about, if any.
    fn argument(&self) -> Option<usize> {
        match *self {
            Self::Names { argument, .. }
            | Self::OnnxNames { argument, .. }
            | Self::Rank { argument, .. } => Some(argument),
            Self::Sizes { other: dim, .. } | Self::OutOfRange { dim, .. } => Some(dim.argument),
            Self::Unknown { owner, .. } | Self::Misplaced { owner, .. } => match owner {
                Owner::Argument(argument) => Some(argument),
                Owner::Function | Owner::Result(_) | Owner::Module => None,
            },
            Self::Ranges { .. } | Self::Unused { .. } => None,
        }
    }
}

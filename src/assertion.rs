//! Assertions: the ops that check guards at run time.
//!
//! A backend emits the check that it is given; whether one is needed is decided
//! elsewhere. Source: SEMANTICS 5, "Assertions".

mod custom_call;

use crate::ir::Emitter;
use melior::ir::Value;
use std::{fmt, str::FromStr};

/// A check at run time.
#[derive(Clone, Debug)]
pub(crate) struct Assertion<'c, 'a> {
    /// What must hold, a `tensor<i1>`.
    pub predicate: Value<'c, 'a>,
    /// What to say where it does not; `{n}` stands for the n-th of `sizes`.
    pub message: String,
    /// The sizes that the message shows, each a scalar tensor of `i32` or
    /// `i64`; at most 31, since StableHLO's checker takes 32 inputs.
    pub sizes: Vec<Value<'c, 'a>>,
}

/// Selects the ops that check guards.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Assertions {
    /// `stablehlo.custom_call @shape_assertion`, which StableHLO's
    /// `stablehlo-check-shape-assertions` and JAX's exporter understand.
    #[default]
    CustomCall,
}

impl Assertions {
    /// All backends, the default first.
    pub const ALL: [Self; 1] = [Self::CustomCall];

    /// Returns the name, as options spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CustomCall => "custom-call",
        }
    }

    /// Emits an assertion in front of the emitter's anchor.
    pub(crate) fn emit<'c, 'a>(self, emitter: &mut Emitter<'c, 'a>, assertion: &Assertion<'c, 'a>) {
        match self {
            Self::CustomCall => custom_call::emit(emitter, assertion),
        }
    }
}

impl fmt::Display for Assertions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Says that a text names no assertion backend.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("unknown assertions '{found}': expected custom-call")]
pub struct UnknownAssertions {
    /// The text.
    pub found: String,
}

impl FromStr for Assertions {
    type Err = UnknownAssertions;

    fn from_str(text: &str) -> Result<Self, UnknownAssertions> {
        Self::ALL
            .into_iter()
            .find(|assertions| assertions.name() == text)
            .ok_or_else(|| UnknownAssertions { found: text.into() })
    }
}

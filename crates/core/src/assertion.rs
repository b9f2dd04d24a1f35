//! Assertions: the ops that check guards at run time.
//!
//! A backend emits the checks that it is given; whether a check is needed is decided elsewhere.
//! Assertions that a program has already are read and written again in `legalize/check.rs`, and for IREE in
//! `iree/forms/assertion.rs`.
//! `docs/assertions.md` shows what each backend emits.

mod backend;
mod cf;
#[doc(hidden)]
pub mod condition;
mod custom_call;
mod message;
mod none;
mod shape;
mod wording;

#[doc(hidden)]
pub use self::{
    condition::{EmitSizes, emit_condition, emit_term, emit_unchecked},
    message::MessageForm,
    wording::{
        declaration_message, describe_op, describe_operand, describe_reshape_fault, fill_template,
        guard_message, known_declaration_message, known_guard_message,
    },
};

pub use self::backend::{Assertion, Backend, Reach};

/// Selects the ops that check guards; names and values are those of the option.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    Eq,
    Hash,
    PartialEq,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Assertions {
    /// `stablehlo.custom_call @shape_assertion`, which StableHLO's
    /// `stablehlo-check-shape-assertions` and JAX's exporter understand.
    #[default]
    CustomCall,
    /// `cf.assert`, which upstream's conversions understand.
    Cf,
    /// `shape.cstr_require` and `shape.assuming`, the form of CHLO's own
    /// legalisation.
    Shape,
    /// Nothing is checked: the sizes are assumed to fit.
    None,
}

impl Assertions {
    /// Returns a one-line description of the backend.
    pub fn summary(self) -> &'static str {
        self.backend().summary()
    }

    /// Returns the ops that it emits: the one that checks, and others that it needs.
    pub fn ops(self) -> impl Iterator<Item = &'static str> {
        self.backend().ops().iter().map(|op| op.name())
    }

    /// Returns the backend that emits the checks.
    #[doc(hidden)]
    pub fn backend(self) -> &'static dyn Backend {
        match self {
            Self::CustomCall => &custom_call::CustomCall,
            Self::Cf => &cf::Cf,
            Self::Shape => &shape::Shape,
            Self::None => &none::Unchecked,
        }
    }
}

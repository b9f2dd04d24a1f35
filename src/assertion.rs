//! Assertions: the ops that check guards at run time.
//!
//! A backend emits the check that it is given; whether one is needed is decided
//! elsewhere. `docs/assertions.md` shows what each one emits.

mod cf;
mod custom_call;
mod message;
mod none;
mod shape;

pub(crate) use message::MessageForm;

use crate::ir::{EmittedOp, Emitter, OpenRegion};
use melior::ir::{Type, Value};

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
    /// Returns what it checks with, in a few words.
    pub fn summary(self) -> &'static str {
        self.backend().summary()
    }

    /// Returns the ops that it emits: the one that checks, and others that it needs.
    pub fn ops(self) -> impl Iterator<Item = &'static str> {
        self.backend().ops().iter().map(|op| op.name())
    }

    /// Returns what emits the checks.
    pub(crate) fn backend(self) -> &'static dyn Backend {
        match self {
            Self::CustomCall => &custom_call::CustomCall,
            Self::Cf => &cf::Cf,
            Self::Shape => &shape::Shape,
            Self::None => &none::Unchecked,
        }
    }
}

/// A check at run time.
#[derive(Clone, Debug)]
pub(crate) struct Assertion<'c, 'a> {
    /// What must hold, a `tensor<i1>`.
    pub predicate: Value<'c, 'a>,
    /// What to say where it does not. `{n}` stands for the n-th of `sizes`, if
    /// the backend's form of messages has placeholders; what comes from the
    /// program is [quoted](MessageForm::quote) in that form.
    pub message: String,
    /// The sizes that the message shows, each a scalar tensor of `i32` or
    /// `i64`; at most 31, since StableHLO's checker takes 32 inputs.
    pub sizes: Vec<Value<'c, 'a>>,
}

/// Where what a check establishes may be relied on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Reach {
    /// In all that the check dominates.
    Dominated,
    /// In what takes the check's witness, and nowhere else.
    Witnesses,
}

/// A way to check guards.
pub(crate) trait Backend {
    /// What it checks with, in a few words, for help texts.
    fn summary(&self) -> &'static str;

    /// The ops it emits, each of a dialect that the context must know; first the one that
    /// checks.
    fn ops(&self) -> &'static [EmittedOp];

    /// How its messages are written; `None` if it checks nothing.
    fn messages(&self) -> Option<MessageForm>;

    /// Where what it checks may be relied on.
    fn reach(&self) -> Reach {
        Reach::Dominated
    }

    /// Emits a check in front of the emitter's anchor; returns its witness, if
    /// that is how its results are relied on.
    fn emit_check<'c, 'a>(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        assertion: &Assertion<'c, 'a>,
    ) -> Option<Value<'c, 'a>>;

    /// Begins the region, if there is one, of what relies on checks and computes
    /// a value of type `result_type`.
    fn begin_guarded<'c, 'a>(
        &self,
        _emitter: &mut Emitter<'c, 'a>,
        _witnesses: &[Value<'c, 'a>],
        _result_type: Type<'c>,
    ) -> Option<OpenRegion<'c, 'a>> {
        None
    }
}

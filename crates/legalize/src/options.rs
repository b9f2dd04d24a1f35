//! The options of `legalize-to-stablehlo`.

use crate::{assertion::Assertions, plan::ZeroExtents};

/// The options of `legalize-to-stablehlo`.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct LegalizeOptions {
    /// The assertions that check the program's requirements.
    pub assertions: Assertions,
    /// How 0 and 1 broadcast where a program requires that sizes broadcast.
    pub zero_extents: ZeroExtents,
    /// Whether a program in TOSA is left unchanged.
    pub keep_tosa: bool,
    /// Whether functions that IREE reads as they are stay unchanged.
    pub keep_readable: bool,
}

//! The dialects, besides StableHLO and CHLO, of the ops that passes create.

use crate::{
    assertion::Assertions,
    dialect::{self, chlo, stablehlo},
    lower::Rules,
    rule::Rule,
};
use melior::{Context, dialect::DialectHandle};
use mlir_sys::{
    mlirGetDialectHandle__arith__, mlirGetDialectHandle__cf__, mlirGetDialectHandle__linalg__,
    mlirGetDialectHandle__scf__, mlirGetDialectHandle__shape__, mlirGetDialectHandle__tensor__,
    mlirGetDialectHandle__vector__,
};
use std::sync::LazyLock;

/// Handles of dialects that threads share.
pub(super) struct Handles<const COUNT: usize>(pub [DialectHandle; COUNT]);

// SAFETY: a handle is the address of constant data of this program.
unsafe impl<const COUNT: usize> Send for Handles<COUNT> {}
// SAFETY: as above.
unsafe impl<const COUNT: usize> Sync for Handles<COUNT> {}

macro_rules! handles {
    ($($function:ident),*) => {
        LazyLock::new(|| {
            Handles([$(
                // SAFETY: the function only returns a static table.
                unsafe { DialectHandle::from_raw($function()) }
            ),*])
        })
    };
}

/// Those of `specialize-sizes`.
pub(super) static SIZES: LazyLock<Handles<3>> = handles!(
    mlirGetDialectHandle__arith__,
    mlirGetDialectHandle__shape__,
    mlirGetDialectHandle__tensor__
);

/// Those of `guard-broadcasts`, `guard-reshapes` and `guard-sizes`.
pub(super) static GUARDS: LazyLock<Handles<3>> = handles!(
    mlirGetDialectHandle__arith__,
    mlirGetDialectHandle__cf__,
    mlirGetDialectHandle__tensor__
);

/// Those of `legalize-for-iree` and `dispatch-profiles`.
pub(super) static IREE: LazyLock<Handles<5>> = handles!(
    mlirGetDialectHandle__arith__,
    mlirGetDialectHandle__cf__,
    mlirGetDialectHandle__linalg__,
    mlirGetDialectHandle__scf__,
    mlirGetDialectHandle__tensor__
);

/// Those of `lower-broadcast`, `simplify-broadcasts` and `legalize-to-stablehlo`.
pub(super) static LOWERED: LazyLock<Handles<4>> = handles!(
    mlirGetDialectHandle__vector__,
    mlirGetDialectHandle__shape__,
    mlirGetDialectHandle__tensor__,
    mlirGetDialectHandle__cf__
);

/// Returns the dialects that `lower-broadcast` needs with these assertions and rules.
pub(super) fn needed_by_lowering(
    assertions: Assertions,
    rules: Option<&Rules>,
) -> &'static [DialectHandle] {
    let all = &LOWERED.0;
    // Ops of CHLO are on tensors, and target ops of our own dialects need no casts.
    let is_own = |target: &str| {
        [stablehlo::PREFIX, chlo::PREFIX]
            .iter()
            .any(|it| target.starts_with(it))
    };
    let is_usual =
        |rule: &Rule| rule.source.starts_with(chlo::PREFIX) && rule.target_op().is_some_and(is_own);
    if !rules.is_some_and(|rules| rules.table().iter().all(is_usual)) {
        return all;
    }
    let [_vector, rest @ ..] = all;
    let [_shape, tensor_and_cf @ ..] = rest;
    match assertions {
        Assertions::CustomCall | Assertions::None => &[],
        Assertions::Cf => tensor_and_cf,
        Assertions::Shape => rest,
    }
}

/// Loads the dialects of ops that `lower-broadcast` creates, for use without a pass manager.
#[doc(hidden)]
pub fn load_lowered_dialects(context: &Context) {
    dialect::load_own(context);
    for handle in LOWERED.0 {
        handle.load_dialect(context);
    }
}

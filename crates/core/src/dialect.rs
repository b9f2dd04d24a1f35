//! The dialects StableHLO, CHLO and Shardy.
//!
//! They are declared in ODS, in the package `bcast-lower-dialects`, from which the parser, the
//! printer, the verifier, and the names and attributes in [`mod@stablehlo`] and [`mod@chlo`] are
//! generated. After registration, MLIR's own passes such as
//! `canonicalize`, `cse` and `inline` work on them.
//!
//! Invariant: names, syntax and properties equal OpenXLA's, so that programs can be exchanged
//! with other tools as text.
//!
//! # Hits are checked in tests
//!
//! In debug builds, and so in all tests, every hit of a cache whose key is a signature (of
//! verified ops, forms, rules, plans) computes the result again, and the process ends if it
//! differs (`dialect::verifies_hits`). The environment variable `BCAST_LOWER_VERIFY_HITS=1`
//! enables this in a release build, `0` disables it in a debug build, for measurements.

mod irdl;
mod parts;

/// The names of ops of MLIR's own dialects.
#[doc(hidden)]
pub use bcast_lower_dialects::{arith, cf, func, math, scf, shape, tensor};
/// The names of ops, and types for attributes.
pub use bcast_lower_dialects::{chlo, stablehlo};
pub use irdl::{irdl, load_irdl};
pub use parts::{PartOf, is_whole, part_count};

use bcast_lower_dialects::{dialect as ffi, iree};
use melior::{
    Context, StringRef,
    dialect::{DialectHandle, DialectRegistry},
    ir::{
        AffineMap, Attribute, AttributeLike, OperationRef, Type, attribute::ArrayAttribute,
        operation::OperationLike,
    },
};
use mlir_sys::MlirDialectRegistry;
use stablehlo::TypeExtensions;
use std::{env, sync::LazyLock};

/// The target of the custom call that JAX emits for a `stablehlo.reduce_window` of unknown window size.
#[doc(hidden)]
pub const DYNAMIC_REDUCE_WINDOW: &str = "stablehlo.dynamic_reduce_window";

/// Registers StableHLO, CHLO and Shardy, and the dialects used together with them: func, arith, math,
/// complex, tensor, shape, cf, scf, affine, vector, quant, tosa, linalg, memref, bufferization,
/// ml_program and, for encodings, sparse_tensor.
///
/// A context loads a dialect only when it is used.
pub fn register(registry: &DialectRegistry) {
    // SAFETY: the registry is alive.
    unsafe { register_raw(registry.to_raw()) }
}

/// Registers the dialect `tf`, whose ops are read in the generic form and not verified. A context
/// that has TensorFlow's own dialect does without.
#[doc(hidden)]
pub fn register_tensorflow(registry: &DialectRegistry) {
    // SAFETY: the registry is alive.
    unsafe { ffi::bcastRegisterTensorFlow(registry.to_raw()) }
}

/// Returns whether the dialect that [`register_tensorflow`] registers has been used in a context.
#[doc(hidden)]
pub fn reads_tensorflow(context: &Context) -> bool {
    // SAFETY: the context is alive.
    unsafe { ffi::bcastReadsTensorFlow(context.to_raw()) }
}

/// Registers those ops of IREE's dialects that the passes emit. A dialect is left out if the registry
/// already has one of its name, such as IREE's own.
#[doc(hidden)]
pub fn register_iree(registry: &DialectRegistry) {
    // SAFETY: the registry is alive.
    unsafe { register_iree_raw(registry.to_raw()) }
}

/// See [`register_iree`].
///
/// # Safety
///
/// The registry must be alive.
#[doc(hidden)]
pub unsafe fn register_iree_raw(registry: MlirDialectRegistry) {
    // SAFETY: the caller guarantees it.
    unsafe { iree::bcastRegisterIree(registry) }
}

/// Loads the dialects of these ops, if the context has them; not while a pass runs.
#[doc(hidden)]
pub fn load_iree(context: &Context) {
    // SAFETY: the context is alive.
    unsafe { iree::bcastLoadIree(context.to_raw()) }
}

/// Returns whether a context accepts these ops.
#[doc(hidden)]
pub fn accepts_iree(context: &Context) -> bool {
    // SAFETY: the context is alive.
    unsafe { iree::bcastAcceptsIree(context.to_raw()) }
}

/// Returns the attribute of `util.assume.int` for a size that is at least `minimum`, and a multiple of
/// `divisor`; `None` if the context rejects it.
#[doc(hidden)]
pub fn iree_assumptions(context: &Context, minimum: i64, divisor: i64) -> Option<Attribute<'_>> {
    // SAFETY: the context is alive, and an attribute lives as long as it.
    unsafe {
        let raw = iree::bcastIreeAssumptions(context.to_raw(), minimum, divisor);
        Attribute::from_option_raw(raw)
    }
}

/// Returns IREE's attribute of a target whose processor is named by a triple; `None` if the context rejects it.
#[doc(hidden)]
pub fn iree_target<'c>(context: &'c Context, triple: &str) -> Option<Attribute<'c>> {
    let triple = StringRef::new(triple).to_raw();
    // SAFETY: the context and the triple are alive, and an attribute lives as long as the context.
    unsafe { Attribute::from_option_raw(iree::bcastIreeTarget(context.to_raw(), triple)) }
}

/// The name of IREE's type of a buffer with the sizes of its tensor.
#[doc(hidden)]
pub const IREE_BUFFER: &str = "buffer_view";

/// Returns IREE's type of a buffer of this name; `None` if the context rejects it.
#[doc(hidden)]
pub fn iree_buffer_type<'c>(context: &'c Context, name: &str) -> Option<Type<'c>> {
    let name = StringRef::new(name).to_raw();
    // SAFETY: the context and the name are alive, and a type lives as long as the context.
    unsafe { Type::from_option_raw(iree::bcastIreeBufferType(context.to_raw(), name)) }
}

/// Registers what [`register`] does.
///
/// # Safety
///
/// The registry must be alive.
#[doc(hidden)]
pub unsafe fn register_raw(registry: MlirDialectRegistry) {
    // SAFETY: the functions only return static tables.
    let handles = unsafe {
        [
            ffi::mlirGetDialectHandle__stablehlo__(),
            ffi::mlirGetDialectHandle__chlo__(),
            ffi::mlirGetDialectHandle__sdy__(),
            mlir_sys::mlirGetDialectHandle__func__(),
            mlir_sys::mlirGetDialectHandle__arith__(),
            mlir_sys::mlirGetDialectHandle__math__(),
            mlir_sys::mlirGetDialectHandle__complex__(),
            mlir_sys::mlirGetDialectHandle__tensor__(),
            mlir_sys::mlirGetDialectHandle__shape__(),
            mlir_sys::mlirGetDialectHandle__cf__(),
            mlir_sys::mlirGetDialectHandle__scf__(),
            mlir_sys::mlirGetDialectHandle__affine__(),
            mlir_sys::mlirGetDialectHandle__linalg__(),
            mlir_sys::mlirGetDialectHandle__memref__(),
            mlir_sys::mlirGetDialectHandle__bufferization__(),
            mlir_sys::mlirGetDialectHandle__ml_program__(),
            mlir_sys::mlirGetDialectHandle__vector__(),
            mlir_sys::mlirGetDialectHandle__quant__(),
            mlir_sys::mlirGetDialectHandle__tosa__(),
            mlir_sys::mlirGetDialectHandle__sparse_tensor__(),
        ]
    };
    for handle in handles {
        // SAFETY: the handle was just returned by its dialect, and the caller guarantees that
        // the registry is alive.
        unsafe { mlir_sys::mlirDialectHandleInsertDialect(handle, registry) };
    }
    // SAFETY: the caller guarantees that the registry is alive.
    unsafe { ffi::bcastRegisterInlinerExtension(registry) }
    // SAFETY: the function only sets a flag.
    unsafe { ffi::bcastVerifyKnownSignatures(verifies_hits()) }
}

/// Returns whether hits in caches whose keys are signatures of ops are checked: the result is
/// computed again, and the process ends if it differs.
///
/// This is so in debug builds, with which the tests run. The environment variable
/// `BCAST_LOWER_VERIFY_HITS` enables it (`1`) or disables it (`0`) in any build.
#[doc(hidden)]
pub fn verifies_hits() -> bool {
    static VERIFIES_HITS: LazyLock<bool> = LazyLock::new(|| {
        env::var_os("BCAST_LOWER_VERIFY_HITS").map_or(cfg!(debug_assertions), |value| value != "0")
    });
    *VERIFIES_HITS
}

/// Loads StableHLO and CHLO. If the context already has its own versions, as in a tool that
/// loads this crate as a plugin, loads those.
#[doc(hidden)]
pub fn load_own(context: &Context) {
    for (name, handle) in [("stablehlo", stablehlo()), ("chlo", chlo())] {
        let name = StringRef::new(name).to_raw();
        // SAFETY: the context is alive.
        let dialect = unsafe { mlir_sys::mlirContextGetOrLoadDialect(context.to_raw(), name) };
        if dialect.ptr.is_null() {
            handle.load_dialect(context);
        }
    }
}

/// Returns the handle of the StableHLO dialect.
pub fn stablehlo() -> DialectHandle {
    // SAFETY: the function only returns a static table.
    unsafe { DialectHandle::from_raw(ffi::mlirGetDialectHandle__stablehlo__()) }
}

/// Returns the handle of the CHLO dialect.
pub fn chlo() -> DialectHandle {
    // SAFETY: the function only returns a static table.
    unsafe { DialectHandle::from_raw(ffi::mlirGetDialectHandle__chlo__()) }
}

/// Returns the handle of the Shardy dialect.
pub fn sdy() -> DialectHandle {
    // SAFETY: the function only returns a static table.
    unsafe { DialectHandle::from_raw(ffi::mlirGetDialectHandle__sdy__()) }
}

/// Returns whether an op is elementwise: its operands and results have equal shapes.
pub fn is_elementwise(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the op is alive by its lifetime.
    unsafe { ffi::bcastOperationIsElementwise(OperationLike::to_raw(&operation)) }
}

/// Returns the maps from the loops of an op of `linalg` to the elements of each operand; `None` for any
/// other op.
pub fn indexing_maps<'c>(operation: OperationRef<'c, '_>) -> Option<Vec<AffineMap<'c>>> {
    // SAFETY: the op is alive by its lifetime, and attributes and maps by their context's.
    let maps = unsafe {
        Attribute::from_option_raw(mlir_sys::mlirLinalgGetIndexingMapsAttribute(
            OperationLike::to_raw(&operation),
        ))
    }?;
    let maps = ArrayAttribute::try_from(maps).ok()?;
    let map = |index| {
        let map = maps.element(index).ok()?;
        // SAFETY: as above; an op of `linalg` that has been verified lists only maps.
        Some(unsafe { AffineMap::from_raw(mlir_sys::mlirAffineMapAttrGetValue(map.to_raw())) })
    };
    (0..maps.len()).map(map).collect()
}

/// Returns the upper bounds in a tensor's encoding, in elements, one for each dim; `None` for a
/// dim without a bound, and `None` for an encoding of another kind.
///
/// `#stablehlo.bounds<3, ?>` => `[Some(3), None]`
pub fn bounds(encoding: Attribute<'_>) -> Option<Vec<Option<i64>>> {
    let bounds = TypeExtensions::from_attribute(encoding)?.bounds.into_iter();
    let bounds = bounds.map(|bound| (bound != dynamic_size()).then_some(bound));
    Some(bounds.collect())
}

/// Returns the encoding `#stablehlo.bounds<...>`.
///
/// `[Some(3), None]` => `#stablehlo.bounds<3, ?>`
///
/// # Panics
///
/// Panics if the context has another dialect of the name `stablehlo`.
pub fn bounds_attribute<'c>(context: &'c Context, bounds: &[Option<i64>]) -> Attribute<'c> {
    // The dialect must be loaded before its attributes are created.
    load_own(context);
    let bounds = bounds.iter();
    let bounds = bounds.map(|bound| bound.unwrap_or_else(dynamic_size));
    let bounds = bounds.collect();
    let attribute = TypeExtensions { bounds }.to_attribute(context);
    attribute.expect("no other dialect has bounds that are read")
}

/// Returns `#arith.overflow<nsw>`; `None` if the context lacks the dialect.
#[doc(hidden)]
pub fn no_signed_wrap(context: &Context) -> Option<Attribute<'_>> {
    // SAFETY: the context is alive.
    unsafe { Attribute::from_option_raw(ffi::bcastArithNoSignedWrap(context.to_raw())) }
}

/// Returns whether an attribute is `#arith.overflow` with the flag `nsw`.
#[doc(hidden)]
pub fn has_no_signed_wrap(attribute: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive; the function checks its kind.
    unsafe { ffi::bcastArithHasNoSignedWrap(attribute.to_raw()) }
}

/// Returns `#linalg.iterator_type<reduction>`, or `<parallel>`; `None` if the context lacks the dialect.
#[doc(hidden)]
pub fn loop_iterator(context: &Context, is_reduction: bool) -> Option<Attribute<'_>> {
    // SAFETY: the context is alive.
    unsafe {
        let raw = ffi::bcastLinalgIterator(context.to_raw(), is_reduction);
        Attribute::from_option_raw(raw)
    }
}

/// Returns the number that represents a dynamic size in MLIR.
fn dynamic_size() -> i64 {
    // SAFETY: the function only returns a constant.
    unsafe { mlir_sys::mlirShapedTypeGetDynamicSize() }
}

#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;

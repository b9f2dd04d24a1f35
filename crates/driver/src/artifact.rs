//! Portable artifacts: programs of StableHLO in a form that older and newer versions read.
//!
//! An artifact is MLIR bytecode of the dialect `vhlo`, whose ops correspond to StableHLO's. A
//! change to an op makes a new edition of it there; `table` lists them all. [`read`] converts
//! VHLO to StableHLO, and [`write()`] converts StableHLO to VHLO of any supported version.
//!
//! # VHLO is an encoding
//!
//! A portable artifact is bytecode of the dialect `vhlo`, which has editions of StableHLO's ops
//! (`gather_v1`, `gather_v2`) and types and attributes of its own. Its ops have no classes: for
//! each op, `artifact/table.rs` lists the attributes, the editions that have them, and the values
//! that stand for absent ones, and C++ registers one model of an op under all names. Types and
//! attributes of VHLO are read as their builtin and StableHLO counterparts. So only ops are
//! converted, and an older edition is an op that lacks some attributes. In the other direction,
//! types and attributes are wrapped in one type or one attribute of the dialect, since the same
//! ones also occur unwrapped, in locations and in attributes of modules. Versions are checked
//! before an op is replaced: the table has those of ops and their attributes,
//! `crates/dialects/vhlo/codes.cpp` those of types and values of attributes. Shardy has no
//! counterpart in VHLO: as in OpenXLA's artifacts, its ops and attributes stay as they are, and
//! casts stand between them and ops of VHLO (`artifact/foreign.rs`).
//!
//! # Bytecode has OpenXLA's codes
//!
//! Each dialect has tables of its enumerations and of its other attributes
//! (`crates/dialects/*/bytecode.cpp`). VHLO has other codes: `crates/dialects/vhlo/codes.cpp` has
//! those of enumerations and of types without parameters, `encoding.h` beside it all others. A row
//! for an attribute is a list of its members, from which both reading and writing are compiled;
//! VHLO splits and joins attributes by the same lists.
//! Types that only newer versions of MLIR encode are read by a callback of the reader
//! (`capi/newer_types.cpp`). Attributes of ops that jaxlib does not know yet come after those that
//! it knows, so that it reads the others.

mod edit;
mod foreign;
mod ops;
mod read;
mod table;
mod value;
mod version;
mod write;

pub use self::{
    read::read,
    version::{Version, VersionError},
    write::write,
};

use crate::{diagnostic::stream::string_ref, ir};
use bcast_lower_dialects::artifact as ffi;
use melior::Context;
use table::editions;

/// The start of the producer in an artifact's header; the version follows.
pub const PRODUCER: &str = "StableHLO_v";

/// Loads the dialect `vhlo`, which parsing an artifact needs, and the dialects of the ops that
/// VHLO's ops become.
pub fn load(context: &Context) {
    let editions = editions()
        .map(|(family, edition)| {
            let attributes = family.attributes_of(edition);
            let attributes = attributes.iter().map(|name| string_ref(name.as_bytes()));
            let attributes = attributes.collect::<Vec<_>>();
            (family, family.edition_name(edition), attributes)
        })
        .collect::<Vec<_>>();
    let ops = editions
        .iter()
        .map(|(family, name, attributes)| ffi::VhloOp {
            name: string_ref(name.as_bytes()),
            attributes: attributes.as_ptr(),
            attributeCount: attributes.len(),
            isTerminator: family.name == "return",
        })
        .collect::<Vec<_>>();
    ir::load_dialect(context, "func");
    // SAFETY: the context is alive, and all names are copied.
    unsafe { ffi::bcastVhloLoad(context.to_raw(), ops.as_ptr(), ops.len()) }
}

//! Portable artifacts: programs of StableHLO in a form that older and newer versions read.
//!
//! An artifact is MLIR bytecode of the dialect `vhlo`, whose ops correspond to StableHLO's. A
//! change to an op makes a new edition of it there; `table` lists them all. [`read`] converts
//! VHLO to StableHLO, and [`write()`] converts StableHLO to VHLO of any supported version.

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

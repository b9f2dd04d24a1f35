//! Portable artifacts: programs of StableHLO in a form that older and newer versions read.
//!
//! An artifact is MLIR bytecode of the dialect `vhlo`, whose ops are StableHLO's, each in the
//! editions that it has had (`table`). [`read`] makes StableHLO of it, [`write()`] the other way
//! round, for any supported version.

mod edit;
mod ffi;
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
use melior::Context;
use table::FAMILIES;

/// What wrote an artifact, as its header says, begins with this and ends with the version.
pub const PRODUCER: &str = "StableHLO_v";

/// Loads the dialect `vhlo`, without which an artifact cannot be parsed, and those of the ops
/// that it stands for.
pub fn load(context: &Context) {
    let editions = FAMILIES
        .iter()
        .flat_map(|family| (1..=family.since.len()).map(move |edition| (family, edition)))
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

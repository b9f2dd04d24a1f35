//! Where facts come from, as reports show it.

use crate::{
    analysis::{FactOrigin, FactSource},
    diagnostic::FileLocation,
    explain::{Origin, OriginKind, Place},
};
use melior::ir::Location;

/// Describes where a fact comes from.
pub fn describe(origin: &FactOrigin) -> Origin {
    Origin {
        kind: match origin.source {
            FactSource::Op => OriginKind::Op,
            FactSource::Guard => OriginKind::Guard,
            FactSource::Assertion => OriginKind::Assertion,
            FactSource::Declared => OriginKind::Declared,
            FactSource::Branches => OriginKind::Branches,
            FactSource::Calls => OriginKind::Calls,
        },
        name: origin.name.clone(),
        place: origin.location.clone().map(shown),
    }
}

/// Returns the place of a location in a file, if it has one.
pub fn place(location: Location<'_>) -> Option<Place> {
    FileLocation::of(location).map(shown)
}

fn shown(location: FileLocation) -> Place {
    let FileLocation { file, line, column } = location;
    Place { file, line, column }
}

//! What every file of the room uses of others.

pub(super) use crate::row::{
    Action::{Change, Program, Refuse, RefuseIn, Replace, ReplaceAll, Separate},
    Row, no_match, require,
};
pub(super) use crate::{
    diagnostic::Failed,
    dialect::{self, arith, cf, func, scf, stablehlo, tensor},
    explain::ChangeKind,
    ir::{self, DimMapping, EmittedOp, Replacements, ValueKey, create_emitter, local::*},
    statistics::ChangeLog,
    symbol::integer::{Direction, Signedness},
};
pub use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, Identifier, RegionLike, Type, TypeLike, ValueLike,
        attribute::{IntegerAttribute, StringAttribute},
        operation::OperationLike,
        r#type::{IntegerType, RankedTensorType, ShapedTypeLike},
    },
};
pub use rustc_hash::{FxHashMap, FxHashSet};

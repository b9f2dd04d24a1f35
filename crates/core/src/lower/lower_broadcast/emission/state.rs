//! The state of the emission of one op.

use crate::{
    assertion::EmitSizes,
    ir::Emitter,
    lower::lower_broadcast::{LowerOptions, planned_op::PlannedOp},
    plan::{CheckStatus, Participant},
};
use melior::ir::Value;
use smallvec::SmallVec;

/// The operands of a target op.
pub(super) type TargetOperands<'c, 'a> = SmallVec<[Value<'c, 'a>; 4]>;

/// The extents of result dims that have been emitted.
pub type EmittedExtents<'c, 'a> = SmallVec<[Option<Value<'c, 'a>>; 6]>;

pub(super) struct Emission<'e, 'c, 'a> {
    pub(super) emitter: &'e mut Emitter<'c, 'a>,
    pub(super) planned: &'e PlannedOp<'e, 'c, 'a>,
    pub(super) options: LowerOptions,
    /// Whether names of sizes are valid beyond this op.
    pub(super) has_lasting_names: bool,
    pub(super) source: &'e str,
    /// The extents of the result dims that were emitted.
    pub(super) extents: EmittedExtents<'c, 'a>,
    /// Those that were emitted at function entry.
    pub(super) extents_at_entry: EmittedExtents<'c, 'a>,
    /// The joins among them, by dim, emitted at the op and at function entry.
    pub(super) joins: [SmallVec<[(usize, Value<'c, 'a>); 2]>; 2],
    /// Whether ops are currently emitted at function entry.
    pub(super) is_at_entry: bool,
    /// Whether the op always runs when the function is called, so that its guards may be
    /// checked at function entry.
    pub(super) may_hoist: bool,
    /// How each guard emitted so far is checked.
    pub(super) checks: Vec<CheckStatus>,
}

impl<'c, 'a> EmitSizes<'c, 'a, Participant> for Emission<'_, 'c, 'a> {
    fn emitter(&mut self) -> &mut Emitter<'c, 'a> {
        self.emitter
    }

    fn emit_size(&mut self, participant: &Participant) -> Value<'c, 'a> {
        let operand = self.planned.operands[participant.operand];
        let size = self.has_lasting_names.then_some(participant.size);
        self.emitter
            .emit_dimension_size(operand, participant.dim, size)
    }
}

//! From an op and the facts about its sizes to its plan.

use super::form::{Form, Shapes, Tensors};
use crate::{
    analysis::{Analysis, Knowledge, SharedSizes},
    dialect,
    ir::{self, BroadcastForm},
    plan::{Plan, PlanError, ZeroExtents, plan_into},
    symbol::{Facts, Size},
};
use melior::ir::{Location, OperationRef, Value, operation::OperationLike};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::{cell::OnceCell, rc::Rc};

/// The reason why an op that passed all checks cannot be planned.
#[derive(Debug, thiserror::Error)]
pub enum PlanningError {
    #[error("it is on vectors")]
    Vectors,
    #[error("its operands have fewer dims than their types")]
    Sizes,
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// An op with its plan.
pub struct PlannedOp<'f, 'c, 'a> {
    /// The op's location.
    pub location: Location<'c>,
    /// The operands.
    pub operands: SmallVec<[Value<'c, 'a>; 4]>,
    /// Their types, and the result's.
    pub tensors: &'f Tensors<'c>,
    /// The option that it was planned with.
    pub zero_extents: ZeroExtents,
    /// The plan to emit.
    pub cached: Rc<CachedPlan<'c>>,
}

/// A plan, with data that is computed once for all its emissions.
pub struct CachedPlan<'c> {
    /// The plan.
    pub plan: Plan,
    /// A unique number of the plan.
    pub number: usize,
    /// For each broadcast operand, the form of its broadcast.
    pub broadcasts: SmallVec<[OnceCell<BroadcastForm<'c>>; 3]>,
    /// The sizes of the result, after an op has been lowered by the plan, if the plan says
    /// nothing new.
    pub result_sizes: OnceCell<SharedSizes>,
}

/// A cache of plans, which are reused for ops of the same form whose operands have the same
/// sizes, as long as nothing has been learned since.
///
/// Most ops of a program imply no new facts.
#[derive(Default)]
pub struct Plans<'c> {
    known: FxHashMap<PlanKey, (Knowledge, Rc<CachedPlan<'c>>)>,
    count: usize,
}

/// The cache key besides the facts: the form, by its address, and the sizes of all operands.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct PlanKey(usize, SmallVec<[SharedSizes; 4]>);

impl<'c> Plans<'c> {
    /// Plans an op on tensors, with the facts that are known at the op.
    ///
    /// # Errors
    ///
    /// Fails if the op is on vectors, or if its form does not match it.
    pub fn plan_op<'f, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        form: &'f Form<'c, '_>,
        zero_extents: ZeroExtents,
        analysis: &mut Analysis,
    ) -> Result<PlannedOp<'f, 'c, 'a>, PlanningError> {
        let Shapes::Tensors(tensors) = &form.shapes else {
            return Err(PlanningError::Vectors);
        };
        let operands = ir::operands(operation);
        let mut question = PlanKey(&raw const *form as usize, SmallVec::new());
        let participants = operands.iter().zip(&tensors.operands);
        let participants = participants.filter(|(_, operand)| operand.r#type.is_some());
        for (&value, _) in participants.clone() {
            question.1.push(analysis.shared_sizes(value));
        }
        let knowledge = analysis.knowledge();
        let mut make_plan = || {
            let mut sizes = SmallVec::<[_; 8]>::new();
            for (&value, _) in participants.clone() {
                sizes.extend_from_slice(analysis.sizes_of(value));
            }
            tensors.plan(&sizes, zero_extents, analysis.facts())
        };
        let cached = match self.known.get(&question) {
            Some((known, cached)) if *known == knowledge => {
                if dialect::verifies_hits() {
                    assert_eq!(make_plan().as_ref().ok(), Some(&cached.plan));
                }
                cached.clone()
            }
            _ => {
                let plan = make_plan()?;
                self.count += 1;
                let cached = Rc::new(CachedPlan {
                    broadcasts: plan.broadcasts.iter().map(|_| OnceCell::new()).collect(),
                    plan,
                    number: self.count,
                    result_sizes: OnceCell::new(),
                });
                self.known.insert(question, (knowledge, cached.clone()));
                cached
            }
        };
        Ok(PlannedOp {
            location: operation.location(),
            operands,
            tensors,
            zero_extents,
            cached,
        })
    }
}

impl Tensors<'_> {
    /// Plans an op whose operands have these sizes, concatenated.
    pub fn plan(
        &self,
        sizes: &[Size],
        zero_extents: ZeroExtents,
        facts: &Facts,
    ) -> Result<Plan, PlanningError> {
        let mut rest = sizes;
        let mut operands = SmallVec::<[_; 4]>::new();
        for operand in &self.operands {
            let (sizes, others) = rest
                .split_at_checked(operand.result_dims.len())
                .ok_or(PlanningError::Sizes)?;
            operands.push(operand.with_sizes(sizes));
            rest = others;
        }
        // The form exists only if planning without facts succeeded, and facts do not turn a
        // plan into an error.
        Ok(plan_into(
            &operands,
            self.destination,
            &self.result,
            zero_extents,
            facts,
        )?)
    }
}

//! From an op and what is known of its sizes to what is planned for it.

use super::form::{Form, Shapes, Tensors};
use crate::{
    analysis::{Analysis, Knowledge},
    ir::DimMapping,
    plan::{Plan, PlanError, ZeroExtents, plan},
    symbol::{Facts, Size},
};
use melior::ir::{Location, OperationRef, Type, Value, operation::OperationLike};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::{cell::OnceCell, rc::Rc};

/// Says why an op that can be lowered is not planned.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    #[error("it is on vectors")]
    Vectors,
    #[error("its operands have fewer dims than their types")]
    Sizes,
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// An op with its plan.
pub struct Request<'f, 'c, 'a> {
    /// The op's location.
    pub location: Location<'c>,
    /// The operands.
    pub operands: SmallVec<[Value<'c, 'a>; 4]>,
    /// Their types, and the result's.
    pub tensors: &'f Tensors<'c>,
    /// How it was planned.
    pub zero_extents: ZeroExtents,
    /// What is to be emitted.
    pub planned: Rc<Planned<'c>>,
}

/// A plan, with what its emission is to find once.
pub struct Planned<'c> {
    /// The plan.
    pub plan: Plan,
    /// A number that no other plan has.
    pub number: usize,
    /// Of each operand that is broadcast, what becomes of its dims, and its type.
    pub broadcasts: SmallVec<[OnceCell<(DimMapping<'c>, Type<'c>)>; 3]>,
}

/// The plans made so far, to be used again where ops of one form have operands of
/// the same sizes and nothing has been learned since.
///
/// Programs settle soon: most ops say nothing new of sizes.
#[derive(Default)]
pub struct Plans<'c> {
    known: FxHashMap<Question, (Knowledge, Rc<Planned<'c>>)>,
    count: usize,
}

/// What a plan depends on besides what is known: the form, by its address, and the
/// sizes of all operands, one after the other.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Question(usize, SmallVec<[Size; 8]>);

impl<'c> Plans<'c> {
    /// Plans an op on tensors, with what is known where it stands.
    ///
    /// # Errors
    ///
    /// Fails if it is on vectors, or if its form does not fit it.
    pub fn request<'f, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        form: &'f Form<'c, '_>,
        zero_extents: ZeroExtents,
        analysis: &mut Analysis,
    ) -> Result<Request<'f, 'c, 'a>, RequestError> {
        let Shapes::Tensors(tensors) = &form.shapes else {
            return Err(RequestError::Vectors);
        };
        let operands = operation.operands().collect::<SmallVec<_>>();
        let mut question = Question(&raw const *form as usize, SmallVec::new());
        for (&value, operand) in operands.iter().zip(&tensors.operands) {
            if operand.r#type.is_some() {
                question.1.extend_from_slice(analysis.sizes_of(value));
            }
        }
        let knowledge = analysis.knowledge();
        let planned = match self.known.get(&question) {
            Some((known, planned)) if *known == knowledge => planned.clone(),
            _ => {
                let plan = tensors.plan(&question.1, zero_extents, analysis.facts())?;
                self.count += 1;
                let planned = Rc::new(Planned {
                    broadcasts: plan.broadcasts.iter().map(|_| OnceCell::new()).collect(),
                    plan,
                    number: self.count,
                });
                self.known.insert(question, (knowledge, planned.clone()));
                planned
            }
        };
        Ok(Request {
            location: operation.location(),
            operands,
            tensors,
            zero_extents,
            planned,
        })
    }
}

impl Tensors<'_> {
    /// Plans an op whose operands have these sizes, one after the other.
    pub fn plan(
        &self,
        sizes: &[Size],
        zero_extents: ZeroExtents,
        facts: &Facts,
    ) -> Result<Plan, RequestError> {
        let mut rest = sizes;
        let mut operands = SmallVec::<[_; 4]>::new();
        for operand in &self.operands {
            let (sizes, others) = rest
                .split_at_checked(operand.result_dims.len())
                .ok_or(RequestError::Sizes)?;
            operands.push(operand.with_sizes(sizes));
            rest = others;
        }
        // The form was made only once a plan was found with no facts, and facts do
        // not turn a plan into an error.
        Ok(plan(&operands, &self.result, zero_extents, facts)?)
    }
}

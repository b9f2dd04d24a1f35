//! The statements that a plan follows from.

use super::PlannedOp;
use crate::{
    analysis::{Analysis, Sizes},
    plan::Plan,
    symbol::{Effort, Facts, Size, Symbol, needed},
};

/// A query for the statements that the plan of an op needs.
pub struct Question<'q, 'c, 'a> {
    pub planned: &'q PlannedOp<'q, 'c, 'a>,
    pub analysis: &'q Analysis,
    /// The operands' sizes, with the names that they have when the journal is replayed.
    pub aliases: &'q [Sizes],
    /// The effort of the search; `None` if there is no search.
    pub effort: Option<Effort>,
}

impl Question<'_, '_, '_> {
    /// Returns the entries of the journal that an answer about some result dims needs; `None`
    /// if the search fails. If the `supposed` entries suffice, the result is a subset of them.
    pub fn needed(
        &self,
        supposed: &[usize],
        is_about: impl Fn(usize) -> bool,
        is_answer: impl Fn(&Plan) -> bool,
    ) -> Option<Vec<usize>> {
        let (effort, journal) = (self.effort?, self.analysis.facts().journal()?);
        let dims = self.aliases.iter().zip(&self.planned.tensors.operands);
        let dims = dims.flat_map(|(sizes, operand)| sizes.iter().zip(&operand.result_dims));
        let symbols = dims.filter_map(|(size, &result_dim)| match size {
            Size::Symbol(symbol) if is_about(result_dim) => Some(*symbol),
            _ => None,
        });
        let symbols: Vec<Symbol> = symbols.collect();
        let holds = |facts: &Facts| {
            let plan = plan_with(self.planned, self.aliases, facts);
            plan.is_some_and(|plan| is_answer(&plan))
        };
        needed(journal, effort, supposed, symbols, holds)
    }
}

/// Plans again, with the given sizes of the operands.
pub fn plan_with(planned: &PlannedOp<'_, '_, '_>, sizes: &[Sizes], facts: &Facts) -> Option<Plan> {
    planned
        .tensors
        .plan(&sizes.concat(), planned.zero_extents, facts)
        .ok()
}

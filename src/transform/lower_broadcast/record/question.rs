//! What a plan follows from.

use super::Request;
use crate::{
    analysis::{Analysis, Sizes},
    plan::Plan,
    symbol::{Effort, Facts, Size, Symbol, needed},
};

/// Which statements the plan of an op needs.
pub struct Question<'q, 'c, 'a> {
    pub request: &'q Request<'q, 'c, 'a>,
    pub analysis: &'q Analysis,
    /// The operands' sizes as they are called when the journal is replayed.
    pub aliases: &'q [Sizes],
    /// How thoroughly statements are looked for; `None` if they are not.
    pub effort: Option<Effort>,
}

impl Question<'_, '_, '_> {
    /// Returns the entries of the journal without which an answer about some result dims
    /// would be another one; `None` if they are not found. If the `supposed` entries suffice,
    /// they are among these.
    pub fn needed(
        &self,
        supposed: &[usize],
        is_about: impl Fn(usize) -> bool,
        is_answer: impl Fn(&Plan) -> bool,
    ) -> Option<Vec<usize>> {
        let (effort, journal) = (self.effort?, self.analysis.facts().journal()?);
        let dims = self.aliases.iter().zip(&self.request.tensors.operands);
        let dims = dims.flat_map(|(sizes, operand)| sizes.iter().zip(&operand.result_dims));
        let symbols = dims.filter_map(|(size, &result_dim)| match size {
            Size::Symbol(symbol) if is_about(result_dim) => Some(*symbol),
            _ => None,
        });
        let symbols: Vec<Symbol> = symbols.collect();
        let holds = |facts: &Facts| {
            let plan = plan_with(self.request, self.aliases, facts);
            plan.is_some_and(|plan| is_answer(&plan))
        };
        needed(journal, effort, supposed, symbols, holds)
    }
}

/// Plans once more, of operands that have these sizes.
pub fn plan_with(request: &Request<'_, '_, '_>, sizes: &[Sizes], facts: &Facts) -> Option<Plan> {
    request
        .tensors
        .plan(&sizes.concat(), request.zero_extents, facts)
        .ok()
}

//! Emission of conditions as ops.

use crate::{
    ir::{Binary, Emitter, Width},
    symbol::{Condition, Term},
};
use melior::ir::Value;

/// Emits the sizes in conditions.
pub trait EmitSizes<'c, 'a, S> {
    /// Returns the emitter.
    fn emitter(&mut self) -> &mut Emitter<'c, 'a>;

    /// Emits a size, a scalar tensor of `i32` or `i64`; all sizes have the same type.
    fn emit_size(&mut self, size: &S) -> Value<'c, 'a>;
}

/// Emits a term, a scalar tensor of the sizes' type; a constant that needs `i64` has that type.
pub fn emit_term<'c: 'a, 'a, S>(
    sizes: &mut impl EmitSizes<'c, 'a, S>,
    term: &Term<S>,
) -> Value<'c, 'a> {
    let of = term.sizes().iter().map(|size| sizes.emit_size(size));
    let of = of.collect::<Vec<_>>();
    let emitter = sizes.emitter();
    match (term, of.as_slice()) {
        (Term::Constant(value), _) => emitter.emit_constant(*value, Width::of([*value])),
        (_, &[size]) => size,
        (Term::Minimum(_), of) => emitter.emit_minimum(of),
        (Term::FirstNotOne(_), of) => emitter.emit_first_not_one(of),
        (Term::Maximum(_) | Term::Size(_), of) => emitter.emit_maximum(of),
    }
}

/// Emits a condition, a scalar tensor of `i1`.
pub fn emit_condition<'c: 'a, 'a, S>(
    sizes: &mut impl EmitSizes<'c, 'a, S>,
    condition: &Condition<S>,
) -> Value<'c, 'a> {
    match condition {
        Condition::Equal(term, Term::Constant(constant))
        | Condition::Equal(Term::Constant(constant), term) => {
            let value = emit_term(sizes, term);
            sizes.emitter().emit_equals_constant(value, *constant)
        }
        Condition::Equal(a, b) => {
            // The right-hand side has most likely been emitted before.
            let b = emit_term(sizes, b);
            let a = emit_term(sizes, a);
            sizes.emitter().emit_binary(Binary::Equal, a, b)
        }
        Condition::AtLeast(term, least) => {
            let value = emit_term(sizes, term);
            sizes.emitter().emit_at_least(value, *least)
        }
        Condition::AtMost(term, greatest) => {
            let value = emit_term(sizes, term);
            sizes.emitter().emit_at_most(value, *greatest)
        }
        Condition::Multiple(term, of) => {
            let value = emit_term(sizes, term);
            sizes.emitter().emit_is_multiple(value, *of)
        }
        Condition::Any(conditions) => emit_all(sizes, conditions, Binary::Or),
        Condition::All(conditions) => emit_all(sizes, conditions, Binary::And),
    }
}

/// Emits the parts of a conjunction that no dominating assertion checks; `None` if all are
/// checked.
pub fn emit_unchecked<'c: 'a, 'a, S>(
    sizes: &mut impl EmitSizes<'c, 'a, S>,
    condition: &Condition<S>,
) -> Option<Value<'c, 'a>> {
    let parts = match condition {
        Condition::All(parts) => parts.as_slice(),
        condition => std::slice::from_ref(condition),
    };
    let parts = parts.iter().map(|part| emit_condition(sizes, part));
    let mut parts = parts.collect::<Vec<_>>();
    let emitter = sizes.emitter();
    parts.retain(|&part| !emitter.is_checked(part));
    let all = parts.into_iter();
    all.reduce(|all, part| emitter.emit_binary(Binary::And, all, part))
}

fn emit_all<'c: 'a, 'a, S>(
    sizes: &mut impl EmitSizes<'c, 'a, S>,
    conditions: &[Condition<S>],
    op: Binary,
) -> Value<'c, 'a> {
    let (first, rest) = conditions
        .split_first()
        .expect("a condition has at least one part");
    let first = emit_condition(sizes, first);
    rest.iter().fold(first, |all, condition| {
        let next = emit_condition(sizes, condition);
        sizes.emitter().emit_binary(op, all, next)
    })
}

/// Access for this crate's tests, which interpret the emitted ops.
pub mod testing {
    use super::*;
    use melior::{Context, ir::OperationRef};

    /// A dim of a value.
    pub type ValueDim<'c, 'a> = (Value<'c, 'a>, usize);

    struct DimSizes<'c, 'a>(Emitter<'c, 'a>);

    impl<'c: 'a, 'a> EmitSizes<'c, 'a, ValueDim<'c, 'a>> for DimSizes<'c, 'a> {
        fn emitter(&mut self) -> &mut Emitter<'c, 'a> {
            &mut self.0
        }

        fn emit_size(&mut self, &(value, dim): &ValueDim<'c, 'a>) -> Value<'c, 'a> {
            self.0.emit_dimension_size(value, dim, None)
        }
    }

    /// Emits a condition in front of an op; `None` if the context lacks StableHLO, or the op
    /// is in no block.
    pub fn emit_condition<'c: 'a, 'a>(
        context: &'c Context,
        anchor: OperationRef<'c, 'a>,
        condition: &Condition<ValueDim<'c, 'a>>,
    ) -> Option<Value<'c, 'a>> {
        let mut emitter = Emitter::new(context)?;
        let is_set = emitter.set_anchor(anchor);
        is_set.then(|| super::emit_condition(&mut DimSizes(emitter), condition))
    }
}

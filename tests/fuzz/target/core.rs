//! The pure modules: shapes, plans and facts, on any numbers.

use crate::choices::Choices;
use bcast_lower::{
    plan::{Declared, Operand, OperandDim, ZeroExtents, plan},
    shape::{Shape, ShapeDim, ShapedType, TraitRules, align, infer_aligned, verify},
    symbol::{Facts, Size, Statement, Symbol},
};
use strum::VariantArray;

impl Choices<'_> {
    fn number(&mut self) -> i64 {
        match self.below(8) {
            0 => i64::MIN,
            1 => i64::MAX,
            2 => -1,
            3 => 1 << self.below(63),
            _ => self.below(4) as i64,
        }
    }

    /// Returns a size or a bound of a type, or none.
    fn bound(&mut self) -> Option<i64> {
        (self.below(3) == 0).then(|| self.number().saturating_abs())
    }

    fn size(&mut self) -> Size {
        match self.below(3) {
            0 => Size::Constant(self.number()),
            _ => Size::Symbol(Symbol(self.below(6) as u32)),
        }
    }
}

/// Runs all parts; only a panic is a fault.
pub fn run_on(input: &[u8]) -> Result<(), String> {
    let mut choices = Choices::new(input);
    run_shapes(&mut choices)?;
    let mut facts = Facts::default();
    for _ in 0..choices.below(20) {
        run_facts(&mut choices, &mut facts);
    }
    run_plan(&mut choices, &mut facts);
    Ok(())
}

fn run_shapes(choices: &mut Choices<'_>) -> Result<(), String> {
    let types = (0..choices.below(5))
        .map(|_| random_type(choices))
        .collect::<Vec<_>>();
    let dimensions = (choices.below(2) == 0).then(|| {
        let count = choices.below(4);
        (0..count).map(|_| choices.number()).collect::<Vec<_>>()
    });
    let results = (0..choices.below(3))
        .map(|_| random_type(choices))
        .collect::<Vec<_>>();
    for &rules in TraitRules::VARIANTS {
        if let Err(violation) = verify(rules, &types, &results, dimensions.as_deref()) {
            let notes = violation.notes();
            if violation.to_string().is_empty() {
                return Err(format!(
                    "a violation has no message: {violation:?} {notes:?}"
                ));
            }
        }
    }
    let shapes = || types.iter().map(ShapedType::shape);
    if let Ok(Some(alignment)) = align(shapes(), dimensions.as_deref()) {
        let _ = infer_aligned(shapes(), &alignment);
    }
    let text = format!("{}x{}", choices.number(), choices.number());
    let _ = text.parse::<Shape>();
    Ok(())
}

fn random_type(choices: &mut Choices<'_>) -> ShapedType {
    match choices.below(12) {
        0 => ShapedType::other(),
        1 => ShapedType::unranked_tensor(),
        kind => {
            let dims = (0..choices.below(5)).map(|_| ShapeDim::from_raw(choices.number()));
            let shape = dims.collect::<Shape>();
            match kind {
                2 | 3 => ShapedType::vector(shape),
                _ => ShapedType::tensor(shape),
            }
        }
    }
}

fn run_facts(choices: &mut Choices<'_>, facts: &mut Facts) {
    let (a, b, c) = (choices.size(), choices.size(), choices.size());
    match choices.below(9) {
        0 => facts.assume(Statement::Equal(a, b)),
        1 => facts.assume(Statement::broadcasts_to(a, b)),
        2 => facts.assume(Statement::grows_to(a, b)),
        3 => facts.assume(Statement::Compatible(a, b)),
        4 => facts.assume(Statement::join([a, b], c)),
        5 => facts.assume(Statement::maximum([a, b], c)),
        6 => facts.assume(Statement::AtLeast(a, choices.number())),
        7 => facts.enter(),
        _ => facts.exit(),
    }
    let _ = facts.entails_equal(a, b) && facts.entails_not_equal(a, b);
    let _ = facts.entails_broadcasts_to(a, c) || facts.entails_compatible(b, c);
}

fn run_plan(choices: &mut Choices<'_>, facts: &mut Facts) {
    let rank = choices.below(4);
    let mut operands = vec![];
    for _ in 0..choices.below(4) {
        let mut dims = vec![];
        for result_dim in 0..rank {
            if choices.below(4) == 0 {
                continue;
            }
            let (size, bound) = match choices.size() {
                // Sizes in types are not negative.
                Size::Constant(size) => (Size::Constant(size.saturating_abs()), None),
                symbol => (symbol, choices.bound()),
            };
            dims.push(OperandDim {
                size,
                bound,
                result_dim,
            });
        }
        operands.push(dims.into_iter().collect::<Operand>());
    }
    let result = (0..rank)
        .map(|_| match choices.bound() {
            bound @ Some(_) if choices.below(2) == 0 => Declared { size: None, bound },
            size => Declared { size, bound: None },
        })
        .collect::<Vec<_>>();
    for &zero_extents in ZeroExtents::VARIANTS {
        if let Ok(plan) = plan(&operands, &result, zero_extents, facts) {
            let _ = plan.to_string();
            plan.assume(facts);
        }
    }
}

//! Tests that the ops emitted for a condition compute the condition.

use crate::{
    context::context,
    interpret::{Rules, Tensor, compute_all},
};
use bcast_lower::{
    plan::ZeroExtents,
    symbol::{Condition, Term},
    testing::emit_condition,
};
use melior::ir::{
    BlockLike, BlockRef, Module, RegionLike, Value, ValueLike, operation::OperationLike,
};

const RULES: Rules = Rules {
    zero_extents: ZeroExtents::Reject,
    has_witnesses: false,
};

/// A size that needs 64 bits.
const LARGE: i64 = 3_000_000_000;

/// Returns all terms on up to three numbered sizes.
///
/// Folded sizes are listed in one order only: emitters treat other orders as the same fold,
/// which is correct where guards hold.
fn terms() -> Vec<Term<usize>> {
    let mut terms = vec![Term::Size(0), Term::Size(1)];
    terms.extend([0, 1, 2, LARGE].map(Term::Constant));
    for sizes in [vec![0], vec![0, 1], vec![0, 1, 2]] {
        terms.extend([
            Term::Minimum(sizes.clone()),
            Term::Maximum(sizes.clone()),
            Term::FirstNotOne(sizes),
        ]);
    }
    terms
}

fn conditions() -> Vec<Condition<usize>> {
    let terms = terms();
    let mut simple = vec![];
    for a in &terms {
        simple.extend(terms.iter().map(|b| Condition::Equal(a.clone(), b.clone())));
        for bound in [0, 1, 2, LARGE] {
            simple.push(Condition::AtLeast(a.clone(), bound));
            simple.push(Condition::AtMost(a.clone(), bound));
            simple.push(Condition::Multiple(a.clone(), bound + 1));
        }
    }
    let mut all = simple.clone();
    all.push(Condition::compatible(0, 1));
    for a in &terms {
        let broadcasts = |b: &Term<usize>| Condition::broadcasts_to(a.clone(), b.clone());
        all.extend(terms.iter().map(broadcasts));
    }
    // Each term is combined with others at some distance, so that all kinds are combined.
    for (index, a) in simple.iter().enumerate() {
        let b = simple[(index * 7 + 11) % simple.len()].clone();
        let c = simple[(index * 13 + 5) % simple.len()].clone();
        let any = Condition::Any(vec![a.clone(), b.clone(), c.clone()]);
        all.push(Condition::All(vec![any, c.clone()]));
        all.push(Condition::Any(vec![Condition::All(vec![a.clone(), b]), c]));
    }
    all
}

#[test]
fn emitted_ops_compute_their_condition() {
    let context = context();
    let mut counts = [0; 2];
    for condition in conditions() {
        let module = Module::parse(
            &context,
            "func.func @main(%a: tensor<?xf32>, %b: tensor<4x?xf32>, %c: tensor<?xi1>) { return }",
        )
        .expect("it parses");
        let function = module
            .body()
            .first_operation()
            .expect("there is a function");
        let region = function.region(0).expect("a function has a body");
        let block: BlockRef<'_, '_> = region.first_block().expect("it has a block");
        let argument = |index| block.argument(index).expect("there are three").into();
        let dims: [(Value<'_, '_>, usize); 3] =
            [(argument(0), 0), (argument(1), 1), (argument(2), 0)];
        let end = block.terminator().expect("it returns");
        let named = condition.map(&mut |&size| dims[size]);
        let value = emit_condition(&context, end, &named).expect("the dialects are there");
        assert!(module.as_operation().verify(), "{condition}");
        for sizes in (0..27).map(|n| [n % 3, n / 3 % 3, n / 9]) {
            let [a, b, c] = sizes;
            let arguments = [vec![a], vec![4, b], vec![c]].map(Tensor::of_shape);
            let computed = compute_all(&module, &arguments, RULES);
            let found = computed.values[&(value.to_raw().ptr as usize)].elements()[0];
            let expected = condition.holds(&|&size| sizes[size]);
            assert_eq!(
                found != 0,
                expected,
                "{condition} of {sizes:?}:\n{}",
                module.as_operation()
            );
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 5_000), "{counts:?}");
}

//! Benchmarks of the pure modules: inference, verification, facts and planning.

use bcast_lower_broadcast::{
    plan::{Declared, Operand, OperandDim, ZeroExtents, plan},
    shape::{Shape, ShapedType, TraitRules, infer_result_shape, verify},
    symbol::{Facts, Size, Statement, Symbol},
};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn shape(text: &str) -> Shape {
    text.parse().expect("the shape is well-formed")
}

/// `[?, ?, 64] x [64] x [?, 1, 1] => [?, ?, 64]`.
fn inference(criterion: &mut Criterion) {
    let shapes = ["?x?x64", "64", "?x1x1"].map(shape);
    criterion.bench_function("infer", |bencher| {
        bencher
            .iter(|| infer_result_shape(black_box(&shapes).iter().map(|shape| Some(&shape[..]))));
    });
    let operands = shapes.map(ShapedType::tensor);
    let result = [ShapedType::tensor(shape("?x?x64"))];
    criterion.bench_function("verify", |bencher| {
        bencher.iter(|| verify(TraitRules::Documented, black_box(&operands), &result, None));
    });
}

fn symbol(number: u32) -> Size {
    Size::Symbol(Symbol(number))
}

/// A chain of joins, followed by queries about its two ends.
fn facts(criterion: &mut Criterion) {
    const LENGTH: u32 = 1_000;
    let assume = || {
        let mut facts = Facts::default();
        for number in 0..LENGTH {
            let parts = [symbol(2 * number), symbol(2 * number + 1)];
            facts.assume(Statement::maximum(parts, symbol(2 * number + 2)));
        }
        facts
    };
    criterion.bench_function("assume 1,000 joins", |bencher| bencher.iter(assume));
    let known = assume();
    criterion.bench_function("ask about 1,000 joins", |bencher| {
        bencher.iter(|| {
            (0..LENGTH)
                .filter(|&number| {
                    let next = symbol(2 * number + 2);
                    known.entails_grows_to(symbol(2 * number), next)
                        && !known.entails_equal(symbol(2 * number + 1), next)
                })
                .count()
        });
    });
}

/// `[s0, s1, 64] x [s2, s1, 64] x [64]`, without and with facts about all sizes.
fn planning(criterion: &mut Criterion) {
    let feature = Size::Constant(64);
    let sizes = [
        vec![symbol(0), symbol(1), feature],
        vec![symbol(2), symbol(1), feature],
        vec![feature],
    ];
    let result = [None, None, Some(64)].map(|size| Declared { size, bound: None });
    let nothing = Facts::default();
    let mut equal = Facts::default();
    equal.assume(Statement::Equal(symbol(0), symbol(2)));
    for (name, facts) in [("plan without facts", nothing), ("plan with facts", equal)] {
        criterion.bench_function(name, |bencher| {
            bencher.iter_batched(
                || {
                    let operands = sizes.iter().map(|sizes| {
                        let dims = sizes.iter().zip(3 - sizes.len()..);
                        let dims = dims.map(|(&size, result_dim)| OperandDim {
                            size,
                            bound: None,
                            result_dim,
                        });
                        dims.collect::<Operand>()
                    });
                    operands.collect::<Vec<_>>()
                },
                |operands| plan(&operands, &result, ZeroExtents::Reject, &facts),
                BatchSize::SmallInput,
            );
        });
    }
}

criterion_group!(benches, inference, facts, planning);
criterion_main!(benches);

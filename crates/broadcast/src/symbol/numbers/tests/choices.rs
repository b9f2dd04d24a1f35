//! Choices between two sizes, for all sizes below 4.

use super::*;

const WAYS: [Arithmetic; 5] = [
    Arithmetic::Maximum,
    Arithmetic::Minimum,
    Arithmetic::FirstNotOne,
    Arithmetic::Either,
    Arithmetic::Broadcast,
];

/// A claim about two of the sizes: `a`, `b`, and up to two numbers chosen from them.
type Claim = fn(&Facts, Size, Size) -> bool;
type Truth = fn(i64, i64) -> bool;

const CLAIMS: [(Claim, Truth); 6] = [
    (|facts, d, r| facts.entails_equal(d, r), |d, r| d == r),
    (|facts, d, r| facts.entails_not_equal(d, r), |d, r| d != r),
    (
        |facts, d, r| facts.entails_broadcasts_to(d, r),
        |d, r| d == 1 || d == r,
    ),
    (
        |facts, d, r| facts.entails_grows_to(d, r),
        |d, r| d == r || d == 1 && r >= 1,
    ),
    (
        |facts, d, r| facts.entails_compatible(d, r),
        |d, r| d == r || d == 1 || r == 1,
    ),
    (
        |facts, d, r| facts.entails_maximum_compatible(d, r),
        |d, r| d == r || d == 1 && r >= 1 || r == 1 && d >= 1,
    ),
];

/// Two sizes and two numbers chosen from them, with the values that are still possible.
struct Chosen {
    facts: Facts,
    sizes: Vec<Size>,
    runs: Vec<Vec<i64>>,
}

impl Chosen {
    fn new() -> Self {
        let mut facts = facts();
        let sizes = vec![Size::Symbol(facts.fresh()), Size::Symbol(facts.fresh())];
        let pairs = (0..4).flat_map(|a| (0..4).map(move |b| vec![a, b]));
        Self {
            facts,
            sizes,
            runs: pairs.collect(),
        }
    }

    /// Adds a size chosen from two others.
    fn choose(&mut self, way: Arithmetic, [a, b]: [usize; 2]) {
        let [of_a, of_b] = [a, b].map(|index| Element::from(self.sizes[index]));
        let chosen = self.facts.compute(way, of_a, of_b, NumberType::EXACT);
        self.sizes.push(self.facts.size_of_dim(chosen).unwrap());
        let runs = std::mem::take(&mut self.runs);
        self.runs = runs
            .into_iter()
            .flat_map(|run| {
                let are_compatible = run[a] == run[b] || run[a] == 1 || run[b] == 1;
                let values = match way {
                    Arithmetic::Either => vec![run[a], run[b]],
                    Arithmetic::Broadcast if are_compatible => {
                        vec![if run[a] == 1 { run[b] } else { run[a] }]
                    }
                    Arithmetic::Broadcast => (0..4).collect(),
                    _ => vec![compute(way, run[a], run[b], WIDE, WIDE).unwrap()],
                };
                values
                    .into_iter()
                    .map(move |value| [&run[..], &[value]].concat())
            })
            .collect();
    }

    fn assume(&mut self, statement: &Statement) {
        self.facts.assume(statement.clone());
        let condition = statement.condition();
        let (sizes, runs) = (&self.sizes, &mut self.runs);
        runs.retain(|run| {
            condition.holds(&|size| match size {
                Size::Constant(size) => *size,
                size => run[sizes.iter().position(|other| other == size).unwrap()],
            })
        });
    }

    /// Checks all claims; returns how many are entailed.
    fn check(&self, text: &dyn Fn() -> String) -> usize {
        let mut entailed = 0;
        for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
            for (claim, truth) in CLAIMS {
                if !claim(&self.facts, self.sizes[a], self.sizes[b]) {
                    continue;
                }
                entailed += 1;
                for run in &self.runs {
                    assert!(truth(run[a], run[b]), "{a}, {b} of {run:?}: {}", text());
                }
            }
        }
        entailed
    }
}

/// The statements that are assumed about the sizes.
fn statements(sizes: &[Size]) -> Vec<Statement> {
    let mut statements = vec![];
    for &a in sizes {
        statements.extend([
            Statement::NotOne(a),
            Statement::AtLeast(a, 1),
            Statement::AtLeast(a, 2),
            Statement::AtMost(a, 1),
        ]);
        for &b in sizes.iter().filter(|&&b| b != a) {
            statements.extend([
                Statement::Equal(a, b),
                Statement::broadcasts_to(a, b),
                Statement::grows_to(a, b),
                Statement::Compatible(a, b),
            ]);
        }
    }
    statements
}

/// Sizes that have no join give any number, also a negative one.
#[test]
fn only_one_of_two_sizes_is_a_size() {
    for way in WAYS {
        let mut facts = facts();
        let [a, b] = [facts.fresh(), facts.fresh()].map(|it| Element::from(Size::Symbol(it)));
        let chosen = facts.compute(way, a, b, WIDE);
        let is_size = facts.entails_difference(chosen, Element::number(0), 0);
        assert_eq!(is_size, way != Arithmetic::Broadcast, "{way:?}");
    }
}

/// For all ways to choose two numbers, and all pairs of facts, known before or after.
#[test]
fn facts_about_chosen_sizes_hold() {
    let mut entailed = 0;
    for (first, second) in WAYS.iter().flat_map(|&a| WAYS.map(|b| (a, b))) {
        for from in [[1, 0], [2, 1]] {
            let mut chosen = Chosen::new();
            let before = statements(&chosen.sizes);
            chosen.choose(first, [0, 1]);
            chosen.choose(second, from);
            let after = statements(&chosen.sizes);
            let pairs = after.iter().enumerate();
            let pairs = pairs.flat_map(|(index, a)| after[index..].iter().map(move |b| (a, b)));
            for (one, other) in pairs {
                let mut chosen = Chosen {
                    facts: chosen.facts.clone(),
                    sizes: chosen.sizes.clone(),
                    runs: chosen.runs.clone(),
                };
                chosen.assume(one);
                chosen.assume(other);
                let text = || format!("{first:?}, {second:?} of {from:?}, {one:?}, {other:?}");
                entailed += chosen.check(&text);
            }
            for one in &before {
                for other in &after {
                    let mut chosen = Chosen::new();
                    chosen.assume(one);
                    chosen.choose(first, [0, 1]);
                    chosen.choose(second, from);
                    if statements(&chosen.sizes).contains(other) {
                        chosen.assume(other);
                    }
                    let text = || format!("{one:?}, {first:?}, {second:?} of {from:?}, {other:?}");
                    entailed += chosen.check(&text);
                }
            }
        }
    }
    assert!(entailed > 300_000, "{entailed} claims");
}

fn sizes_and(way: Arithmetic) -> (Facts, [Size; 3]) {
    let mut facts = facts();
    let [a, b] = [(); 2].map(|()| Size::Symbol(facts.fresh()));
    let chosen = facts.compute(way, a.into(), b.into(), NumberType::EXACT);
    let chosen = facts.size_of_dim(chosen).unwrap();
    (facts, [a, b, chosen])
}

#[test]
fn a_choice_that_both_sizes_broadcast_to_is_their_join() {
    for way in [
        Arithmetic::Maximum,
        Arithmetic::Minimum,
        Arithmetic::FirstNotOne,
        Arithmetic::Either,
        Arithmetic::Broadcast,
    ] {
        let (mut facts, [a, b, chosen]) = sizes_and(way);
        facts.enter();
        facts.assume(Statement::broadcasts_to(a, chosen));
        facts.assume(Statement::broadcasts_to(b, chosen));
        facts.assume(Statement::NotOne(b));
        assert!(facts.entails_equal(b, chosen), "{way:?}");
        facts.exit();
        assert!(!facts.entails_compatible(a, b), "{way:?}");
    }
}

#[test]
fn a_minimum_that_broadcasts_to_the_maximum_makes_both_compatible() {
    let (mut facts, [a, b, greatest]) = sizes_and(Arithmetic::Maximum);
    let least = facts.compute(Arithmetic::Minimum, b.into(), a.into(), NumberType::EXACT);
    let least = facts.size_of_dim(least).unwrap();
    assert!(!facts.entails_maximum_compatible(a, b));
    facts.assume(Statement::broadcasts_to(least, greatest));
    assert!(facts.entails_maximum_compatible(a, b));
}

#[test]
fn the_first_of_two_sizes_broadcasts_to_the_one_that_is_not_1() {
    let (facts, [a, b, chosen]) = sizes_and(Arithmetic::FirstNotOne);
    assert!(facts.entails_broadcasts_to(a, chosen));
    assert!(!facts.entails_broadcasts_to(b, chosen));
}

#[test]
fn a_size_that_grows_to_another_is_not_greater() {
    let mut facts = facts();
    let [d, r] = [(); 2].map(|()| Size::Symbol(facts.fresh()));
    facts.assume(Statement::grows_to(d, r));
    let mut compute = |way| facts.compute(way, d.into(), r.into(), NumberType::EXACT);
    assert_eq!(compute(Arithmetic::Maximum), r.into());
    assert_eq!(compute(Arithmetic::Minimum), d.into());
}

//! Compares what sets of facts entail with all assignments that satisfy them.

use super::*;
use crate::symbol::testing::{Assignment, holds};

/// The set of assignments that satisfy a fact or claim, as bits.
type Mask = Vec<u64>;

/// All assignments of sizes up to a bound, with the facts and claims about them.
struct World {
    assignments: Vec<Assignment>,
    /// Each claim with the assignments that it holds in.
    claims: Vec<(Claim, Mask)>,
    /// Each fact with the assignments that satisfy it.
    facts: Vec<(String, Mask)>,
}

impl World {
    /// Returns all facts and claims on `symbols` symbols and the constants up to `constants`,
    /// with the assignments of sizes up to `greatest`.
    fn new(symbols: usize, constants: i64, greatest: i64) -> Self {
        let mut assignments = vec![vec![]];
        for _ in 0..symbols {
            assignments = assignments
                .iter()
                .flat_map(|prefix: &Assignment| {
                    (0..=greatest).map(|size| [prefix.as_slice(), &[size]].concat())
                })
                .collect();
        }
        let symbols = (0..symbols).map(|n| format!("s{n}")).collect::<Vec<_>>();
        let constants = (0..=constants).map(|n| n.to_string()).collect::<Vec<_>>();
        let terms = [symbols.as_slice(), &constants].concat();
        let (mut facts, mut claims) = (vec![], vec![]);
        for (index, a) in terms.iter().enumerate() {
            for b in &terms {
                let has_symbol = symbols.contains(a) || symbols.contains(b);
                for relation in ["=", "with", "maxwith", "!="] {
                    if terms[..index].contains(b) {
                        claims.push(format!("{a} {relation} {b}"));
                        if has_symbol && ["=", "with"].contains(&relation) {
                            facts.push(format!("{a} {relation} {b}"));
                        }
                    }
                }
                for relation in ["to", "into"] {
                    claims.push(format!("{a} {relation} {b}"));
                    if has_symbol && a != b {
                        facts.push(format!("{a} {relation} {b}"));
                    }
                }
            }
        }
        for a in &symbols {
            facts.push(format!("{a} not 1"));
            for b in &constants {
                claims.extend([format!("{a} >= {b}"), format!("{a} <= {b}")]);
                facts.extend([format!("{a} >= {b}"), format!("{a} <= {b}")]);
            }
            for b in &terms {
                for c in &symbols {
                    if a != b && a != c && b != c {
                        facts.extend([format!("{a} joins {b} {c}"), format!("{a} max {b} {c}")]);
                    }
                }
            }
        }
        let with_masks = |texts: Vec<String>| {
            let mask = |text: &String| mask(&assignments, &|assignment| holds(text, assignment));
            let pairs = texts.into_iter().map(|text| {
                let mask = mask(&text);
                (text, mask)
            });
            pairs.collect()
        };
        Self {
            facts: with_masks(facts),
            claims: with_masks(claims)
                .into_iter()
                .map(|(text, mask)| (Claim::new(&text), mask))
                .collect(),
            assignments,
        }
    }

    fn all(&self) -> Mask {
        mask(&self.assignments, &|_| true)
    }

    /// Assumes facts; returns them with the assignments that satisfy those that were not left
    /// out.
    fn assume_all(&self, indices: &[usize]) -> (Facts, Mask) {
        let (mut facts, mut mask) = (Facts::default(), self.all());
        for &index in indices {
            self.assume_one(&mut facts, &mut mask, index);
        }
        (facts, mask)
    }

    fn assume_one(&self, facts: &mut Facts, mask: &mut Mask, index: usize) {
        let (text, satisfied) = &self.facts[index];
        facts.contradiction = None;
        assume(facts, text);
        let next = meet(mask, satisfied);
        if facts.is_contradictory() {
            assert!(is_none(&next), "{text} contradicts nothing");
        } else {
            *mask = next;
        }
    }

    /// Checks that every entailed claim holds; returns how many claims hold, and how many of
    /// these are entailed.
    fn check(&self, facts: &Facts, mask: &Mask, what: &dyn Fn() -> String) -> Score {
        let mut score = Score::default();
        if is_none(mask) {
            return score;
        }
        for (claim, satisfied) in &self.claims {
            let holds = meet(mask, satisfied) == *mask;
            let is_entailed = claim.is_entailed(facts);
            assert!(holds || !is_entailed, "{} entail {claim:?}", what());
            score.holding += usize::from(holds);
            score.entailed += usize::from(is_entailed);
            if holds && !is_entailed {
                score
                    .missing
                    .get_or_insert_with(|| format!("{}: {claim:?}", what()));
            }
        }
        score
    }

    fn texts(&self, indices: &[usize]) -> Vec<&str> {
        indices
            .iter()
            .map(|&index| self.facts[index].0.as_str())
            .collect()
    }

    fn check_set(&self, indices: &[usize]) -> Score {
        let (facts, mask) = self.assume_all(indices);
        self.check(&facts, &mask, &|| format!("{:?}", self.texts(indices)))
    }
}

#[derive(Debug, Default)]
struct Score {
    holding: usize,
    entailed: usize,
    missing: Option<String>,
}

impl Score {
    fn add(&mut self, other: Self) {
        self.holding += other.holding;
        self.entailed += other.entailed;
        self.missing = self.missing.take().or(other.missing);
    }
}

fn mask(assignments: &[Assignment], holds: &dyn Fn(&Assignment) -> bool) -> Mask {
    let bits = |chunk: &[Assignment]| {
        let bits = chunk.iter().rev();
        bits.fold(0, |word, assignment| {
            word << 1 | u64::from(holds(assignment))
        })
    };
    assignments.chunks(64).map(bits).collect()
}

fn meet(a: &Mask, b: &Mask) -> Mask {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

fn is_none(mask: &Mask) -> bool {
    mask.iter().all(|&word| word == 0)
}

impl World {
    /// Checks random sets of `count` facts.
    fn check_random(&self, count: usize, sets: usize) -> Score {
        let mut random = fastrand::Rng::with_seed(count as u64);
        let mut total = Score::default();
        for _ in 0..sets {
            let indices = (0..count).map(|_| random.usize(..self.facts.len()));
            total.add(self.check_set(&indices.collect::<Vec<_>>()));
        }
        total
    }

    /// Removes the facts about joins.
    fn without_joins(mut self) -> Self {
        let is_join = |text: &str| ["joins", "max"].iter().any(|word| text.contains(word));
        self.facts.retain(|(text, _)| !is_join(text));
        self
    }
}

#[test]
fn single_facts_entail_everything_that_follows() {
    let world = World::new(3, 2, 5);
    let mut total = Score::default();
    for a in 0..world.facts.len() {
        total.add(world.check_set(&[a]));
    }
    assert_eq!(total.missing, None);
    assert!(total.holding > 5_000, "{total:?}");
}

#[test]
fn up_to_three_facts_on_two_symbols_entail_everything_that_follows() {
    let mut total = Score::default();
    let world = World::new(2, 2, 4);
    for a in 0..world.facts.len() {
        for b in 0..world.facts.len() {
            total.add(world.check_set(&[a, b]));
        }
    }
    let world = World::new(2, 1, 3);
    for a in 0..world.facts.len() {
        for b in 0..a {
            for c in 0..b {
                total.add(world.check_set(&[c, b, a]));
            }
        }
    }
    assert_eq!(total.missing, None);
    assert!(total.holding > 500_000, "{total:?}");
}

#[test]
fn two_facts_without_joins_on_three_symbols_entail_everything_that_follows() {
    let world = World::new(3, 2, 5).without_joins();
    let mut total = Score::default();
    for a in 0..world.facts.len() {
        for b in 0..world.facts.len() {
            total.add(world.check_set(&[a, b]));
        }
    }
    assert_eq!(total.missing, None);
    assert!(total.holding > 300_000, "{total:?}");
}

#[test]
fn larger_sets_entail_nearly_everything_that_follows() {
    let world = World::new(3, 2, 5);
    let mut total = Score::default();
    for count in 2..8 {
        total.add(world.check_random(count, 700));
    }
    // The rest would need case distinctions, mostly on sizes that are 0 or 1.
    assert!(
        total.entailed * 10_000 >= total.holding * 9_995,
        "{total:?}"
    );
    let world = world.without_joins();
    let mut total = Score::default();
    for count in 3..8 {
        total.add(world.check_random(count, 700));
    }
    assert!(
        total.entailed * 100_000 >= total.holding * 99_995,
        "{total:?}"
    );
}

#[test]
fn sets_on_four_symbols_entail_only_true_claims() {
    let world = World::new(4, 3, 4);
    for count in 2..10 {
        let score = world.check_random(count, 250);
        assert!(score.entailed > 5_000, "{score:?}");
    }
}

#[test]
fn leaving_a_scope_restores_the_answers_before_it() {
    let world = World::new(4, 3, 4);
    let mut random = fastrand::Rng::with_seed(0);
    let answers = |facts: &Facts| {
        let answers = world
            .claims
            .iter()
            .map(|(claim, _)| claim.is_entailed(facts));
        answers.collect::<Vec<_>>()
    };
    for _ in 0..40 {
        let (mut facts, mut mask) = world.assume_all(&[]);
        let mut outer = vec![];
        for _ in 0..20 {
            match random.usize(..6) {
                0 | 1 => {
                    outer.push((mask.clone(), answers(&facts)));
                    facts.enter();
                }
                2 if !outer.is_empty() => {
                    facts.exit();
                    let (before, expected) = outer.pop().unwrap();
                    mask = before;
                    assert_eq!(answers(&facts), expected);
                }
                _ => {
                    let index = random.usize(..world.facts.len());
                    world.assume_one(&mut facts, &mut mask, index);
                    world.check(&facts, &mask, &|| "facts in scopes".into());
                }
            }
        }
    }
}

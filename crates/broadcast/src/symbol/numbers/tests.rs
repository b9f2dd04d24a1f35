mod choices;
mod rules;

use super::*;
use crate::symbol::{Condition, Term};

/// 4-bit integers wrap often, and the sizes below 8 are all that fit in 3 bits.
const NARROW: NumberType = NumberType(4);
/// 6-bit integers, between the two.
const MIDDLE: NumberType = NumberType(6);
/// 8-bit integers.
const WIDE: NumberType = NumberType(8);
const SIZES: i64 = 8;

/// All operations except conversions.
const BINARY: [Arithmetic; 16] = [
    Arithmetic::Add,
    Arithmetic::Subtract,
    Arithmetic::Multiply,
    Arithmetic::Divide,
    Arithmetic::DivideUp,
    Arithmetic::DivideDown,
    Arithmetic::DivideUnsigned,
    Arithmetic::DivideUnsignedUp,
    Arithmetic::Remainder,
    Arithmetic::RemainderDown,
    Arithmetic::RemainderUnsigned,
    Arithmetic::Maximum,
    Arithmetic::MaximumUnsigned,
    Arithmetic::Minimum,
    Arithmetic::MinimumUnsigned,
    Arithmetic::FirstNotOne,
];

const CONVERSIONS: [Arithmetic; 3] = [
    Arithmetic::Convert,
    Arithmetic::ConvertUnsigned,
    Arithmetic::Wrap,
];

fn facts() -> Facts {
    let mut facts = Facts::default();
    facts.numbers.size_bits = 3;
    facts
}

fn bits(r#type: NumberType) -> u32 {
    r#type.0
}

/// Computes as the ops do; `None` where their result is undefined.
///
/// Operands are as wide as the result, except in conversions.
fn compute(
    arithmetic: Arithmetic,
    a: i64,
    b: i64,
    r#type: NumberType,
    from: NumberType,
) -> Option<i64> {
    let wrap = |number: i64| polynomial::wrap(number.into(), bits(r#type)) as i64;
    let unsigned = |number: i64, bits: u32| number.rem_euclid(1 << bits);
    let as_unsigned = |number: i64| unsigned(number, bits(r#type));
    let is_positive = b > 0;
    let (ua, ub) = (as_unsigned(a), as_unsigned(b));
    Some(wrap(match arithmetic {
        Arithmetic::Add => a + b,
        Arithmetic::Subtract => a - b,
        Arithmetic::Multiply => a * b,
        Arithmetic::Divide => a.checked_div(b)?,
        Arithmetic::DivideDown if b != 0 => (a as f64 / b as f64).floor() as i64,
        Arithmetic::DivideUp if b != 0 => (a as f64 / b as f64).ceil() as i64,
        Arithmetic::DivideUnsigned => ua.checked_div(ub)?,
        Arithmetic::DivideUnsignedUp if is_positive => (ua + ub - 1) / ub,
        Arithmetic::DivideUnsignedUp if ub != 0 => i64::from(ua > 0) + i64::from(ua > ub),
        Arithmetic::Remainder => a.checked_rem(b)?,
        Arithmetic::RemainderDown if b != 0 => a - b * (a as f64 / b as f64).floor() as i64,
        Arithmetic::RemainderUnsigned => ua.checked_rem(ub)?,
        Arithmetic::Maximum => a.max(b),
        Arithmetic::Minimum => a.min(b),
        Arithmetic::MaximumUnsigned => ua.max(ub),
        Arithmetic::MinimumUnsigned => ua.min(ub),
        Arithmetic::Convert | Arithmetic::Wrap => a,
        Arithmetic::ConvertUnsigned => unsigned(a, bits(from)),
        Arithmetic::FirstNotOne if a == 1 => b,
        Arithmetic::FirstNotOne => a,
        _ => return None,
    }))
}

/// A computed number: the operation, its type, and the indices of its operands.
#[derive(Clone, Copy, Debug)]
struct Step {
    arithmetic: Arithmetic,
    r#type: NumberType,
    from: NumberType,
    a: usize,
    b: usize,
}

/// Computed numbers, as elements and as values.
struct Program {
    facts: Facts,
    elements: Vec<Element>,
    /// For each assignment of sizes that is still possible, the values of all numbers.
    runs: Vec<Vec<i64>>,
}

impl Program {
    /// Starts with two sizes and some constants.
    fn new(constants: &[i64]) -> Self {
        let mut facts = facts();
        let sizes = [(); 2].map(|()| Element::named(facts.fresh()));
        let constant = |&number: &i64| Element::number(number);
        let elements = sizes.into_iter().chain(constants.iter().map(constant));
        let pairs = (0..SIZES).flat_map(|n| (0..SIZES).map(move |m| (n, m)));
        Self {
            facts,
            elements: elements.collect(),
            runs: pairs.map(|(n, m)| [&[n, m], constants].concat()).collect(),
        }
    }

    fn add(&mut self, step: Step) {
        let (a, b) = (self.elements[step.a], self.elements[step.b]);
        let element = match step.arithmetic {
            Arithmetic::Convert => self.facts.convert(a, step.from, step.r#type),
            Arithmetic::ConvertUnsigned => {
                let bits = Element::number(bits(step.from).into());
                self.facts.compute(step.arithmetic, a, bits, step.r#type)
            }
            arithmetic => self.facts.compute(arithmetic, a, b, step.r#type),
        };
        self.elements.push(element);
        self.runs.retain_mut(|run| {
            let value = compute(
                step.arithmetic,
                run[step.a],
                run[step.b],
                step.r#type,
                step.from,
            );
            run.extend(value);
            value.is_some()
        });
    }

    /// Checks what the facts claim about each number, as a number and as the size of a dim.
    fn check(&self, text: &dyn Fn() -> String) {
        let mut facts = self.facts.clone();
        self.check_elements(&facts, text);
        let sizes = self
            .elements
            .iter()
            .map(|&element| facts.size_of_dim(element))
            .collect::<Vec<_>>();
        let earlier = |index| (0..index).map(move |other| (other, index));
        let pairs = (0..sizes.len()).flat_map(earlier);
        let same = pairs
            .filter(|&(a, b)| sizes[a] == sizes[b])
            .collect::<Vec<_>>();
        let is_size = |value: i64| (0..SIZES).contains(&value);
        for run in &self.runs {
            for (index, size) in sizes.iter().enumerate() {
                let value = run[index];
                match size {
                    None => assert!(!is_size(value), "{index} of {run:?} is a size: {}", text()),
                    Some(Size::Constant(size)) => {
                        assert!(
                            !is_size(value) || value == *size,
                            "{index} of {run:?}: {}",
                            text()
                        );
                    }
                    Some(Size::Symbol(_)) => {}
                }
            }
        }
        for (run, &(a, b)) in self
            .runs
            .iter()
            .flat_map(|run| same.iter().map(move |pair| (run, pair)))
        {
            if is_size(run[a]) && is_size(run[b]) {
                assert_eq!(run[a], run[b], "{a}, {b} of {run:?}: {}", text());
            }
        }
        // Where all of them are sizes of dims, the facts about them are true.
        for (index, size) in sizes.iter().enumerate() {
            let Some(size) = *size else { continue };
            for run in self
                .runs
                .iter()
                .filter(|run| run.iter().all(|&value| is_size(value)))
            {
                let (values, value) = (facts.values(size), run[index]);
                let is_in = values.min() <= value && value <= values.max();
                assert!(is_in, "{index} of {run:?} is not in {values:?}: {}", text());
            }
        }
    }

    fn check_elements(&self, facts: &Facts, text: &dyn Fn() -> String) {
        let names = self
            .elements
            .iter()
            .map(|&element| facts.name(element))
            .collect::<Vec<_>>();
        for (index, name) in names.iter().enumerate() {
            let is_least = |&least: &i64| facts.entails_element_at_least(*name, least);
            let least = (-8..8).rev().find(is_least).unwrap_or(i64::MIN);
            let same = names[..index].iter().position(|other| other == name);
            for run in &self.runs {
                let value = run[index];
                let constant = name.constant().unwrap_or(value);
                assert_eq!(value, constant, "{index} of {run:?}: {}", text());
                assert!(value >= least, "{index} of {run:?} >= {least}: {}", text());
                let same = same.map_or(value, |same| run[same]);
                assert_eq!(value, same, "{index} of {run:?}: {}", text());
            }
        }
    }

    /// Checks what is known of how the last number differs from those before it.
    fn check_differences(&self, facts: &Facts, text: &dyn Fn() -> String) {
        let Some((&last, others)) = self.elements.split_last() else {
            return;
        };
        for (index, &other) in others.iter().enumerate() {
            let is_known = |&least: &i64| facts.entails_difference(last, other, least);
            let Some(least) = (-1..=1).rev().find(is_known) else {
                continue;
            };
            for run in &self.runs {
                let difference = run[others.len()] - run[index];
                assert!(difference >= least, "{index} of {run:?}: {}", text());
            }
        }
    }

    fn text(&self, steps: &[Step]) -> String {
        let elements = self.elements.iter().map(|&element| {
            let form = self.facts.form(element);
            format!("{} mod {:?}", form.polynomial, form.bits)
        });
        format!("{steps:#?}\n{:#?}", elements.collect::<Vec<_>>())
    }
}

/// All expressions of two ops on two sizes and three constants.
#[test]
fn equal_numbers_are_equal_for_all_sizes() {
    let constants = [1, 2, -1];
    let step = |arithmetic, a, b| Step {
        arithmetic,
        r#type: NARROW,
        from: NARROW,
        a,
        b,
    };
    let mut count = 0;
    for first in BINARY {
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            for second in BINARY {
                for (c, d) in (0..6).flat_map(|c| [(c, 5), (5, c)]) {
                    let steps = [step(first, a, b), step(second, c, d)];
                    let mut program = Program::new(&constants);
                    for step in steps {
                        program.add(step);
                    }
                    program.check(&|| program.text(&steps));
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, BINARY.len() * 25 * BINARY.len() * 12);
}

/// Pseudo-random numbers from a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Programs of more ops, in two types, with assertions in between.
#[test]
fn longer_computations_are_correct() {
    let mut random = Random(7);
    for _ in 0..if cfg!(debug_assertions) {
        4_000
    } else {
        400_000
    } {
        let mut program = Program::new(&[1, 2, 3, -2]);
        let mut types = vec![NARROW; 6];
        let mut steps = vec![];
        for _ in 0..5 {
            let r#type = [NARROW, NARROW, NARROW, MIDDLE, WIDE][random.below(5)];
            let all = [&BINARY[..], &CONVERSIONS].concat();
            let arithmetic = all[random.below(all.len())];
            let [a, b] = [(); 2].map(|()| random.below(types.len()));
            let fits = |index: usize| index < 6 || types[index].0 <= r#type.0;
            let step = Step {
                arithmetic,
                r#type,
                from: types[a],
                a,
                b,
            };
            let is_conversion = CONVERSIONS.contains(&arithmetic);
            if is_conversion && arithmetic != Arithmetic::Convert {
                // Truncation is to a type that is no wider, the unsigned conversion to a wider
                // one.
                let is_wider = bits(r#type) > bits(types[a]);
                if (arithmetic == Arithmetic::Wrap) == is_wider || a < 6 {
                    continue;
                }
            } else if !(is_conversion || fits(a) && fits(b)) {
                continue;
            }
            steps.push(step);
            program.add(step);
            types.push(r#type);
            if random.below(3) == 0 {
                assume(&mut program, &mut random);
            }
        }
        let text = || program.text(&steps);
        program.check(&text);
        program.check_differences(&program.facts, &text);
    }
}

/// Adds a random assumption about the numbers, and removes the runs that contradict it.
fn assume(program: &mut Program, random: &mut Random) {
    let count = program.elements.len();
    let [a, b] = [(); 2].map(|()| random.below(count));
    let (left, right) = (program.elements[a], program.elements[b]);
    let least = random.below(3) as i64;
    match random.below(5) {
        4 => {
            // A dim has the first number as its size, and broadcasts to a dim of the other
            // size.
            let sizes = [left, right].map(|element| program.facts.size_of_dim(element));
            program.runs.retain(|run| {
                let are_sizes = [a, b].iter().all(|&of| (0..SIZES).contains(&run[of]));
                are_sizes && (run[a] == 1 || run[a] == run[b])
            });
            if let [Some(left), Some(right)] = sizes {
                program.facts.assume(Statement::broadcasts_to(left, right));
            }
        }
        0 => {
            let [left, right] = [left, right].map(Term::Size);
            program
                .facts
                .assume_condition(&Condition::<Element>::Equal(left, right));
            program.runs.retain(|run| run[a] == run[b]);
        }
        1 => {
            program.facts.assume_difference(left, right, least);
            program.runs.retain(|run| run[a] - run[b] >= least);
        }
        2 => {
            let condition = Condition::AtLeast(Term::Size(left), least);
            program.facts.assume_condition(&condition);
            program.runs.retain(|run| run[a] >= least);
        }
        _ => {
            // Dims have these sizes, which may be equal.
            let sizes = [left, right].map(|element| program.facts.size_of_dim(element));
            program
                .runs
                .retain(|run| (0..SIZES).contains(&run[a]) && (0..SIZES).contains(&run[b]));
            if let [Some(left), Some(right)] = sizes
                && random.below(2) == 0
            {
                program.facts.assume(Statement::Equal(left, right));
                program.runs.retain(|run| run[a] == run[b]);
            }
        }
    }
}

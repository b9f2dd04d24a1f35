use super::*;
use crate::symbol::{Condition, Term};

/// Integers of 4 bits wrap often, and sizes below 8 are all there are in 3 bits.
const NARROW: NumberType = NumberType::Integer(4);
/// Of 8 bits.
const WIDE: NumberType = NumberType::Integer(8);
const SIZES: i64 = 8;

/// All but what converts.
const BINARY: [Arithmetic; 14] = [
    Arithmetic::Add,
    Arithmetic::Subtract,
    Arithmetic::Multiply,
    Arithmetic::Divide,
    Arithmetic::DivideUp,
    Arithmetic::DivideDown,
    Arithmetic::DivideUnsigned,
    Arithmetic::DivideUnsignedUp,
    Arithmetic::Remainder,
    Arithmetic::RemainderUnsigned,
    Arithmetic::Maximum,
    Arithmetic::MaximumUnsigned,
    Arithmetic::Minimum,
    Arithmetic::MinimumUnsigned,
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
    match r#type {
        NumberType::Integer(bits) => bits,
        NumberType::Float(_) => panic!("floats do not wrap"),
    }
}

/// Computes as the ops do; `None` where they say nothing of the result.
///
/// Operands are as wide as the result, but for conversions.
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
        Arithmetic::RemainderUnsigned => ua.checked_rem(ub)?,
        Arithmetic::Maximum => a.max(b),
        Arithmetic::Minimum => a.min(b),
        Arithmetic::MaximumUnsigned => ua.max(ub),
        Arithmetic::MinimumUnsigned => ua.min(ub),
        Arithmetic::Convert | Arithmetic::Wrap => a,
        Arithmetic::ConvertUnsigned => unsigned(a, bits(from)),
        _ => return None,
    }))
}

/// A computed number: how, in which type, and from which of those before it.
#[derive(Clone, Copy, Debug)]
struct Step {
    arithmetic: Arithmetic,
    r#type: NumberType,
    from: NumberType,
    a: usize,
    b: usize,
}

/// Numbers that are computed, by their elements and by their values.
struct Program {
    facts: Facts,
    elements: Vec<Element>,
    /// For each value of the sizes that nothing rules out, the numbers.
    runs: Vec<Vec<i64>>,
}

impl Program {
    /// Begins with two sizes and some constants.
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

    /// Keeps the runs in which the numbers before the last one are sizes of dims.
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
        // Where all of them are sizes of dims, all that facts say of them is true.
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

    fn text(&self, steps: &[Step]) -> String {
        let elements = self
            .elements
            .iter()
            .map(|&element| match self.facts.form(element) {
                Some(form) => format!("{} mod {:?}", form.polynomial, form.bits),
                None => format!("{element:?}"),
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
    assert_eq!(count, 14 * 25 * 14 * 12);
}

/// Numbers without a pattern, always the same.
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
fn longer_computations_are_right() {
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
            let r#type = if random.below(3) == 0 { WIDE } else { NARROW };
            let all = [&BINARY[..], &CONVERSIONS].concat();
            let arithmetic = all[random.below(all.len())];
            let [a, b] = [(); 2].map(|()| random.below(types.len()));
            let fits = |index: usize| index < 6 || types[index].fits(r#type);
            let step = Step {
                arithmetic,
                r#type,
                from: types[a],
                a,
                b,
            };
            let is_conversion = CONVERSIONS.contains(&arithmetic);
            if is_conversion && arithmetic != Arithmetic::Convert {
                // From a type to one that is no wider, or to a wider one.
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
        program.check(&|| program.text(&steps));
    }
}

/// Assumes something of the numbers, and forgets the runs of which it is not true.
fn assume(program: &mut Program, random: &mut Random) {
    let count = program.elements.len();
    let [a, b] = [(); 2].map(|()| random.below(count));
    let (left, right) = (program.elements[a], program.elements[b]);
    let least = random.below(3) as i64;
    match random.below(4) {
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
            // A dim has this size, and that of the other.
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

/// What is computed in 4 bits from two sizes and numbers, a line for each rule.
struct Narrow {
    facts: Facts,
}

impl Narrow {
    fn new() -> ([Element; 2], Self) {
        let mut facts = facts();
        let sizes = [(); 2].map(|()| Element::named(facts.fresh()));
        (sizes, Self { facts })
    }

    fn compute(&mut self, arithmetic: Arithmetic, a: Element, b: impl Into<Element>) -> Element {
        self.facts.compute(arithmetic, a, b.into(), NARROW)
    }

    fn times(&mut self, a: Element, number: i64) -> Element {
        self.compute(Arithmetic::Multiply, a, Element::number(number))
    }

    fn plus(&mut self, a: Element, number: i64) -> Element {
        self.compute(Arithmetic::Add, a, Element::number(number))
    }

    fn over(&mut self, a: Element, number: i64) -> Element {
        self.compute(Arithmetic::Divide, a, Element::number(number))
    }

    /// A dim has this size.
    fn dim(&mut self, element: Element) -> Element {
        self.facts.size_of_dim(element).unwrap().into()
    }
}

#[test]
fn sums_are_equal_whatever_wraps() {
    let ([n, m], mut narrow) = Narrow::new();
    let more = narrow.plus(n, 1);
    assert_eq!(narrow.plus(more, -1), n);
    assert_eq!(narrow.plus(more, 15), n);
    let [left, right] = [(n, m), (m, n)].map(|(a, b)| narrow.compute(Arithmetic::Add, a, b));
    assert_eq!(left, right);
    assert_eq!(narrow.compute(Arithmetic::Subtract, left, m), n);
    let twice = narrow.compute(Arithmetic::Add, n, n);
    assert_eq!(twice, narrow.times(n, 2));
    assert_ne!(twice, narrow.times(n, 3));
}

#[test]
fn products_are_equal_in_any_order() {
    let ([n, m], mut narrow) = Narrow::new();
    let product = narrow.compute(Arithmetic::Multiply, n, m);
    let all = narrow.times(product, 6);
    let twice = narrow.times(m, 2);
    let thrice = narrow.times(n, 3);
    assert_eq!(all, narrow.compute(Arithmetic::Multiply, twice, thrice));
}

#[test]
fn only_what_does_not_wrap_is_divided() {
    let ([n, m], mut narrow) = Narrow::new();
    // 2n is at most 14, which is no number of 4 bits.
    let twice = narrow.times(n, 2);
    assert_ne!(narrow.over(twice, 2), n);
    // As the size of a dim it is 2n itself, as 2n - 16 would be negative.
    let dim = narrow.dim(twice);
    assert_eq!(narrow.over(dim, 2), n);
    // 3n is 18 for n = 6, so a dim may have the size 2.
    let thrice = narrow.times(n, 3);
    let dim = narrow.dim(thrice);
    assert_ne!(narrow.over(dim, 3), n);
    narrow
        .facts
        .assume(Statement::AtMost(m.if_size().unwrap(), 3));
    let twice = narrow.times(m, 2);
    assert_eq!(narrow.over(twice, 2), m);
    let more = narrow.plus(twice, 1);
    assert_eq!(narrow.over(more, 2), m);
    let up = narrow.compute(Arithmetic::DivideUp, more, Element::number(2));
    assert_eq!(up, narrow.plus(m, 1));
}

#[test]
fn remainders_are_bounded() {
    let ([n, _], mut narrow) = Narrow::new();
    let rest = narrow.compute(Arithmetic::Remainder, n, Element::number(3));
    assert!(narrow.facts.entails_element_at_least(rest, 0));
    // What is left is not more than there was, and less than the divisor.
    assert_eq!(narrow.compute(Arithmetic::Maximum, rest, n), n);
    assert_eq!(
        narrow.compute(Arithmetic::Minimum, rest, Element::number(2)),
        rest
    );
    assert_ne!(
        narrow.compute(Arithmetic::Minimum, rest, Element::number(1)),
        rest
    );
    let floor = narrow.over(n, 3);
    let whole = narrow.times(floor, 3);
    assert_eq!(narrow.compute(Arithmetic::Add, whole, rest), n);
}

#[test]
fn inequalities_follow_from_assertions() {
    let ([n, m], mut narrow) = Narrow::new();
    assert_ne!(narrow.compute(Arithmetic::Maximum, n, m), n);
    narrow.facts.assume_difference(n, m, 1);
    assert_eq!(narrow.compute(Arithmetic::Maximum, n, m), n);
    assert_eq!(narrow.compute(Arithmetic::Minimum, n, m), m);
    assert!(narrow.facts.entails_element_at_least(n, 1));
    let difference = narrow.compute(Arithmetic::Subtract, n, m);
    assert!(narrow.facts.entails_element_at_least(difference, 1));
}

#[test]
fn a_size_that_equals_a_computed_one_is_what_it_is() {
    let ([n, m], mut narrow) = Narrow::new();
    let twice = narrow.times(n, 2);
    let equal = Condition::<Element>::Equal(Term::Size(m), Term::Size(twice));
    narrow.facts.assume_condition(&equal);
    assert_eq!(narrow.over(m, 2), n);
    assert_eq!(
        narrow
            .compute(Arithmetic::Remainder, m, Element::number(2))
            .constant(),
        Some(0)
    );
}

#[test]
fn multiples_divide() {
    let ([n, m], mut narrow) = Narrow::new();
    let size = n.if_size().unwrap();
    assert!(!narrow.facts.entails_multiple(size, 2));
    narrow.facts.assume(Statement::Multiple(size, 2));
    assert!(narrow.facts.entails_multiple(size, 2));
    assert!(!narrow.facts.entails_multiple(size, 4));
    let half = narrow.over(n, 2);
    assert_eq!(narrow.times(half, 2), n);
    // That nothing is left says the same.
    let size = m.if_size().unwrap();
    let rest = narrow.compute(Arithmetic::Remainder, m, Element::number(3));
    let zero = Condition::<Element>::Equal(Term::Size(rest), Term::Constant(0));
    narrow.facts.assume_condition(&zero);
    assert!(narrow.facts.entails_multiple(size, 3));
}

#[test]
fn equations_are_solved() {
    let ([n, m], mut narrow) = Narrow::new();
    let [a, b] = [n, m]
        .map(|size| narrow.plus(size, 1))
        .map(|more| narrow.dim(more));
    let [a, b] = [a, b].map(|size| size.if_size().unwrap());
    narrow.facts.assume(Statement::Equal(a, b));
    assert!(
        narrow
            .facts
            .entails_equal(n.if_size().unwrap(), m.if_size().unwrap())
    );
    narrow.facts.assume(Statement::Equal(a, Size::Constant(5)));
    assert!(
        narrow
            .facts
            .entails_equal(n.if_size().unwrap(), Size::Constant(4))
    );
}

#[test]
fn congruent_numbers_are_equal_if_both_are_sizes() {
    let ([n, m], mut narrow) = Narrow::new();
    let wide = narrow.facts.compute(Arithmetic::Multiply, n, m, WIDE);
    let cut = narrow.compute(Arithmetic::Multiply, n, m);
    narrow.dim(cut);
    assert_ne!(narrow.facts.name(cut), narrow.facts.name(wide));
    narrow.dim(wide);
    assert_eq!(narrow.facts.name(cut), narrow.facts.name(wide));
}

#[test]
fn what_was_learned_in_a_scope_ends_with_it() {
    let ([n, m], mut narrow) = Narrow::new();
    narrow.facts.enter();
    narrow.facts.assume_difference(n, m, 0);
    assert_eq!(narrow.compute(Arithmetic::Maximum, n, m), n);
    narrow.facts.exit();
    assert_ne!(narrow.compute(Arithmetic::Maximum, n, m), n);
}

/// `ceil(float(n) / 2)` is what integers make of it.
#[test]
fn floats_hold_sizes() {
    let mut facts = Facts::default();
    let n = Element::named(facts.fresh());
    let float = facts.convert(n, NumberType::Integer(32), NumberType::Float(64));
    let two = Element::number(2);
    let half = facts.compute(Arithmetic::Divide, float, two, NumberType::Float(64));
    let up = facts.compute(Arithmetic::RoundUp, half, half, NumberType::Float(64));
    let back = facts.convert(up, NumberType::Float(64), NumberType::Integer(64));
    let whole = facts.compute(Arithmetic::DivideUp, n, two, NumberType::Integer(64));
    assert_eq!(back, whole);
    assert_ne!(half, whole);
}

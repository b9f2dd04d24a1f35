//! Integers of few bits, compared with an interpreter for all values.

use super::{
    super::*,
    Ge, Gt, Le, Lt, SOURCE, Subtract,
    reference::{self, Bits, OPS, Op},
};
use fastrand::Rng;
use std::rc::Rc;

/// The result for each input; `None` where it is undefined.
type Results = Rc<Vec<Option<Bits>>>;

/// A number, and what the program that computes it computes.
#[derive(Clone, Debug)]
struct Computed {
    id: Integer,
    results: Results,
}

/// The values of an input: two numbers of 4 bits, and an extent.
type Input = [u64; 3];

const EXTENT: usize = 2;

/// Integers whose values are known for each input.
struct Trial {
    numbers: Integers,
    inputs: Vec<Input>,
    /// What the number computes for each input, by its definition.
    results: FxHashMap<Integer, Results>,
}

impl Trial {
    /// Creates a trial with all inputs of so many bits each.
    fn new(extent_bits: u32, bits: [u32; 3]) -> Self {
        let [a, b, extents] = bits.map(|bits| 0..1_u64 << bits);
        let pairs = a.flat_map(|a| b.clone().map(move |b| (a, b)));
        Self {
            numbers: Integers::with_extent_bits(extent_bits),
            inputs: pairs
                .flat_map(|(a, b)| extents.clone().map(move |extent| [a, b, extent]))
                .collect(),
            results: FxHashMap::default(),
        }
    }

    /// Returns an input, as a number that is not known.
    fn input(&mut self, input: usize, width: u32) -> Computed {
        let definition = match input {
            EXTENT => Definition::Extent(SOURCE, 0),
            input => Definition::Element(SOURCE, input),
        };
        let id = self.numbers.define(definition, width);
        let values = self.inputs.iter();
        let values = values.map(|values| Some(Bits::of(values[input].into(), width)));
        self.checked(id, values.collect())
    }

    fn constant(&mut self, value: i64, width: u32) -> Computed {
        let id = self.numbers.constant(value, width);
        let value = Some(Bits::of(value.into(), width));
        let results = vec![value; self.inputs.len()];
        self.checked(id, results)
    }

    fn op(&mut self, op: Op, a: &Computed, b: &Computed) -> Computed {
        let parts = [a.id, b.id];
        let id = self.numbers.apply(function(op), &parts);
        let results = a.results.iter().zip(b.results.iter());
        let results = results.map(|(a, b)| reference::evaluate(op, (*a)?, (*b)?));
        self.checked(id, results.collect())
    }

    fn convert(&mut self, a: &Computed, width: u32, signedness: Signedness) -> Computed {
        let id = self.numbers.convert(a.id, width, signedness);
        let results = a.results.iter();
        let results = results.map(|a| Some(convert((*a)?, width, signedness)));
        self.checked(id, results.collect())
    }

    fn select(&mut self, condition: &Computed, a: &Computed, b: &Computed) -> Computed {
        let id = self.numbers.apply(Select, &[condition.id, a.id, b.id]);
        let cases = a.results.iter().zip(b.results.iter());
        let results = condition.results.iter().zip(cases);
        let results = results.map(|(condition, (a, b))| select((*condition)?, *a, *b));
        self.checked(id, results.collect())
    }

    fn broadcast(&mut self, a: &Computed, b: &Computed) -> Computed {
        let id = self.numbers.broadcast(a.id, b.id);
        let results = a.results.iter().zip(b.results.iter());
        let results = results.map(|(a, b)| broadcast((*a)?, (*b)?));
        self.checked(id, results.collect())
    }

    /// Checks that a number equals what the program computes, wherever that is defined, and that
    /// what is said about the number is true.
    fn checked(&mut self, id: Integer, expected: Vec<Option<Bits>>) -> Computed {
        let found = self.results(id);
        for (input, expected) in expected.iter().enumerate() {
            if let &Some(expected) = expected {
                let found = found[input];
                let values = self.inputs[input];
                assert_eq!(found, Some(expected), "{} for {values:?}", self.show(id));
            }
        }
        self.check_range(id, &found);
        let expanded = self.numbers.expand(id);
        if expanded != id {
            let expanded_results = self.results(expanded);
            for (found, expanded_result) in found.iter().zip(expanded_results.iter()) {
                let is_same = found.is_none() || found == expanded_result;
                assert!(is_same, "{} as {}", self.show(id), self.show(expanded));
            }
        }
        if let Some(narrow) = self.numbers.narrow(id) {
            let width = self.numbers.extent_bits;
            assert_eq!(self.numbers.bits(narrow), width, "{}", self.show(id));
            let narrowed = self.results(narrow);
            for (found, narrowed) in found.iter().zip(narrowed.iter()) {
                let expected = found.map(|found| Bits::of(value(found).into(), width));
                let is_same = expected.is_none() || *narrowed == expected;
                assert!(is_same, "{} as {}", self.show(id), self.show(narrow));
            }
            self.check_range(narrow, &narrowed);
        }
        let results = Rc::new(expected);
        Computed { id, results }
    }

    fn check_range(&self, id: Integer, results: &[Option<Bits>]) {
        let (range, bits) = (self.numbers.range(id), self.numbers.bits(id));
        for &found in results.iter().flatten() {
            assert_eq!(found.width, bits, "{}", self.show(id));
            let is_inside = (range.least..=range.greatest).contains(&value(found));
            assert!(is_inside, "{} is {found:?} in {range:?}", self.show(id));
        }
    }

    /// Evaluates a number by its definition.
    fn results(&mut self, id: Integer) -> Results {
        if let Some(results) = self.results.get(&id) {
            return results.clone();
        }
        let width = self.numbers.bits(id);
        let of_input = |index: usize| {
            let inputs = self.inputs.iter();
            let inputs = inputs.map(|input| Some(Bits::of(input[index].into(), width)));
            inputs.collect()
        };
        let results = match self.numbers.definition(id).clone() {
            Definition::Constant(value) => {
                vec![Some(Bits::of(value.into(), width)); self.inputs.len()]
            }
            Definition::Element(_, input) => of_input(input),
            Definition::Extent(..) => of_input(EXTENT),
            Definition::Apply(function, ids) => {
                let parts = ids.iter().map(|&part| self.results(part));
                let parts = parts.collect::<Vec<_>>();
                let of_truths = self.numbers.bits(ids[0]) == 1;
                let result = |input: usize| {
                    let part = |index: usize| parts[index][input];
                    match function {
                        Select => select(part(0)?, part(1), part(2)),
                        Broadcast => broadcast(part(0)?, part(1)?),
                        Convert(signedness) => Some(convert(part(0)?, width, signedness)),
                        function => {
                            let op = op_of(function).expect("it is a function of two parts");
                            // StableHLO's other ops treat 1 bit as a truth value.
                            assert!(!of_truths || is_logical(op), "{}", self.show(id));
                            reference::evaluate(op, part(0)?, part(1)?)
                        }
                    }
                };
                (0..self.inputs.len()).map(result).collect()
            }
        };
        let results = Rc::new(results);
        self.results.insert(id, results.clone());
        results
    }

    /// Prints the computation of a number.
    fn show(&self, id: Integer) -> String {
        let bits = self.numbers.bits(id);
        match self.numbers.definition(id) {
            Definition::Apply(function, parts) => {
                let parts = parts.iter().map(|&part| self.show(part));
                let parts = parts.collect::<Vec<_>>().join(", ");
                format!("{function:?}({parts}): i{bits}")
            }
            Definition::Constant(value) => format!("{value}: i{bits}"),
            Definition::Element(_, input) => format!("%{input}: i{bits}"),
            other => format!("{other:?}: i{bits}"),
        }
    }
}

/// Returns the value that the table keeps for a number: one of one bit is 0 or 1.
fn value(bits: Bits) -> i64 {
    let value = match bits.width {
        1 => bits.unsigned(),
        _ => bits.signed(),
    };
    i64::try_from(value).expect("it has few bits")
}

fn convert(a: Bits, width: u32, signedness: Signedness) -> Bits {
    match signedness {
        Signed => a.convert_signed(width),
        Unsigned => a.convert_unsigned(width),
    }
}

fn select(condition: Bits, a: Option<Bits>, b: Option<Bits>) -> Option<Bits> {
    if condition.bits == 1 { a } else { b }
}

/// Returns the size that two sizes broadcast to; `None` if they do not.
fn broadcast(a: Bits, b: Bits) -> Option<Bits> {
    match (a, b) {
        (a, b) if a.bits == 1 => Some(b),
        (a, b) if b.bits == 1 || a == b => Some(a),
        _ => None,
    }
}

/// The functions that are one op, with the op.
pub(super) const FUNCTIONS: [(Function, Op); 33] = [
    (Add, Op::Addi),
    (Subtract, Op::Subi),
    (Multiply, Op::Muli),
    (MultiplyExact, Op::MuliNsw),
    (Divide(Signed), Op::Divsi),
    (Divide(Unsigned), Op::Divui),
    (DivideUp(Signed), Op::Ceildivsi),
    (DivideUp(Unsigned), Op::Ceildivui),
    (DivideDown, Op::Floordivsi),
    (Remainder(Signed), Op::Remsi),
    (Remainder(Unsigned), Op::Remui),
    (Maximum(Signed), Op::Maxsi),
    (Maximum(Unsigned), Op::Maxui),
    (Minimum(Signed), Op::Minsi),
    (Minimum(Unsigned), Op::Minui),
    (And, Op::Andi),
    (Or, Op::Ori),
    (Xor, Op::Xori),
    (Function::ShiftLeft, Op::Shli),
    (Function::ShiftRightArithmetic, Op::Shrsi),
    (Function::ShiftRightLogical, Op::Shrui),
    (Compare(Equal, Signed), Op::CmpiEq),
    (Compare(Ne, Signed), Op::CmpiNe),
    (Compare(Lt, Signed), Op::CmpiSlt),
    (Compare(Le, Signed), Op::CmpiSle),
    (Compare(Gt, Signed), Op::CmpiSgt),
    (Compare(Ge, Signed), Op::CmpiSge),
    (Compare(Lt, Unsigned), Op::CmpiUlt),
    (Compare(Le, Unsigned), Op::CmpiUle),
    (Compare(Gt, Unsigned), Op::CmpiUgt),
    (Compare(Ge, Unsigned), Op::CmpiUge),
    (Compare(Equal, Unsigned), Op::CmpiEq),
    (Compare(Ne, Unsigned), Op::CmpiNe),
];

#[test]
fn each_function_is_compared() {
    let others = [Select, Broadcast, Convert(Signed)];
    let compared = FUNCTIONS.iter().map(|(function, _)| function);
    let compared = compared.chain(&others).map(std::mem::discriminant);
    let count = compared.collect::<rustc_hash::FxHashSet<_>>().len();
    assert_eq!(count, <Function as strum::EnumCount>::COUNT);
}

fn function(op: Op) -> Function {
    let found = FUNCTIONS.iter().find(|(_, other)| *other == op);
    found.expect("every op is a function").0
}

fn op_of(function: Function) -> Option<Op> {
    let found = FUNCTIONS.iter().find(|(other, _)| *other == function);
    found.map(|&(_, op)| op)
}

const fn is_logical(op: Op) -> bool {
    matches!(op, Op::Andi | Op::Ori | Op::Xori | Op::CmpiEq | Op::CmpiNe)
}

/// The index of the first comparison in [`OPS`].
const COMPARISONS: usize = 21;

pub(super) const SIGNEDNESS: [Signedness; 2] = [Signed, Unsigned];

#[test]
fn two_functions_compute_what_their_ops_do() {
    for (width, constants) in [(1, &[0, 1][..]), (2, &[-2, -1, 0, 1]), (3, &[-4, -1, 1])] {
        // Integers as wide as an extent, wider and narrower ones.
        let mut trial = Trial::new(2, [width, width, 0]);
        let inputs = [0, 1].map(|input| trial.input(input, width));
        let [a, b] = &inputs;
        let constants = constants.iter();
        let constants = constants.map(|&value| trial.constant(value, width));
        let constants = constants.collect::<Vec<_>>();
        let mut firsts = vec![a.clone()];
        for op in OPS {
            firsts.push(trial.op(op, a, b));
            for constant in &constants {
                firsts.push(trial.op(op, a, constant));
                firsts.push(trial.op(op, constant, a));
            }
        }
        firsts.sort_by_key(|first| first.id.0);
        firsts.dedup_by_key(|first| first.id);
        for first in &firsts {
            // Comparisons have one bit.
            let others = [a, b].into_iter().chain(&constants).chain([first]);
            let bits = trial.numbers.bits(first.id);
            let others = others.filter(|other| trial.numbers.bits(other.id) == bits);
            let others = others.cloned().collect::<Vec<_>>();
            for (op, other) in OPS
                .iter()
                .flat_map(|op| others.iter().map(move |it| (op, it)))
            {
                trial.op(*op, first, other);
                trial.op(*op, other, first);
            }
            if bits == 1 {
                trial.select(first, a, b);
            }
        }
    }
}

/// `sign(a) != 1 && a % b != 0 ? a / b - 1 : a / b`.
#[test]
fn a_selection_that_rounds_down_is_a_division() {
    let mut trial = Trial::new(3, [4, 0, 2]);
    let inputs = [(0, 4), (0, 3), (EXTENT, 4), (EXTENT, 3)];
    for (a, width) in inputs.map(|(input, width)| (trial.input(input, width), width)) {
        for b in 2..1 << (width - 1) {
            let [minus_one, zero, one, b] = [-1, 0, 1, b].map(|value| trial.constant(value, width));
            let raised = trial.op(Op::Maxsi, &a, &minus_one);
            let sign = trial.op(Op::Minsi, &raised, &one);
            let is_not_positive = trial.op(Op::CmpiNe, &sign, &one);
            let remainder = trial.op(Op::Remsi, &a, &b);
            let is_inexact = trial.op(Op::CmpiNe, &remainder, &zero);
            let is_rounded_up = trial.op(Op::Andi, &is_not_positive, &is_inexact);
            let quotient = trial.op(Op::Divsi, &a, &b);
            let below = trial.op(Op::Subi, &quotient, &one);
            let selected = trial.select(&is_rounded_up, &below, &quotient);
            let floor = trial.numbers.apply(DivideDown, &[a.id, b.id]);
            assert_eq!(selected.id, floor, "{}", trial.show(floor));
            // The sign of a number that is not positive.
            let a = trial.op(Op::Minsi, &a, &zero);
            let remainder = trial.op(Op::Remsi, &a, &b);
            let is_inexact = trial.op(Op::CmpiNe, &remainder, &zero);
            let quotient = trial.op(Op::Divsi, &a, &b);
            let below = trial.op(Op::Subi, &quotient, &one);
            let selected = trial.select(&is_inexact, &below, &quotient);
            let floor = trial.numbers.apply(DivideDown, &[a.id, b.id]);
            assert_eq!(selected.id, floor, "{}", trial.show(floor));
        }
    }
}

/// `a % b != 0 && (a % b < 0) != (b < 0) ? a % b + b : a % b`.
#[test]
fn a_selection_that_rounds_down_is_a_remainder() {
    let mut trial = Trial::new(3, [4, 4, 2]);
    for (a, b) in [(0, 1), (0, EXTENT), (EXTENT, 1)] {
        let [a, b] = [a, b].map(|input| trial.input(input, 4));
        let zero = trial.constant(0, 4);
        let rest = trial.op(Op::Remsi, &a, &b);
        let is_negative = [&rest, &b].map(|it| trial.op(Op::CmpiSlt, it, &zero));
        let differs = trial.op(Op::CmpiNe, &is_negative[0], &is_negative[1]);
        let is_inexact = trial.op(Op::CmpiNe, &rest, &zero);
        let condition = trial.op(Op::Andi, &differs, &is_inexact);
        let raised = trial.op(Op::Addi, &rest, &b);
        let parts = [condition.id, raised.id, rest.id];
        let found = trial.numbers.as_floor_remainder(&parts);
        assert_eq!(found, Some((a.id, b.id)));
        let selected = trial.select(&condition, &raised, &rest);
        let quotient = trial.op(Op::Floordivsi, &a, &b);
        let product = trial.op(Op::Muli, &b, &quotient);
        let expected = trial.op(Op::Subi, &a, &product);
        for (selected, expected) in selected.results.iter().zip(expected.results.iter()) {
            assert!(expected.is_none() || selected == expected);
        }
    }
}

#[test]
fn conversions_between_all_widths_compose() {
    // Of all values, and of values in a range.
    let mut trial = Trial::new(2, [4, 0, 1]);
    let mut starts = vec![];
    for width in 1..=4 {
        let input = trial.input(0, width);
        starts.push(input.clone());
        for (op, limit) in [
            (Op::Maxsi, 0),
            (Op::Minsi, 1),
            (Op::Minui, 1),
            (Op::Maxsi, 2),
            (Op::Minsi, -2),
            (Op::Maxsi, -1),
        ] {
            let limit = trial.constant(limit, width);
            starts.push(trial.op(op, &input, &limit));
        }
        if width >= 2 {
            starts.push(trial.input(EXTENT, width));
        }
    }
    let steps = (1..=4).flat_map(|width| SIGNEDNESS.map(|signedness| (width, signedness)));
    let steps = steps.collect::<Vec<_>>();
    for start in starts {
        for &(width, signedness) in &steps {
            let first = trial.convert(&start, width, signedness);
            for &(width, signedness) in &steps {
                let second = trial.convert(&first, width, signedness);
                for &(width, signedness) in &steps {
                    let third = trial.convert(&second, width, signedness);
                    let zero = trial.constant(0, width);
                    for op in OPS {
                        trial.op(op, &third, &zero);
                    }
                }
            }
        }
    }
}

#[test]
fn sizes_broadcast_to_the_first_that_is_not_one() {
    for width in 2..=4 {
        let mut trial = Trial::new(2, [width, width, 1]);
        let mut sizes = [0, 1].map(|input| trial.input(input, width)).to_vec();
        sizes.push(trial.input(EXTENT, width));
        for value in 0..1 << (width - 1) {
            sizes.push(trial.constant(value, width));
        }
        for a in &sizes {
            for b in &sizes {
                trial.broadcast(a, b);
            }
        }
    }
}

/// Computes something random, of at most `depth` functions in a chain.
fn random(trial: &mut Trial, choices: &mut Rng, depth: u32, width: u32) -> Computed {
    if depth == 0 || choices.u8(..8) == 0 {
        return match choices.u8(..6) {
            0 => trial.constant(choices.i64(-8..8), width),
            1 if width >= trial.numbers.extent_bits => trial.input(EXTENT, width),
            2 | 3 => trial.input(1, width),
            _ => trial.input(0, width),
        };
    }
    let part =
        |trial: &mut Trial, choices: &mut Rng, width| random(trial, choices, depth - 1, width);
    let (arithmetic, comparisons) = OPS.split_at(COMPARISONS);
    match choices.u8(..8) {
        choice @ (0 | 1) => {
            let from = choices.u32(1..=4);
            let operand = part(trial, choices, from);
            trial.convert(&operand, width, SIGNEDNESS[usize::from(choice)])
        }
        2 => {
            let condition = part(trial, choices, 1);
            let operands = [0, 1].map(|_| part(trial, choices, width));
            trial.select(&condition, &operands[0], &operands[1])
        }
        3 => {
            let operands = [0, 1].map(|_| part(trial, choices, width));
            trial.broadcast(&operands[0], &operands[1])
        }
        4 | 5 if width == 1 => {
            let width = choices.u32(1..=4);
            let operands = [0, 1].map(|_| part(trial, choices, width));
            let op = comparisons[choices.usize(..comparisons.len())];
            trial.op(op, &operands[0], &operands[1])
        }
        _ => {
            let operands = [0, 1].map(|_| part(trial, choices, width));
            let op = arithmetic[choices.usize(..arithmetic.len())];
            trial.op(op, &operands[0], &operands[1])
        }
    }
}

#[test]
fn random_computations_compute_what_their_ops_do() {
    let mut choices = Rng::with_seed(7);
    for extent_bits in [2, 3] {
        let mut trial = Trial::new(extent_bits, [4, 3, extent_bits - 1]);
        for _ in 0..3_000 {
            let (depth, width) = (choices.u32(3..=4), choices.u32(1..=4));
            random(&mut trial, &mut choices, depth, width);
        }
    }
}

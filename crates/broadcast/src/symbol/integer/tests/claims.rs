//! What the table does with integers of the widths in programs, as claims for a solver.
//!
//! Every composition of two functions of unknown integers, extents and constants is computed, and
//! what the table makes of it is written down. `scripts/proof/integer_claims.py` defines the
//! functions on its own and proves the claims.

use super::{
    super::*,
    SOURCE,
    exhaustive::{FUNCTIONS, SIGNEDNESS},
};
use rustc_hash::FxHashSet;
use std::{env, fmt::Write, fs};

/// The widths of integers in programs; an `index` has 64 bits.
const WIDTHS: [u32; 5] = [1, 8, 16, 32, 64];

/// A function of integers, and what the table makes of it.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Same {
    function: Function,
    parts: Parts,
    id: Integer,
}

/// The table, and the functions that it has been asked for.
#[derive(Default)]
struct Recorder {
    numbers: Integers,
    same: FxHashSet<Same>,
}

impl Recorder {
    fn apply(&mut self, function: Function, parts: &[Integer]) -> Integer {
        let id = self.numbers.apply(function, parts);
        self.record(function, parts, id);
        id
    }

    fn convert(&mut self, part: Integer, bits: u32, signedness: Signedness) -> Integer {
        let id = self.numbers.convert(part, bits, signedness);
        self.record(Convert(signedness), &[part], id);
        id
    }

    /// Records what the table makes of a function, unless that is the same function of the same parts,
    /// or, beyond the first composition, of the exchanged parts: other claims prove that it commutes.
    fn record(&mut self, function: Function, parts: &[Integer], id: Integer) {
        let parts = Parts::from_slice(parts);
        let is_kept = match self.numbers.definition(id) {
            Definition::Apply(kept, order) => {
                let is_exchanged = commutes(function) && parts.iter().rev().eq(order.iter());
                let is_known = is_exchanged && self.numbers.depth(id) > 1;
                *kept == function && (*order == parts || is_known)
            }
            _ => false,
        };
        if !is_kept {
            self.same.insert(Same {
                function,
                parts,
                id,
            });
        }
    }

    fn element(&mut self, index: usize, bits: u32) -> Integer {
        self.numbers
            .define(Definition::Element(SOURCE, index), bits)
    }

    /// Returns two unknown integers; of a width that holds them, two extents, too.
    fn inputs(&mut self, bits: u32) -> Vec<Integer> {
        let mut inputs = vec![self.element(0, bits), self.element(1, bits)];
        if bits >= EXTENT_BITS {
            let extent = |dim| Definition::Extent(SOURCE, dim);
            inputs.extend([0, 1].map(|dim| self.numbers.define(extent(dim), bits)));
        }
        inputs
    }

    /// Returns constants at which functions behave in a special way.
    fn constants(&mut self, bits: u32) -> Vec<Integer> {
        let least = Range::all(bits).least;
        let mut constants = vec![least, !least, -1, 0, 1, 2, 7];
        if bits > EXTENT_BITS {
            constants.extend([i64::from(i32::MIN), i64::from(i32::MAX), 1 << 31]);
        }
        let constants = constants.into_iter();
        let constants = constants.map(|value| self.numbers.constant(value, bits));
        without_duplicates(constants.collect())
    }

    /// Returns an input that is clamped to several ranges.
    fn clamped(&mut self, input: Integer) -> Vec<Integer> {
        let bits = self.numbers.bits(input);
        let Range { least, greatest } = Range::all(bits);
        let ranges = [
            (0, greatest),
            (1, greatest),
            (0, 1),
            (1, 3),
            (-5, 7),
            (-5, -1),
            (least, -1),
            (least, 0),
            (least + 1, greatest),
            (least / 2, greatest / 2),
        ];
        let clamped = ranges.map(|(least, greatest)| {
            let limits = [least, greatest].map(|limit| self.numbers.constant(limit, bits));
            let raised = self.apply(Maximum(Signed), &[input, limits[0]]);
            self.apply(Minimum(Signed), &[raised, limits[1]])
        });
        without_duplicates(clamped.to_vec())
    }

    /// Applies all functions to two integers, in both orders.
    fn apply_all(&mut self, a: Integer, b: Integer) -> Vec<Integer> {
        let functions = FUNCTIONS.iter().map(|&(function, _)| function);
        let functions = functions.chain([Broadcast]);
        functions
            .flat_map(|function| [[a, b], [b, a]].map(|parts| self.apply(function, &parts)))
            .collect()
    }

    /// Composes two functions of integers of a width.
    fn compose(&mut self, bits: u32) {
        let (inputs, constants) = (self.inputs(bits), self.constants(bits));
        let leaves = [inputs.as_slice(), &constants].concat();
        let mut firsts = vec![];
        for (place, &a) in inputs.iter().enumerate() {
            for &b in &leaves[place..] {
                // The second integer and the second extent are like the first ones.
                if place % 2 == 0 {
                    firsts.extend(self.apply_all(a, b));
                }
            }
        }
        let truth = self.element(2, 1);
        firsts.push(self.apply(Select, &[truth, inputs[0], inputs[1]]));
        firsts.push(self.apply(Select, &[truth, inputs[inputs.len() - 1], constants[0]]));
        for first in without_duplicates(firsts) {
            let is_truth = self.numbers.bits(first) == 1;
            if is_truth {
                self.apply(Select, &[first, inputs[0], inputs[1]]);
                self.apply(Select, &[first, inputs[0], inputs[0]]);
            }
            let others = match is_truth && bits > 1 {
                true => [self.inputs(1), self.constants(1)].concat(),
                false => leaves.clone(),
            };
            for other in others.into_iter().chain([first]) {
                self.apply_all(first, other);
            }
        }
    }

    /// Applies functions to integers in ranges.
    fn bound(&mut self, bits: u32) {
        let inputs = self.inputs(bits);
        let [a, b] = [inputs[0], inputs[1]].map(|input| self.clamped(input));
        let others = [b.as_slice(), &inputs, &self.constants(bits)].concat();
        for &a in &a {
            for &other in &others {
                self.apply_all(a, other);
            }
        }
    }

    /// Converts integers three times, and applies functions to what is converted.
    fn convert_all(&mut self, bits: u32) {
        let mut starts = self.inputs(bits);
        starts.extend(self.clamped(starts[0]));
        let steps = steps();
        for start in starts {
            for &(width, signedness) in &steps {
                let first = self.convert(start, width, signedness);
                let others = [self.inputs(width), self.constants(width)].concat();
                for other in others.into_iter().chain([first]) {
                    self.apply_all(first, other);
                }
                for &(width, signedness) in &steps {
                    let second = self.convert(first, width, signedness);
                    for &(width, signedness) in &steps {
                        self.convert(second, width, signedness);
                    }
                }
            }
        }
    }

    /// Converts what functions return.
    fn convert_results(&mut self, bits: u32) {
        let (inputs, constants) = (self.inputs(bits), self.constants(bits));
        let leaves = [inputs.as_slice(), &constants].concat();
        for &a in &inputs {
            for &b in &leaves {
                for result in self.apply_all(a, b) {
                    for &(width, signedness) in &steps() {
                        self.convert(result, width, signedness);
                    }
                }
            }
        }
    }

    /// Returns the claims: what functions are the same as, and the ranges of their results. The
    /// integers that claims are about follow.
    fn write(mut self) -> String {
        let mut text = String::new();
        let mut used = FxHashSet::default();
        for Same {
            function,
            parts,
            id,
        } in &self.same
        {
            writeln!(text, "same {} = {}", application(*function, parts), id.0).expect(WRITABLE);
            used.extend(parts.iter().chain([id]).copied());
        }
        for id in (0..self.numbers.all.len()).map(|index| Integer(index as u32)) {
            let expanded = self.numbers.expand(id);
            let narrow = self.numbers.narrow(id).unwrap_or(id);
            // A conversion keeps what fits.
            let signedness = match self.numbers.bits(id) {
                1 => Unsigned,
                _ => Signed,
            };
            let converted = Definition::Apply(Convert(signedness), Parts::from_slice(&[id]));
            for (kind, other) in [("expand", expanded), ("narrow", narrow)] {
                let is_converted = *self.numbers.definition(other) == converted;
                assert!(!is_converted || self.numbers.fits(id, EXTENT_BITS));
                if other != id && !is_converted {
                    writeln!(text, "{kind} {} = {}", id.0, other.0).expect(WRITABLE);
                    used.extend([id, other]);
                }
            }
        }
        let mut ranges = FxHashSet::default();
        // The parts of an integer come before it.
        for (index, number) in self.numbers.all.iter().enumerate().rev() {
            let parts = match &number.definition {
                Definition::Apply(function, parts) => {
                    let range = self.range_text(Integer(index as u32));
                    let parts_ranges = parts.iter().map(|&part| self.range_text(part));
                    let parts_ranges = parts_ranges.collect::<String>();
                    let function = name(*function);
                    let Range { least, greatest } = Range::all(number.bits);
                    if number.range.least > least || number.range.greatest < greatest {
                        ranges.insert(format!("range {function}{range}{parts_ranges}\n"));
                    }
                    parts.as_slice()
                }
                _ => &[],
            };
            if used.contains(&Integer(index as u32)) {
                used.extend(parts);
                let definition = match &number.definition {
                    Definition::Constant(value) => format!("constant {value}"),
                    Definition::Element(_, element) => format!("element {element}"),
                    Definition::Extent(_, dim) => format!("extent {dim}"),
                    Definition::Apply(function, parts) => application(*function, parts),
                };
                let range = self.range_text(Integer(index as u32));
                writeln!(text, "integer {index}{range} {definition}").expect(WRITABLE);
            }
        }
        text.extend(ranges);
        text
    }

    /// Returns the text of a width and a range, as in ` 8 -128 127`.
    fn range_text(&self, id: Integer) -> String {
        let Range { least, greatest } = self.numbers.range(id);
        format!(" {} {least} {greatest}", self.numbers.bits(id))
    }
}

const WRITABLE: &str = "text can be written to";

/// Returns the text of a function, as in `Compare(Lt,Signed)`.
fn name(function: Function) -> String {
    format!("{function:?}").replace(' ', "")
}

/// Returns the text of a function and its parts, as in `apply Compare(Lt,Signed) 3 4`.
fn application(function: Function, parts: &[Integer]) -> String {
    let parts = parts.iter().map(|part| format!(" {}", part.0));
    format!("apply {}{}", name(function), parts.collect::<String>())
}

/// Returns all conversions.
fn steps() -> Vec<(u32, Signedness)> {
    let steps = WIDTHS.iter();
    let steps = steps.flat_map(|&width| SIGNEDNESS.map(|signedness| (width, signedness)));
    steps.collect()
}

fn without_duplicates(mut numbers: Vec<Integer>) -> Vec<Integer> {
    numbers.sort_by_key(|id| id.0);
    numbers.dedup();
    numbers
}

#[test]
#[ignore = "scripts/check-proofs --integers runs it, and proves what it writes"]
fn claims_are_written() {
    let path = env::var("BCAST_LOWER_CLAIMS").expect("the variable names the file to write");
    let mut recorder = Recorder::default();
    for bits in WIDTHS {
        recorder.compose(bits);
        recorder.bound(bits);
        recorder.convert_all(bits);
        recorder.convert_results(bits);
    }
    fs::write(path, recorder.write()).expect("the file can be written");
}

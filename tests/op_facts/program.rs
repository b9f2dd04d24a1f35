//! Example programs and their arguments.

use crate::{
    examples::{self, Example},
    interpret::tensor::{Tensor, integer_bits, static_sizes},
};
use fastrand::Rng;
use melior::ir::{BlockLike, Module, RegionLike, ValueLike, operation::OperationLike};
use std::ops::Deref;

/// The sizes of a dynamic dim.
const EXTENTS: &[i64] = &[0, 1, 2, 3, 5];

/// The arguments with which programs are run.
pub struct Choices {
    /// The maximum number of assignments.
    pub max: usize,
    /// The elements of a tensor of integers of so many bits, unless they are truth values.
    pub elements: fn(u32) -> Vec<i64>,
}

/// Small numbers, for sizes.
pub const SMALL: Choices = Choices {
    max: 1500,
    elements: |_| vec![0, 1, 2, 3, -1],
};

/// A function that exercises a row.
pub struct Program {
    example: Example,
    /// The number of guards that it needs: 0 unless a comment `// guards: N` sets it.
    pub guards: usize,
}

impl Deref for Program {
    type Target = Example;

    fn deref(&self) -> &Example {
        &self.example
    }
}

impl Program {
    /// Creates one from an example.
    pub fn new(example: Example) -> Self {
        let guards = example
            .text
            .split_once("// guards: ")
            .map_or(0, |(_, rest)| {
                let line = rest.lines().next().expect("there is a number");
                line.parse().expect("a number")
            });
        Self { example, guards }
    }

    /// Returns arguments of many sizes; all combinations if there are few.
    pub fn assignments(&self, module: &Module<'_>, among: &Choices) -> Vec<Vec<Tensor>> {
        let slots = slots(module, among.elements);
        let all = slots.iter().flat_map(|slot| slot.choices.clone());
        let all = all.collect::<Vec<_>>();
        let count = all
            .iter()
            .try_fold(1, |count: usize, choices| count.checked_mul(choices.len()));
        let mut assignments = vec![];
        if let Some(count) = count.filter(|&count| count <= among.max) {
            for mut number in 0..count {
                let numbers = all.iter().map(|choices| {
                    let choice = choices[number % choices.len()];
                    number /= choices.len();
                    choice
                });
                assignments.push(numbers.collect::<Vec<_>>());
            }
        } else {
            let mut random = Rng::with_seed(1);
            for index in 0..among.max {
                // Sizes drawn from a few values are equal more often, and so satisfy the ops'
                // requirements.
                let few = 1 + index % EXTENTS.len();
                let offset = random.usize(..EXTENTS.len());
                let numbers = all.iter().map(|choices| {
                    let at = offset + random.usize(..few);
                    choices[at % choices.len()]
                });
                assignments.push(numbers.collect());
            }
        }
        let tensors = |numbers: Vec<i64>| {
            let mut numbers = numbers.into_iter();
            slots.iter().map(|slot| slot.tensor(&mut numbers)).collect()
        };
        assignments.into_iter().map(tensors).collect()
    }
}

/// The directory of the examples of facts.
pub const PROGRAMS: &str = "tests/op_facts/programs";

/// Returns all examples of facts.
pub fn programs() -> Vec<Program> {
    let examples = examples::read(PROGRAMS).into_iter();
    examples.map(Program::new).collect()
}

/// The parts of an argument.
struct Slot {
    shape: Vec<Option<i64>>,
    has_elements: bool,
    /// The numbers to choose from: dynamic dims, then elements.
    choices: Vec<Vec<i64>>,
}

fn slots(module: &Module<'_>, elements: fn(u32) -> Vec<i64>) -> Vec<Slot> {
    let function = module
        .body()
        .first_operation()
        .expect("there is a function");
    let body = function.region(0).expect("it has a body");
    let block = body.first_block().expect("the body has a block");
    let types =
        (0..block.argument_count()).map(|index| block.argument(index).expect("in range").r#type());
    types
        .map(|r#type| {
            let shape = static_sizes(r#type).unwrap_or_default();
            let bits = integer_bits(r#type);
            let is_static = shape.iter().all(Option::is_some);
            let count = shape.iter().flatten().product::<i64>();
            let bits = bits.filter(|_| is_static && count <= 8);
            let dynamic = shape.iter().filter(|size| size.is_none()).count();
            let mut choices = vec![EXTENTS.to_vec(); dynamic];
            if let Some(bits) = bits {
                let elements = if bits == 1 {
                    vec![0, 1]
                } else {
                    elements(bits)
                };
                choices.extend(vec![elements; count as usize]);
            }
            Slot {
                shape,
                has_elements: bits.is_some(),
                choices,
            }
        })
        .collect()
}

impl Slot {
    fn tensor(&self, numbers: &mut impl Iterator<Item = i64>) -> Tensor {
        let mut next = || numbers.next().expect("one for each choice");
        let shape = self.shape.iter().map(|size| size.unwrap_or_else(&mut next));
        let shape = shape.collect::<Vec<_>>();
        match self.has_elements {
            true => {
                let count = shape.iter().product::<i64>();
                Tensor::new(shape, (0..count).map(|_| next()).collect())
            }
            false => Tensor::of_shape(shape),
        }
    }
}

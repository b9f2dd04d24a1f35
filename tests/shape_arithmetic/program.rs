//! Random programs of broadcasting ops, and what NumPy makes of their shapes.

use bcast_lower::plan::ZeroExtents;
use std::{
    fmt::{self, Display, Formatter},
    ops::RangeInclusive,
};

/// A stream of choices, so that proptest shrinks programs by shrinking bytes.
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes: bytes.iter(),
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % limit
    }
}

/// A type: `None` where a dim is dynamic.
type Type = Vec<Option<i64>>;

#[derive(Debug)]
struct Op {
    operands: Vec<usize>,
    broadcast_dimensions: Option<Vec<usize>>,
    result: Type,
}

/// Values are numbered: arguments first, then results.
#[derive(Debug)]
pub struct Program {
    arguments: Vec<Type>,
    ops: Vec<Op>,
}

impl Program {
    pub fn new(choices: &mut Choices<'_>) -> Self {
        let arguments = (0..2 + choices.below(3))
            .map(|_| (0..choices.below(4)).map(|_| random_dim(choices)).collect())
            .collect();
        let mut program = Self {
            arguments,
            ops: vec![],
        };
        for _ in 0..1 + choices.below(4) {
            if let Some(op) = program.random_op(choices) {
                program.ops.push(op);
            }
        }
        program
    }

    fn random_op(&self, choices: &mut Choices<'_>) -> Option<Op> {
        let count = self.arguments.len() + self.ops.len();
        let operands = (0..2 + choices.below(4) / 3)
            .map(|_| choices.below(count))
            .collect::<Vec<_>>();
        let rank = operands.iter().map(|&v| self.r#type(v).len()).max()?;
        let lower = operands.iter().map(|&v| self.r#type(v).len()).min()?;
        let broadcast_dimensions = (operands.len() == 2 && choices.below(3) == 0)
            .then(|| random_map(choices, lower, rank));
        let mut op = Op {
            operands,
            broadcast_dimensions,
            result: vec![],
        };
        for dim in 0..rank {
            let mut inferred = Some(1);
            for &operand in &op.operands {
                let shape = self.r#type(operand);
                let Some(operand_dim) = op.operand_dim(shape.len(), rank, dim) else {
                    continue;
                };
                inferred = match (inferred, shape[operand_dim]) {
                    (Some(1), other) | (other, Some(1)) => other,
                    (None, other) | (other, None) => other,
                    (a, b) if a == b => a,
                    // Not compatible: this op is left out.
                    _ => return None,
                };
            }
            op.result.push(match choices.below(8) {
                0 => None,
                1 if inferred.is_none() => random_dim(choices),
                _ => inferred,
            });
        }
        Some(op)
    }

    fn r#type(&self, value: usize) -> &Type {
        match value.checked_sub(self.arguments.len()) {
            None => &self.arguments[value],
            Some(op) => &self.ops[op].result,
        }
    }

    /// All shapes of the arguments with their dynamic dims in a range.
    pub fn assignments(&self, extents: RangeInclusive<i64>) -> Vec<Vec<Vec<i64>>> {
        let mut all = vec![vec![]];
        for argument in &self.arguments {
            all = all
                .into_iter()
                .flat_map(|prefix| {
                    shapes(argument, &extents).into_iter().map(move |shape| {
                        let mut arguments = prefix.clone();
                        arguments.push(shape);
                        arguments
                    })
                })
                .collect();
        }
        // Spread what a caller takes over all of them.
        let stride = 7919;
        (0..all.len())
            .map(|i| all[i * stride % all.len()].clone())
            .collect()
    }

    /// The shapes of all results, or `None` if an op must be rejected.
    pub fn expected(&self, arguments: &[Vec<i64>], zero: ZeroExtents) -> Option<Vec<Vec<i64>>> {
        let mut shapes = arguments.to_vec();
        for op in &self.ops {
            let shape = self.expected_shape(op, &shapes, zero)?;
            shapes.push(shape);
        }
        Some(shapes.split_off(arguments.len()))
    }

    fn expected_shape(&self, op: &Op, shapes: &[Vec<i64>], zero: ZeroExtents) -> Option<Vec<i64>> {
        let rank = op.result.len();
        (0..rank)
            .map(|dim| {
                let mut result = 1;
                let mut dynamic = vec![];
                let mut has_fixed = false;
                for &operand in &op.operands {
                    let shape = &shapes[operand];
                    let Some(operand_dim) = op.operand_dim(shape.len(), rank, dim) else {
                        continue;
                    };
                    let extent = shape[operand_dim];
                    match self.r#type(operand)[operand_dim] {
                        Some(1) => {}
                        Some(_) => has_fixed = true,
                        None => dynamic.push(extent),
                    }
                    result = match (result, extent) {
                        (1, other) | (other, 1) => other,
                        (a, b) if a == b => a,
                        _ => return None,
                    };
                }
                let is_zero_against_one = dynamic.contains(&0) && dynamic.contains(&1);
                if zero == ZeroExtents::Reject && !has_fixed && is_zero_against_one {
                    return None;
                }
                (op.result[dim].is_none_or(|declared| declared == result)).then_some(result)
            })
            .collect()
    }
}

impl Op {
    /// The operand's dim that is aligned to a result dim.
    fn operand_dim(&self, operand_rank: usize, rank: usize, dim: usize) -> Option<usize> {
        match &self.broadcast_dimensions {
            Some(map) if operand_rank < rank => map.iter().position(|&entry| entry == dim),
            _ => dim.checked_sub(rank - operand_rank),
        }
    }
}

fn random_dim(choices: &mut Choices<'_>) -> Option<i64> {
    [None, None, None, Some(0), Some(1), Some(2), Some(3)][choices.below(7)]
}

/// A strictly increasing map of `rank` dims into `result_rank` dims.
fn random_map(choices: &mut Choices<'_>, rank: usize, result_rank: usize) -> Vec<usize> {
    let mut dims = (0..result_rank).collect::<Vec<_>>();
    while dims.len() > rank {
        let removed = choices.below(dims.len());
        dims.remove(removed);
    }
    dims
}

fn shapes(r#type: &Type, extents: &RangeInclusive<i64>) -> Vec<Vec<i64>> {
    r#type.iter().fold(vec![vec![]], |prefixes, dim| {
        let range = dim.map_or(extents.clone(), |size| size..=size);
        prefixes
            .iter()
            .flat_map(|prefix| {
                range.clone().map(|extent| {
                    let mut shape = prefix.clone();
                    shape.push(extent);
                    shape
                })
            })
            .collect()
    })
}

fn tensor(r#type: &Type, element: &str) -> String {
    let dims = r#type
        .iter()
        .map(|dim| dim.map_or("?x".to_string(), |size| format!("{size}x")))
        .collect::<String>();
    format!("tensor<{dims}{element}>")
}

/// Writes the program in MLIR's generic form. All values are `i1`, so that any of
/// them can be a predicate.
impl Display for Program {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let list = |values: &[String]| values.join(", ");
        let name = |value: usize| format!("%v{value}");
        let count = self.arguments.len();
        let arguments = (0..count)
            .map(|i| format!("{}: {}", name(i), tensor(&self.arguments[i], "i1")))
            .collect::<Vec<_>>();
        let values = (count..count + self.ops.len())
            .map(name)
            .collect::<Vec<_>>();
        let types = self
            .ops
            .iter()
            .map(|op| tensor(&op.result, "i1"))
            .collect::<Vec<_>>();
        writeln!(
            formatter,
            "func.func @main({}) -> ({}) {{",
            list(&arguments),
            list(&types)
        )?;
        for (op, value) in self.ops.iter().zip(&values) {
            let source = if op.operands.len() == 3 {
                "select"
            } else {
                "and"
            };
            let operands = op.operands.iter().map(|&v| name(v)).collect::<Vec<_>>();
            let operand_types = op
                .operands
                .iter()
                .map(|&v| tensor(self.r#type(v), "i1"))
                .collect::<Vec<_>>();
            let attributes = match &op.broadcast_dimensions {
                None => String::new(),
                Some(map) if map.is_empty() => "{broadcast_dimensions = array<i64>} ".into(),
                Some(map) => {
                    let entries = map.iter().map(usize::to_string).collect::<Vec<_>>();
                    format!("{{broadcast_dimensions = array<i64: {}>}} ", list(&entries))
                }
            };
            writeln!(
                formatter,
                "  {value} = \"chlo.broadcast_{source}\"({}) {attributes}: ({}) -> {}",
                list(&operands),
                list(&operand_types),
                tensor(&op.result, "i1")
            )?;
        }
        let colon = if values.is_empty() { "" } else { " : " };
        writeln!(
            formatter,
            "  return {}{colon}{}\n}}",
            list(&values),
            list(&types)
        )
    }
}

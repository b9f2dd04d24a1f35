//! Random programs of broadcasting ops, and their shapes by NumPy's rule.

use crate::choices::Choices;
use bcast_lower::plan::ZeroExtents;
use std::{
    fmt::{self, Display, Formatter},
    ops::RangeInclusive,
};

/// A dim of a type: static, or dynamic with or without a bound.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Dim {
    Static(i64),
    Dynamic,
    Bounded(i64),
}

type Type = Vec<Dim>;

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
    /// For each dim of an argument, its declared name, if any.
    symbols: Vec<Vec<Option<usize>>>,
    /// Two arguments of one type, of which the first op, which does not broadcast, takes equal sizes.
    equal: Option<[usize; 2]>,
    ops: Vec<Op>,
}

/// The symbols that dims are declared with: names, and ranges of sizes.
const SYMBOLS: [(&str, Option<RangeInclusive<i64>>); 3] =
    [("m", None), ("n", Some(1..=i64::MAX)), ("k", Some(1..=2))];

/// The expected outcome of a run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Expected {
    /// The shapes of all results.
    Shapes(Vec<Vec<i64>>),
    /// A function is called with sizes that violate its declarations.
    Undeclared,
    /// An op rejects its operands.
    Rejected,
    /// The first op is not legal.
    Undefined,
}

impl Program {
    pub fn new(choices: &mut Choices<'_>) -> Self {
        // Programs with only bounded dims are lowered differently.
        let dims = match choices.below(4) {
            0 => ALL_DIMS,
            1 => BOUNDED_DIMS,
            _ => UNBOUNDED_DIMS,
        };
        let is_pair = choices.below(4) == 0;
        let has_symbols = choices.below(if is_pair { 2 } else { 4 }) == 0;
        let mut arguments = (0..2 + choices.below(3))
            .map(|_| {
                (0..choices.below(4))
                    .map(|_| random_dim(choices, dims))
                    .collect()
            })
            .collect::<Vec<Type>>();
        if is_pair {
            arguments[1] = arguments[0].clone();
        }
        let mut symbols = arguments
            .iter()
            .map(|r#type| {
                let dims = r#type.iter();
                dims.map(|dim| {
                    let is_declared = has_symbols && *dim == Dim::Dynamic && choices.below(3) != 0;
                    is_declared.then(|| choices.below(SYMBOLS.len()))
                })
                .collect()
            })
            .collect::<Vec<Vec<_>>>();
        if is_pair && choices.below(2) == 0 {
            symbols[1] = symbols[0].clone();
        }
        let mut program = Self {
            arguments,
            symbols,
            equal: is_pair.then_some([0, 1]),
            ops: vec![],
        };
        for _ in 0..1 + choices.below(4) {
            if let Some(op) = program.random_op(choices, dims) {
                program.ops.push(op);
            }
        }
        program
    }

    fn random_op(&self, choices: &mut Choices<'_>, dims: &[Dim]) -> Option<Op> {
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
            let mut inferred = Dim::Static(1);
            for (_, found) in self.aligned(&op, rank, dim) {
                inferred = match (inferred, found) {
                    (Dim::Static(1), other) | (other, Dim::Static(1)) => other,
                    (Dim::Static(a), Dim::Static(b)) if a != b => return None,
                    (Dim::Static(size), _) | (_, Dim::Static(size)) => Dim::Static(size),
                    (a, b) if a == b => a,
                    _ => Dim::Dynamic,
                };
            }
            op.result.push(match (choices.below(8), inferred) {
                (0, _) => Dim::Dynamic,
                // A bound that a static size satisfies.
                (1, Dim::Static(size)) => match random_dim(choices, dims) {
                    Dim::Bounded(bound) if size <= bound => Dim::Bounded(bound),
                    _ => inferred,
                },
                (1, _) => random_dim(choices, dims),
                _ => inferred,
            });
        }
        Some(op)
    }

    /// Returns the operands that have a dim aligned to a result dim, with those dims.
    fn aligned<'a>(
        &'a self,
        op: &'a Op,
        rank: usize,
        dim: usize,
    ) -> impl Iterator<Item = ((usize, usize), Dim)> + 'a {
        op.operands.iter().filter_map(move |&operand| {
            let r#type = self.r#type(operand);
            let operand_dim = op.operand_dim(r#type.len(), rank, dim)?;
            Some(((operand, operand_dim), r#type[operand_dim]))
        })
    }

    fn r#type(&self, value: usize) -> &Type {
        match value.checked_sub(self.arguments.len()) {
            None => &self.arguments[value],
            Some(op) => &self.ops[op].result,
        }
    }

    /// Returns all shapes of the arguments with their dynamic dims in a range.
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
        // Spreads the assignments that a caller takes over all of them.
        let stride = 7919;
        (0..all.len())
            .map(|i| all[i * stride % all.len()].clone())
            .collect()
    }

    /// Returns the expected outcome; declared symbols are checked first.
    pub fn expected(&self, arguments: &[Vec<i64>], zero: ZeroExtents) -> Expected {
        if !self.is_declared(arguments) {
            return Expected::Undeclared;
        }
        if self
            .equal
            .is_some_and(|[a, b]| arguments[a] != arguments[b])
        {
            return Expected::Undefined;
        }
        let mut shapes = arguments.to_vec();
        for op in &self.ops {
            let Some(shape) = self.expected_shape(op, &shapes, zero) else {
                return Expected::Rejected;
            };
            shapes.push(shape);
        }
        Expected::Shapes(shapes.split_off(arguments.len()))
    }

    fn is_declared(&self, arguments: &[Vec<i64>]) -> bool {
        let mut found = [None; SYMBOLS.len()];
        let symbols = self.symbols.iter().flatten();
        symbols
            .zip(arguments.iter().flatten())
            .all(|(symbol, size)| {
                symbol.is_none_or(|symbol| {
                    let range = &SYMBOLS[symbol].1;
                    range.as_ref().is_none_or(|range| range.contains(size))
                        && found[symbol].get_or_insert(*size) == size
                })
            })
    }

    fn expected_shape(&self, op: &Op, shapes: &[Vec<i64>], zero: ZeroExtents) -> Option<Vec<i64>> {
        let rank = op.result.len();
        let is_padded = self.is_padded(op);
        (0..rank)
            .map(|dim| {
                let mut result = 1;
                let mut dynamic = vec![];
                let mut has_fixed = false;
                for ((operand, operand_dim), found) in self.aligned(op, rank, dim) {
                    let extent = shapes[operand][operand_dim];
                    match found {
                        Dim::Static(1) => {}
                        Dim::Static(_) => has_fixed = true,
                        Dim::Dynamic | Dim::Bounded(_) => dynamic.push(extent),
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
                // Padded operands are not repeated at run time.
                if is_padded && dynamic.iter().any(|extent| *extent != dynamic[0]) {
                    return None;
                }
                let fits = match op.result[dim] {
                    Dim::Static(size) => result == size,
                    Dim::Bounded(bound) => result <= bound,
                    Dim::Dynamic => true,
                };
                fits.then_some(result)
            })
            .collect()
    }

    /// Returns whether there are bounded dims, all aligned dynamic dims have equal bounds, all
    /// other aligned dims are static 1, and the result's type allows the same sizes.
    fn is_padded(&self, op: &Op) -> bool {
        let rank = op.result.len();
        let mut has_bounded = false;
        for dim in 0..rank {
            let dims = self.aligned(op, rank, dim).map(|(_, found)| found);
            let mut dims = dims
                .filter(|found| *found != Dim::Static(1))
                .collect::<Vec<_>>();
            dims.dedup();
            let declared = op.result[dim];
            match dims.as_slice() {
                dims if !dims.iter().any(|dim| !matches!(dim, Dim::Static(_))) => {}
                &[Dim::Bounded(bound)] => {
                    has_bounded = true;
                    match declared {
                        Dim::Static(_) => return false,
                        Dim::Bounded(declared) if declared < bound => return false,
                        Dim::Bounded(_) | Dim::Dynamic => {}
                    }
                }
                _ => return false,
            }
        }
        has_bounded
    }
}

impl Op {
    /// Returns the operand's dim that is aligned to a result dim.
    fn operand_dim(&self, operand_rank: usize, rank: usize, dim: usize) -> Option<usize> {
        match &self.broadcast_dimensions {
            Some(map) if operand_rank < rank => map.iter().position(|&entry| entry == dim),
            _ => dim.checked_sub(rank - operand_rank),
        }
    }
}

const UNBOUNDED_DIMS: &[Dim] = {
    use Dim::{Dynamic, Static};
    &[
        Dynamic,
        Dynamic,
        Dynamic,
        Static(0),
        Static(1),
        Static(2),
        Static(3),
    ]
};
const BOUNDED_DIMS: &[Dim] = {
    use Dim::{Bounded, Static};
    &[
        Bounded(3),
        Bounded(3),
        Bounded(2),
        Static(1),
        Static(1),
        Static(2),
    ]
};
const ALL_DIMS: &[Dim] = {
    use Dim::{Bounded, Dynamic, Static};
    &[
        Dynamic,
        Bounded(3),
        Bounded(3),
        Bounded(2),
        Static(1),
        Static(2),
        Static(3),
    ]
};

fn random_dim(choices: &mut Choices<'_>, dims: &[Dim]) -> Dim {
    dims[choices.below(dims.len())]
}

/// Returns a strictly increasing map of `rank` dims into `result_rank` dims.
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
        let range = match *dim {
            Dim::Static(size) => size..=size,
            Dim::Dynamic => extents.clone(),
            Dim::Bounded(bound) => *extents.start()..=bound.min(*extents.end()),
        };
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
        .map(|dim| match dim {
            Dim::Static(size) => format!("{size}x"),
            Dim::Dynamic | Dim::Bounded(_) => "?x".into(),
        })
        .collect::<String>();
    if !r#type.iter().any(|dim| matches!(dim, Dim::Bounded(_))) {
        return format!("tensor<{dims}{element}>");
    }
    let bounds = r#type
        .iter()
        .map(|dim| match dim {
            Dim::Bounded(bound) => bound.to_string(),
            Dim::Static(_) | Dim::Dynamic => "?".into(),
        })
        .collect::<Vec<_>>();
    format!(
        "tensor<{dims}{element}, #stablehlo.bounds<{}>>",
        bounds.join(", ")
    )
}

/// Writes the declarations of an argument's dims.
fn declarations(symbols: &[Option<usize>]) -> String {
    if symbols.iter().all(Option::is_none) {
        return String::new();
    }
    let names = symbols.iter().map(|symbol| match symbol {
        Some(symbol) => format!("\"{}\"", SYMBOLS[*symbol].0),
        None => "\"?\"".into(),
    });
    format!(
        " {{bcast.dims = [{}]}}",
        names.collect::<Vec<_>>().join(", ")
    )
}

/// Writes the declared ranges.
fn ranges(program: &Program) -> String {
    let used = |symbol: &usize| {
        program
            .symbols
            .iter()
            .flatten()
            .any(|name| *name == Some(*symbol))
    };
    let ranges = (0..SYMBOLS.len())
        .filter(used)
        .filter_map(|symbol| {
            let (name, range) = &SYMBOLS[symbol];
            let (least, greatest) = range.clone()?.into_inner();
            Some(match greatest {
                i64::MAX => format!("{name} = array<i64: {least}>"),
                _ => format!("{name} = array<i64: {least}, {greatest}>"),
            })
        })
        .collect::<Vec<_>>();
    match ranges.as_slice() {
        [] => String::new(),
        ranges => format!(" attributes {{bcast.ranges = {{{}}}}}", ranges.join(", ")),
    }
}

/// Writes the program in MLIR's generic form. All values are `i1`, so that any of
/// them can be a predicate.
impl Display for Program {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let list = |values: &[String]| values.join(", ");
        let name = |value: usize| format!("%v{value}");
        let count = self.arguments.len();
        let arguments = (0..count)
            .map(|i| {
                let r#type = tensor(&self.arguments[i], "i1");
                format!("{}: {}{}", name(i), r#type, declarations(&self.symbols[i]))
            })
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
            "func.func @main({}) -> ({}){} {{",
            list(&arguments),
            list(&types),
            ranges(self)
        )?;
        if let Some([a, b]) = self.equal {
            let r#type = tensor(&self.arguments[a], "i1");
            writeln!(formatter, "  %equal = stablehlo.and %v{a}, %v{b} : {type}")?;
        }
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

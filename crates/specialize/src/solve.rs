//! Sizes of arguments that follow from those of symbols: with `c = 5`, an argument of `16*c` rows has 80.
//!
//! JAX computes its dimension variables from the arguments' dims, such as `c` by a division by 16, and checks the
//! others. So the program is asked which size of a dim gives the number: it is computed for several.

use super::{functions::callee, request::GivenSize};
use crate::{
    analysis::{IntegerValues, named_arguments},
    ir::{self, ValueKey},
    symbol::{
        MAX_SIZE,
        integer::{Definition, Direction, Function, INDEX_BITS, Integer},
    },
};
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, Value, ValueLike, operation::OperationLike,
};

/// The most nested calls that compute a number.
const MAX_CALLS: usize = 4;

/// The sizes of the dims of arguments, `None` for unknown ones.
pub(super) type ArgumentDims = Vec<Vec<Option<i64>>>;

/// Finds the sizes of dims from which a function computes given sizes of symbols, and those of dims that it checks to
/// be equal to others. Returns the symbols whose sizes do not follow from dims that are known then.
pub(super) fn solve<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    sizes: &[GivenSize],
    dims: &mut ArgumentDims,
) -> Vec<String> {
    let all = |sizes: &[GivenSize]| sizes.iter().map(|size| size.name.clone()).collect();
    let Some(block) = ir::region(function, 0).and_then(|body| body.first_block()) else {
        return all(sizes);
    };
    let program = DimensionProgram { root, block };
    let mut open = sizes.iter().collect::<Vec<_>>();
    loop {
        let unknown = unknown(dims);
        let solved = unknown.iter().find_map(|&place| {
            let place_of_symbol = open.iter().position(|given| {
                let found = program.solve(given, dims, place);
                found.map(|size| set(dims, place, size)).is_some()
            });
            place_of_symbol.or_else(|| {
                let size = program.equal_size(dims, place)?;
                set(dims, place, size);
                Some(usize::MAX)
            })
        });
        if solved.is_none() {
            break;
        }
    }
    open.retain(|given| program.number(&given.name, dims) != Some(given.size));
    open.into_iter().map(|given| given.name.clone()).collect()
}

fn set(dims: &mut ArgumentDims, (argument, dim): (usize, usize), size: i64) {
    dims[argument][dim] = Some(size);
}

/// Returns the dims whose sizes are not known, each as the index of an argument and of its dim.
fn unknown(dims: &ArgumentDims) -> Vec<(usize, usize)> {
    let places = dims.iter().enumerate().flat_map(|(argument, sizes)| {
        let sizes = sizes.iter().enumerate();
        sizes.filter_map(move |(dim, size)| size.is_none().then_some((argument, dim)))
    });
    places.collect()
}

/// A function that computes dimension variables, in its first block.
struct DimensionProgram<'c, 'a> {
    root: OperationRef<'c, 'a>,
    block: BlockRef<'c, 'a>,
}

impl<'c: 'a, 'a> DimensionProgram<'c, 'a> {
    /// Returns the size of a dim with which a symbol has a given size, if only one is accepted, and the symbol depends
    /// on no other unknown dim.
    fn solve(&self, given: &GivenSize, dims: &ArgumentDims, place: (usize, usize)) -> Option<i64> {
        if self.number(&given.name, dims).is_some() {
            return None;
        }
        let with = |size: i64| {
            let mut dims = dims.clone();
            set(&mut dims, place, size);
            dims
        };
        let number = |size: i64| self.number(&given.name, &with(size));
        // JAX's variables are linear in the dims that they are computed from.
        let (near, far) = (number(1)?, number(1 << 20)?);
        if near == far {
            return None;
        }
        let is_before = |size: i64| {
            let number = number(size)?;
            Some(match near < far {
                true => number < given.size,
                false => number > given.size,
            })
        };
        let (mut below, mut size) = (-1, 1);
        while is_before(size)? {
            below = size;
            size = size.checked_mul(2).filter(|&size| size <= MAX_SIZE)?;
        }
        while size - below > 1 {
            let middle = below + (size - below) / 2;
            match is_before(middle)? {
                true => below = middle,
                false => size = middle,
            }
        }
        let is_right = |size: i64| number(size) == Some(given.size) && !self.fails(&with(size));
        // If no check fails that fails for the next size, the program does not decide between the two.
        let is_one = number(size) == Some(given.size) && !is_right(size + 1);
        is_one.then_some(size)
    }

    /// Returns the number that the function passes on as a symbol, if it is known.
    fn number(&self, symbol: &str, dims: &ArgumentDims) -> Option<i64> {
        let mut values = self.evaluate(dims);
        ir::block_operations(self.block).find_map(|operation| {
            let callee = callee(self.root, operation)?;
            let mut names = named_arguments(callee).into_iter();
            let (index, _) = names.find(|(_, name)| *name == symbol)?;
            constant(&mut values, ir::operand(operation, index)?)?
                .first()
                .copied()
        })
    }

    /// Returns whether a check is known to fail.
    fn fails(&self, dims: &ArgumentDims) -> bool {
        let mut values = self.evaluate(dims);
        ir::block_operations(self.block).any(|operation| {
            let checked = ir::operand(operation, 0).filter(|_| ir::is_assertion(operation));
            checked.and_then(|it| constant(&mut values, it)) == Some(vec![0])
        })
    }

    /// Returns the known size that a check compares that of a dim with.
    fn equal_size(&self, dims: &ArgumentDims, (argument, dim): (usize, usize)) -> Option<i64> {
        let mut values = self.evaluate(dims);
        let argument = *ir::block_arguments(self.block).get(argument)?;
        let argument = ValueKey::new(argument);
        ir::block_operations(self.block).find_map(|operation| {
            let checked = ir::operand(operation, 0).filter(|_| ir::is_assertion(operation))?;
            let &condition = values.elements(checked)?.first()?;
            let mut pending = vec![condition];
            while let Some(condition) = pending.pop() {
                let parts = match values.integers.definition(condition) {
                    Definition::Apply(Function::And, parts) => {
                        pending.extend(parts);
                        continue;
                    }
                    Definition::Apply(Function::Compare(Direction::Eq, _), parts) => parts.clone(),
                    _ => continue,
                };
                let is_dim = |number: Integer| match *values.integers.definition(number) {
                    Definition::Extent(source, it) => {
                        it == dim && values.source(source) == argument
                    }
                    _ => false,
                };
                for (number, other) in [(parts[0], parts[1]), (parts[1], parts[0])] {
                    let size = values.integers.value(other).filter(|&size| size >= 0);
                    if let Some(size) = size.filter(|_| is_dim(unconverted(&values, number))) {
                        return Some(size);
                    }
                }
            }
            None
        })
    }

    /// Computes the numbers in the first block for these sizes.
    fn evaluate(&self, dims: &ArgumentDims) -> IntegerValues {
        let mut values = IntegerValues::default();
        for (argument, sizes) in ir::block_arguments(self.block).into_iter().zip(dims) {
            let Some(own) = values.extents(argument) else {
                continue;
            };
            let extents = own.iter().zip(sizes);
            let extents = extents.map(|(&own, size)| match size {
                Some(size) => values.integers.constant(*size, INDEX_BITS),
                None => own,
            });
            let extents = extents.collect::<Vec<_>>();
            values.set_extents(argument, &extents);
        }
        self.run(&mut values, self.block, 0);
        values
    }

    fn run(&self, values: &mut IntegerValues, block: BlockRef<'c, 'a>, depth: usize) {
        for operation in ir::block_operations(block) {
            match callee(self.root, operation) {
                Some(callee) => {
                    let _ = self.call(values, operation, callee, depth);
                }
                None => values.learn(operation),
            }
        }
    }

    /// Computes the results of a call, if they are known from its operands, and these are numbers.
    fn call(
        &self,
        values: &mut IntegerValues,
        call: OperationRef<'c, 'a>,
        callee: OperationRef<'c, 'a>,
        depth: usize,
    ) -> Option<()> {
        let block = ir::region(callee, 0)?.first_block()?;
        if depth == MAX_CALLS || block.next_in_region().is_some() {
            return None;
        }
        let mut inner = IntegerValues::default();
        for (argument, operand) in ir::block_arguments(block).into_iter().zip(call.operands()) {
            let bits = ir::element_bits(argument.r#type())?;
            let numbers = constant(values, operand)?.into_iter();
            let row = numbers.map(|number| inner.integers.constant(number, bits));
            let row = row.collect::<Vec<_>>();
            inner.set(argument, row);
        }
        self.run(&mut inner, block, depth + 1);
        let returned = block.terminator()?;
        for (result, value) in call.results().zip(returned.operands()) {
            let result = Value::from(result);
            let bits = ir::element_bits(result.r#type())?;
            let numbers = constant(&mut inner, value)?.into_iter();
            let row = numbers.map(|number| values.integers.constant(number, bits));
            let row = row.collect::<Vec<_>>();
            values.set(result, row);
        }
        Some(())
    }
}

/// Returns the elements of a value if they are constants.
fn constant(values: &mut IntegerValues, value: Value<'_, '_>) -> Option<Vec<i64>> {
    let row = values.elements(value)?;
    row.iter().map(|&it| values.integers.value(it)).collect()
}

/// Returns the number that a number is converted from.
fn unconverted(values: &IntegerValues, mut number: Integer) -> Integer {
    while let Definition::Apply(Function::Convert(_), parts) = values.integers.definition(number) {
        number = parts[0];
    }
    number
}

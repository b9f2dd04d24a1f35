//! Constants in place of computed numbers, and removal of what computes them.

use super::{Frame, Specializer, answer::passing, arguments::refine};
use crate::{
    analysis::{Walk, element_count},
    dialect::{arith, shape, stablehlo, tensor},
    ir::{self, OpName, ValueKey},
};
use melior::{
    Context,
    ir::{
        Attribute, BlockLike, BlockRef, Identifier, OperationRef, RegionLike, Type, TypeLike,
        Value, ValueLike,
        attribute::{BoolAttribute, DenseElementsAttribute, IntegerAttribute},
        operation::OperationLike,
        r#type::RankedTensorType,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Notes the elements of an op's results, if it computes integers that are known.
    pub(super) fn note_numbers(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
        name: &str,
    ) -> bool {
        !name.ends_with("constant")
            && !name.starts_with("shape.const_")
            && walk.analysis.computes_integers(operation)
            && self.replace_computation(walk, operation)
    }

    /// Notes that an op is no more than the integers that it computes, if these are known.
    pub(super) fn replace_computation(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        let results = operation.results().map(Value::from).collect::<Vec<_>>();
        let numbers = results
            .iter()
            .map(|&result| walk.analysis.constant_numbers(result));
        let Some(numbers) = numbers
            .collect::<Option<Vec<_>>>()
            .filter(|it| !it.is_empty())
        else {
            return false;
        };
        let known = results.into_iter().zip(numbers);
        self.frame().known.extend(known);
        self.frame().done.push(operation);
        true
    }
}

/// Replaces the known values of a function that its other ops use with constants; returns the ops
/// that are not needed any more, users first. They stay until nothing examines them any more.
pub(super) fn finish<'c: 'a, 'a>(
    context: &'c Context,
    frame: &Frame<'c, 'a>,
) -> Vec<OperationRef<'c, 'a>> {
    let known = frame.known.iter();
    let known = known.map(|(value, numbers)| (ValueKey::new(*value), &**numbers));
    let known = known.collect::<FxHashMap<_, _>>();
    let done = frame.done.iter().map(|&operation| ir::address(operation));
    let done = done.collect::<FxHashSet<_>>();
    let live = live(frame, &known, &done);
    let mut constants = Constants {
        context,
        emitted: FxHashMap::default(),
    };
    for &value in &live.constants {
        if let Some(numbers) = known.get(&ValueKey::new(value))
            && let Some(constant) = constants.get(value, numbers)
        {
            ir::replace_uses(value, constant);
        }
    }
    let mut dead = vec![];
    let body = ir::region(frame.copy, 0);
    let blocks = std::iter::successors(body.and_then(|it| it.first_block()), |it| {
        it.next_in_region()
    });
    for block in blocks {
        collect_dead(block, &live.ops, &mut dead);
    }
    dead.reverse();
    dead
}

/// What a function needs.
struct Live<'c, 'a> {
    /// The addresses of the ops.
    ops: FxHashSet<usize>,
    /// The known values that these use.
    constants: Vec<Value<'c, 'a>>,
}

/// Finds what a function needs: its ops that have effects or whose unknown sizes have to be checked, and what they
/// use. What computes a known value is not needed for it.
fn live<'c: 'a, 'a>(
    frame: &Frame<'c, 'a>,
    known: &FxHashMap<ValueKey, &[i64]>,
    done: &FxHashSet<usize>,
) -> Live<'c, 'a> {
    let mut live = Live {
        ops: FxHashSet::default(),
        constants: vec![],
    };
    let mut used = FxHashSet::default();
    let undecided = undecided_and_around(frame);
    let mut pending = vec![frame.copy];
    while let Some(operation) = pending.pop() {
        for region in operation.regions() {
            let blocks = std::iter::successors(region.first_block(), |it| it.next_in_region());
            for block in blocks {
                let needed = ir::block_operations(block).filter(|&it| {
                    let address = ir::address(it);
                    let has_effects = || !ir::is_removable(it) || passing(it) == Some(false);
                    !done.contains(&address) && (undecided.contains(&address) || has_effects())
                });
                for operation in needed {
                    if live.ops.insert(ir::address(operation)) {
                        pending.push(operation);
                    }
                }
            }
        }
        for operand in operation.operands() {
            if known.contains_key(&ValueKey::new(operand)) {
                if used.insert(ValueKey::new(operand)) {
                    live.constants.push(operand);
                }
            } else if let Some(definition) = ir::defining_op(operand)
                && live.ops.insert(ir::address(definition))
            {
                pending.push(definition);
            }
        }
    }
    live
}

/// Returns the addresses of the ops whose unknown sizes have to be checked, and of the ops around them.
fn undecided_and_around(frame: &Frame<'_, '_>) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    if frame.undecided.is_empty() {
        return found;
    }
    ir::visit_ops(frame.copy, |operation| {
        if frame.undecided.contains(&ir::address(operation)) {
            let around = std::iter::successors(Some(operation), |op| op.parent_operation());
            let around = around.take_while(|&op| op != frame.copy);
            found.extend(around.map(ir::address));
        }
    });
    found
}

/// Collects the ops of a block, and of the regions of its live ops, that are not live.
fn collect_dead<'c: 'a, 'a>(
    block: BlockRef<'c, 'a>,
    live: &FxHashSet<usize>,
    dead: &mut Vec<OperationRef<'c, 'a>>,
) {
    let mut pending = vec![block];
    while let Some(block) = pending.pop() {
        for operation in ir::block_operations(block) {
            if !live.contains(&ir::address(operation)) {
                dead.push(operation);
                continue;
            }
            for region in operation.regions() {
                let blocks = std::iter::successors(region.first_block(), |it| it.next_in_region());
                pending.extend(blocks);
            }
        }
    }
}

/// The constants of a function, each once.
struct Constants<'c, 'a> {
    context: &'c Context,
    /// By the block, the type and the elements.
    emitted: FxHashMap<(usize, usize, Vec<i64>), Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Constants<'c, 'a> {
    /// Returns the constant that stands for a value.
    fn get(&mut self, value: Value<'c, 'a>, numbers: &[i64]) -> Option<Value<'c, 'a>> {
        let block = entry_of(value)?;
        let r#type = value.r#type();
        let key = (
            block.to_raw().ptr as usize,
            r#type.to_raw().ptr as usize,
            numbers.to_vec(),
        );
        if let Some(&constant) = self.emitted.get(&key) {
            return Some(constant);
        }
        // A list whose length only its use knows has a cast.
        let own = refine(self.context, r#type, &[i64::try_from(numbers.len()).ok()]);
        let own = own.unwrap_or(r#type);
        let (name, attribute, content) = constant(self.context, own, numbers)?;
        let name = OpName::new(self.context, name);
        let attribute = Identifier::new(self.context, attribute);
        let operation = ir::create(value.location(), name, &[], &[(attribute, content)], &[own]);
        let operation = block.insert_operation(0, operation);
        let mut constant = ir::result(operation, 0)?;
        if own != r#type {
            let name = OpName::new(self.context, tensor::CAST);
            let cast = ir::create(value.location(), name, &[constant], &[], &[r#type]);
            let cast = block.insert_operation_after(operation, cast);
            constant = ir::result(cast, 0)?;
        }
        self.emitted.insert(key, constant);
        Some(constant)
    }
}

/// Returns the first block of the innermost region around a value that cannot use values from
/// outside: what is defined there may be used wherever the value is.
fn entry_of<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    let mut block = ir::block_of(value)?;
    loop {
        let region = block.parent_region()?;
        let operation = block.parent_operation()?;
        if ir::may_be_isolated_from_above(operation) {
            return region.first_block();
        }
        block = operation.block()?;
    }
}

/// Returns the op, the attribute, and its value, that are a constant of a type.
fn constant<'c>(
    context: &'c Context,
    r#type: Type<'c>,
    numbers: &[i64],
) -> Option<(&'static str, &'static str, Attribute<'c>)> {
    let index = Type::index(context);
    let integer = |element: Type<'c>, number: i64| -> Attribute<'c> {
        match ir::element_bits(element) {
            Some(1) => BoolAttribute::new(context, number != 0).into(),
            _ => IntegerAttribute::new(element, number).into(),
        }
    };
    let elements = |r#type: Type<'c>, element: Type<'c>| -> Option<Attribute<'c>> {
        // The attribute would be read beyond its end.
        if element_count(r#type) != Some(numbers.len()) {
            return None;
        }
        let numbers = numbers.iter().map(|&number| integer(element, number));
        let numbers = numbers.collect::<Vec<_>>();
        Some(DenseElementsAttribute::new(r#type, &numbers).ok()?.into())
    };
    if let Some(tensor) = ir::as_ranked_tensor(r#type) {
        use melior::ir::r#type::ShapedTypeLike;
        let element = tensor.element();
        let name = match element == index {
            true => arith::CONSTANT,
            false => stablehlo::CONSTANT,
        };
        return Some((name, "value", elements(r#type, element)?));
    }
    if ir::is_of_sizes(r#type) {
        return match (ir::type_text(r#type).as_str(), numbers) {
            ("!shape.size", &[number]) => {
                Some((shape::CONST_SIZE, "value", integer(index, number)))
            }
            ("!shape.shape", _) => {
                let tensor = RankedTensorType::new(&[numbers.len() as u64], index, None);
                Some((shape::CONST_SHAPE, "shape", elements(tensor.into(), index)?))
            }
            _ => None,
        };
    }
    match *numbers {
        [number] => Some((arith::CONSTANT, "value", integer(r#type, number))),
        _ => None,
    }
}

//! The greatest elements and their positions: sorts of which only the beginning is used.
//!
//! IREE's own op keeps the first of equal elements in front. Floats are first turned into integers in XLA's
//! order, which the op compares, and its results back into floats. A barrier separates this from the op: if
//! IREE fuses them, it computes more elements at once than its stack holds.

use crate::{
    analysis::Analysis, build::*, dialect::stablehlo::ComparisonType, forms::scan::attributes,
    ir::BlockBuilder, ops::*, prelude::*, symbol::Element,
};

pub static ROW: Row = Row {
    name: "greatest-elements",
    ops: &[stablehlo::SORT],
    when: "along the last dim of elements and their positions by \"greater\", of which only the first `k` are used, as of \
           `chlo.top_k`, also on static shapes; `k` is a constant, and floats are in total order",
    becomes: "an `iree_linalg_ext.topk`",
    why: "IREE sorts by comparing neighbours, in a time that grows with the square of the size. Its own replacement \
          of such a sort orders NaN and equal elements in another way (see `sorts-by-greater`).",
    action: Program(replace_sorts),
};

/// Replaces the sorts in and below `root` of which only the greatest elements are used.
fn replace_sorts(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let is_about = |operation| Sort::of(operation).is_some();
    if ir::find_ops(root, is_about).is_empty() || !has_op(root, TOP_K) {
        return Ok(());
    }
    let mut sorts = vec![];
    let mut used = FxHashMap::<usize, Option<i64>>::default();
    visit_known(root, |analysis, operation| {
        sorts.extend(Sort::of(operation).map(|sort| (operation, sort)));
        for operand in operation.operands() {
            if let Some(sort) = ir::defining_op(operand).and_then(Sort::of) {
                let count = sort.used_by(analysis, operation);
                let all = used.entry(ir::address(sort.operation)).or_insert(count);
                *all = all.filter(|_| *all == count);
            }
        }
    });
    change_found(root, sorts, changes, |emitter, operation, sort| {
        let count = used.get(&ir::address(operation)).copied().flatten();
        let count = count.filter(|&count| count > 0)?;
        sort.replace(emitter, count)
    })
}

/// A sort of elements and their positions from the greatest one on.
struct Sort<'a> {
    operation: OpRef<'a>,
    dim: usize,
    key: ElementOrder,
}

impl<'a> Sort<'a> {
    fn of(operation: OpRef<'a>) -> Option<Self> {
        let is_sort = ir::is_named(operation, stablehlo::SORT);
        require(is_sort && operation.operand_count() == 2)?;
        let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
        let [values, positions] = first_operands(operation)?;
        let key = ElementOrder::of(ir::as_ranked_tensor(values.r#type())?.element())?;
        let is_of_i32 = ir::element_bits(positions.r#type()) == Some(i32::BITS);
        let is_known = is_of_i32
            && are_positions(positions, dim)
            && sizes(values)?.len() == dim + 1
            && is_greater(operation, key.is_float) == Some(true);
        is_known.then_some(Self {
            operation,
            dim,
            key,
        })
    }

    /// Returns how many elements along the sorted dim an op takes, if it takes all of the first ones.
    fn used_by(&self, analysis: &mut Analysis, user: OpRef<'a>) -> Option<i64> {
        let operand = ir::operand(user, 0)?;
        let (starts, limits, strides) = match ir::name_str(user.name())? {
            stablehlo::SLICE => {
                let list = |name| ir::int_array(user, name);
                let limits = list("limit_indices")?.into_iter().map(Element::number);
                (list("start_indices")?, limits.collect(), list("strides")?)
            }
            stablehlo::REAL_DYNAMIC_SLICE => {
                let constants = |index| {
                    let elements = known_elements(ir::operand(user, index)?)?;
                    elements.into_iter().collect::<Option<Vec<_>>>()
                };
                let limits = analysis.known_elements(ir::operand(user, 2)?)?.to_vec();
                (constants(1)?, limits, constants(3)?)
            }
            _ => return None,
        };
        let sizes = analysis.sizes(operand);
        let facts = analysis.facts();
        let mut others = limits.iter().zip(sizes).enumerate();
        let is_whole = others.all(|(dim, (&limit, size))| {
            dim == self.dim || facts.name(limit) == facts.name(Element::from(size))
        });
        let is_beginning =
            starts.iter().all(|&start| start == 0) && strides.iter().all(|&stride| stride == 1);
        let count = facts.name(*limits.get(self.dim)?).constant()?;
        (is_whole && is_beginning).then_some(count)
    }

    /// Replaces the slices of the sort, whose operands are in front of it.
    fn replace(&self, emitter: &mut OpEmitter<'a>, count: i64) -> Option<()> {
        let values = ir::operand(self.operation, 0)?;
        let given = ir::as_ranked_tensor(values.r#type())?;
        let bits = with_bits(emitter, given.into(), self.key.bits)?;
        let values = emit_converted(emitter, CONVERT, values, bits);
        let values = self.key.emit_order(emitter, values)?;
        // For a tensor of more than two dims, IREE chooses tiles that exceed its limit for the stack.
        let sizes = emit_sizes(emitter, values);
        let (&last, outer) = sizes.split_last()?;
        let rows = Number::product(emitter, outer);
        let reshape = |emitter: &mut OpEmitter<'a>, value, sizes: &[Number<'a>]| match outer {
            [_] => Some(value),
            _ => emit_reshape_to(emitter, value, sizes),
        };
        let values = reshape(emitter, values, &[rows, last])?;
        let values = emit_behind_barrier(emitter, values)?;
        let like = ir::as_ranked_tensor(values.r#type())?;
        let (element, context) = (like.element(), emitter.context());
        let position = IntegerType::new(context, i32::BITS).into();
        let own = tensor_type(emitter, like, &[rows.constant, Some(count)]).into();
        let result_types = [own, ir::with_element_type(own, position)?];
        // Less than any element, or equal but behind it.
        let lowest = emit_number(emitter, self.key.lowest(), ir::scalar_tensor(element))?;
        let last = emit_number(emitter, i32::MAX.into(), ir::scalar_tensor(position))?;
        let count = Number::constant(emitter, count);
        let extents = [rows.index, count.index];
        let mut fill = |scalar, r#type| {
            let r#type = RankedTensorType::try_from(r#type).ok()?;
            Some(emit_fill(emitter, scalar, &extents, r#type))
        };
        let found = fill(lowest, result_types[0])?;
        let positions = fill(last, result_types[1])?;
        // If IREE saw both, one could get the other's memory, and begin with what is there.
        let found = emit_behind_barrier(emitter, found)?;
        let operands = [values, found, positions];
        let key = self.key;
        let results = emitter.emit_with_block(
            TOP_K,
            &operands,
            &attributes(context, 1),
            &result_types,
            &[element, element],
            |block| key.append_greater(context, block),
        );
        for (index, found) in results.into_iter().enumerate() {
            let result = ir::result(self.operation, index)?;
            let r#type = ir::as_ranked_tensor(result.r#type())?;
            let found = reshape(emitter, found, &[outer, &[count]].concat())?;
            let found = match index {
                0 => self.key.emit_order(emitter, found)?,
                _ => found,
            };
            let own = ir::with_element_type(found.r#type(), r#type.element())?;
            let mut found = emit_converted(emitter, CONVERT, found, own);
            if index == 0 && !is_dynamic(found) {
                // With a softmax behind it, IREE writes elements outside of its workgroups, and rejects that.
                found = emitter.emit_barrier(found, &[]);
            }
            for (slice, _) in ir::users(result) {
                let result = ir::result(slice, 0)?;
                let found = emitter.emit_cast(found, result.r#type());
                ir::replace_uses(result, found);
            }
        }
        Some(())
    }
}

/// How elements are ordered.
#[derive(Clone, Copy)]
struct ElementOrder {
    /// The width of an element, in bits.
    bits: u32,
    is_float: bool,
    signedness: Signedness,
}

impl ElementOrder {
    fn of(element: Type<'_>) -> Option<Self> {
        let integer = ir::as_integer_type(element);
        let is_float = element.is_float();
        let bits = ir::bit_width(element).filter(|_| is_float || integer.is_some())?;
        let is_supported = matches!(bits, 16 | 32 | 64) || bits == 8 && !is_float;
        is_supported.then_some(Self {
            bits,
            is_float,
            signedness: match integer.is_some_and(|integer| integer.is_unsigned()) {
                true => Signedness::Unsigned,
                false => Signedness::Signed,
            },
        })
    }

    /// Returns the least element, as an integer.
    fn lowest(self) -> i64 {
        match self.signedness {
            Signedness::Unsigned => 0,
            Signedness::Signed => i64::MIN >> (64 - self.bits),
        }
    }

    /// Emits, for the bits of floats, signed integers that compare as the floats do in total order. The same
    /// computation turns them back into the bits. The bits of integers are returned as they are.
    fn emit_order<'a>(self, emitter: &mut OpEmitter<'a>, bits: Value<'a>) -> Option<Value<'a>> {
        if !self.is_float {
            return Some(bits);
        }
        let r#type = ir::as_ranked_tensor(bits.r#type())?;
        let extents = match r#type.has_static_shape() {
            true => vec![],
            false => emit_extents(emitter, bits),
        };
        let numbers = [i64::from(self.bits) - 1, i64::MAX >> (64 - self.bits)];
        let [last, all_but_sign] = numbers.map(|number| {
            let number = emit_number(emitter, number, ir::scalar_tensor(r#type.element()))?;
            Some(emit_fill(emitter, number, &extents, r#type))
        });
        // The bits of negative floats are in the opposite order.
        let sign = emitter.emit_like(stablehlo::SHIFT_RIGHT_ARITHMETIC, &[bits, last?]);
        let mask = emitter.emit_like(stablehlo::AND, &[sign, all_but_sign?]);
        Some(emitter.emit_like(stablehlo::XOR, &[bits, mask]))
    }

    /// Appends the comparison of two elements.
    fn append_greater<'a>(self, context: &'a Context, block: &mut BlockBuilder<'a, '_>) {
        let integer = |bits| Type::from(IntegerType::new(context, bits));
        let [Some(a), Some(b)] = [block.argument(0), block.argument(1)] else {
            return;
        };
        let predicate = ir::integer_predicate(Direction::Gt, self.signedness);
        let predicate = IntegerAttribute::new(integer(i64::BITS), predicate).into();
        let predicate = [("predicate", predicate)];
        let is_greater = block.append(arith::CMPI, &[a, b], &predicate, &[integer(1)]);
        block.append(YIELD, &is_greater, &[], &[]);
    }
}

/// Returns whether a tensor's elements are their positions along a dim.
fn are_positions(tensor: Value<'_>, dim: usize) -> bool {
    ir::defining_op(tensor).is_some_and(|operation| {
        let along = ir::integer(operation, "iota_dimension");
        is_iota(operation) && along.and_then(|along| usize::try_from(along).ok()) == Some(dim)
    })
}

/// Returns whether a sort compares its first elements by "greater", in total order if they are floats,
/// and nothing else.
fn is_greater(operation: OpRef<'_>, is_float: bool) -> Option<bool> {
    let block = block_in(operation, 0)?;
    let (compare, last) = (block.first_operation()?, block.terminator()?);
    let own = (0..2).map(|index| Some(block.argument(index).ok()?.into()));
    let own = own.collect::<Option<Vec<Value<'_>>>>()?;
    let place = |operand| own.iter().position(|&argument| argument == operand);
    let arguments = compare.operands().map(place).collect::<Option<Vec<_>>>()?;
    let order = compare.attribute("compare_type").ok();
    let order = order.and_then(ComparisonType::from_attribute);
    let is_total = !is_float || order == Some(ComparisonType::Totalorder);
    let is_returned = ir::result(compare, 0)? == ir::operand(last, 0)?;
    let is_greater = match ir::comparison_direction(compare)? {
        Direction::Gt => arguments == [0, 1],
        Direction::Lt => arguments == [1, 0],
        _ => false,
    };
    Some(is_total && is_returned && is_greater)
}

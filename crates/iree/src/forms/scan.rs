//! Windows over all elements up to each one, or from each one on, such as those of `cumsum`.

use crate::{
    analysis::Analysis,
    build::*,
    dialect::stablehlo::ReverseOp,
    ops::*,
    prelude::*,
    symbol::{Arithmetic, Element, Facts, NumberType},
};
use melior::ir::attribute::{BoolAttribute, DenseI32ArrayAttribute};

/// IREE's op.
pub const SCAN: &str = "iree_linalg_ext.scan";

/// The reducers whose result does not change if an element takes part more than once.
const IDEMPOTENT: [&str; 4] = [
    stablehlo::AND,
    stablehlo::MAXIMUM,
    stablehlo::MINIMUM,
    stablehlo::OR,
];

pub static ROW: Row = Row {
    name: "scans",
    ops: &[stablehlo::CUSTOM_CALL, stablehlo::REDUCE_WINDOW],
    when: "windows of tensors of unknown size that hold, along one dim, all elements up to each one, \
           or from each one on (`cumsum`); also on static shapes, of truth values, and unless the initial \
           value is known to be neutral",
    becomes: "an `iree_linalg_ext.scan`, between `reverse` for the latter",
    why: "IREE does not know the call, and takes a `reduce_window` for a scan on static shapes only. \
           Loops over the elements of the window, which other rows emit, need time in the square \
           of the size. On static shapes it ignores the initial value, and rejects truth values.",
    action: Program(replace_windows),
};

/// Replaces the windows in and below `root` that are scans.
fn replace_windows(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    if !has_op(root, SCAN) {
        return Ok(());
    }
    let is_about = |operation| WindowReduction::of(operation).is_some();
    let found = find_known(root, is_about, |analysis, operation| {
        WindowReduction::of(operation)?.as_scan(analysis)
    });
    let mut replacements = Replacements::default();
    change_found(root, found, changes, |emitter, operation, scan| {
        let value = scan.emit(emitter, operation)?;
        replacements.replace_all(operation, &[value]);
        Some(())
    })?;
    replacements.erase();
    Ok(())
}

/// A reduction over windows.
struct WindowReduction<'a> {
    operation: OpRef<'a>,
    input: Value<'a>,
    reducer: &'static str,
}

/// The numbers of windows, a row for each dim.
struct WindowNumbers {
    window: Vec<Element>,
    /// What must be 1: strides and dilations.
    ones: Vec<Element>,
    /// For each dim, the padding in front of it and behind it.
    padding: Vec<Element>,
}

impl<'a> WindowReduction<'a> {
    fn of(operation: OpRef<'a>) -> Option<Self> {
        let operands = match ir::is_named(operation, stablehlo::REDUCE_WINDOW) {
            true => 2,
            false => is_window_call(operation).then_some(7)?,
        };
        let input = ir::operand(operation, 0)?;
        let init = ir::operand(operation, 1)?;
        let reducer = reducer(window_block(operation)?)?;
        let element = result_type(operation)?.element();
        let is_truth = ir::bit_width(element) == Some(1);
        let is_unsigned = ir::as_integer_type(element).is_some_and(|it| it.is_unsigned());
        let is_neutral = ir::is_neutral(reducer, init, element);
        let is_static = !sizes(input)?.contains(&None);
        let is_done_by_iree = is_static && !is_truth && !is_unsigned && is_neutral;
        let is_supported = operation.operand_count() == operands
            && result_type(operation)?.element() == ir::element_type(input.r#type())?
            && scalar_op(reducer, element).is_some();
        (is_supported && !is_done_by_iree).then_some(Self {
            operation,
            input,
            reducer,
        })
    }

    fn numbers(&self, analysis: &Analysis) -> Option<WindowNumbers> {
        if self.operation.operand_count() == 2 {
            let window = StaticWindow::read(self.operation, sizes(self.input)?.len())?;
            let elements = |numbers: Vec<i64>| numbers.into_iter().map(Element::number);
            let ones = [window.strides, window.dilations, window.base_dilations];
            return Some(WindowNumbers {
                window: elements(window.window).collect(),
                ones: elements(ones.concat()).collect(),
                padding: elements(window.padding).collect(),
            });
        }
        let elements = |index| {
            let numbers = analysis.known_elements(ir::operand(self.operation, index)?)?;
            Some(numbers.to_vec())
        };
        Some(WindowNumbers {
            window: elements(2)?,
            ones: [elements(3)?, elements(4)?, elements(5)?].concat(),
            padding: elements(6)?,
        })
    }

    /// Returns the scan that the windows are, where this is known.
    fn as_scan(&self, analysis: &mut Analysis) -> Option<Scan> {
        let numbers = self.numbers(analysis)?;
        let sizes = analysis.sizes(self.input);
        let facts = analysis.facts_mut();
        let is = |facts: &Facts, element: Element, number| {
            facts.name(element).constant() == Some(number)
        };
        let has_length = numbers.window.len() == sizes.len();
        if !has_length || numbers.ones.iter().any(|&one| !is(facts, one, 1)) {
            return None;
        }
        let padding = numbers.padding.chunks_exact(2);
        let windows = numbers.window.iter().zip(padding).enumerate();
        let mut reduced = windows.filter(|(_, (window, padding))| {
            !is(facts, **window, 1) || padding.iter().any(|&edge| !is(facts, edge, 0))
        });
        let (dim, (&window, padding)) = reduced.next()?;
        let is_only = reduced.next().is_none();
        let size = Element::from(sizes[dim]);
        // One edge adds a window's elements but for one, the other adds none.
        let &[low, high] = padding else {
            return None;
        };
        let is_reverse = is(facts, low, 0);
        let (edge, other) = match is_reverse {
            true => (high, low),
            false => (low, high),
        };
        let is_at_edge = is(facts, other, 0);
        let reach = facts.compute(Arithmetic::Add, edge, Element::number(1), NumberType::EXACT);
        let [size, reach, window] = [size, reach, window].map(|it| facts.name(it));
        let is_full = window == size && reach == size;
        (is_only && is_at_edge && is_full).then_some(Scan {
            reducer: self.reducer,
            dim,
            is_reverse,
        })
    }
}

/// A reduction of all elements along one dim up to each one.
struct Scan {
    reducer: &'static str,
    dim: usize,
    /// Whether it is of the elements from each one on.
    is_reverse: bool,
}

impl Scan {
    /// Emits the scan that computes what a reduction over windows does. Its operands are read only
    /// now, because scans in front of it may have replaced them.
    fn emit<'a>(&self, emitter: &mut OpEmitter<'a>, windows: OpRef<'a>) -> Option<Value<'a>> {
        let [input, init] = first_operands(windows)?;
        let r#type = input.r#type();
        let given = RankedTensorType::try_from(r#type).ok()?;
        let mut value = self.emit_scan(emitter, input)?;
        if !ir::is_neutral(self.reducer, init, given.element()) {
            let extents = emit_extents(emitter, input);
            let mut init = emit_fill(emitter, init, &extents, given);
            if !IDEMPOTENT.contains(&self.reducer) {
                // Each element of the padding is the initial value once more.
                let is_reverse = !self.is_reverse;
                init = Self {
                    is_reverse,
                    ..*self
                }
                .emit_scan(emitter, init)?;
            }
            value = emitter.emit_named(self.reducer, &[init, value], &[], r#type);
        }
        // The result's type may show more or fewer sizes than the input's.
        Some(emitter.emit_cast(value, ir::result(windows, 0)?.r#type()))
    }

    /// Emits the scan of a tensor.
    fn emit_scan<'a>(&self, emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
        let r#type = value.r#type();
        let step = scalar_op(self.reducer, ir::element_type(r#type)?)?;
        let (bits, convert) = match ir::element_bits(r#type) {
            // IREE stores truth values as bytes, but not what its op computes of them.
            Some(1) => (with_bits(emitter, r#type, u8::BITS), stablehlo::CONVERT),
            _ => (signless(emitter, value), CONVERT),
        };
        let mut value = emit_converted(emitter, convert, value, bits.unwrap_or(r#type));
        value = self.emit_reversed(emitter, value);
        value = self.emit_op(emitter, value, step)?;
        value = self.emit_reversed(emitter, value);
        Some(emit_converted(emitter, convert, value, r#type))
    }

    fn emit_reversed<'a>(&self, emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Value<'a> {
        if !self.is_reverse {
            return value;
        }
        let dimensions = &[i64::try_from(self.dim).unwrap_or(i64::MAX)];
        let attributes = ReverseOp { dimensions }.attributes(emitter.context());
        emitter.emit_named(stablehlo::REVERSE, &[value], &attributes, value.r#type())
    }

    /// Emits IREE's op, on elements without a sign.
    fn emit_op<'a>(
        &self,
        emitter: &mut OpEmitter<'a>,
        input: Value<'a>,
        step: &str,
    ) -> Option<Value<'a>> {
        let result_type = ir::as_ranked_tensor(input.r#type())?;
        let mut kept = type_sizes(result_type);
        kept.remove(self.dim);
        let total_type = tensor_type(emitter, result_type, &kept);
        let dynamic = dynamic_dims(&type_sizes(result_type)).into_iter();
        let dynamic = dynamic.map(|dim| (dim, emitter.emit_extent_index(input, dim)));
        let dynamic = dynamic.collect::<Vec<_>>();
        let extents = dynamic.iter().map(|&(_, extent)| extent);
        let extents = extents.collect::<Vec<_>>();
        let kept = dynamic.iter().filter(|(dim, _)| *dim != self.dim);
        let kept = kept.map(|&(_, extent)| extent).collect::<Vec<_>>();
        // An inclusive scan sets both, and reads neither before.
        let result = emitter.emit(tensor::EMPTY, &extents, &[], result_type.into());
        let total = emitter.emit(tensor::EMPTY, &kept, &[], total_type.into());
        let [dim, segments] = attributes(emitter.context(), self.dim);
        let inclusive = BoolAttribute::new(emitter.context(), true).into();
        let element = result_type.element();
        let results = emitter.emit_with_block(
            SCAN,
            &[input, result, total],
            &[dim, ("inclusive", inclusive), segments],
            &[result_type.into(), total_type.into()],
            &[element, element],
            |block| {
                if let [Some(a), Some(b)] = [block.argument(0), block.argument(1)] {
                    let value = block.append(step, &[a, b], &[], &[element]);
                    block.append(YIELD, &value, &[], &[]);
                }
            },
        );
        results.first().copied()
    }
}

/// The attributes that IREE's ops along a dim have: one input, and two operands for what they compute.
pub fn attributes(context: &Context, dim: usize) -> [(&'static str, Attribute<'_>); 2] {
    let dim = i64::try_from(dim).unwrap_or(i64::MAX);
    let dim = IntegerAttribute::new(IntegerType::new(context, i64::BITS).into(), dim);
    let segments = DenseI32ArrayAttribute::new(context, &[1, 2]);
    [
        ("dimension", dim.into()),
        ("operandSegmentSizes", segments.into()),
    ]
}

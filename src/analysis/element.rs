//! Ops that compute with sizes: what their elements are.

use super::{Analysis, Sizes, lists::ListId, result};
use crate::{
    ir::{ScopedMap, ValueKey, element_bits, int_array, int_elements, integer, shaped_type},
    symbol::{Size, Symbol},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use rustc_hash::FxHashSet;

/// The longest tensor whose elements are followed: no shape has more dims.
const MAX_ELEMENTS: usize = 64;

/// What a scalar is computed by.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Arithmetic {
    Add,
    Multiply,
    Subtract,
    Divide,
    Remainder,
    Maximum,
    Minimum,
    Convert,
}

/// What makes two scalars the same: how, from what and in how many bits they are
/// computed.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
struct Computation(Arithmetic, Size, Size, u32);

/// The elements of tensors of sizes, of rank 0 or 1.
///
/// An element that is no dim's size is a symbol too. It may be negative, which
/// facts on sizes rule out: nothing is derived from such a symbol's least value
/// being 0 or from its proving to be a constant.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    elements: ScopedMap<ValueKey, ListId>,
    computed: ScopedMap<Computation, Size>,
    /// The symbols that may be anything but a dim's size.
    computed_symbols: FxHashSet<Symbol>,
    /// Those outside of the open isolated scopes: inside, symbols begin anew.
    hidden: Vec<FxHashSet<Symbol>>,
}

impl Elements {
    pub(super) fn new() -> Self {
        Self {
            elements: ScopedMap::new(),
            computed: ScopedMap::new(),
            computed_symbols: FxHashSet::default(),
            hidden: vec![],
        }
    }

    pub(super) fn enter(&mut self) {
        self.elements.enter();
        self.computed.enter();
    }

    pub(super) fn exit(&mut self) {
        self.elements.exit();
        self.computed.exit();
    }

    pub(super) fn enter_isolated(&mut self) {
        self.elements.enter_isolated();
        self.computed.enter_isolated();
        self.hidden.push(std::mem::take(&mut self.computed_symbols));
    }

    pub(super) fn exit_isolated(&mut self) {
        self.elements.exit_isolated();
        self.computed.exit_isolated();
        self.computed_symbols = self.hidden.pop().unwrap_or_default();
    }
}

pub(super) fn learn(analysis: &mut Analysis, operation: OperationRef<'_, '_>, name: &str) {
    if let Some(value) = result(operation)
        && let Some(elements) = elements(analysis, operation, name)
        // Elements of a rank above 1 have no order here, and of a value whose rank is
        // not known there are as many as anybody might think.
        && element_count(value) == Some(elements.len())
    {
        analysis.set_elements(value, elements);
    }
}

fn elements(analysis: &mut Analysis, operation: OperationRef<'_, '_>, name: &str) -> Option<Sizes> {
    match name {
        "stablehlo.constant" => int_elements(operation, "value", MAX_ELEMENTS)?
            .into_iter()
            .map(|element| (element >= 0).then_some(Size::Constant(element)))
            .collect(),
        "stablehlo.get_dimension_size" => {
            let sizes = analysis.sizes(operation.operand(0).ok()?);
            let dim = usize::try_from(integer(operation, "dimension")?).ok()?;
            Some(std::iter::once(*sizes.get(dim)?).collect())
        }
        "arith.constant" => {
            let value = integer(operation, "value").filter(|&value| value >= 0)?;
            Some(std::iter::once(Size::Constant(value)).collect())
        }
        "tensor.dim" => {
            let sizes = analysis.sizes(operation.operand(0).ok()?);
            let dim = of_operand(analysis, operation, 1)?.first()?.constant()?;
            Some(std::iter::once(*sizes.get(usize::try_from(dim).ok()?)?).collect())
        }
        "shape.shape_of" => Some(analysis.sizes(operation.operand(0).ok()?)),
        "tensor.extract" => {
            let elements = of_operand(analysis, operation, 0)?;
            let index = match operation.operand_count() {
                1 => 0,
                2 => of_operand(analysis, operation, 1)?.first()?.constant()?,
                _ => return None,
            };
            let element = elements.get(usize::try_from(index).ok()?)?;
            Some(std::iter::once(*element).collect())
        }
        "stablehlo.reshape" => of_operand(analysis, operation, 0),
        "stablehlo.convert" | "arith.index_cast" | "arith.extsi" | "arith.trunci" => {
            let elements = of_operand(analysis, operation, 0)?;
            let bits = element_bits(result(operation)?.r#type())?;
            let convert = |element| analysis.convert(element, bits);
            Some(elements.into_iter().map(convert).collect())
        }
        "stablehlo.concatenate" | "tensor.from_elements" => {
            if count(operation)? > MAX_ELEMENTS {
                return None;
            }
            let mut elements = Sizes::new();
            for operand in operation.operands() {
                elements.extend(analysis.elements_of(operand)?);
            }
            Some(elements)
        }
        "stablehlo.slice" => {
            let elements = of_operand(analysis, operation, 0)?;
            let [start, limit, stride] = ["start_indices", "limit_indices", "strides"]
                .map(|name| int_array(operation, name));
            let (&[start], &[limit], &[stride]) = (&*start?, &*limit?, &*stride?) else {
                return None;
            };
            let range = usize::try_from(start).ok()?..usize::try_from(limit).ok()?;
            let stride = usize::try_from(stride).ok().filter(|&stride| stride > 0)?;
            Some(
                elements
                    .get(range)?
                    .iter()
                    .copied()
                    .step_by(stride)
                    .collect(),
            )
        }
        _ => {
            let arithmetic = match name {
                "stablehlo.add" | "arith.addi" => Arithmetic::Add,
                "stablehlo.multiply" | "arith.muli" => Arithmetic::Multiply,
                "stablehlo.subtract" | "arith.subi" => Arithmetic::Subtract,
                "stablehlo.divide" => Arithmetic::Divide,
                "stablehlo.remainder" => Arithmetic::Remainder,
                "stablehlo.maximum" | "arith.maxsi" => Arithmetic::Maximum,
                "stablehlo.minimum" | "arith.minsi" => Arithmetic::Minimum,
                _ => return None,
            };
            count(operation)?;
            let bits = element_bits(result(operation)?.r#type())?;
            let lhs = of_operand(analysis, operation, 0)?;
            let rhs = of_operand(analysis, operation, 1)?;
            let compute = |(a, b)| analysis.compute(arithmetic, a, b, bits);
            Some(lhs.into_iter().zip(rhs).map(compute).collect())
        }
    }
}

fn of_operand(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<Sizes> {
    analysis.elements_of(operation.operand(index).ok()?)
}

/// Returns how many elements an op's result has, if it is small enough to be
/// followed.
fn count(operation: OperationRef<'_, '_>) -> Option<usize> {
    element_count(result(operation)?)
}

fn element_count(value: Value<'_, '_>) -> Option<usize> {
    element_bits(value.r#type()).filter(|&bits| bits >= 32)?;
    let shape = shaped_type(value.r#type());
    let count = match shape.shape().unwrap_or_default() {
        [] => 1,
        [dim] => usize::try_from(dim.fixed_size()?).ok()?,
        _ => return None,
    };
    (count <= MAX_ELEMENTS).then_some(count)
}

impl Analysis {
    /// Returns the elements of a tensor of integers; `None` if it is too large to
    /// be one of sizes.
    pub(super) fn elements_of(&mut self, value: Value<'_, '_>) -> Option<Sizes> {
        let key = ValueKey::new(value);
        if let Some(&id) = self.elements.elements.get(&key) {
            return Some(self.lists[id].clone());
        }
        let count = element_count(value)?;
        let elements = (0..count)
            .map(|_| self.computed_symbol())
            .collect::<Sizes>();
        self.set_elements(value, elements.clone());
        Some(elements)
    }

    /// Returns the size that a scalar is known to be; where none is, it is `size` from
    /// here on.
    pub fn name_scalar(&mut self, value: Value<'_, '_>, size: Size) -> Size {
        match self.elements.elements.get(&ValueKey::new(value)) {
            Some(&id) => self.lists[id].first().copied().unwrap_or(size),
            None => {
                self.set_elements(value, std::iter::once(size).collect());
                size
            }
        }
    }

    /// Notes the elements of a tensor of sizes.
    fn set_elements(&mut self, value: Value<'_, '_>, elements: Sizes) {
        let key = ValueKey::new(value);
        if self.elements.elements.get(&key).is_none() {
            self.elements.elements.insert(key, self.lists.add(elements));
        }
    }

    /// Returns the sum of two sizes.
    pub(super) fn add_sizes(&mut self, a: Size, b: Size) -> Size {
        if let (Size::Constant(a), Size::Constant(b)) =
            (self.facts.canonical(a), self.facts.canonical(b))
            && let Some(sum) = a.checked_add(b)
        {
            return Size::Constant(sum);
        }
        // A sum of sizes is exact, as one of 64 bits is.
        self.compute(Arithmetic::Add, a, b, 64)
    }

    fn convert(&mut self, element: Size, bits: u32) -> Size {
        let is_kept = match element {
            Size::Constant(size) => bits > 62 || size < 1i64 << (bits.max(1) - 1),
            // Sizes at run time come as `i32`.
            Size::Symbol(symbol) => {
                bits > 62 || bits >= 32 && !self.elements.computed_symbols.contains(&symbol)
            }
        };
        if is_kept {
            return element;
        }
        self.compute(Arithmetic::Convert, element, element, bits)
    }

    fn compute(&mut self, arithmetic: Arithmetic, a: Size, b: Size, bits: u32) -> Size {
        let (a, b) = (self.name(a), self.name(b));
        match (arithmetic, a, b) {
            (Arithmetic::Maximum | Arithmetic::Minimum, a, b) if a == b => return a,
            (Arithmetic::Maximum, Size::Constant(a), Size::Constant(b)) => {
                return Size::Constant(a.max(b));
            }
            (Arithmetic::Minimum, Size::Constant(a), Size::Constant(b)) => {
                return Size::Constant(a.min(b));
            }
            (Arithmetic::Maximum, size, Size::Constant(bound))
            | (Arithmetic::Maximum, Size::Constant(bound), size)
                if bound > 0 && self.facts.entails_at_least(size, bound) =>
            {
                return size;
            }
            _ => {}
        }
        let (a, b) = match arithmetic {
            // These commute.
            Arithmetic::Add | Arithmetic::Multiply | Arithmetic::Maximum | Arithmetic::Minimum => {
                (a.min(b), a.max(b))
            }
            _ => (a, b),
        };
        let key = Computation(arithmetic, a, b, bits);
        if let Some(&size) = self.elements.computed.get(&key) {
            return size;
        }
        let size = self.computed_symbol();
        self.elements.computed.insert(key, size);
        size
    }

    /// Returns the name of an element; one that may be no size does not get that
    /// of a constant which it proves to be if it is one.
    pub(super) fn name(&self, element: Size) -> Size {
        match (element, self.facts.canonical(element)) {
            (Size::Symbol(symbol), Size::Constant(_))
                if self.elements.computed_symbols.contains(&symbol) =>
            {
                element
            }
            (_, name) => name,
        }
    }

    fn computed_symbol(&mut self) -> Size {
        let symbol = self.facts.fresh();
        self.elements.computed_symbols.insert(symbol);
        Size::Symbol(symbol)
    }
}

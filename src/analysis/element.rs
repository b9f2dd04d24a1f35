//! The elements of tensors of sizes.

use super::{Analysis, Sizes, lists::ListId};
use crate::{
    ir::{NumberType, ScopedMap, ValueKey, is_of_sizes, number_type, shaped_type},
    symbol::{Size, Symbol},
};
use melior::ir::{Type, TypeLike, Value, ValueLike};
use rustc_hash::FxHashMap;

/// The longest tensor whose elements are followed: no shape has more dims.
pub(super) const MAX_ELEMENTS: usize = 64;

/// What a scalar is computed by.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Arithmetic {
    Add,
    Multiply,
    Subtract,
    /// Rounds towards zero.
    Divide,
    DivideUp,
    DivideDown,
    DivideUnsigned,
    DivideUnsignedUp,
    Remainder,
    RemainderUnsigned,
    Maximum,
    MaximumUnsigned,
    Minimum,
    MinimumUnsigned,
    Convert,
    ConvertUnsigned,
    RoundUp,
    RoundDown,
    /// What a window of a size, the second number, makes of a size, the first one.
    Windows(Window),
    /// What two sizes broadcast to.
    Broadcast,
}

/// How a window moves along a dim.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Window {
    pub stride: i64,
    pub base_dilation: i64,
    pub dilation: i64,
    /// The padding on both sides.
    pub padding: i64,
}

/// What makes two scalars the same: how, from what and in which type they are computed.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
struct Computation(Arithmetic, Size, Size, NumberType);

/// The elements of tensors of sizes, in row-major order.
///
/// An element that is no dim's size is a symbol too. It may be negative, which
/// facts on sizes rule out: nothing is derived from such a symbol's least value
/// being 0 or from its proving to be a constant.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    elements: ScopedMap<ValueKey, ListId>,
    computed: ScopedMap<Computation, Size>,
    /// The symbols that may be anything but a dim's size, and the type that they are
    /// computed in.
    computed_symbols: FxHashMap<Symbol, NumberType>,
    /// Those outside of the open isolated scopes: inside, symbols begin anew.
    hidden: Vec<FxHashMap<Symbol, NumberType>>,
}

impl Elements {
    pub(super) fn new() -> Self {
        Self {
            elements: ScopedMap::new(),
            computed: ScopedMap::new(),
            computed_symbols: FxHashMap::default(),
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

/// Returns how many elements a value has, if they are numbers that sizes are computed with
/// and few enough to be followed.
pub(super) fn element_count(value: Value<'_, '_>) -> Option<usize> {
    computed_type(value.r#type())?;
    let shape = shaped_type(value.r#type());
    let mut count = 1usize;
    for dim in shape.shape().unwrap_or_default() {
        count = count.checked_mul(usize::try_from(dim.fixed_size()?).ok()?)?;
    }
    (count <= MAX_ELEMENTS).then_some(count)
}

/// Returns the type of a value's numbers if it is one that sizes are computed in.
///
/// Floats of 64 bits hold all sizes exactly, narrower ones do not.
pub(super) fn computed_type(r#type: Type<'_>) -> Option<NumberType> {
    number_type(r#type).filter(|r#type| r#type.whole_bits() >= 31)
}

/// Returns whether a value may have so many elements.
fn may_have(value: Value<'_, '_>, count: usize) -> bool {
    let r#type = value.r#type();
    if r#type.is_ranked_tensor() {
        return match shaped_type(r#type).shape() {
            // As many as the op that makes it says.
            Some([dim]) if dim.is_dynamic() => {
                computed_type(r#type).is_some() && count <= MAX_ELEMENTS
            }
            _ => element_count(value) == Some(count),
        };
    }
    match number_type(r#type) {
        Some(_) => computed_type(r#type).is_some() && count == 1,
        // A shape, or a size of it, which other dialects have types for.
        None => is_of_sizes(r#type) && count <= MAX_ELEMENTS,
    }
}

impl Analysis {
    /// Returns the elements of a tensor of integers; `None` if it is too large to
    /// be one of sizes.
    pub(super) fn elements_of(&mut self, value: Value<'_, '_>) -> Option<Sizes> {
        let key = ValueKey::new(value);
        if let Some(&id) = self.elements.elements.get(&key) {
            return Some(self.lists[id].clone());
        }
        let r#type = computed_type(value.r#type())?;
        let count = element_count(value)?;
        let elements = (0..count)
            .map(|_| self.computed_symbol(r#type))
            .collect::<Sizes>();
        self.set_elements(value, elements.clone());
        Some(elements)
    }

    /// Returns the elements of a tensor of integers by their names, if anything is known of
    /// them.
    pub fn known_elements(&self, value: Value<'_, '_>) -> Option<Sizes> {
        let &id = self.elements.elements.get(&ValueKey::new(value))?;
        Some(self.lists[id].iter().map(|&size| self.name(size)).collect())
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

    /// Notes the elements of a tensor of sizes; not where there are more or fewer of them.
    pub(super) fn set_elements(&mut self, value: Value<'_, '_>, elements: Sizes) {
        let key = ValueKey::new(value);
        if self.elements.elements.get(&key).is_none() && may_have(value, elements.len()) {
            self.elements.elements.insert(key, self.lists.add(elements));
        }
    }

    /// Returns the name of a number that is known; a negative one is no size, and has none
    /// in common with others.
    pub(super) fn number(&mut self, number: i64, r#type: NumberType) -> Size {
        match number {
            0.. => Size::Constant(number),
            _ => self.computed_symbol(r#type),
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
        self.compute(Arithmetic::Add, a, b, NumberType::EXACT)
    }

    pub(super) fn convert(&mut self, element: Size, r#type: NumberType) -> Size {
        let is_kept = match element {
            Size::Constant(size) => r#type.holds(size),
            Size::Symbol(symbol) => match self.elements.computed_symbols.get(&symbol) {
                Some(&from) => from.fits(r#type),
                // Sizes at run time come as `i32`.
                None => NumberType::Integer(32).fits(r#type),
            },
        };
        if is_kept {
            return element;
        }
        self.compute(Arithmetic::Convert, element, element, r#type)
    }

    /// Returns whether a number is known to be whole and not negative.
    pub(super) fn is_size(&self, element: Size) -> bool {
        match element {
            Size::Constant(_) => true,
            Size::Symbol(symbol) => !self.elements.computed_symbols.contains_key(&symbol),
        }
    }

    /// Returns what a number of a type is that is computed from two.
    pub(super) fn compute(
        &mut self,
        arithmetic: Arithmetic,
        a: Size,
        b: Size,
        r#type: NumberType,
    ) -> Size {
        let (a, b) = (self.name(a), self.name(b));
        if let (Size::Constant(a), Size::Constant(b)) = (a, b)
            && let Some(number) = computed_constant(arithmetic, a, b)
            && r#type.holds(number)
        {
            return Size::Constant(number);
        }
        match (arithmetic, a, b) {
            (Arithmetic::Maximum | Arithmetic::Minimum, a, b) if a == b => return a,
            // Minus zero and zero are zero.
            (Arithmetic::Add, a, Size::Constant(0)) | (Arithmetic::Add, Size::Constant(0), a)
                if self.is_whole(a) =>
            {
                return a;
            }
            (Arithmetic::Subtract, a, Size::Constant(0))
            | (
                Arithmetic::Multiply
                | Arithmetic::Divide
                | Arithmetic::DivideUp
                | Arithmetic::DivideDown,
                a,
                Size::Constant(1),
            )
            | (Arithmetic::Multiply, Size::Constant(1), a) => return a,
            (Arithmetic::RoundUp | Arithmetic::RoundDown, a, _) if self.is_whole(a) => return a,
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
            Arithmetic::Add
            | Arithmetic::Multiply
            | Arithmetic::Maximum
            | Arithmetic::MaximumUnsigned
            | Arithmetic::Minimum
            | Arithmetic::MinimumUnsigned => (a.min(b), a.max(b)),
            _ => (a, b),
        };
        let key = Computation(arithmetic, a, b, r#type);
        if let Some(&size) = self.elements.computed.get(&key) {
            return size;
        }
        let size = self.computed_symbol(r#type);
        self.elements.computed.insert(key, size);
        size
    }

    /// Returns the name of an element; one that may be no size does not get that
    /// of a constant which it proves to be if it is one.
    pub(super) fn name(&self, element: Size) -> Size {
        match (element, self.facts.canonical(element)) {
            (Size::Symbol(symbol), Size::Constant(_))
                if self.elements.computed_symbols.contains_key(&symbol) =>
            {
                element
            }
            (_, name) => name,
        }
    }

    fn is_whole(&self, element: Size) -> bool {
        match element {
            Size::Constant(_) => true,
            Size::Symbol(symbol) => !matches!(
                self.elements.computed_symbols.get(&symbol),
                Some(NumberType::Float(_))
            ),
        }
    }

    pub(super) fn computed_symbol(&mut self, r#type: NumberType) -> Size {
        let symbol = self.facts.fresh();
        self.elements.computed_symbols.insert(symbol, r#type);
        Size::Symbol(symbol)
    }
}

/// Returns a number that is computed from two, if it is whole, not negative and does not
/// depend on how wide its type is.
fn computed_constant(arithmetic: Arithmetic, a: i64, b: i64) -> Option<i64> {
    let number = match arithmetic {
        Arithmetic::Add => a.checked_add(b)?,
        Arithmetic::Subtract => a - b,
        Arithmetic::Multiply => a.checked_mul(b)?,
        Arithmetic::Maximum | Arithmetic::MaximumUnsigned => a.max(b),
        Arithmetic::Minimum | Arithmetic::MinimumUnsigned => a.min(b),
        _ => return None,
    };
    (number >= 0).then_some(number)
}

//! The elements of tensors of sizes.

use super::{
    Analysis, Elements,
    lists::{ListId, Lists},
};
use crate::{
    ir::{ScopedMap, ValueKey, is_of_sizes, number_type, shaped_type},
    symbol::{Element, NumberType, Size},
};
use melior::ir::{Type, TypeLike, Value, ValueLike};

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
struct Computation(Arithmetic, Element, Element, NumberType);

/// The elements of tensors of sizes, and what they are computed from.
pub(super) struct ElementTable {
    elements: ScopedMap<ValueKey, ListId<Elements>>,
    lists: Lists<Elements>,
    computed: ScopedMap<Computation, Element>,
}

impl ElementTable {
    pub(super) fn new() -> Self {
        Self {
            elements: ScopedMap::new(),
            lists: Lists::default(),
            computed: ScopedMap::new(),
        }
    }

    /// Returns the elements of a value, if anything is known of them.
    fn find(&self, value: Value<'_, '_>) -> Option<&Elements> {
        let &id = self.elements.get(&ValueKey::new(value))?;
        Some(&self.lists[id])
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
    }

    pub(super) fn exit_isolated(&mut self) {
        self.elements.exit_isolated();
        self.computed.exit_isolated();
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
    pub(super) fn elements_of(&mut self, value: Value<'_, '_>) -> Option<Elements> {
        if let Some(elements) = self.elements.find(value) {
            return Some(elements.clone());
        }
        let r#type = computed_type(value.r#type())?;
        let count = element_count(value)?;
        let elements = (0..count)
            .map(|_| self.facts.fresh_element(r#type))
            .collect::<Elements>();
        self.set_elements(value, elements.clone());
        Some(elements)
    }

    /// Returns the elements of a tensor of integers by their names, if anything is known of
    /// them.
    pub fn known_elements(&self, value: Value<'_, '_>) -> Option<Elements> {
        let elements = self.elements.find(value)?.iter();
        Some(elements.map(|&element| self.facts.name(element)).collect())
    }

    /// Returns the size of a dim that a scalar is the size of; where nothing is known of the
    /// scalar, it is `size` from here on.
    pub fn name_scalar(&mut self, value: Value<'_, '_>, size: Size) -> Size {
        match self.elements.find(value) {
            Some(elements) => {
                let element = elements.first().copied();
                let known = element.and_then(|element| self.facts.size_of_dim(element));
                known.unwrap_or(size)
            }
            None => {
                self.set_elements(value, std::iter::once(size.into()).collect());
                size
            }
        }
    }

    /// Notes the elements of a tensor of sizes; not where there are more or fewer of them.
    pub(super) fn set_elements(&mut self, value: Value<'_, '_>, elements: Elements) {
        if self.elements.find(value).is_none() && may_have(value, elements.len()) {
            let elements = self.elements.lists.add(elements);
            self.elements
                .elements
                .insert(ValueKey::new(value), elements);
        }
    }

    /// Returns the element that is a constant of a type; a negative one has no name in
    /// common with others.
    pub(super) fn number(&mut self, number: i64, r#type: NumberType) -> Element {
        match number {
            0.. => Element::number(number),
            _ => self.facts.fresh_element(r#type),
        }
    }

    /// Returns the sum of the sizes of two dims, which is that of a dim.
    pub(super) fn add_sizes(&mut self, a: Size, b: Size) -> Option<Size> {
        let (a, b) = (self.facts.canonical(a), self.facts.canonical(b));
        // A sum of sizes is exact, as one of 64 bits is.
        let sum = self.compute(Arithmetic::Add, a, b, NumberType::EXACT);
        self.facts.size_of_dim(sum)
    }

    pub(super) fn convert(&mut self, element: Element, r#type: NumberType) -> Element {
        let is_kept = match (element.constant(), self.facts.element_type(element)) {
            (Some(number), _) => r#type.holds(number),
            (None, Some(from)) => from.fits(r#type),
            // Sizes at run time come as `i32`.
            (None, None) => NumberType::Integer(32).fits(r#type),
        };
        if is_kept {
            return element;
        }
        self.compute(Arithmetic::Convert, element, element, r#type)
    }

    /// Returns what a number of a type is that is computed from two.
    pub(super) fn compute(
        &mut self,
        arithmetic: Arithmetic,
        a: impl Into<Element>,
        b: impl Into<Element>,
        r#type: NumberType,
    ) -> Element {
        let (a, b) = (self.facts.name(a.into()), self.facts.name(b.into()));
        let (of_a, of_b) = (a.constant(), b.constant());
        if let (Some(a), Some(b)) = (of_a, of_b)
            && let Some(number) = computed_constant(arithmetic, a, b)
            && r#type.holds(number)
        {
            return Element::number(number);
        }
        match (arithmetic, of_a, of_b) {
            (Arithmetic::Maximum | Arithmetic::Minimum, ..) if a == b => return a,
            // Minus zero and zero are zero.
            (Arithmetic::Add, _, Some(0)) if self.is_whole(a) => return a,
            (Arithmetic::Add, Some(0), _) if self.is_whole(b) => return b,
            (Arithmetic::Subtract, _, Some(0))
            | (
                Arithmetic::Multiply
                | Arithmetic::Divide
                | Arithmetic::DivideUp
                | Arithmetic::DivideDown,
                _,
                Some(1),
            ) => return a,
            (Arithmetic::Multiply, Some(1), _) => return b,
            (Arithmetic::RoundUp | Arithmetic::RoundDown, ..) if self.is_whole(a) => return a,
            (Arithmetic::Maximum, _, Some(bound)) if self.is_positive_bound(a, bound) => return a,
            (Arithmetic::Maximum, Some(bound), _) if self.is_positive_bound(b, bound) => return b,
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
        if let Some(&element) = self.elements.computed.get(&key) {
            return element;
        }
        let element = self.facts.fresh_element(r#type);
        self.elements.computed.insert(key, element);
        element
    }

    fn is_positive_bound(&self, element: Element, bound: i64) -> bool {
        bound > 0 && self.facts.entails_element_at_least(element, bound)
    }

    fn is_whole(&self, element: Element) -> bool {
        let r#type = self.facts.element_type(element);
        !matches!(r#type, Some(NumberType::Float(_)))
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

//! The elements of tensors of sizes.

use super::{
    Analysis, Elements,
    lists::{ListId, Lists},
    types::Followed,
};
use crate::{
    ir::ValueKey,
    scoped_map::ScopedMap,
    symbol::{Arithmetic, Element, NumberType, Size},
};
use melior::ir::{Type, Value, ValueLike};

/// The longest tensor whose elements are followed: no shape has more dims.
pub(super) const MAX_ELEMENTS: usize = 64;

/// The elements of tensors of sizes.
pub(super) struct ElementTable {
    elements: ScopedMap<ValueKey, ListId<Elements>>,
    lists: Lists<Elements>,
}

impl ElementTable {
    pub(super) fn new() -> Self {
        Self {
            elements: ScopedMap::new(),
            lists: Lists::default(),
        }
    }

    /// Returns the elements of a value, if anything is known of them.
    fn find(&self, value: Value<'_, '_>) -> Option<&Elements> {
        let &id = self.elements.get(&ValueKey::new(value))?;
        Some(&self.lists[id])
    }

    pub(super) fn enter(&mut self) {
        self.elements.enter();
    }

    pub(super) fn exit(&mut self) {
        self.elements.exit();
    }

    pub(super) fn enter_isolated(&mut self) {
        self.elements.enter_isolated();
    }

    pub(super) fn exit_isolated(&mut self) {
        self.elements.exit_isolated();
    }
}

/// The longest tensor whose elements are followed through calls and loops.
const MAX_ROW_ELEMENTS: usize = 8;

impl Analysis {
    /// Returns how many elements a value has, if sizes are computed with numbers of its type
    /// and there are few enough to be followed.
    pub(super) fn element_count(&mut self, value: Value<'_, '_>) -> Option<usize> {
        match self.types.describe(value.r#type()).followed {
            Followed::Count(count) => Some(count),
            Followed::Nothing | Followed::Few => None,
        }
    }

    /// Returns whether a value's elements are part of its row.
    pub(super) fn has_row_of_elements(&mut self, value: Value<'_, '_>) -> bool {
        let count = self.element_count(value);
        count.is_some_and(|count| count <= MAX_ROW_ELEMENTS)
    }

    /// Returns the number type of a value's elements if sizes are computed in it.
    pub(super) fn computed_type(&mut self, r#type: Type<'_>) -> Option<NumberType> {
        self.types.describe(r#type).computed
    }

    /// Returns whether a type is a dialect's own type for sizes or shapes.
    pub(super) fn is_of_sizes(&mut self, r#type: Type<'_>) -> bool {
        self.types.describe(r#type).is_of_sizes
    }

    /// Returns whether a value may have `count` elements that are followed.
    fn may_have(&mut self, value: Value<'_, '_>, count: usize) -> bool {
        match self.types.describe(value.r#type()).followed {
            Followed::Nothing => false,
            Followed::Count(all) => count == all,
            Followed::Few => count <= MAX_ELEMENTS,
        }
    }

    /// Returns the elements of a tensor of numbers; `None` if it is too large to be followed.
    pub(super) fn elements_of(&mut self, value: Value<'_, '_>) -> Option<Elements> {
        if let Some(elements) = self.elements.find(value) {
            return Some(elements.clone());
        }
        let r#type = self.computed_type(value.r#type())?;
        let count = self.element_count(value)?;
        let elements = (0..count)
            .map(|_| self.facts.fresh_element(r#type))
            .collect::<Elements>();
        self.set_elements(value, elements.clone());
        Some(elements)
    }

    /// Returns the current names of the elements of a tensor of numbers, if anything is known
    /// of them.
    pub fn known_elements(&self, value: Value<'_, '_>) -> Option<Elements> {
        let elements = self.elements.find(value)?.iter();
        Some(elements.map(|&element| self.facts.name(element)).collect())
    }

    /// Returns the size that a scalar is known to hold; if nothing is known of it, assumes that
    /// it holds `size`.
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

    /// Notes the elements of a tensor of sizes, unless their count does not fit its type.
    pub(super) fn set_elements(&mut self, value: Value<'_, '_>, elements: Elements) {
        if self.may_have(value, elements.len()) {
            let table = &mut self.elements;
            table
                .elements
                .get_or_insert_with(ValueKey::new(value), || table.lists.add(elements));
        }
    }

    /// Returns the sum of two sizes, if it is known to be a size.
    pub(super) fn add_sizes(&mut self, a: Size, b: Size) -> Option<Size> {
        if let (Size::Constant(a), Size::Constant(b)) = (a, b)
            && let Some(sum) = a.checked_add(b)
        {
            return Some(Size::Constant(sum));
        }
        // A 64-bit sum of sizes does not wrap.
        let sum = self.compute(Arithmetic::Add, a, b, NumberType::EXACT);
        self.facts.size_of_dim(sum)
    }

    /// Returns the number that an operation of a type computes from two.
    pub(super) fn compute(
        &mut self,
        arithmetic: Arithmetic,
        a: impl Into<Element>,
        b: impl Into<Element>,
        r#type: NumberType,
    ) -> Element {
        self.facts.compute(arithmetic, a.into(), b.into(), r#type)
    }
}

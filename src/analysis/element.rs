//! The elements of tensors of sizes.

use super::{Analysis, Sizes, lists::ListId};
use crate::{
    ir::{ScopedMap, ValueKey, element_bits, shaped_type},
    symbol::{Size, Symbol},
};
use melior::ir::{Value, ValueLike};
use rustc_hash::FxHashSet;

/// The longest tensor whose elements are followed: no shape has more dims.
pub(super) const MAX_ELEMENTS: usize = 64;

/// What a scalar is computed by.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Arithmetic {
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

/// Returns how many elements a value has, if they are integers and few enough to be
/// followed; `None` too for a rank above 1, where they have no order here.
pub(super) fn element_count(value: Value<'_, '_>) -> Option<usize> {
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
        if self.elements.elements.get(&key).is_none()
            && element_count(value) == Some(elements.len())
        {
            self.elements.elements.insert(key, self.lists.add(elements));
        }
    }

    /// Returns the name of a number that is known; a negative one is no size, and has none
    /// in common with others.
    pub(super) fn number(&mut self, number: i64) -> Size {
        match number {
            0.. => Size::Constant(number),
            _ => self.computed_symbol(),
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

    pub(super) fn convert(&mut self, element: Size, bits: u32) -> Size {
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

    pub(super) fn compute(&mut self, arithmetic: Arithmetic, a: Size, b: Size, bits: u32) -> Size {
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

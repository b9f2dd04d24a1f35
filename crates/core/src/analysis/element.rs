//! The elements of tensors of sizes.
use super::{Analysis, Elements, element_table::MAX_ELEMENTS, predicate, types::Followed};
use crate::{
    ir::ValueKey,
    symbol::{
        Arithmetic, Element, NumberType, Size, Statement,
        integer::{Definition, Direction, Function, Integer, Signedness},
    },
};
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};

/// A type that holds products of three sizes and more.
const UNLIMITED: NumberType = NumberType(120);

/// How deep a truth value is examined.
const MAX_CONNECTIVES: usize = 4;

/// The longest tensor whose elements are followed through calls and loops.
const MAX_ROW_ELEMENTS: usize = 8;

impl Analysis {
    /// Returns whether a value's elements are part of its row: sizes are computed with numbers of its type, and there
    /// are few.
    pub(super) fn has_row_of_elements(&mut self, value: Value<'_, '_>) -> bool {
        let followed = self.types.describe(value.r#type()).followed;
        matches!(followed, Followed::Count(count) if count <= MAX_ROW_ELEMENTS)
    }

    /// Returns the number type of a value's elements if sizes are computed in it.
    pub(super) fn computed_type(&mut self, r#type: Type<'_>) -> Option<NumberType> {
        self.types.describe(r#type).computed
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
        let described = self.types.describe(value.r#type());
        if described.followed == Followed::Nothing {
            return None;
        }
        let row = self.values.elements(value)?;
        let elements = row.iter().map(|&number| self.element(number));
        let elements = elements.collect::<Elements>();
        self.set_elements(value, elements.clone());
        Some(elements)
    }

    /// Learns the elements of an op's results, if it computes them from others, and names those of
    /// its operands.
    pub(super) fn learn_integers(&mut self, operation: OperationRef<'_, '_>) {
        for operand in operation.operands() {
            self.elements_of(operand);
        }
        for result in operation.results() {
            let result = Value::from(result);
            if self.types.describe(result.r#type()).followed != Followed::Nothing
                && self.values.is_computed_in_part(result)
            {
                self.elements_of(result);
            }
        }
    }

    /// Returns what facts call an integer.
    pub(super) fn element(&mut self, number: Integer) -> Element {
        let r#type = NumberType(self.values.integers.bits(number));
        if let Some(constant) = self.values.integers.value(number) {
            // Facts are about signed numbers, so a bit that is set is -1.
            return Element::number(match r#type.0 {
                1 => -(constant & 1),
                _ => constant,
            });
        }
        if let Some(element) = self.known_name(number) {
            return element;
        }
        let element = match self.values.integers.definition(number).clone() {
            Definition::Constant(constant) => Element::number(constant),
            Definition::Element(..) => match self.values.computed(number) {
                Some(computed) => self.element(computed),
                None => self.facts.fresh_element(r#type),
            },
            Definition::Extent(..) => Size::Symbol(self.facts.fresh()).into(),
            Definition::Apply(function, parts) => self.apply_to(function, &parts, r#type),
        };
        self.elements.names.insert(number, element);
        element
    }

    /// Returns what facts call an integer, if they have a name for it: an extent is the size of
    /// its value.
    fn known_name(&self, number: Integer) -> Option<Element> {
        if let &Definition::Extent(source, dim) = self.values.integers.definition(number)
            && let Some(&id) = self.sizes.get(&self.values.source(source))
            && let Some(&size) = self.lists[id].get(dim)
        {
            return Some(size.into());
        }
        self.elements.names.get(&number).copied()
    }

    /// Returns what facts call the result of a function of integers.
    fn apply_to(&mut self, function: Function, parts: &[Integer], r#type: NumberType) -> Element {
        use Signedness::{Signed, Unsigned};
        match function {
            Function::Convert(signedness) => {
                let from = NumberType(self.values.integers.bits(parts[0]));
                let element = self.element(parts[0]);
                match signedness {
                    Signed => self.facts.convert(element, from, r#type),
                    Unsigned => {
                        let bits = Element::number(from.0.into());
                        self.compute(Arithmetic::ConvertUnsigned, element, bits, r#type)
                    }
                }
            }
            Function::Select => {
                if let Some((a, b)) = self.values.integers.as_floor_remainder(parts) {
                    let [a, b] = [a, b].map(|part| self.element(part));
                    return self.compute(Arithmetic::RemainderDown, a, b, r#type);
                }
                let [a, b] = [parts[1], parts[2]].map(|part| self.element(part));
                match self.truth(parts[0], MAX_CONNECTIVES) {
                    Some(true) => return a,
                    Some(false) => return b,
                    None => {}
                }
                self.choose(Some(parts[0]), a, b, r#type)
            }
            function => match arithmetic(function) {
                Some(_) => {
                    let [a, b] = [parts[0], parts[1]].map(|part| self.element(part));
                    let element = self.apply(function, a, b, r#type);
                    element.unwrap_or_else(|| self.facts.fresh_element(r#type))
                }
                None => self.facts.fresh_element(r#type),
            },
        }
    }

    /// Returns what facts call the result of a function of two numbers; `None` if they do not know
    /// the function.
    pub(super) fn apply(
        &mut self,
        function: Function,
        a: Element,
        b: Element,
        r#type: NumberType,
    ) -> Option<Element> {
        let r#type = match function {
            Function::MultiplyExact => UNLIMITED,
            _ => r#type,
        };
        Some(self.compute(arithmetic(function)?, a, b, r#type))
    }

    /// Returns the number that a truth value, if it is known, selects from two.
    pub(super) fn choose(
        &mut self,
        truth: Option<Integer>,
        on_true: Element,
        on_false: Element,
        r#type: NumberType,
    ) -> Element {
        let [on_true, on_false] = [on_true, on_false].map(|number| self.facts.name(number));
        match truth.and_then(|truth| self.comparison_with_one(truth)) {
            Some((true, size)) if size == on_false => {
                self.compute(Arithmetic::FirstNotOne, on_false, on_true, r#type)
            }
            Some((false, size)) if size == on_true => {
                self.compute(Arithmetic::FirstNotOne, on_true, on_false, r#type)
            }
            _ => self.compute(Arithmetic::Either, on_true, on_false, r#type),
        }
    }

    /// Returns whether a truth value is known, of at most `depth` nested connectives.
    fn truth(&mut self, truth: Integer, depth: usize) -> Option<bool> {
        if let Some(known) = self.values.integers.value(truth) {
            return Some(known != 0);
        }
        let Definition::Apply(function, parts) = self.values.integers.definition(truth).clone()
        else {
            return None;
        };
        let (&a, &b) = (parts.first()?, parts.get(1)?);
        match function {
            // Facts are about signed numbers, and equality is the same for others.
            Function::Compare(direction, signedness)
                if signedness == Signedness::Signed
                    || matches!(direction, Direction::Eq | Direction::Ne) =>
            {
                let [a, b] = [a, b].map(|part| self.element(part));
                predicate::truth(self, direction, a, b)
            }
            Function::And | Function::Or if depth > 0 => {
                let deciding = function == Function::Or;
                let [a, b] = [a, b].map(|part| self.truth(part, depth - 1));
                match (a, b) {
                    _ if a == Some(deciding) || b == Some(deciding) => Some(deciding),
                    (Some(_), Some(_)) => Some(!deciding),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns a number that is compared with 1, and whether the truth value is true if it is 1.
    fn comparison_with_one(&mut self, truth: Integer) -> Option<(bool, Element)> {
        let integers = &self.values.integers;
        let Definition::Apply(Function::Compare(direction, _), parts) = integers.definition(truth)
        else {
            return None;
        };
        let is_equal = match direction {
            Direction::Eq => true,
            Direction::Ne => false,
            _ => return None,
        };
        let number = parts[0];
        integers.value(parts[1]).filter(|&one| one == 1)?;
        let element = self.element(number);
        Some((is_equal, self.facts.name(element)))
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
            let key = ValueKey::new(value);
            if self.elements.elements.get(&key).is_some() {
                return;
            }
            if let Some(row) = self.values.row_of(value, elements.len()) {
                for (&number, &element) in row.iter().zip(&elements) {
                    self.name(number, element);
                }
            }
            let table = &mut self.elements;
            table.elements.insert(key, table.lists.add(elements));
        }
    }

    /// Notes what facts call an integer; if it has a name already, the two are equal.
    fn name(&mut self, number: Integer, element: Element) {
        if let Some(known) = self.known_name(number) {
            if known == element {
                return;
            }
            let sizes = [known, element].map(|name| self.facts.as_size(name));
            if let [Some(known), Some(size)] = sizes {
                self.facts.assume(Statement::Equal(known, size));
            }
        }
        self.elements.names.insert(number, element);
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

/// Returns what facts call a function of two integers of one width; `None` for bits and truth
/// values, and for a conversion or a selection.
const fn arithmetic(function: Function) -> Option<Arithmetic> {
    use Signedness::{Signed, Unsigned};
    Some(match function {
        Function::Add => Arithmetic::Add,
        Function::Subtract => Arithmetic::Subtract,
        Function::Multiply | Function::MultiplyExact => Arithmetic::Multiply,
        Function::Divide(Signed) => Arithmetic::Divide,
        Function::Divide(Unsigned) => Arithmetic::DivideUnsigned,
        Function::DivideUp(Signed) => Arithmetic::DivideUp,
        Function::DivideUp(Unsigned) => Arithmetic::DivideUnsignedUp,
        Function::DivideDown => Arithmetic::DivideDown,
        Function::Remainder(Signed) => Arithmetic::Remainder,
        Function::Remainder(Unsigned) => Arithmetic::RemainderUnsigned,
        Function::Maximum(Signed) => Arithmetic::Maximum,
        Function::Maximum(Unsigned) => Arithmetic::MaximumUnsigned,
        Function::Minimum(Signed) => Arithmetic::Minimum,
        Function::Minimum(Unsigned) => Arithmetic::MinimumUnsigned,
        Function::Broadcast => Arithmetic::Broadcast,
        Function::Compare(..)
        | Function::And
        | Function::Or
        | Function::Xor
        | Function::ShiftLeft
        | Function::ShiftRightArithmetic
        | Function::ShiftRightLogical
        | Function::Select
        | Function::Convert(_) => return None,
    })
}

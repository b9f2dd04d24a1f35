//! Numbers that a program computes with: the elements of tensors of sizes.
//!
//! Sizes are never negative, and [`Facts`] rely on that. An [`Element`] may be negative, so it
//! has its own type, and only this file defines what facts about sizes mean for elements:
//!
//! - a fact is assumed of an element *if it is a size*: [`Element::if_size`];
//! - an answer about an element holds whether or not it is a size: [`Facts::name`],
//!   [`Facts::entails_element_at_least`];
//! - an element that is the size of some dim is a size: [`Facts::size_of_dim`].
//!
//! Such facts never make a false claim about sizes. Suppose that some elements are negative,
//! and replace them with 0: each assumption about elements (`a = b`, `a` broadcasts to `b`, `a`
//! and `b` are compatible, `a >= n`, `a <= n`) still holds if it held before, or contradicts `a
//! >= 0` and is left out. So the sizes satisfy the facts, whatever the elements are.
use super::{
    Condition, Facts, Relation, Size, Statement, Term,
    number::{Element, ElementForm, NumberType},
};

impl Facts {
    /// Returns a new element of which only the type is known.
    pub fn fresh_element(&mut self, r#type: NumberType) -> Element {
        let symbol = self.fresh();
        self.types.insert(symbol, r#type);
        Element(ElementForm::Named(symbol))
    }

    /// Returns the type of an element that is not known to be a size.
    pub fn element_type(&self, element: Element) -> Option<NumberType> {
        match element.0 {
            ElementForm::Constant(_) => None,
            ElementForm::Named(symbol) => self.types.get(&symbol).copied(),
        }
    }

    /// Returns the size that an element is, if it is known to be one.
    pub fn as_size(&self, element: Element) -> Option<Size> {
        match self.element_type(element) {
            Some(_) => None,
            None => element.if_size(),
        }
    }

    /// Returns the common name of all elements that equal this one.
    ///
    /// An element that may not be a size is never named by a constant: it equals that constant
    /// only if it is a size.
    pub fn name(&self, element: Element) -> Element {
        let Some(size) = element.if_size() else {
            return element;
        };
        match self.canonical(size) {
            Size::Constant(_) if self.as_size(element).is_none() => element,
            name => name.into(),
        }
    }

    /// Returns whether `element >= least` is known.
    pub fn entails_element_at_least(&self, element: Element, least: i64) -> bool {
        let is_known = match (self.as_size(element), element.if_size()) {
            (Some(size), _) => self.entails_at_least(size, least),
            // A lower bound of at least 1 holds for elements that are not sizes, too.
            (None, Some(size)) => least > 0 && self.entails_at_least(size, least),
            (None, None) => element.constant().is_some_and(|number| number >= least),
        };
        is_known || self.is_computed_at_least(element, least)
    }

    /// Returns whether an element is known to equal a number.
    pub fn entails_element_is(&self, element: Element, number: i64) -> bool {
        self.entails_element_at_least(element, number)
            && self.entails_element_at_most(element, number)
    }

    /// Returns whether `element <= greatest` is known.
    pub fn entails_element_at_most(&self, element: Element, greatest: i64) -> bool {
        match (element.constant(), element.if_size()) {
            (Some(number), _) => number <= greatest,
            // An element that is not a size is negative, so it is below any non-negative bound.
            (None, Some(size)) => greatest >= 0 && self.entails_at_most(size, greatest),
            (None, None) => false,
        }
    }

    /// Returns whether a condition on elements is known to hold. Minima, maxima and the like
    /// are not examined.
    pub fn entails_condition_on_elements(&self, condition: &Condition<Element>) -> bool {
        condition.is_known(&|condition| match condition {
            Condition::Equal(a, b) => {
                let names = [a, b].map(|term| Some(self.name(term.element()?)));
                matches!(names, [Some(a), Some(b)] if a == b)
            }
            Condition::AtLeast(term, least) => {
                let element = term.element();
                element.is_some_and(|element| self.entails_element_at_least(element, *least))
            }
            Condition::AtMost(term, greatest) => {
                let element = term.element();
                element.is_some_and(|element| self.entails_element_at_most(element, *greatest))
            }
            Condition::Multiple(term, of) => {
                let size = term.element().and_then(|element| self.as_size(element));
                size.is_some_and(|size| self.entails_multiple(size, *of))
            }
            Condition::Any(_) => self.entails_as_statement(condition),
            Condition::All(_) => false,
        })
    }

    /// Returns whether a condition is known to hold that has the form of *broadcasts to* or
    /// *compatible*.
    ///
    /// Facts state these for sizes only; they do not distinguish negative numbers.
    fn entails_as_statement(&self, condition: &Condition<Element>) -> bool {
        let is_size = |element: &Element| self.entails_element_at_least(*element, 0);
        if !condition.all_sizes(&is_size) {
            return false;
        }
        let mut is_known = false;
        Statement::for_each_in(condition, &mut |statement| match statement {
            Statement::Related(d, Relation::Broadcasts, r) => {
                is_known = self.entails_broadcasts_to(d, r);
            }
            Statement::Compatible(a, b) => is_known = self.entails_compatible(a, b),
            _ => {}
        });
        is_known
    }
}

impl Term<Element> {
    /// Returns the term's element, if it is a single one.
    fn element(&self) -> Option<Element> {
        match self {
            &Self::Size(element) => Some(element),
            &Self::Constant(number) => Some(Element::number(number)),
            Self::Minimum(_) | Self::Maximum(_) | Self::FirstNotOne(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPE: NumberType = NumberType(32);

    #[test]
    fn an_element_is_a_size_only_where_it_is_known_to_be_one() {
        let mut facts = Facts::default();
        let size = Size::Symbol(facts.fresh());
        let number = facts.fresh_element(TYPE);
        assert_eq!(facts.as_size(size.into()), Some(size));
        assert_eq!(facts.as_size(number), None);
        assert_eq!(facts.as_size(Element::number(3)), Some(Size::Constant(3)));
        assert_eq!(facts.as_size(Element::number(-3)), None);
        assert_eq!(facts.size_of_dim(Element::number(-3)), None);
        assert_eq!(facts.element_type(number), Some(TYPE));
        assert_eq!(facts.element_type(size.into()), None);
    }

    #[test]
    fn an_upper_bound_does_not_make_an_element_a_constant() {
        let mut facts = Facts::default();
        let number = facts.fresh_element(TYPE);
        facts.assume_condition(&Condition::AtMost(Term::Size(number), 0));
        // It may be -3.
        assert_eq!(facts.name(number), number);
        assert!(!facts.entails_element_at_least(number, 0));
        let size = facts.size_of_dim(number).unwrap();
        assert!(facts.entails_equal(size, Size::Constant(0)));
    }

    #[test]
    fn a_positive_lower_bound_holds_for_elements() {
        let mut facts = Facts::default();
        let number = facts.fresh_element(TYPE);
        facts.assume_condition(&Condition::AtLeast(Term::Size(number), 2));
        assert!(facts.entails_element_at_least(number, 2));
        assert!(!facts.entails_element_at_least(number, 3));
        assert!(facts.entails_element_at_least(Element::number(-1), -1));
        assert!(!facts.entails_element_at_least(Element::number(-1), 0));
    }

    #[test]
    fn equal_elements_have_one_name() {
        let mut facts = Facts::default();
        let size = Size::Symbol(facts.fresh());
        let number = facts.fresh_element(TYPE);
        let [a, b] = [size.into(), number].map(Term::Size);
        facts.assume_condition(&Condition::<Element>::Equal(b, a));
        assert_eq!(facts.name(number), size.into());
        facts.assume(Statement::Equal(size, Size::Constant(4)));
        assert_eq!(facts.name(size.into()), Element::number(4));
    }

    /// Assumptions about elements imply nothing false about sizes, whatever the elements are.
    #[test]
    fn sizes_satisfy_the_facts_whatever_the_elements_are() {
        let mut facts = Facts::default();
        let size = Size::Symbol(facts.fresh());
        let numbers = [(); 2].map(|()| facts.fresh_element(TYPE));
        let elements = [size.into(), numbers[0], numbers[1]];
        let terms = elements.map(Term::Size);
        let mut conditions = vec![];
        for a in &terms {
            for b in &terms {
                conditions.push(Condition::Equal(a.clone(), b.clone()));
                conditions.push(Condition::broadcasts_to(a.clone(), b.clone()));
            }
            conditions.extend((-1..=2).map(|n| Condition::AtLeast(a.clone(), n)));
            conditions.extend((-1..=2).map(|n| Condition::AtMost(a.clone(), n)));
        }
        for (index, a) in elements.iter().enumerate() {
            let compatible = |b: &Element| Condition::compatible(*a, *b);
            conditions.extend(elements[index + 1..].iter().map(compatible));
        }
        let mut checked = 0;
        for (index, first) in conditions.iter().enumerate() {
            for (offset, second) in conditions[index..].iter().enumerate() {
                for third in conditions[index + offset..].iter().step_by(3) {
                    let mut known = facts.clone();
                    let assumed = [first, second, third];
                    for condition in assumed {
                        known.assume_condition(condition);
                    }
                    checked += check_sizes(&known, size, elements, &assumed, &conditions);
                }
            }
        }
        assert!(checked > 100_000, "{checked} assignments");
    }

    fn check_sizes(
        facts: &Facts,
        size: Size,
        elements: [Element; 3],
        assumed: &[&Condition<Element>],
        conditions: &[Condition<Element>],
    ) -> usize {
        let bounds = [-2, 0, 1, 2, 3];
        let mut checked = 0;
        for n in [0, 1, 2, 3] {
            for (a, b) in bounds.iter().flat_map(|&a| bounds.map(|b| (a, b))) {
                let values = [n, a, b];
                let value = |element: &Element| {
                    let found = elements.iter().position(|other| other == element);
                    element.constant().unwrap_or_else(|| values[found.unwrap()])
                };
                if !assumed.iter().all(|condition| condition.holds(&value)) {
                    continue;
                }
                checked += 1;
                let text = || format!("{assumed:?} of {values:?}");
                if let Some(constant) = facts.canonical(size).constant() {
                    assert_eq!(constant, n, "{}", text());
                }
                for bound in 0..4 {
                    let is_wrong = facts.entails_at_least(size, bound) && n < bound
                        || facts.entails_at_most(size, bound) && n > bound
                        || facts.entails_equal(size, Size::Constant(bound)) && n != bound
                        || facts.entails_not_equal(size, Size::Constant(bound)) && n == bound;
                    assert!(!is_wrong, "{}", text());
                }
                for condition in conditions {
                    let is_known = facts.entails_condition_on_elements(condition);
                    assert!(
                        !is_known || condition.holds(&value),
                        "{condition:?}: {}",
                        text()
                    );
                }
                for (&element, number) in elements.iter().zip(values) {
                    let name = facts.name(element);
                    let named = match name.constant() {
                        Some(constant) => constant,
                        None => value(&name),
                    };
                    assert_eq!(named, number, "{}", text());
                    for least in 0..4 {
                        let is_known = facts.entails_element_at_least(element, least);
                        assert!(!is_known || number >= least, "{}", text());
                    }
                }
            }
        }
        checked
    }
}

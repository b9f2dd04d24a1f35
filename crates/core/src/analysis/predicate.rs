//! What predicates imply for sizes: those that assertions check, which carry a frontend's shape
//! constraints, and those that decide branches.

use super::{Analysis, integers::element_count, row::NeededRelation};
use crate::{
    dialect::{arith, stablehlo, tensor},
    ir::{
        comparison_direction, constant_integer, defining_op, element_bits, integer_comparison,
        is_assertion, name_str, operand,
    },
    symbol::{
        Condition, Element, Statement, Term,
        integer::{
            Direction::{self, Eq, Ge, Gt, Le, Lt, Ne},
            Signedness::{Signed, Unsigned},
        },
    },
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// The maximum number of comparisons in a disjunction; facts cannot represent more.
const MAX_ALTERNATIVES: usize = 3;

/// The maximum number of parts examined of a predicate that is known to be false; of one that
/// is true, each part is examined once.
const MAX_NEGATIONS: usize = 64;

/// The maximum number of parts of a conjunction that are examined to show that it holds.
const MAX_PARTS: usize = 64;

/// Two numbers and how they are ordered.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    direction: Direction,
    a: Element,
    b: Element,
}

impl Comparison {
    /// Returns the greater number, the lesser one, and the least difference; `None` if the
    /// comparison is an equality or inequality.
    fn difference(self) -> Option<(Element, Element, i64)> {
        let Self { direction, a, b } = self;
        match direction {
            Ge => Some((a, b, 0)),
            Gt => Some((a, b, 1)),
            Le => Some((b, a, 0)),
            Lt => Some((b, a, 1)),
            Eq | Ne => None,
        }
    }

    /// Returns the comparison with its constant on the right, if one side is constant.
    fn with_constant(self) -> Option<(Element, Direction, i64)> {
        match (self.b.constant(), self.a.constant()) {
            (Some(bound), _) => Some((self.a, self.direction, bound)),
            (None, Some(bound)) => Some((self.b, self.direction.reverse(), bound)),
            (None, None) => None,
        }
    }
}

/// The structure of a predicate.
enum PredicateForm<'c, 'a> {
    /// It equals another predicate.
    Same(Value<'c, 'a>),
    /// It is the negation of another one.
    Not(Value<'c, 'a>),
    /// It is true if both are.
    And(Value<'c, 'a>, Value<'c, 'a>),
    /// It is true if one of them is.
    Or(Value<'c, 'a>, Value<'c, 'a>),
    /// It compares numbers.
    Comparison(OperationRef<'c, 'a>),
}

/// Learns from an assertion on sizes, a `stablehlo.custom_call @shape_assertion` or a
/// `cf.assert`.
pub(super) fn learn_assertion(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
) -> Option<()> {
    if is_assertion(operation) {
        assume(analysis, operand(operation, 0)?, true);
    }
    Some(())
}

/// Returns whether a comparison of integers is known to be true, or false.
pub(super) fn truth(
    analysis: &Analysis,
    direction: Direction,
    a: Element,
    b: Element,
) -> Option<bool> {
    let [a, b] = [a, b].map(|number| analysis.facts.name(number));
    // Numbers that may be negative have no common name, but equal ones are at least each other.
    let exceeds = |a, b, least| analysis.facts.entails_difference(a, b, least);
    let holds = |direction| {
        is_known(analysis, Comparison { direction, a, b })
            || direction == Eq && exceeds(a, b, 0) && exceeds(b, a, 0)
            || direction == Ne && (exceeds(a, b, 1) || exceeds(b, a, 1))
    };
    match (holds(direction), holds(direction.negate())) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        // Both are known where facts contradict each other: the program does not get there.
        _ => None,
    }
}

/// Assumes that a predicate is true, or false, as far as that is a condition on sizes.
///
/// A part that is known to hold has been assumed before, so a part that conjunctions share is
/// examined once.
pub(super) fn assume<'c, 'a>(analysis: &mut Analysis, predicate: Value<'c, 'a>, is_true: bool) {
    let mut pending = vec![(predicate, is_true)];
    let mut negations = 0;
    while let Some((predicate, is_true)) = pending.pop() {
        let is_new = match is_true {
            true => analysis.mark_as_holding(predicate),
            false => {
                negations += 1;
                negations <= MAX_NEGATIONS
            }
        };
        let Some(form) = form(predicate).filter(|_| is_new) else {
            continue;
        };
        match (form, is_true) {
            (PredicateForm::Same(other), _) => pending.push((other, is_true)),
            (PredicateForm::Not(other), _) => pending.push((other, !is_true)),
            (PredicateForm::And(a, b), true) | (PredicateForm::Or(a, b), false) => {
                pending.extend([(b, is_true), (a, is_true)]);
            }
            (PredicateForm::And(..) | PredicateForm::Or(..), _) => {
                if let Some(condition) = disjunction(analysis, predicate, is_true) {
                    analysis.facts.assume_condition(&condition);
                }
            }
            (PredicateForm::Comparison(operation), _) => {
                if let Some(comparison) = comparison(analysis, operation, is_true) {
                    let comparison = with_first_names(analysis, operation, comparison);
                    assume_comparison(analysis, comparison);
                }
            }
        }
    }
}

/// Returns whether a predicate is known to hold: all its parts do, if it is a conjunction.
pub(super) fn holds<'c, 'a>(analysis: &mut Analysis, predicate: Value<'c, 'a>) -> bool {
    let mut pending = vec![predicate];
    let mut parts = 0;
    while let Some(predicate) = pending.pop() {
        parts += 1;
        if analysis.is_known_to_hold(predicate) || is_constant_true(predicate) {
            continue;
        }
        let Some(form) = form(predicate).filter(|_| parts <= MAX_PARTS) else {
            return false;
        };
        let is_known = match form {
            PredicateForm::Same(other) => {
                pending.push(other);
                true
            }
            PredicateForm::And(a, b) => {
                pending.extend([b, a]);
                true
            }
            _ if !compares_signed_integers(predicate) => false,
            PredicateForm::Not(_) | PredicateForm::Or(..) => {
                let condition = disjunction(analysis, predicate, true);
                condition.is_some_and(|condition| {
                    analysis.facts.entails_condition_on_elements(&condition)
                })
            }
            PredicateForm::Comparison(operation) => {
                let comparison = comparison(analysis, operation, true);
                comparison.is_some_and(|comparison| is_known(analysis, comparison))
            }
        };
        if !is_known {
            return false;
        }
    }
    true
}

/// Returns whether all comparisons in a predicate are of signed integers, or, for equality, of
/// any integers: a float may be NaN, which does not equal itself.
fn compares_signed_integers(predicate: Value<'_, '_>) -> bool {
    let mut pending = vec![predicate];
    let mut parts = 0;
    while let Some(predicate) = pending.pop() {
        parts += 1;
        match form(predicate).filter(|_| parts <= MAX_PARTS) {
            Some(PredicateForm::Same(other) | PredicateForm::Not(other)) => pending.push(other),
            Some(PredicateForm::And(a, b) | PredicateForm::Or(a, b)) => pending.extend([a, b]),
            Some(PredicateForm::Comparison(operation)) => {
                let bits = operand(operation, 0).and_then(|a| element_bits(a.r#type()));
                let comparison = integer_comparison(operation);
                if bits.is_none() || matches!(comparison, Some((_, Unsigned))) {
                    return false;
                }
            }
            None => return false,
        }
    }
    true
}

/// Returns whether it is known that numbers are in an order.
fn is_known(analysis: &Analysis, comparison: Comparison) -> bool {
    if let Some(condition) = condition(comparison) {
        return analysis.facts.entails_condition_on_elements(&condition);
    }
    comparison
        .difference()
        .is_some_and(|(greater, less, least)| {
            analysis.facts.entails_difference(greater, less, least)
        })
}

fn form<'c, 'a>(predicate: Value<'c, 'a>) -> Option<PredicateForm<'c, 'a>> {
    let operation = defining_op(predicate)?;
    let first = operand(operation, 0);
    let second = operand(operation, 1);
    Some(match name_str(operation.name())? {
        stablehlo::RESHAPE => PredicateForm::Same(first?),
        // Of several elements, the others are other predicates.
        tensor::EXTRACT if element_count(first?.r#type()) == Some(1) => PredicateForm::Same(first?),
        tensor::FROM_ELEMENTS if operation.operand_count() == 1 => PredicateForm::Same(first?),
        stablehlo::AND | arith::ANDI => PredicateForm::And(first?, second?),
        stablehlo::OR | arith::ORI => PredicateForm::Or(first?, second?),
        stablehlo::NOT => PredicateForm::Not(first?),
        arith::XORI if is_constant_true(second?) => PredicateForm::Not(first?),
        stablehlo::COMPARE | arith::CMPI => PredicateForm::Comparison(operation),
        _ => return None,
    })
}

/// Returns whether a predicate is the constant true.
fn is_constant_true(value: Value<'_, '_>) -> bool {
    constant_integer(value) == Some(1)
}

/// Returns the disjunction of comparisons that holds if a predicate is true, or false; `None`
/// if it has another form.
fn disjunction(
    analysis: &mut Analysis,
    predicate: Value<'_, '_>,
    is_true: bool,
) -> Option<Condition<Element>> {
    let mut alternatives = vec![];
    let mut pending = vec![(predicate, is_true)];
    while let Some((predicate, is_true)) = pending.pop() {
        if alternatives.len() + pending.len() >= MAX_ALTERNATIVES {
            return None;
        }
        match (form(predicate)?, is_true) {
            (PredicateForm::Same(other), _) => pending.push((other, is_true)),
            (PredicateForm::Not(other), _) => pending.push((other, !is_true)),
            (PredicateForm::Or(a, b), true) | (PredicateForm::And(a, b), false) => {
                pending.extend([(b, is_true), (a, is_true)]);
            }
            (PredicateForm::Or(..) | PredicateForm::And(..), _) => return None,
            (PredicateForm::Comparison(operation), _) => {
                let comparison = comparison(analysis, operation, is_true)?;
                alternatives.push(condition(comparison)?);
            }
        }
    }
    Some(Condition::Any(alternatives))
}

/// Returns the order of signed numbers that a comparison implies if it is true, or false.
fn comparison(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    is_true: bool,
) -> Option<Comparison> {
    let [a, b] = [0, 1].map(|index| scalar(analysis, operation, index));
    let (a, b) = (a?, b?);
    let (direction, signedness) = match name_str(operation.name())? {
        stablehlo::COMPARE => (comparison_direction(operation)?, Signed),
        _ => integer_comparison(operation)?,
    };
    // Floats may be unordered, so a false comparison implies nothing.
    if !is_true {
        element_bits(operand(operation, 0)?.r#type())?;
    }
    let direction = match is_true {
        true => direction,
        false => direction.negate(),
    };
    // A number that is, unsigned, at most a non-negative one is itself non-negative.
    let greater = match direction {
        Eq | Ne => None,
        Ge | Gt => Some(a),
        Le | Lt => Some(b),
    };
    let is_signed = |greater| analysis.facts.entails_element_at_least(greater, 0);
    let says = signedness == Signed || greater.is_none_or(is_signed);
    says.then_some(Comparison { direction, a, b })
}

/// Returns the number that a scalar operand holds.
fn scalar(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    index: usize,
) -> Option<Element> {
    match analysis.elements_of(operand(operation, index)?)?.as_slice() {
        &[element] => Some(analysis.facts.name(element)),
        _ => None,
    }
}

/// Gives the numbers of a comparison that facts contradict the names that they had before they were known: `n = 4` says what
/// it contradicts, `3 = 4` does not.
fn with_first_names(
    analysis: &mut Analysis,
    operation: OperationRef<'_, '_>,
    comparison: Comparison,
) -> Comparison {
    let Comparison { direction, a, b } = comparison;
    if a.constant().is_none()
        || b.constant().is_none()
        || truth(analysis, direction, a, b) != Some(false)
    {
        return comparison;
    }
    let mut first = |index| match analysis.elements_of(operand(operation, index)?)?.as_slice() {
        &[element] => Some(element),
        _ => None,
    };
    match (first(0), first(1)) {
        (Some(a), Some(b)) => Comparison { direction, a, b },
        _ => comparison,
    }
}

/// Assumes that numbers are in an order.
fn assume_comparison(analysis: &mut Analysis, comparison: Comparison) {
    if let Some(condition) = condition(comparison) {
        analysis.facts.assume_condition(&condition);
        let is_computed = |number| analysis.facts.is_computed(number);
        if !is_computed(comparison.a) && !is_computed(comparison.b) {
            return;
        }
    }
    if let Some((greater, less, least)) = comparison.difference() {
        analysis.facts.assume_difference(greater, less, least);
    } else if comparison.direction == Ne
        && let Some((element, _, excluded)) = comparison.with_constant()
    {
        assume_not_equal(analysis, element, excluded);
    }
}

/// Assumes that a size differs from `excluded`, if that is its least or greatest possible
/// value.
fn assume_not_equal(analysis: &mut Analysis, element: Element, excluded: i64) {
    let facts = &mut analysis.facts;
    // Other numbers may be negative.
    let Some(size) = facts.as_size(element) else {
        return;
    };
    if facts.entails_at_least(size, excluded) {
        facts.assume(Statement::AtLeast(size, excluded.saturating_add(1)));
    } else if facts.entails_at_most(size, excluded) {
        facts.assume(Statement::AtMost(size, excluded.saturating_sub(1)));
    }
}

/// Returns a comparison as a condition on sizes, if it is an equality, a bound, or an
/// inequality with 1.
fn condition(comparison: Comparison) -> Option<Condition<Element>> {
    let Comparison { direction, a, b } = comparison;
    if direction == Eq {
        return Some(Condition::Equal(Term::Size(a), Term::Size(b)));
    }
    let (element, direction, bound) = comparison.with_constant()?;
    let term = Term::Size(element);
    match direction {
        Ge => Some(Condition::AtLeast(term, bound)),
        Le => Some(Condition::AtMost(term, bound)),
        Gt => Some(Condition::AtLeast(term, bound.checked_add(1)?)),
        Lt => Some(Condition::AtMost(term, bound.checked_sub(1)?)),
        Ne if bound == 1 => Some(Condition::not_one(element)),
        Ne | Eq => None,
    }
}

/// Returns the relations that hold behind an assertion: orders, equalities, and `a = 1` or `a = b`.
pub(super) fn relations_checked_by(
    analysis: &mut Analysis,
    assertion: OperationRef<'_, '_>,
) -> Vec<(NeededRelation, [Element; 2])> {
    let mut pending = Vec::from_iter(operand(assertion, 0));
    let mut relations = vec![];
    while let Some(predicate) = pending.pop() {
        match form(predicate) {
            Some(PredicateForm::Same(other)) => pending.push(other),
            Some(PredicateForm::And(a, b)) => pending.extend([a, b]),
            Some(PredicateForm::Comparison(operation)) => {
                let Some(comparison) = comparison(analysis, operation, true) else {
                    continue;
                };
                let (a, b) = (comparison.a, comparison.b);
                match comparison.direction {
                    Eq => relations.push((NeededRelation::Equal, [a, b])),
                    Le | Lt => relations.push((NeededRelation::AtMost, [a, b])),
                    Ge | Gt => relations.push((NeededRelation::AtMost, [b, a])),
                    Ne => {}
                }
            }
            Some(PredicateForm::Or(first, second)) => {
                let [first, second] = [first, second].map(|it| equality(analysis, it));
                let sides = first.zip(second).and_then(|(first, second)| {
                    one_or_equal(first, second).or_else(|| one_or_equal(second, first))
                });
                relations.extend(sides.map(|sides| (NeededRelation::BroadcastsTo, sides)));
            }
            _ => {}
        }
    }
    relations
}

/// Returns the numbers of which a predicate says that they are equal.
fn equality(analysis: &mut Analysis, predicate: Value<'_, '_>) -> Option<[Element; 2]> {
    let Some(PredicateForm::Comparison(operation)) = form(predicate) else {
        return None;
    };
    let comparison = comparison(analysis, operation, true)?;
    (comparison.direction == Eq).then_some([comparison.a, comparison.b])
}

/// Returns `[a, b]` of `a = 1` and `a = b`, in whatever order.
fn one_or_equal(first: [Element; 2], second: [Element; 2]) -> Option<[Element; 2]> {
    let one = first.iter().position(|it| it.constant() == Some(1))?;
    let a = first[1 - one];
    let place = second.iter().position(|it| *it == a)?;
    Some([a, second[1 - place]])
}

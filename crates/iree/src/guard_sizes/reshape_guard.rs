//! The assertion of a reshape: its operand has as many elements as its result, whose sizes are those of
//! its type.

use super::{
    check::{SizeGuard, emit_never},
    reshape::Reshape,
};
use crate::{
    analysis::Analysis,
    assertion::{Assertions, describe_reshape_fault},
    build::*,
    ops::known_product,
    prelude::*,
    symbol::{Arithmetic, Condition, Element, Facts, NumberType, Term},
};

/// The type that guards compute in.
const INDEX: NumberType = NumberType::EXACT;

/// Emits the assertion of a reshape in front of it; `None` if it needs none.
pub fn guard_reshape<'a>(
    emitter: &mut OpEmitter<'a>,
    analysis: &mut Analysis,
    operation: OpRef<'a>,
    reshape: &Reshape<'a>,
    assertions: Assertions,
) -> Option<SizeGuard> {
    let known = KnownShapes::of(analysis, reshape);
    let is_needed = known.needs_guard() && emitter.set_anchor(operation);
    is_needed.then(|| emit_guard(emitter, operation, reshape, &known, assertions))?
}

/// What is known of a reshape's sizes.
struct KnownShapes {
    operand: Vec<Option<i64>>,
    result: Vec<Option<i64>>,
    /// For each dim of the result, whether its number may differ from the declared size, or be
    /// negative.
    is_open: Vec<bool>,
    has_equal_counts: bool,
}

impl KnownShapes {
    fn of(analysis: &mut Analysis, reshape: &Reshape<'_>) -> Self {
        let sizes = reshape.of_operand(&analysis.sizes(reshape.operand));
        let operand = sizes.into_iter().map(Element::from).collect::<Vec<_>>();
        let declared = &reshape.declared;
        let result = reshape.known_result(analysis);
        let result = result.filter(|numbers| numbers.len() == declared.len());
        let facts = analysis.facts();
        let constants = operand.iter().map(|&size| facts.name(size).constant());
        let mut known = Self {
            operand: constants.collect(),
            result: declared.clone(),
            is_open: vec![true; declared.len()],
            has_equal_counts: false,
        };
        if let Some(numbers) = result {
            let reshaped = facts.known_reshape(&operand, &numbers);
            known.has_equal_counts = reshaped.has_equal_counts;
            for (dim, size) in reshaped.sizes.iter().enumerate() {
                known.is_open[dim] = match declared[dim] {
                    Some(number) => {
                        size.constant != Some(number)
                            && !facts.entails_element_is(numbers[dim], number)
                    }
                    None => !size.is_natural,
                };
                known.result[dim] = declared[dim].or(size.constant);
            }
            if !known.has_equal_counts {
                let facts = analysis.facts_mut();
                let numbers = numbers.iter().zip(declared);
                let numbers = numbers
                    .map(|(&number, declared)| declared.map_or(number, Element::number))
                    .collect::<Vec<_>>();
                let factors = numbers.iter().flat_map(|&number| facts.factors(number));
                let factors = factors.collect::<Vec<_>>();
                let mut lists = [numbers, factors].into_iter();
                known.has_equal_counts = lists.any(|list| has_guard(facts, &operand, &list));
            }
        }
        known
    }

    fn needs_guard(&self) -> bool {
        !self.has_equal_counts || self.is_open.contains(&true)
    }

    /// Returns whether it is known that the reshape does not fit.
    fn never_fits(&self) -> bool {
        let count = |sizes: &[Option<i64>]| known_product(sizes.iter().copied());
        let counts = count(&self.operand).zip(count(&self.result));
        let is_negative = |size: &Option<i64>| size.is_some_and(|size| size < 0);
        counts.is_some_and(|(a, b)| a != b) || self.result.iter().any(is_negative)
    }
}

/// Returns whether facts entail that two products of sizes are equal, as they do behind an assertion
/// that [`emit_guard`] has emitted.
fn has_guard(facts: &mut Facts, operand: &[Element], result: &[Element]) -> bool {
    let count = product(facts, operand, None);
    let limit = facts.compute(Arithmetic::Add, count, Element::number(1), INDEX);
    let needed = product(facts, result, Some(limit));
    match count.constant() {
        Some(count) => facts.entails_element_is(needed, count),
        None => {
            let condition = Condition::Equal(Term::Size(needed), Term::Size(count));
            facts.entails_condition_on_elements(&condition)
        }
    }
}

/// Returns the number that [`emit_product`] computes.
fn product(facts: &mut Facts, sizes: &[Element], limit: Option<Element>) -> Element {
    let names = sizes.iter().map(|&size| facts.name(size));
    let (known, unknown) = names.partition::<Vec<_>, _>(|size| size.constant().is_some());
    let known = known.iter().filter_map(|size| size.constant());
    let known = Element::number(known.fold(1, i64::saturating_mul));
    let product = limited_product(
        facts,
        unknown,
        |facts, a, b| facts.compute(Arithmetic::Multiply, a, b, INDEX),
        |facts, number| match limit {
            Some(limit) => facts.compute(Arithmetic::Minimum, number, limit, INDEX),
            None => number,
        },
    );
    match product {
        Some(product) => facts.compute(Arithmetic::Multiply, product, known, INDEX),
        None => known,
    }
}

/// Emits the assertion of a reshape; `None` if its sizes cannot be read.
fn emit_guard<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    reshape: &Reshape<'a>,
    known: &KnownShapes,
    assertions: Assertions,
) -> Option<SizeGuard> {
    let result = reshape.emit_result(emitter)?;
    require(result.len() == reshape.declared.len())?;
    let operand = reshape.of_operand(&emit_sizes(emitter, reshape.operand));
    let operand = known.operand.iter().zip(operand);
    let operand = operand.map(|(&size, number)| with_constant(emitter, number, size));
    let operand = operand.collect::<Vec<_>>();
    let mut conditions = vec![];
    if known.never_fits() {
        conditions.push(emit_never(emitter));
    } else if !known.has_equal_counts {
        let count = emit_product(emitter, &operand, None);
        // Limited, so that no product of sizes wraps around to the right one.
        let one = emitter.emit_constant_index(1);
        let limit = emitter.emit_index_binary(arith::ADDI, count, one);
        // Numbers that differ from the declared sizes fail below.
        let sizes = known.result.iter().zip(&result);
        let sizes = sizes.map(|(&size, &number)| with_constant(emitter, number, size));
        let sizes = sizes.collect::<Vec<_>>();
        let needed = emit_product(emitter, &sizes, Some(limit));
        conditions.push(emitter.emit_index_compare(Direction::Eq, needed, count));
    }
    let dims = result.iter().zip(&reshape.declared).zip(&known.is_open);
    let is_checked = |is_open: bool| is_open && !known.never_fits();
    for ((number, declared), _) in dims.filter(|&(_, is_open)| is_checked(*is_open)) {
        let (comparison, size) = match declared {
            Some(size) => (Direction::Eq, *size),
            None => (Direction::Ge, 0),
        };
        let size = emitter.emit_constant_index(size);
        conditions.push(emitter.emit_index_compare(comparison, number.index, size));
    }
    let conditions = conditions.into_iter();
    let predicate = conditions.reduce(|all, it| emit_and(emitter, Some(all), it))?;
    let (from, to) = (&known.operand, &known.result);
    let form = assertions.backend().messages()?;
    let guard = SizeGuard {
        fault: describe_reshape_fault(operation, reshape.dim, from, to, form),
        fails: known.never_fits(),
    };
    let shown = from.iter().zip(&operand).chain(to.iter().zip(&result));
    let shown = shown.filter_map(|(size, number)| size.is_none().then_some(number.index));
    let shown = shown.collect::<Vec<_>>();
    guard.emit(emitter, operation, assertions, predicate, &shown)?;
    Some(guard)
}

/// Returns the constant, if the number is known to be one, or else the number.
fn with_constant<'a>(
    emitter: &mut OpEmitter<'a>,
    number: Number<'a>,
    constant: Option<i64>,
) -> Number<'a> {
    constant.map_or(number, |constant| Number::constant(emitter, constant))
}

/// Emits the product of sizes, an `index`; each unknown size, and each product with one, is limited
/// to `limit`.
fn emit_product<'a>(
    emitter: &mut OpEmitter<'a>,
    sizes: &[Number<'a>],
    limit: Option<Value<'a>>,
) -> Value<'a> {
    let known = sizes.iter().filter_map(|size| size.constant);
    let known = known.fold(1, i64::saturating_mul);
    let unknown = sizes.iter().filter(|size| size.constant.is_none());
    let product = limited_product(
        emitter,
        unknown.map(|size| size.index),
        |emitter, a, b| emitter.emit_index_binary(arith::MULI, a, b),
        |emitter, number| match limit {
            Some(limit) => emitter.emit_index_binary(arith::MINSI, number, limit),
            None => number,
        },
    );
    match product {
        Some(product) if known == 1 => product,
        Some(product) => {
            let known = emitter.emit_constant_index(known);
            emitter.emit_index_binary(arith::MULI, product, known)
        }
        None => emitter.emit_constant_index(known),
    }
}

/// Returns the product of numbers, of which each, and each product, is limited; `None` if there are none.
fn limited_product<S, T>(
    state: &mut S,
    numbers: impl IntoIterator<Item = T>,
    multiply: impl Fn(&mut S, T, T) -> T,
    limit: impl Fn(&mut S, T) -> T,
) -> Option<T> {
    let mut product = None;
    for number in numbers {
        let number = limit(state, number);
        product = Some(match product {
            Some(product) => {
                let product = multiply(state, product, number);
                limit(state, product)
            }
            None => number,
        });
    }
    product
}

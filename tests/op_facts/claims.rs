//! Facts about sizes, as claims that a run can refute.

use crate::interpret::Tensor;
use bcast_lower::{symbol::Element, testing::Known};
use std::collections::HashMap;

/// The largest size for which bounds are examined.
const MAX_BOUND: i64 = 6;

/// A size of a value, or an element of one.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    value: usize,
    index: usize,
    is_element: bool,
}

/// A known fact.
#[derive(Debug)]
pub enum Claim {
    Is(Number, i64),
    Equal(Number, Number),
    NotEqual(Number, Number),
    BroadcastsTo(Number, Number),
    GrowsTo(Number, Number),
    Compatible(Number, Number),
    MaximumCompatible(Number, Number),
    AtLeast(Number, i64),
    AtMost(Number, i64),
}

/// Returns all facts known at a position, except trivial ones.
pub fn claims(known: &Known) -> Vec<Claim> {
    let facts = &known.facts;
    let mut claims = vec![];
    let dims = numbers(&known.sizes, false);
    let elements = numbers(&known.elements, true);
    // Equal names denote equal numbers, whether sizes or elements.
    let named_dims = dims
        .iter()
        .map(|&(number, size)| (number, Element::from(facts.canonical(size))));
    let mut first = HashMap::new();
    for (number, name) in named_dims.chain(elements) {
        match name.constant() {
            Some(constant) => claims.push(Claim::Is(number, constant)),
            None => match first.get(&name) {
                Some(&first) => claims.push(Claim::Equal(first, number)),
                None => {
                    first.insert(name, number);
                }
            },
        }
    }
    for &(number, size) in &dims {
        for bound in 0..=MAX_BOUND {
            if bound > 0 && facts.entails_at_least(size, bound) {
                claims.push(Claim::AtLeast(number, bound));
            }
            if facts.entails_at_most(size, bound) {
                claims.push(Claim::AtMost(number, bound));
            }
        }
    }
    for &(a, left) in &dims {
        for &(b, right) in &dims {
            if facts.entails_equal(left, right) {
                continue;
            }
            if facts.entails_not_equal(left, right) {
                claims.push(Claim::NotEqual(a, b));
            }
            if facts.entails_broadcasts_to(left, right) {
                claims.push(Claim::BroadcastsTo(a, b));
            }
            if facts.entails_grows_to(left, right) {
                claims.push(Claim::GrowsTo(a, b));
            }
            if facts.entails_compatible(left, right) {
                claims.push(Claim::Compatible(a, b));
            }
            if facts.entails_maximum_compatible(left, right) {
                claims.push(Claim::MaximumCompatible(a, b));
            }
        }
    }
    claims
}

fn numbers<T: Copy>(values: &[(usize, impl AsRef<[T]>)], is_element: bool) -> Vec<(Number, T)> {
    let numbers = values.iter().flat_map(|(value, list)| {
        let number = move |index| Number {
            value: *value,
            index,
            is_element,
        };
        let list = list.as_ref().iter().copied();
        list.enumerate()
            .map(move |(index, name)| (number(index), name))
    });
    numbers.collect()
}

/// Returns the first claim that is false for the computed values, with the reason.
pub fn first_wrong(
    claims: &[Claim],
    known: &Known,
    values: &HashMap<usize, Tensor>,
) -> Option<String> {
    for (value, elements) in &known.elements {
        let tensor = &values[value];
        let count = tensor.shape.iter().product::<i64>();
        if count != elements.len() as i64 {
            return Some(format!("{tensor:?} has not {} elements", elements.len()));
        }
    }
    let number = |number: &Number| {
        let tensor = &values[&number.value];
        match number.is_element {
            false => Some(tensor.shape[number.index] as f64),
            // Elements of large tensors are not computed.
            true => match (&tensor.elements, &tensor.floats) {
                (Some(elements), _) => Some(elements[number.index] as f64),
                (None, floats) => Some(floats.as_ref()?[number.index]),
            },
        }
    };
    let holds = |claim: &Claim| -> Option<bool> {
        let pair = |a, b| Some((number(a)?, number(b)?));
        Some(match claim {
            Claim::Is(a, constant) => number(a)? == *constant as f64,
            Claim::Equal(a, b) => number(a)? == number(b)?,
            Claim::NotEqual(a, b) => number(a)? != number(b)?,
            Claim::BroadcastsTo(a, b) => {
                let (a, b) = pair(a, b)?;
                a == 1.0 || a == b
            }
            Claim::GrowsTo(a, b) => {
                let (a, b) = pair(a, b)?;
                a == b || a == 1.0 && b >= 1.0
            }
            Claim::Compatible(a, b) => {
                let (a, b) = pair(a, b)?;
                a == 1.0 || b == 1.0 || a == b
            }
            Claim::MaximumCompatible(a, b) => {
                let (a, b) = pair(a, b)?;
                a == b || a == 1.0 && b >= 1.0 || b == 1.0 && a >= 1.0
            }
            Claim::AtLeast(a, bound) => number(a)? >= *bound as f64,
            Claim::AtMost(a, bound) => number(a)? <= *bound as f64,
        })
    };
    let wrong = claims.iter().find(|claim| holds(claim) == Some(false))?;
    let of = |value: &Number| format!("{:?}", values[&value.value]);
    Some(match wrong {
        Claim::Is(a, _) | Claim::AtLeast(a, _) | Claim::AtMost(a, _) => {
            format!("{wrong:?} does not hold of {}", of(a))
        }
        Claim::Equal(a, b)
        | Claim::NotEqual(a, b)
        | Claim::BroadcastsTo(a, b)
        | Claim::GrowsTo(a, b)
        | Claim::Compatible(a, b)
        | Claim::MaximumCompatible(a, b) => {
            format!("{wrong:?} does not hold of {} and {}", of(a), of(b))
        }
    })
}

//! What loops hand on from one run to the next, and what all calls of a function agree on.

use super::{Analysis, Row, element::computed_type};
use crate::symbol::{Element, Size};
use melior::ir::{Value, ValueLike};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An op that runs a region again and again, with what the last run yielded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Loop {
    /// The region that yields what the next run gets.
    pub body: usize,
    /// The first operand that is the initial value of one that goes round.
    pub first_operand: usize,
    /// The first argument of the regions that goes round.
    pub first_argument: usize,
}

/// What is known of one number in the row of a value that is one of several: of a
/// loop's argument in any run, or of a function's in any call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Carried {
    /// It is this one every time.
    Same(Element),
    /// It changes, together with all others of this number.
    Varying(usize),
}

/// For each value, what is known of its row.
pub type CarriedRows = Vec<SmallVec<[Carried; 6]>>;

impl Analysis {
    /// Supposes that values never change their sizes and elements.
    pub fn carried_rows<'c: 'a, 'a>(
        &mut self,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
    ) -> CarriedRows {
        let values = values.into_iter();
        values
            .map(|value| self.row(value).into_iter().map(Carried::Same).collect())
            .collect()
    }

    /// Assumes what is known of values.
    pub fn assume_carried<'c: 'a, 'a>(
        &mut self,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
        carried: &CarriedRows,
    ) {
        let values = values.into_iter().zip(carried).collect::<Vec<_>>();
        // What is a dim's size somewhere is a size, and what is none may be negative.
        let mut varying = FxHashMap::default();
        for &(value, carried) in &values {
            for carried in carried.iter().take(self.rank(value)) {
                if let Carried::Varying(class) = carried {
                    let size = || Size::Symbol(self.facts.fresh()).into();
                    varying.entry(*class).or_insert_with(size);
                }
            }
        }
        for (value, carried) in values {
            let r#type = computed_type(value.r#type());
            let number = |carried: &Carried| match *carried {
                Carried::Same(number) => Some(number),
                Carried::Varying(class) => match varying.get(&class) {
                    Some(&number) => Some(number),
                    None => {
                        let number = self.facts.fresh_element(r#type?);
                        varying.insert(class, number);
                        Some(number)
                    }
                },
            };
            let row = carried.iter().map(number).collect::<SmallVec<[_; 6]>>();
            self.set_row(value, row);
        }
    }

    /// Returns what is left of what was supposed of a loop's arguments, once its
    /// body has yielded these values; equal to it if all of it holds.
    pub fn refine_carried<'c: 'a, 'a>(
        &mut self,
        carried: &CarriedRows,
        yielded: impl IntoIterator<Item = Value<'c, 'a>>,
    ) -> CarriedRows {
        #[derive(Clone, Copy, Eq, Hash, PartialEq)]
        enum Class {
            WasSame(Element),
            WasVarying(usize),
        }
        // What was equal before the run and is equal after it stays equal.
        let mut classes = FxHashMap::<(Class, Element), usize>::default();
        let fresh = |analysis: &mut Self| Size::Symbol(analysis.facts.fresh()).into();
        let mut yielded = yielded.into_iter();
        carried
            .iter()
            .map(|carried| {
                let row = match yielded.next() {
                    Some(value) => self.row(value),
                    None => Row::new(),
                };
                carried
                    .iter()
                    .enumerate()
                    .map(|(place, &carried)| {
                        let number = match row.get(place) {
                            Some(&number) => number,
                            None => fresh(self),
                        };
                        let class = match carried {
                            Carried::Same(same) if self.facts.name(same) == number => {
                                return carried;
                            }
                            Carried::Same(same) => Class::WasSame(same),
                            Carried::Varying(class) => Class::WasVarying(class),
                        };
                        let count = classes.len();
                        Carried::Varying(*classes.entry((class, number)).or_insert(count))
                    })
                    .collect()
            })
            .collect()
    }
}

/// Returns what is known of values where nothing is.
pub fn unrelated(carried: &CarriedRows) -> CarriedRows {
    let mut count = 0;
    let mut next = || {
        count += 1;
        Carried::Varying(count - 1)
    };
    carried
        .iter()
        .map(|row| row.iter().map(|_| next()).collect())
        .collect()
}

/// Returns what is known of values that have one row for each of the places that they
/// come from.
pub fn agreed(places: &[Vec<Row>]) -> CarriedRows {
    let mut classes = FxHashMap::<SmallVec<[Element; 4]>, usize>::default();
    let Some(first) = places.first() else {
        return vec![];
    };
    (0..first.len())
        .map(|value| {
            (0..first[value].len())
                .map(|place| {
                    // Missing in none, as all places have one type.
                    let numbers = places
                        .iter()
                        .filter_map(|rows| rows.get(value)?.get(place).copied())
                        .collect::<SmallVec<[_; 4]>>();
                    if first[value][place].constant().is_some()
                        && numbers.iter().all(|&number| number == first[value][place])
                    {
                        return Carried::Same(first[value][place]);
                    }
                    let count = classes.len();
                    Carried::Varying(*classes.entry(numbers).or_insert(count))
                })
                .collect()
        })
        .collect()
}

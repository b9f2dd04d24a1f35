//! Values that loops carry from one iteration to the next, and what all calls of a function
//! agree on.

use super::{Analysis, ElementRow};
use crate::symbol::{Element, Size};
use melior::ir::{Value, ValueLike};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What is known of one number in the row of a value that may differ from time to time: a
/// loop's argument per iteration, or a function's argument per call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CarriedElement {
    /// It is the same number every time.
    Same(Element),
    /// It varies, and always equals the other numbers of this class.
    Varying(usize),
}

/// For each value, what is known of its row.
pub type CarriedRows = Vec<SmallVec<[CarriedElement; 6]>>;

impl Analysis {
    /// Returns the hypothesis that the values never change their sizes and elements.
    pub fn carried_rows<'c: 'a, 'a>(
        &mut self,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
    ) -> CarriedRows {
        let values = values.into_iter();
        values
            .map(|value| {
                self.row(value)
                    .into_iter()
                    .map(CarriedElement::Same)
                    .collect()
            })
            .collect()
    }

    /// Assumes what is known of carried values.
    pub fn assume_carried<'c: 'a, 'a>(
        &mut self,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
        carried: &CarriedRows,
    ) {
        let values = values.into_iter().zip(carried).collect::<Vec<_>>();
        // A class with the size of a dim holds sizes; the numbers of other classes may be
        // negative.
        let mut varying = FxHashMap::default();
        for &(value, carried) in &values {
            for carried in carried.iter().take(self.rank(value)) {
                if let CarriedElement::Varying(class) = carried {
                    let size = || Size::Symbol(self.facts.fresh()).into();
                    varying.entry(*class).or_insert_with(size);
                }
            }
        }
        for (value, carried) in values {
            let r#type = self.computed_type(value.r#type());
            let number = |carried: &CarriedElement| match *carried {
                CarriedElement::Same(number) => Some(number),
                CarriedElement::Varying(class) => match varying.get(&class) {
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

    /// Assumes what definitions and checks say of carried values.
    pub fn assume_checked<'c: 'a, 'a>(
        &mut self,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
        carried: &CarriedRows,
    ) {
        self.define(|definitions| definitions.assume_carried(values, carried));
    }

    /// Returns an element that is greater than all existing ones and less than all that will be
    /// named later.
    pub const fn begin_new(&mut self) -> Element {
        Element::named(self.facts.fresh())
    }

    /// Returns the facts that hold outside a region about the values that it passes on.
    ///
    /// `rows` has the names of numbers at the end of the region. Names below `first_new` existed
    /// before the region and mean the same outside; for the others, only equalities are kept.
    pub fn passed_on<'r>(
        &self,
        rows: impl IntoIterator<Item = &'r ElementRow>,
        first_new: Element,
    ) -> CarriedRows {
        let mut classes = FxHashMap::default();
        let mut carried = |&number: &Element| {
            if number < first_new {
                return CarriedElement::Same(number);
            }
            let count = classes.len();
            CarriedElement::Varying(*classes.entry(number).or_insert(count))
        };
        let rows = rows.into_iter();
        rows.map(|row| row.iter().map(&mut carried).collect())
            .collect()
    }

    /// Returns rows of values about which nothing is known.
    pub fn unknown_rows<'c: 'a, 'a>(
        &mut self,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
    ) -> CarriedRows {
        let mut next = 0..;
        let mut unknown = |_| next.next().map(CarriedElement::Varying);
        let values = values.into_iter();
        values
            .map(|value| {
                let rank = self.rank(value);
                (0..rank).filter_map(&mut unknown).collect()
            })
            .collect()
    }

    /// Weakens a hypothesis about a loop's arguments to what the values that its body yields
    /// confirm; returns it unchanged if it holds.
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
        // Numbers that are equal before and after the iteration stay equal.
        let mut classes = FxHashMap::<(Class, Element), usize>::default();
        let fresh = |analysis: &mut Self| Size::Symbol(analysis.facts.fresh()).into();
        let mut yielded = yielded.into_iter();
        carried
            .iter()
            .map(|carried| {
                let row = match yielded.next() {
                    Some(value) => self.row(value),
                    None => ElementRow::new(),
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
                            CarriedElement::Same(same) if self.facts.name(same) == number => {
                                return carried;
                            }
                            CarriedElement::Same(same) => Class::WasSame(same),
                            CarriedElement::Varying(class) => Class::WasVarying(class),
                        };
                        let count = classes.len();
                        CarriedElement::Varying(*classes.entry((class, number)).or_insert(count))
                    })
                    .collect()
            })
            .collect()
    }
}

/// Returns the rows of values of which nothing is known.
pub fn unrelated(carried: &CarriedRows) -> CarriedRows {
    let mut count = 0;
    let mut next = || {
        count += 1;
        CarriedElement::Varying(count - 1)
    };
    carried
        .iter()
        .map(|row| row.iter().map(|_| next()).collect())
        .collect()
}

/// Returns what is known of values that have one row per place they come from.
pub fn agreed(places: &[Vec<ElementRow>]) -> CarriedRows {
    let mut classes = FxHashMap::<SmallVec<[Element; 4]>, usize>::default();
    let Some(first) = places.first() else {
        return vec![];
    };
    (0..first.len())
        .map(|value| {
            (0..first[value].len())
                .map(|place| {
                    // No place lacks it, as the types are the same everywhere.
                    let numbers = places
                        .iter()
                        .filter_map(|rows| rows.get(value)?.get(place).copied())
                        .collect::<SmallVec<[_; 4]>>();
                    if first[value][place].constant().is_some()
                        && numbers.iter().all(|&number| number == first[value][place])
                    {
                        return CarriedElement::Same(first[value][place]);
                    }
                    let count = classes.len();
                    CarriedElement::Varying(*classes.entry(numbers).or_insert(count))
                })
                .collect()
        })
        .collect()
}

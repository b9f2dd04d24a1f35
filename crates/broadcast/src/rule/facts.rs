//! What ops do to sizes, as data: how the sizes of an op's results follow from its operands.
//!
//! The analysis of sizes trusts these facts as it trusts its own table of ops, so a wrong one
//! removes guards that are needed. Each therefore has examples, which are compared with it.

mod parse;
mod print;
mod sizes;

pub(super) use parse::read as read_facts;

use super::{
    FactsProblem, Operands, RuleError, RulePlace, RuleProblem, cover::covers_attributes,
    definition::Places,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// How the sizes of an op's results follow from its operands and attributes.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct OpFacts {
    /// The op, by its full name.
    pub op: String,
    /// Values that attributes must have, as MLIR prints them, for the facts to hold.
    pub require: BTreeMap<String, String>,
    /// Like `require`, for attributes that may also be absent.
    pub require_if_present: BTreeMap<String, String>,
    /// Attributes on which the sizes do not depend.
    pub ignore: BTreeSet<String>,
    /// Whether the op is a constant without effects, so that it can go if nothing uses it.
    pub is_constant: bool,
    /// The shape of each result; `None` for one of which nothing is known. Empty if nothing is known
    /// of any, nor how many there are.
    pub results: Vec<Option<ResultShape>>,
    /// Ops in MLIR's generic form, with static shapes, that the facts hold for.
    pub examples: Vec<Arc<str>>,
    pub(super) places: Places,
}

/// Facts about ops, by op: of several for one op, the first whose requirements the op meets hold.
/// Copies share them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct FactTable(Arc<BTreeMap<String, Vec<Arc<OpFacts>>>>);

impl FactTable {
    /// Creates the table of a file; also returns the errors of facts that never hold because of
    /// earlier ones.
    pub(super) fn of_file(facts: Vec<OpFacts>) -> (Self, Vec<RuleError>) {
        let (mut table, mut errors) = (BTreeMap::<String, Vec<Arc<OpFacts>>>::new(), vec![]);
        for facts in facts {
            let earlier = table.entry(facts.op.clone()).or_default();
            if let Some(first) = earlier.iter().find(|first| first.covers(&facts)) {
                let problem = FactsProblem::Unused {
                    op: facts.op.clone(),
                    first: first.place().cloned(),
                    is_unconditional: first.is_unconditional(),
                };
                errors.push(facts.error_at("op", problem));
            }
            earlier.push(facts.into());
        }
        (Self(table.into()), errors)
    }

    /// Combines tables; also returns the errors of facts about ops that an earlier table has facts
    /// about, which are left out.
    pub(super) fn combined(tables: Vec<Self>) -> (Self, Vec<RuleError>) {
        let (mut combined, mut errors) = (BTreeMap::<String, Vec<Arc<OpFacts>>>::new(), vec![]);
        for (op, facts) in tables.iter().flat_map(|table| &*table.0) {
            let Some(earlier) = combined.get(op) else {
                combined.insert(op.clone(), facts.clone());
                continue;
            };
            errors.extend(facts.first().map(|facts| {
                let problem = FactsProblem::Twice {
                    op: op.clone(),
                    first: earlier.first().and_then(|facts| facts.place()).cloned(),
                };
                facts.error_at("op", problem)
            }));
        }
        (Self(combined.into()), errors)
    }

    /// Returns whether there are no facts.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the facts about an op, by its full name, in order: the first whose requirements the
    /// op meets hold.
    pub fn get(&self, op: &str) -> &[Arc<OpFacts>] {
        self.0.get(op).map_or(&[], |facts| facts)
    }

    /// Iterates over the facts, in the order of the ops.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<OpFacts>> {
        self.0.values().flatten()
    }
}

/// How the sizes of a result follow from the operands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ResultShape {
    /// Those of an operand: `[a, b] => [a, b]`.
    Like(usize),
    /// Those of an operand in another order: `[a, b] => [b, a]`.
    Permuted {
        /// The operand.
        operand: usize,
        /// For each dim of the result, the dim of the operand.
        permutation: Given<Vec<i64>>,
    },
    /// Those of an operand without some: `[a, b, c] => [a, c]`, or `[a, 1, c]`.
    Reduced {
        /// The operand.
        operand: usize,
        /// The dims that are reduced.
        dims: Given<Vec<i64>>,
        /// Whether a reduced dim stays, with size 1.
        keep: Given<bool>,
    },
    /// Those of the operands, joined along an axis: `[a, b] x [a, c] => [a, b + c]`. The other
    /// dims of the operands are equal.
    Joined {
        /// The operands.
        operands: Operands,
        /// The axis.
        axis: Given<i64>,
    },
    /// Dim by dim.
    Dims(Vec<DimFact>),
}

/// The size of a dim of a result, or those of several.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum DimFact {
    /// A number.
    Number(Given<i64>),
    /// The size of an operand's dim.
    Dim {
        /// The operand.
        operand: usize,
        /// The dim.
        dim: Given<i64>,
    },
    /// The sizes of an operand's dims from one to another.
    Range {
        /// The operand.
        operand: usize,
        /// The first dim; `None` for the operand's first one.
        from: Option<Given<i64>>,
        /// The end, exclusive; `None` for the operand's rank.
        to: Option<Given<i64>>,
    },
    /// The sum of sizes, 0 if there are none.
    Sum(Vec<DimFact>),
    /// The product of sizes, 1 if there are none.
    Product(Vec<DimFact>),
    /// The first size less the others.
    Difference(Vec<DimFact>),
    /// The quotient of two sizes, the second of which must be known, and positive.
    Quotient {
        /// Both sizes.
        parts: Vec<DimFact>,
        /// Whether it is rounded up; otherwise, it is rounded down.
        is_rounded_up: bool,
    },
}

impl DimFact {
    /// Returns the sizes that this one is computed from.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Number(_) | Self::Dim { .. } | Self::Range { .. } => &[],
            Self::Sum(parts)
            | Self::Product(parts)
            | Self::Difference(parts)
            | Self::Quotient { parts, .. } => parts,
        }
    }
}

/// A value that an op's attribute has, or that is the same for all ops.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Given<T> {
    /// The same for all ops.
    Always(T),
    /// That of an attribute.
    Attribute {
        /// The attribute's name.
        name: String,
        /// Which of its numbers, if it is a list of them.
        index: Option<usize>,
        /// The value for ops without the attribute; `None` if nothing is known of them.
        default: Option<T>,
    },
}

impl<T> Given<T> {
    fn attribute(&self) -> Option<&str> {
        match self {
            Self::Always(_) => None,
            Self::Attribute { name, .. } => Some(name),
        }
    }
}

impl OpFacts {
    /// Returns where the facts stand in a rule file; `None` if they come from Rust.
    pub fn place(&self) -> Option<&RulePlace> {
        self.places.0.get("op")
    }

    /// Returns whether the facts hold for every op of its name.
    fn is_unconditional(&self) -> bool {
        self.require.is_empty() && self.require_if_present.is_empty()
    }

    /// Returns whether every op that meets the requirements of other facts meets these, too.
    fn covers(&self, other: &Self) -> bool {
        covers_attributes(
            (&self.require, &self.require_if_present),
            (&other.require, &other.require_if_present),
        )
    }

    /// Returns the names of the attributes that the facts read or require.
    pub fn attribute_names(&self) -> Vec<&str> {
        let required = self.require.keys().chain(self.require_if_present.keys());
        let mut names = required.map(String::as_str).collect::<Vec<_>>();
        for shape in self.results.iter().flatten() {
            shape.add_attribute_names(&mut names);
        }
        names
    }

    /// Returns the indices of the operands that sizes follow from, of an op with `count` operands,
    /// and of others that it would need.
    pub fn operands(&self, count: usize) -> BTreeSet<usize> {
        let mut operands = BTreeSet::new();
        for shape in self.results.iter().flatten() {
            match shape {
                ResultShape::Like(operand)
                | ResultShape::Permuted { operand, .. }
                | ResultShape::Reduced { operand, .. } => {
                    operands.insert(*operand);
                }
                ResultShape::Joined {
                    operands: joined, ..
                } => match joined.select(count) {
                    Ok(joined) => operands.extend(joined),
                    Err(missing) => {
                        operands.insert(missing);
                    }
                },
                ResultShape::Dims(dims) => add_operands(dims, &mut operands),
            }
        }
        operands
    }

    /// Creates an error at the position of the value of an entry, such as that of `require.axis`.
    pub fn error_at_value(&self, entry: &str, problem: impl Into<RuleProblem>) -> RuleError {
        self.error_at(self.places.key_of_value(entry), problem)
    }

    /// Creates an error at the position of a key, such as `example`.
    pub fn error_at(&self, key: &str, problem: impl Into<RuleProblem>) -> RuleError {
        RuleError::new(self.places.0.get(key).or_else(|| self.place()), problem)
    }
}

impl ResultShape {
    /// Returns whether the sizes depend on attributes.
    pub fn reads_attribute(&self) -> bool {
        let mut names = vec![];
        self.add_attribute_names(&mut names);
        !names.is_empty()
    }

    fn add_attribute_names<'f>(&'f self, names: &mut Vec<&'f str>) {
        match self {
            Self::Like(_) => {}
            Self::Permuted { permutation, .. } => names.extend(permutation.attribute()),
            Self::Reduced { dims, keep, .. } => {
                names.extend(dims.attribute().into_iter().chain(keep.attribute()));
            }
            Self::Joined { axis, .. } => names.extend(axis.attribute()),
            Self::Dims(dims) => {
                for dim in dims {
                    dim.add_attribute_names(names);
                }
            }
        }
    }
}

impl DimFact {
    /// Returns whether the size depends on attributes.
    pub fn reads_attribute(&self) -> bool {
        let mut names = vec![];
        self.add_attribute_names(&mut names);
        !names.is_empty()
    }

    fn add_attribute_names<'f>(&'f self, names: &mut Vec<&'f str>) {
        match self {
            Self::Number(number) => names.extend(number.attribute()),
            Self::Dim { dim, .. } => names.extend(dim.attribute()),
            Self::Range { from, to, .. } => {
                let ends = from.iter().chain(to);
                names.extend(ends.filter_map(Given::attribute));
            }
            _ => {}
        }
        for part in self.parts() {
            part.add_attribute_names(names);
        }
    }
}

fn add_operands(dims: &[DimFact], operands: &mut BTreeSet<usize>) {
    for dim in dims {
        if let DimFact::Dim { operand, .. } | DimFact::Range { operand, .. } = dim {
            operands.insert(*operand);
        }
        add_operands(dim.parts(), operands);
    }
}

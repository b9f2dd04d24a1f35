//! The parts of a rule.

use super::{OperandRange, Operands, RuleError, RulePlace, RuleProblem, Step};
use std::collections::{BTreeMap, BTreeSet};

/// Shardy's attribute with the shardings of an op's results. The target op has it, because its result is the
/// same, unless the rule names it in `drop`.
pub const SHARDING: &str = "sdy.sharding";

/// The lowering of one op that broadcasts implicitly.
///
/// The target op gets the source op's location and result type, the broadcast operands that
/// take part and, unless the rule changes them, the source op's attributes.
/// [`RuleBuilder`](super::RuleBuilder) builds a rule in Rust.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Rule {
    /// The op that broadcasts implicitly, for example `chlo.broadcast_add`.
    pub source: String,
    /// The replacement, for example the op `stablehlo.add`.
    pub target: Target,
    /// The operands that take part in the broadcast.
    pub operands: Operands,
    /// The treatment of the other operands.
    pub others: Others,
    /// The numbers of operands that an op may have for the rule to apply; `None` for any.
    pub operand_count: Option<OperandRange>,
    /// The attribute of the source op that maps the dims of its lower-rank
    /// operand to result dims, if it has one; it is not carried over. Without
    /// the attribute, dims are aligned to the right.
    pub broadcast_dimensions: Option<String>,
    /// The name of an integer attribute of the source op: the index of the result dim with which the
    /// first dim of each operand of lower rank is aligned. A negative index counts from the last dim.
    /// The attribute is not copied to the ops that the rule emits. If the source op does not have it, dims
    /// are aligned to the right.
    pub axis: Option<String>,
    /// The operand whose shape the result has, so that the others broadcast to it; `None` if all
    /// operands decide the result's shape.
    pub result_like: Option<usize>,
    /// The attributes that are carried over, and [`SHARDING`] with them; `None` carries all over.
    pub carry: Option<BTreeSet<String>>,
    /// Attributes that are carried over under another name.
    pub rename: BTreeMap<String, String>,
    /// Attributes that are not carried over. Others that are not, because of `carry` or a sequence, get
    /// a warning.
    pub drop: BTreeSet<String>,
    /// Attributes of the target op, as MLIR prints them; they override those carried over.
    pub set: BTreeMap<String, String>,
    /// The element type of the target op's result, as MLIR prints it, from which the result is
    /// converted; `None` for that of the source op's result.
    pub target_element_type: Option<String>,
    /// Attributes that change dialect when they are carried over: under `{compare_type =
    /// "stablehlo"}`, `compare_type = #chlo<comparison_type FLOAT>` becomes
    /// `#stablehlo<comparison_type FLOAT>`.
    pub dialect: BTreeMap<String, String>,
    /// Attributes that get other values when they are carried over. A key is the value as MLIR
    /// prints it, or the contents of a string attribute; a value without a key does not meet the
    /// rule. New values are as MLIR prints them.
    pub map: BTreeMap<String, BTreeMap<String, String>>,
    /// Values that attributes of the source op must have, as MLIR prints them, for the rule to
    /// apply.
    pub require: BTreeMap<String, String>,
    /// Like `require`, for attributes that may also be absent.
    pub require_if_present: BTreeMap<String, String>,
    /// Operands that must be constants, with the values required: numbers as in
    /// [`Number::parse`](super::Number::parse), `none` for an absent operand, or other values as
    /// MLIR prints them.
    pub require_operands: BTreeMap<usize, String>,
    /// The element types, as MLIR prints them, that operands in the broadcast may have; empty
    /// for any.
    pub element_types: BTreeSet<String>,
    /// The element types, as MLIR prints them, that the result may have; empty for any.
    pub result_element_types: BTreeSet<String>,
    /// Whether the result and all operands in the broadcast must have the same element type.
    pub same_element_type: bool,
    /// Whether broadcast operands keep their encodings, which are no bounds; an op with some cannot be lowered otherwise.
    pub keep_encodings: bool,
    /// Whether the rules that its table has for the op replace those of earlier tables.
    pub replace: bool,
    pub(super) places: Places,
}

/// The replacement of an op.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Target {
    /// An op of one result.
    Op(String),
    /// The result of a function that a Rust program registers under this name.
    Hook(String),
    /// The result of the last of several ops.
    Sequence(Vec<Step>),
    /// None: the op is verified, and stays.
    Keep,
}

/// The treatment of operands that take no part in the broadcast.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Others {
    /// The target op omits them.
    #[default]
    Drop,
    /// The target op gets them unchanged, in the source op's order.
    Keep,
}

impl Others {
    /// Returns the name used in rule files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drop => "drop",
            Self::Keep => "keep",
        }
    }
}

impl Rule {
    /// Returns a rule for the same op without any requirements on attributes, constants or
    /// types, for checking shapes.
    pub fn without_requirements(&self) -> Self {
        let carry = self.steps().is_empty().then(BTreeSet::new);
        Self {
            operands: self.operands.clone(),
            broadcast_dimensions: self.broadcast_dimensions.clone(),
            axis: self.axis.clone(),
            result_like: self.result_like,
            carry,
            ..Self::new(self.source.clone(), self.target.clone())
        }
    }

    pub(super) fn new(source: String, target: Target) -> Self {
        Self {
            source,
            target,
            operands: Operands::all(),
            others: Others::default(),
            operand_count: None,
            broadcast_dimensions: None,
            axis: None,
            result_like: None,
            carry: None,
            rename: BTreeMap::new(),
            drop: BTreeSet::new(),
            set: BTreeMap::new(),
            target_element_type: None,
            dialect: BTreeMap::new(),
            map: BTreeMap::new(),
            require: BTreeMap::new(),
            require_if_present: BTreeMap::new(),
            require_operands: BTreeMap::new(),
            element_types: BTreeSet::new(),
            result_element_types: BTreeSet::new(),
            same_element_type: false,
            keep_encodings: false,
            replace: false,
            places: Places::default(),
        }
    }

    /// Returns the position of the rule, if it was read from a file.
    pub fn place(&self) -> Option<&RulePlace> {
        self.places.0.get("source")
    }

    /// Returns the position of a key, or that of the rule.
    pub fn place_of(&self, key: &str) -> Option<&RulePlace> {
        self.places.0.get(key).or_else(|| self.place())
    }

    /// Returns the target op; `None` for a hook.
    pub fn target_op(&self) -> Option<&str> {
        match &self.target {
            Target::Op(op) => Some(op),
            Target::Hook(_) | Target::Sequence(_) | Target::Keep => None,
        }
    }

    /// Iterates over the ops of the target, each with the key of its position.
    pub fn keyed_target_ops(&self) -> impl Iterator<Item = (String, &str)> {
        let op = self.target_op().map(|op| ("target".into(), op));
        let steps = self.steps().iter().enumerate();
        let steps = steps.map(|(index, step)| (format!("sequence.{index}.op"), step.op.as_str()));
        op.into_iter().chain(steps)
    }

    /// Iterates over the ops of the target: none for a hook.
    pub fn target_ops(&self) -> impl Iterator<Item = &str> {
        self.keyed_target_ops().map(|(_, op)| op)
    }

    /// Returns the steps of the target; empty if it is not a sequence.
    pub fn steps(&self) -> &[Step] {
        match &self.target {
            Target::Sequence(steps) => steps,
            Target::Op(_) | Target::Hook(_) | Target::Keep => &[],
        }
    }

    /// Returns a description of the target for messages.
    pub fn target_text(&self) -> String {
        match &self.target {
            Target::Hook(hook) => format!("what the hook '{hook}' makes"),
            Target::Keep => "nothing: it is only verified".into(),
            Target::Op(_) | Target::Sequence(_) => self.target_ops().collect::<Vec<_>>().join(", "),
        }
    }

    /// Creates an error at the position of a key, such as `target`, or at an entry of
    /// a key, such as `set.alpha`.
    pub fn error_at(&self, key: &str, problem: RuleProblem) -> RuleError {
        RuleError::new(self.places.0.get(key).or_else(|| self.place()), problem)
    }

    /// Creates an error at the position of the value of an entry, such as that of `set.alpha`.
    pub fn error_at_value(&self, entry: &str, problem: RuleProblem) -> RuleError {
        self.error_at(self.places.key_of_value(entry), problem)
    }

    /// Returns the indices of the source op's operands whose values are numbers in steps, in
    /// order.
    pub fn number_operands(&self) -> BTreeSet<usize> {
        let constants = self.steps().iter().flat_map(Step::constants);
        constants.filter_map(|(_, it)| it.operand).collect()
    }

    /// Returns the first operand that takes part in the broadcast although the target, a sequence,
    /// does not depend on its value: no step uses it, and the rule does not require a value.
    pub fn first_unused_operand(&self) -> Option<usize> {
        if self.steps().is_empty() {
            return None;
        }
        let required = self.require_operands.keys();
        let required = required.map(|&operand| OperandRange::from(operand));
        let used = self.steps().iter().flat_map(Step::used_operands);
        let mut used = used.chain(required).collect::<Vec<_>>();
        used.sort_by_key(|range| range.start());
        Operands::new(used).first_missing(&self.operands)
    }

    /// Returns the names of the source op's attributes that the rule mentions.
    pub fn attribute_names(&self) -> impl Iterator<Item = &str> {
        self.broadcast_dimensions
            .iter()
            .chain(&self.axis)
            .chain(self.carry.iter().flatten())
            .chain(&self.drop)
            .chain(self.rename.keys())
            .chain(self.dialect.keys())
            .chain(self.map.keys())
            .chain(self.steps().iter().flat_map(|step| &step.carry))
            .chain(self.constant_attributes().map(|(_, name)| name))
            .chain(self.require.keys())
            .chain(self.require_if_present.keys())
            .map(String::as_str)
    }

    /// Iterates over the source op's attributes that are values of constants, each with the key
    /// of its position.
    pub fn constant_attributes(&self) -> impl Iterator<Item = (String, &String)> {
        let steps = self.steps().iter().enumerate();
        steps.flat_map(|(index, step)| {
            step.constants().filter_map(move |(position, constant)| {
                let place = format!("sequence.{index}.operands.{position}");
                Some((place, constant.attribute.as_ref()?))
            })
        })
    }

    /// Returns the name under which an attribute of the source op is carried
    /// over; `None` if it is not carried over.
    pub fn carried_name<'n>(&'n self, attribute: &'n str) -> Option<&'n str> {
        if let Some(name) = self.rename.get(attribute) {
            return Some(name);
        }
        let is_carried = match &self.carry {
            Some(carry) => carry.contains(attribute) || attribute == SHARDING,
            None => true,
        };
        let is_left = self.drop.contains(attribute)
            || self.broadcast_dimensions.as_deref() == Some(attribute)
            || self.axis.as_deref() == Some(attribute);
        (is_carried && !is_left).then_some(attribute)
    }
}

/// Returns the key of the position of an entry's value.
pub(super) fn value_key(entry: &str) -> String {
    format!("{entry} = ")
}

/// The positions of the parts of a rule in its file.
///
/// All compare equal: the meaning of a rule does not depend on its position.
#[derive(Clone, Debug, Default)]
pub(super) struct Places(pub(super) BTreeMap<String, RulePlace>);

impl Places {
    /// Returns the key of the position of an entry's value, or else of the entry.
    pub(super) fn key_of_value<'p>(&'p self, entry: &'p str) -> &'p str {
        let key = self.0.get_key_value(&value_key(entry));
        key.map_or(entry, |(key, _)| key)
    }
}

impl PartialEq for Places {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Places {}

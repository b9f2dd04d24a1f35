//! Finding and reading ops that broadcast implicitly.

use super::{
    requirements,
    rules::{ResolvedRule, Rules},
    signature::OpSignature,
};
use crate::{
    diagnostic::Kind,
    dialect,
    ir::{self, AddressTable},
    rule::{Rule, RuleError, RulePlace, Target},
    shape::{Container, ShapedType},
};
use melior::ir::{OperationRef, ValueLike, operation::OperationLike};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The rule found for an op, or the error in one of its rules.
pub type FoundRule<'c, 'r> = Result<ChosenRule<'c, 'r>, RuleError>;

/// A resolved rule.
type SharedRule<'c, 'r> = Rc<ResolvedRule<'c, 'r>>;

/// The rule that is used for an op, and all rules for ops of its name.
#[derive(Clone)]
pub struct ChosenRule<'c, 'r> {
    /// The first rule whose requirements the op meets. If there is none, the first one that
    /// selects operands that the op has.
    pub rule: SharedRule<'c, 'r>,
    /// All rules for ops of this name.
    pub alternatives: Rc<[SharedRule<'c, 'r>]>,
}

impl<'c, 'r> ChosenRule<'c, 'r> {
    /// Returns a rule without alternatives.
    pub fn only(rule: SharedRule<'c, 'r>) -> Self {
        Self {
            alternatives: [rule.clone()].into(),
            rule,
        }
    }
}

/// The rules for ops of one name, in order.
type Alternatives<'c, 'r> = Result<Rc<[SharedRule<'c, 'r>]>, RuleError>;

/// Finds the rule for an op, with a cache by op name.
pub struct RuleFinder<'c, 'r> {
    rules: &'r Rules,
    /// By op name.
    found: AddressTable<Option<Alternatives<'c, 'r>>>,
    /// The positions of rules that types and attributes decide, for ops with several rules.
    chosen: FxHashMap<OpSignature, usize>,
    has_met_calls: bool,
    may_add_calls: bool,
}

impl<'c, 'r> RuleFinder<'c, 'r> {
    /// Creates a finder for rules.
    pub fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            found: AddressTable::default(),
            chosen: FxHashMap::default(),
            has_met_calls: false,
            may_add_calls: false,
        }
    }

    /// Returns whether any op queried so far calls a function.
    pub fn has_met_calls(&self) -> bool {
        self.has_met_calls
    }

    /// Returns whether lowering any op queried so far may add a call to the program.
    pub fn may_add_calls(&self) -> bool {
        self.may_add_calls
    }

    /// Returns whether an op is broadcastable.
    pub fn has(&mut self, operation: OperationRef<'c, '_>) -> bool {
        self.entry(operation).is_some()
    }

    /// Returns the rule for an op, if it is broadcastable.
    pub fn find(&mut self, operation: OperationRef<'c, '_>) -> Option<FoundRule<'c, 'r>> {
        let alternatives = match self.entry(operation).as_ref()? {
            Ok(alternatives) => alternatives.clone(),
            Err(error) => return Some(Err(error.clone())),
        };
        let index = match &*alternatives {
            [_] => 0,
            rules => self.choose(operation, rules),
        };
        let rule = alternatives.get(index)?.clone();
        Some(Ok(ChosenRule { rule, alternatives }))
    }

    /// Returns the position of the rule that is used for an op.
    fn choose(&mut self, operation: OperationRef<'c, '_>, rules: &[SharedRule<'c, 'r>]) -> usize {
        let is_known = rules.iter().all(|rule| !rule.depends_on_constants);
        let signature = is_known.then(|| OpSignature::of(operation)).flatten();
        let known = signature
            .as_ref()
            .and_then(|it| self.chosen.get(it).copied());
        if let Some(index) = known.filter(|_| !dialect::verifies_hits()) {
            return index;
        }
        let count = operation.operand_count();
        let fits = |rule: &SharedRule<'c, 'r>| requirements::check(operation, rule).is_ok();
        let is_readable = |rule: &SharedRule<'c, 'r>| rule.rule.operands.select(count).is_ok();
        let index = rules.iter().position(fits);
        let index = index.or_else(|| rules.iter().position(is_readable));
        let index = index.unwrap_or_default();
        assert!(
            known.is_none_or(|known| known == index),
            "another rule fits an op of the same signature: {operation}"
        );
        self.chosen.extend(signature.map(|it| (it, index)));
        index
    }

    fn entry(&mut self, operation: OperationRef<'c, '_>) -> &Option<Alternatives<'c, 'r>> {
        let name = operation.name();
        let find = || {
            let text = ir::name_str(name)?;
            self.has_met_calls |= ir::is_call(operation);
            let rules = self.rules.table().get(text);
            self.may_add_calls |= rules.iter().any(may_add_calls);
            (!rules.is_empty()).then(|| {
                ir::with_context(operation, |context| {
                    ResolvedRule::all(context, self.rules, rules)
                })
            })
        };
        let address = name.to_raw().ptr as usize;
        self.found.get_or_insert_with(address, find)
    }
}

/// Describes the dims from which on an operand fits into the dims of a result, counted from the first and from the end.
fn axes(rank: usize, result_rank: usize) -> String {
    let (last, least) = (result_rank - rank, rank.max(1));
    match last {
        0 if result_rank == 0 => "of 0".into(),
        0 => format!("of 0 or -{result_rank}"),
        _ if result_rank == least => format!("from 0 to {last}, or of -{least}"),
        _ => format!("from 0 to {last}, or from -{result_rank} to -{least}"),
    }
}

fn dims(count: usize) -> String {
    match count {
        1 => "1 dim".into(),
        _ => format!("{count} dims"),
    }
}

/// Returns whether a rule may add a call: it has a hook, or sets an attribute with a symbol.
fn may_add_calls(rule: &Rule) -> bool {
    let maps = rule.map.values().flatten();
    let steps = rule.steps().iter().flat_map(|step| &step.set);
    let mut given = rule.set.iter().chain(maps).chain(steps);
    matches!(rule.target, Target::Hook(_)) || given.any(|(_, text)| text.contains('@'))
}

/// A broadcastable op, with its rule and the types that take part in the broadcast.
pub struct BroadcastableOp<'c, 'a, 'r> {
    /// The op.
    pub operation: OperationRef<'c, 'a>,
    /// Its rule.
    pub rule: SharedRule<'c, 'r>,
    /// All rules for ops of its name.
    pub alternatives: Rc<[SharedRule<'c, 'r>]>,
    /// The operands' types; [absent](ShapedType::absent) where an operand takes
    /// no part.
    pub operands: Vec<ShapedType>,
    /// The results' types.
    pub results: Vec<ShapedType>,
    /// The map of the lower-rank operand's dims, if the op has one.
    pub broadcast_dimensions: Option<Vec<i64>>,
    /// The operand whose shape the result has, if the rule names one.
    pub destination: Option<usize>,
}

/// An error in an op that does not match its rule.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The attribute that should map dims is not a list of integers.
    #[error("attribute '{attribute}' is {found}; expected 'array<i64: ...>'")]
    Dimensions {
        /// The attribute's name.
        attribute: String,
        /// Its value.
        found: String,
    },
    /// The attribute from whose dim on operands are aligned is not an integer.
    #[error("attribute '{attribute}' is {found}; expected an integer")]
    Axis {
        /// The attribute's name.
        attribute: String,
        /// Its value.
        found: String,
    },
    /// An operand does not fit between the axis and the result's last dim.
    #[error(
        "attribute '{attribute}' is {axis}, from where operand #{operand} of rank {rank} does not \
         fit into {}; expected an axis {}",
        dims(*result_rank),
        axes(*rank, *result_rank)
    )]
    AxisRange {
        /// The attribute's name.
        attribute: String,
        /// Its value.
        axis: i64,
        /// The operand's index.
        operand: usize,
        /// Its rank.
        rank: usize,
        /// The highest rank among the operands.
        result_rank: usize,
    },
    /// Operands of different ranks would be aligned from one axis on.
    #[error(
        "attribute '{attribute}' aligns operands #{first} and #{second}, but their ranks \
         {first_rank} and {second_rank} differ; expected one rank below that of the result"
    )]
    AxisRanks {
        /// The attribute's name.
        attribute: String,
        /// The index of the first operand.
        first: usize,
        /// Its rank.
        first_rank: usize,
        /// The index of the second operand.
        second: usize,
        /// Its rank.
        second_rank: usize,
    },
    /// The op has fewer operands than its rule requires.
    #[error("has no operand #{operand}, which its rule{} selects", at(place))]
    Operands {
        /// The operand that the rule selects.
        operand: usize,
        /// The location of the rule.
        place: Option<RulePlace>,
    },
    /// The rule is invalid.
    #[error("has an invalid rule: {0}")]
    Rule(#[from] RuleError),
}

impl ReadError {
    /// Returns the kind of the diagnostic.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Dimensions { .. } => Kind::BroadcastDimensions,
            Self::Axis { .. } | Self::AxisRange { .. } | Self::AxisRanks { .. } => Kind::Axis,
            Self::Operands { .. } | Self::Rule(_) => Kind::RejectedOp,
        }
    }
}

fn at(place: &Option<RulePlace>) -> String {
    place
        .as_ref()
        .map_or_else(String::new, |place| format!(" at {place}"))
}

impl<'c, 'a, 'r> BroadcastableOp<'c, 'a, 'r> {
    /// Reads an op.
    ///
    /// # Errors
    ///
    /// Fails if the op does not match its rule, or if the rule is invalid.
    pub fn read(
        operation: OperationRef<'c, 'a>,
        rule: FoundRule<'c, 'r>,
    ) -> Result<Self, ReadError> {
        let chosen = rule?;
        let rule = chosen.rule.rule;
        let operands: Vec<ShapedType> = if rule.operands.is_all() {
            operation
                .operands()
                .map(|operand| ir::shaped_type(operand.r#type()))
                .collect()
        } else {
            read_some_operands(operation, rule)?
        };
        let destination = rule.result_like;
        if let Some(operand) = destination.filter(|&operand| operand >= operands.len()) {
            let place = rule.place().cloned();
            return Err(ReadError::Operands { operand, place });
        }
        let broadcast_dimensions = match read_axis(operation, rule, &operands)? {
            Some(dims) => Some(dims),
            None => read_broadcast_dimensions(operation, rule)?,
        };
        Ok(Self {
            operation,
            rule: chosen.rule,
            alternatives: chosen.alternatives,
            destination,
            operands,
            results: operation
                .results()
                .map(|result| ir::shaped_type(result.r#type()))
                .collect(),
            broadcast_dimensions,
        })
    }
}

fn read_some_operands(
    operation: OperationRef<'_, '_>,
    rule: &Rule,
) -> Result<Vec<ShapedType>, ReadError> {
    let found = operation.operand_count();
    let selected = rule.operands.select(found);
    let selected = selected.map_err(|operand| ReadError::Operands {
        operand,
        place: rule.place().cloned(),
    })?;
    let mut operands = vec![ShapedType::absent(); found];
    for index in selected {
        if let Some(operand) = ir::operand(operation, index) {
            operands[index] = ir::shaped_type(operand.r#type());
        }
    }
    Ok(operands)
}

/// Returns the dims to which lower-rank operands are aligned from an axis on, if the op has one:
/// `[c] x [n, c, h, w]` with the axis 1, or -3, => `[1]`.
fn read_axis(
    operation: OperationRef<'_, '_>,
    rule: &Rule,
    operands: &[ShapedType],
) -> Result<Option<Vec<i64>>, ReadError> {
    let Some(name) = &rule.axis else {
        return Ok(None);
    };
    let Ok(attribute) = operation.attribute(name) else {
        return Ok(None);
    };
    let axis = ir::any_integer_value(attribute).ok_or_else(|| ReadError::Axis {
        attribute: name.clone(),
        found: ir::attribute_text(attribute),
    })?;
    // What is neither a tensor nor a vector is not aligned; it is an error later.
    let is_aligned = |(_, operand): &(usize, &ShapedType)| {
        matches!(operand.container(), Container::Tensor | Container::Vector)
    };
    let participants = operands.iter().enumerate().filter(is_aligned);
    if participants
        .clone()
        .any(|(_, operand)| operand.shape().is_none())
    {
        // Nothing is aligned until all ranks are known.
        return Ok(Some(vec![]));
    }
    let ranks = participants.filter_map(|(index, operand)| Some((index, operand.shape()?.len())));
    let ranks = ranks.collect::<Vec<_>>();
    let result_rank = ranks
        .iter()
        .map(|&(_, rank)| rank)
        .max()
        .unwrap_or_default();
    // Operands of equal ranks are aligned, too: only from the first dim on do they fit.
    let mut lower = ranks.iter().filter(|&&(_, rank)| rank < result_rank);
    let Some(&(operand, rank)) = lower.next().or(ranks.first()) else {
        return Ok(None);
    };
    if let Some(&(second, second_rank)) = lower.find(|(_, other)| *other != rank) {
        return Err(ReadError::AxisRanks {
            attribute: name.clone(),
            first: operand,
            first_rank: rank,
            second,
            second_rank,
        });
    }
    let from_start = match axis {
        0.. => Some(axis),
        _ => axis.checked_add(result_rank as i64),
    };
    let fits = |first: &i64| (0..=(result_rank - rank) as i64).contains(first);
    let first = from_start
        .filter(fits)
        .ok_or_else(|| ReadError::AxisRange {
            attribute: name.clone(),
            axis,
            operand,
            rank,
            result_rank,
        })?;
    Ok(Some((first..first + rank as i64).collect()))
}

fn read_broadcast_dimensions(
    operation: OperationRef<'_, '_>,
    rule: &Rule,
) -> Result<Option<Vec<i64>>, ReadError> {
    let Some(name) = &rule.broadcast_dimensions else {
        return Ok(None);
    };
    let Ok(attribute) = operation.attribute(name) else {
        return Ok(None);
    };
    let malformed = || ReadError::Dimensions {
        attribute: name.clone(),
        found: ir::attribute_text(attribute),
    };
    let array = ir::as_dense_i64_array(attribute).ok_or_else(malformed)?;
    (0..array.len())
        .map(|index| array.element(index).map_err(|_| malformed()))
        .collect::<Result<_, _>>()
        .map(Some)
}

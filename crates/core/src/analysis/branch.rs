//! Branches: what is known inside each one, and what all of them agree on.

use super::{Analysis, Control, ElementRow, FactSource, predicate};
use crate::{
    dialect::cf,
    ir::{self, ValueKey, address, block_arguments, name_str, predecessors, successor_operand},
    symbol::{Element, NumberType},
};
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, Value, ValueLike, operation::OperationLike,
};
use rustc_hash::FxHashMap;

/// What is known of a value that one of several branches yields or passes to a block.
#[derive(Clone, Debug)]
pub struct BranchRow {
    /// With the names valid at the end of the branch.
    pub names: ElementRow,
    /// With the names given where the value was defined; a predicate that holds only in this
    /// branch may have changed them since.
    own: ElementRow,
    /// With the names of what is known by definitions and checks alone.
    checked: ElementRow,
}

impl BranchRow {
    /// Returns the row for the analysis that knows definitions and checks alone.
    fn as_checked(&self) -> Self {
        Self {
            names: self.checked.clone(),
            own: self.checked.clone(),
            checked: ElementRow::new(),
        }
    }

    fn is(&self, place: usize, number: Element) -> bool {
        [&self.names, &self.own]
            .iter()
            .any(|row| row.get(place) == Some(&number))
    }
}

/// Returns the number that all branches have at one position of the row, if they agree.
fn agreed(branches: &[&BranchRow], place: usize) -> Option<Element> {
    let (first, rest) = branches.split_first()?;
    let candidates = [&first.names, &first.own];
    candidates
        .iter()
        .filter_map(|row| row.get(place).copied())
        .find(|&number| rest.iter().all(|branch| branch.is(place, number)))
}

impl Analysis {
    /// Returns what is known of a value that a branch yields or passes on.
    fn branch_row(&mut self, value: Value<'_, '_>) -> BranchRow {
        BranchRow {
            names: self.row(value),
            own: self.own_row(value),
            checked: self
                .checked()
                .map_or_else(ElementRow::new, |checked| checked.row(value)),
        }
    }

    /// Returns what is known of the operands of a terminator; `None` if facts are off.
    pub fn yielded_rows(&mut self, terminator: OperationRef<'_, '_>) -> Option<Vec<BranchRow>> {
        let operands = terminator.operands();
        (!self.is_off).then(|| operands.map(|operand| self.branch_row(operand)).collect())
    }

    /// Learns the sizes and elements of the results of an op, such as `scf.if`, that returns
    /// what one of its regions yields.
    ///
    /// `yielded` has an entry per region: what is known of the values it yields, or `None` if
    /// it was not analyzed. Where all regions yield the same number, that is the result; where
    /// the two regions of a conditional disagree, the result is known to be one of the two.
    pub fn learn_from_branches(
        &mut self,
        operation: OperationRef<'_, '_>,
        yielded: &[Option<Vec<BranchRow>>],
    ) {
        if self.is_off {
            return;
        }
        self.define(|definitions| {
            let rows = yielded.iter().map(Option::as_ref);
            let rows =
                rows.map(|rows| rows.map(|rows| rows.iter().map(BranchRow::as_checked).collect()));
            definitions.learn_from_branches(operation, &rows.collect::<Vec<_>>());
        });
        let control = self.control_of(operation);
        let hands_on = [Control::Branches, Control::Conditional, Control::Assuming];
        if !hands_on.contains(&control) {
            return;
        }
        let branches = yielded.iter().map(Option::as_ref);
        let Some(branches) = branches.collect::<Option<Vec<_>>>() else {
            return;
        };
        for (index, result) in operation.results().enumerate() {
            let result = result.into();
            let rows = branches.iter().map(|rows| rows.get(index));
            let Some(rows) = rows.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let Some(length) = rows.first().map(|row| row.names.len()) else {
                continue;
            };
            let known = (0..length).map(|place| match (agreed(&rows, place), rows.as_slice()) {
                (None, &[on_true, on_false]) if control == Control::Conditional => {
                    let numbers = [on_true, on_false].map(|row| row.names.get(place).copied());
                    let r#type = match place < self.rank(result) {
                        true => NumberType::EXACT,
                        false => self.computed_type(result.r#type())?,
                    };
                    let predicate = ir::operand(operation, 0)?;
                    let truth = self.values.number(predicate);
                    Some(self.choose(truth, numbers[0]?, numbers[1]?, r#type))
                }
                (agreed, _) => agreed,
            });
            let known = known.collect::<Vec<_>>();
            self.set_row(result, known);
        }
    }

    /// Returns whether an op runs exactly one of its regions in place, so that facts at the end
    /// of each of them hold after it.
    pub fn runs_one_region(&mut self, operation: OperationRef<'_, '_>) -> bool {
        let control = self.control_of(operation);
        matches!(control, Control::Branches | Control::Conditional) && !self.is_off
    }

    /// Learns from the predicate that decides whether a block runs.
    pub fn learn_from_predicate(&mut self, block: BlockRef<'_, '_>) {
        if self.is_off {
            return;
        }
        self.define(|definitions| definitions.learn_from_predicate(block));
        if let Some((operation, is_true)) = self.decision_of(block)
            && let Some(predicate) = ir::operand(operation, 0)
        {
            self.learn_from(FactSource::Op, operation);
            predicate::assume(self, predicate, is_true);
        }
    }

    /// Returns the op whose first operand decides whether a block runs, and the value of that
    /// operand if it does.
    fn decision_of<'c, 'a>(
        &mut self,
        block: BlockRef<'c, 'a>,
    ) -> Option<(OperationRef<'c, 'a>, bool)> {
        let operation = block.parent_operation()?;
        if self.control_of(operation) == Control::Conditional {
            let first = ir::region(operation, 0)?.first_block()?;
            return Some((operation, first == block));
        }
        match predecessors(block).as_slice() {
            &[(terminator, successor)] if name_str(terminator.name()) == Some(cf::COND_BR) => {
                Some((terminator, successor == 0))
            }
            _ => None,
        }
    }
}

/// The rows of the values that terminators pass to the blocks of one region.
#[derive(Debug, Default)]
pub struct Branches {
    /// By terminator, successor and argument.
    handed: FxHashMap<(usize, usize, usize), BranchRow>,
}

impl Branches {
    /// Records the values that a terminator passes to its successors.
    pub fn record(&mut self, analysis: &mut Analysis, terminator: OperationRef<'_, '_>) {
        if analysis.is_off() {
            return;
        }
        for (index, successor) in terminator.successors().enumerate() {
            for argument in 0..successor.argument_count() {
                if let Some(value) = successor_operand(terminator, index, argument) {
                    let key = (address(terminator), index, argument);
                    self.handed.insert(key, analysis.branch_row(value));
                }
            }
        }
    }

    /// Learns the sizes and elements of a block's arguments where all predecessors agree on
    /// them.
    ///
    /// A symbol that all predecessors know is valid in this block, too, with the same meaning.
    pub fn learn(&self, analysis: &mut Analysis, block: BlockRef<'_, '_>) {
        let arguments = block_arguments(block);
        if arguments.is_empty() || analysis.is_off() {
            return;
        }
        let predecessors = predecessors(block);
        for (index, argument) in arguments.into_iter().enumerate() {
            let handed = |&(terminator, successor): &(OperationRef<'_, '_>, usize)| {
                // An argument that is passed to itself does not change.
                if let Some(value) = successor_operand(terminator, successor, index)
                    && ValueKey::new(value) == ValueKey::new(argument)
                {
                    return None;
                }
                Some(self.handed.get(&(address(terminator), successor, index)))
            };
            let rows = predecessors.iter().filter_map(handed);
            let Some(rows) = rows.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let known = |rows: &[&BranchRow]| {
                let length = rows.first().map_or(0, |row| row.names.len());
                let known = (0..length).map(|place| agreed(rows, place));
                known.collect::<Vec<_>>()
            };
            analysis.set_row(argument, known(&rows));
            analysis.define(|definitions| {
                let rows = rows.iter().map(|row| row.as_checked()).collect::<Vec<_>>();
                definitions.set_row(argument, known(&rows.iter().collect::<Vec<_>>()));
            });
        }
    }
}

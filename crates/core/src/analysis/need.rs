//! What an op needs of the sizes that it gets at run time: it is undefined for others.
//!
//! A need is a relation of two numbers, such as two sizes that have to be equal. A row lists those that
//! facts learn from as `needs`, others as `limits`. `guard-sizes` asserts both, unless facts prove them.

use super::{
    Analysis,
    ops::{Operands, operands_of_rank},
    predicate::relations_checked_by,
    row::{
        ElementOperands, ExpressionNode, Extents, FindNeeds, NeededRelation, OpRow, SizeExpression,
        SizeExpressions, SizeNeed, all_equal,
    },
};
use crate::{
    analysis::integers::rank,
    ir,
    symbol::{
        Element, NumberType, Size, Statement,
        integer::{Definition, Function, Integer, Signedness::Signed},
    },
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// A relation of numbers that an assertion has checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckedRelation {
    relation: NeededRelation,
    sides: [Element; 2],
    /// It need not hold if this number is 0.
    unless_none: Option<Element>,
}

/// What is known of a need.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NeedAnswer {
    /// It is met.
    Met,
    /// It is never met.
    Never,
    /// It is not known whether it is met.
    Open,
}

impl Analysis {
    /// Returns what an op needs, before it is learned from; `None` if nothing is known of the op.
    pub fn needs_of<'c, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Option<(SizeExpressions<'c, 'a>, Vec<SizeNeed>)> {
        let row = self.ops.find(operation)?;
        let mut expressions = SizeExpressions::new(operation, row, false);
        let mut needs = vec![];
        for find in [row.needs, row.limits].into_iter().flatten() {
            needs.extend(find(&mut expressions, operation).unwrap_or_default());
        }
        if let Some(extents) = row.extents {
            self.add_needs_of_extents(&mut expressions, &mut needs, extents);
        }
        // What types show.
        needs.retain(|need| {
            let sides = [need.left, need.right].map(|side| expressions.value(side));
            !matches!(sides, [Some(a), Some(b)] if need.holds(a, b))
        });
        Some((expressions, needs))
    }

    /// Returns whether a relation that has been checked is one that an op needs, or implies it.
    pub fn is_same(&self, checked: CheckedRelation, needed: CheckedRelation) -> bool {
        let [a, b] = needed.sides;
        let [c, d] = checked.sides.map(|side| self.facts.name(side));
        if checked.unless_none.is_some() && checked.unless_none != needed.unless_none {
            return false;
        }
        match checked.relation {
            // Equal numbers are in any relation.
            NeededRelation::Equal => [a, b] == [c, d] || [a, b] == [d, c],
            relation => relation == needed.relation && [a, b] == [c, d],
        }
    }

    /// Returns a need as a relation of what facts call its numbers, if they know them.
    pub fn relation_of(
        &mut self,
        expressions: &SizeExpressions<'_, '_>,
        need: &SizeNeed,
    ) -> Option<CheckedRelation> {
        Some(CheckedRelation {
            relation: need.relation,
            sides: self.sides_of(expressions, need)?,
            unless_none: match need.unless_none {
                Some(count) => Some(self.resolve(expressions, count)?),
                None => None,
            },
        })
    }

    /// Returns the relations that hold behind an assertion.
    pub fn checked_by(&mut self, assertion: OperationRef<'_, '_>) -> Vec<CheckedRelation> {
        let relations = relations_checked_by(self, assertion).into_iter();
        let relations = relations.map(|(relation, sides)| CheckedRelation {
            relation,
            sides,
            unless_none: None,
        });
        relations.collect()
    }

    /// Returns an earlier value of the same sizes, if the op that defines a value says so: the sizes of
    /// that are known without the value.
    pub fn same_sizes_before<'c: 'a, 'a>(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let mut found = value;
        while let Some(operation) = ir::defining_op(found) {
            let mut results = operation.results().map(Value::from);
            let index = results
                .position(|result| result == found)
                .unwrap_or_default();
            let extents = self.ops.find(operation).and_then(|row| row.extents);
            let like = match extents {
                Some(Extents::Same) => {
                    operands_of_rank(operation, index).and_then(|it| it.first().copied())
                }
                Some(extents) => extents.operand_like(operation, index),
                None => None,
            };
            let Some(like) = like.filter(|like| rank(like.r#type()) == rank(value.r#type())) else {
                break;
            };
            found = like;
        }
        found
    }

    /// Returns what is known of a need of an op, before the op is learned from.
    pub fn ask_need(
        &mut self,
        expressions: &SizeExpressions<'_, '_>,
        need: &SizeNeed,
    ) -> NeedAnswer {
        let Some(names) = self.sides_of(expressions, need) else {
            return NeedAnswer::Open;
        };
        let count = need
            .unless_none
            .and_then(|count| self.resolve(expressions, count));
        let count = count.and_then(|count| self.facts.name(count).constant());
        if count == Some(0) {
            return NeedAnswer::Met;
        }
        if let [Some(a), Some(b)] = names.map(Element::constant) {
            let is_certain = need.unless_none.is_none() || count.is_some();
            return match need.holds(a, b) {
                true => NeedAnswer::Met,
                false if is_certain => NeedAnswer::Never,
                false => NeedAnswer::Open,
            };
        }
        let is_met = self.is_met(need.relation, names)
            || need.relation == NeededRelation::AtMost
                && self.is_met_by_parts(expressions.node(need.left), names[1]);
        match is_met {
            true => NeedAnswer::Met,
            false => NeedAnswer::Open,
        }
    }

    /// Returns what facts call the two numbers that a need relates.
    fn sides_of(
        &mut self,
        expressions: &SizeExpressions<'_, '_>,
        need: &SizeNeed,
    ) -> Option<[Element; 2]> {
        let sides = [need.left, need.right].map(|side| self.resolve(expressions, side));
        let [Some(a), Some(b)] = sides else {
            return None;
        };
        Some([a, b].map(|side| self.facts.name(side)))
    }

    /// Returns whether a number is at most `limit`, because it is computed as the least or the greatest of numbers of
    /// which one, or each, is.
    fn is_met_by_parts(&mut self, node: ExpressionNode<'_, '_>, limit: Element) -> bool {
        let ExpressionNode::Element(value, index) = node else {
            return false;
        };
        let row = self.values.elements(value);
        let Some(&number) = row.as_ref().and_then(|row| row.get(index)) else {
            return false;
        };
        let Definition::Apply(function, parts) = self.values.integers.definition(number).clone()
        else {
            return false;
        };
        let is_at_most = |&part: &Integer| {
            let part = self.element(part);
            let part = self.facts.name(part);
            self.is_met(NeededRelation::AtMost, [part, limit])
        };
        match function {
            Function::Minimum(Signed) => parts.iter().any(is_at_most),
            Function::Maximum(Signed) => parts.iter().all(is_at_most),
            _ => false,
        }
    }

    fn is_met(&mut self, relation: NeededRelation, [a, b]: [Element; 2]) -> bool {
        let facts = &self.facts;
        if a == b {
            return true;
        }
        match (relation, a.constant(), b.constant()) {
            (NeededRelation::Equal, _, Some(number)) => facts.entails_element_is(a, number),
            (NeededRelation::Equal, Some(number), _) => facts.entails_element_is(b, number),
            (NeededRelation::Equal, ..) => false,
            (NeededRelation::BroadcastsTo, ..) => {
                let sizes = facts.as_size(a).zip(facts.as_size(b));
                facts.entails_element_is(a, 1)
                    || sizes.is_some_and(|(a, b)| facts.entails_broadcasts_to(a, b))
            }
            (NeededRelation::AtMost, Some(least), _) => facts.entails_element_at_least(b, least),
            (NeededRelation::AtMost, _, Some(greatest)) => {
                facts.entails_element_at_most(a, greatest)
            }
            (NeededRelation::AtMost, ..) => {
                let room = self.apply(Function::Subtract, b, a, NumberType::EXACT);
                room.is_some_and(|room| self.facts.entails_element_at_least(room, 0))
            }
        }
    }

    /// Learns what an op needs: it is undefined otherwise.
    pub(super) fn learn_needs(
        &mut self,
        row: &OpRow,
        find: FindNeeds,
        operation: OperationRef<'_, '_>,
    ) -> Option<()> {
        let mut expressions = SizeExpressions::new(operation, row, true);
        for need in find(&mut expressions, operation)? {
            let sizes = [need.left, need.right].map(|side| self.resolve_size(&expressions, side));
            let [Some(a), Some(b)] = sizes else {
                continue;
            };
            let statement = match (need.relation, a) {
                (NeededRelation::Equal, a) => Statement::Equal(a, b),
                (NeededRelation::BroadcastsTo, a) => Statement::broadcasts_to(a, b),
                (NeededRelation::AtMost, Size::Constant(least)) => Statement::AtLeast(b, least),
                (NeededRelation::AtMost, Size::Symbol(_)) => continue,
            };
            self.facts.assume(statement);
        }
        Some(())
    }

    /// Returns the size that is the value of an expression, if it is one.
    fn resolve_size(
        &mut self,
        expressions: &SizeExpressions<'_, '_>,
        expression: SizeExpression,
    ) -> Option<Size> {
        match expressions.node(expression) {
            ExpressionNode::Size(value, dim) => self.sizes_of(value).get(dim).copied(),
            _ => {
                let element = self.resolve(expressions, expression)?;
                self.facts.as_size(element)
            }
        }
    }

    /// Returns what facts call the value of an expression.
    fn resolve(
        &mut self,
        expressions: &SizeExpressions<'_, '_>,
        expression: SizeExpression,
    ) -> Option<Element> {
        match expressions.node(expression) {
            ExpressionNode::Constant(value) | ExpressionNode::Declared { size: value, .. } => {
                Some(Element::number(value))
            }
            ExpressionNode::Size(value, dim) => {
                let size = *self.sizes_of(value).get(dim)?;
                Some(size.into())
            }
            ExpressionNode::Element(value, index) => self.elements_of(value)?.get(index).copied(),
            ExpressionNode::Apply(function, a, b) => {
                let [a, b] = [a, b].map(|part| self.resolve(expressions, part));
                let mut operands = ElementOperands::new(self, expressions.operation);
                Some(operands.apply(function, a?, b?))
            }
        }
    }

    /// Adds what follows from how the sizes of results follow from operands: the operands agree, and the
    /// sizes that the results' types declare are those that follow.
    fn add_needs_of_extents(
        &mut self,
        expressions: &mut SizeExpressions<'_, '_>,
        needs: &mut Vec<SizeNeed>,
        extents: Extents,
    ) -> Option<()> {
        let operation = expressions.operation;
        if let Extents::Same = extents {
            let operands = operands_of_rank(operation, 0)?;
            let (&first, others) = operands.split_first()?;
            for &other in others {
                let sizes = expressions.sizes_of(other)?;
                needs.extend(all_equal(&sizes, &expressions.sizes_of(first)?));
            }
        }
        if let Extents::Elements(index) = extents {
            let zero = expressions.constant(0);
            for size in expressions.numbers(index).unwrap_or_default() {
                // No tensor has 2^31 elements in a dim, so a size that wraps is beyond what programs
                // can express, whether it becomes negative or not.
                let element = self.resolve(expressions, size);
                if !element.is_some_and(|it| self.facts.entails_not_negative_unless_wrapped(it)) {
                    needs.push(SizeNeed::at_most(zero, size));
                }
            }
        }
        for index in 0..operation.result_count() {
            let declared = ir::sizes_of(ir::result(operation, index)?.r#type());
            let sizes = expressions.extents_of(extents, index).unwrap_or_default();
            for (dim, (declared, size)) in declared.into_iter().zip(sizes).enumerate() {
                if let (Some(declared), Some(size)) = (declared, size)
                    && expressions.value(size) != Some(declared)
                {
                    let declared = expressions.add(ExpressionNode::Declared {
                        result: index,
                        dim,
                        size: declared,
                    });
                    needs.push(SizeNeed::equal(declared, size));
                }
            }
        }
        Some(())
    }
}

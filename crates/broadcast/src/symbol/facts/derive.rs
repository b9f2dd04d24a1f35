//! Inference from facts.
//!
//! *Broadcasts to* is a partial order on sizes: 1 is below all others, and no other two sizes
//! are comparable. So if `d` broadcasts to `r`, then `d` is 1 or a value that `r` can have
//! other than 1; and if `d` is not 1, it equals `r`.

use super::{
    classes::{Classes, Node},
    search::{EdgeDirection, EdgeSearch, find_path, reaches},
    values::Values,
};
use crate::symbol::{Relation, Size};
use std::collections::VecDeque;

/// The number of steps that each fact adds to the credit; unused credit is kept.
///
/// If facts repeatedly change what is known of a class with many neighbours, the credit runs
/// out, and consequences of the last of them are missed.
const STEPS_PER_FACT: usize = 256;

/// The limit on edges up from a class, on edges down, and on joins of each class reached, in
/// the search for joins that broadcast to a class.
const JOIN_LIMIT: usize = 16;

/// The limit on classes and joins that such a search examines in total.
const JOINS_LIMIT: usize = 128;

/// The error that no sizes satisfy the facts.
#[derive(Clone, Copy, Debug)]
pub struct Contradiction;

/// A statement that holds and whose consequences are still to be derived.
#[derive(Clone, Copy, Debug)]
pub enum Derivation {
    /// Two sizes are equal.
    Equal(Node, Node),
    /// The first size is related to the second.
    Related(Node, Relation, Node),
    /// A size has one of the values.
    Restrict(Node, Values),
    /// More may be known of the neighbours in a node's lists.
    Neighbours(Node),
    /// There may be a cycle through a class.
    Cycle(Node),
    /// There may be joins whose parts all broadcast to a class.
    Joins(Node),
    /// The parts or the result of a join have changed.
    Join(usize),
}

/// The pending steps, and the credit for them.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    steps: VecDeque<Derivation>,
    credit: usize,
}

impl Agenda {
    /// Adds a fact whose consequences [`run`] derives.
    pub fn push(&mut self, step: Derivation) {
        self.steps.push_back(step);
    }

    /// Pays for a step; returns whether the credit was sufficient.
    fn pay(&mut self, cost: usize) -> bool {
        let is_paid = self.credit >= cost;
        self.credit = self.credit.saturating_sub(cost);
        is_paid
    }
}

/// Executes all steps of the agenda and the steps that these add.
///
/// # Errors
///
/// Fails if no sizes satisfy the facts; the classes are then partly changed.
pub fn run(classes: &mut Classes, agenda: &mut Agenda) -> Result<(), Contradiction> {
    agenda.credit = agenda.credit.saturating_add(STEPS_PER_FACT);
    // The facts themselves come first and are always executed.
    let mut facts = agenda.steps.len();
    let mut result = Ok(());
    while let Some(step) = agenda.steps.pop_front() {
        if !agenda.pay(1) && facts == 0 {
            break;
        }
        facts = facts.saturating_sub(1);
        result = take(classes, agenda, step);
        if result.is_err() {
            break;
        }
    }
    agenda.steps.clear();
    result
}

fn take(classes: &mut Classes, agenda: &mut Agenda, step: Derivation) -> Result<(), Contradiction> {
    match step {
        Derivation::Equal(a, b) => equate(classes, agenda, a, b),
        Derivation::Related(lower, relation, upper) => {
            relate(classes, agenda, lower, relation, upper)
        }
        Derivation::Restrict(node, values) => restrict(classes, agenda, node, values),
        Derivation::Neighbours(node) => {
            visit_neighbours(classes, agenda, node);
            Ok(())
        }
        Derivation::Cycle(node) => {
            // A class that cannot be 1 is equated with all classes above it anyway.
            if classes.values(node).has_one()
                && let Some(path) = find_path(classes, node, Relation::Broadcasts, node)
            {
                for pair in path.windows(2) {
                    agenda.push(Derivation::Equal(pair[0], pair[1]));
                }
            }
            Ok(())
        }
        Derivation::Joins(node) => {
            if classes.values(node).only() != Some(1) {
                find_joins_below(classes, agenda, node);
            }
            Ok(())
        }
        Derivation::Join(join) => {
            visit_join(classes, agenda, join);
            Ok(())
        }
    }
}

fn equate(
    classes: &mut Classes,
    agenda: &mut Agenda,
    a: Node,
    b: Node,
) -> Result<(), Contradiction> {
    let (a, b) = (classes.root(a), classes.root(b));
    if a == b {
        return Ok(());
    }
    let (of_a, of_b) = (classes.values(a), classes.values(b));
    let values = of_a.meet(of_b);
    if values.is_empty() {
        return Err(Contradiction);
    }
    let (child, parent) = classes.union(a, b, values);
    let (of_child, of_parent) = if child == a {
        (of_a, of_b)
    } else {
        (of_b, of_a)
    };
    // Only lists whose class has changed are visited again: the class of a constant, which many
    // sizes are equal to, does not change.
    if values != of_parent {
        agenda.push(Derivation::Neighbours(parent));
    } else if values != of_child {
        agenda.push(Derivation::Neighbours(child));
    }
    for &join in &classes.lists(child).joins {
        if agenda.pay(1) {
            agenda.push(Derivation::Join(join));
        }
    }
    agenda.push(Derivation::Cycle(parent));
    agenda.push(Derivation::Joins(parent));
    Ok(())
}

fn relate(
    classes: &mut Classes,
    agenda: &mut Agenda,
    lower: Node,
    relation: Relation,
    upper: Node,
) -> Result<(), Contradiction> {
    let (lower, upper) = (classes.root(lower), classes.root(upper));
    let (of_lower, of_upper) = (classes.values(lower), classes.values(upper));
    let grows = relation == Relation::Grows;
    if lower == upper {
        return Ok(());
    }
    if of_lower.only() == Some(1) {
        let values = Values::at_least(relation.least_above_one());
        return restrict(classes, agenda, upper, values);
    }
    if !of_lower.has_one() || grows && of_upper.max() <= 1 {
        return equate(classes, agenda, lower, upper);
    }
    if reaches(classes, lower, relation, upper) {
        return Ok(());
    }
    classes.add_edge(lower, relation, upper);
    restrict(classes, agenda, lower, of_upper.or_one())?;
    if grows && of_lower.min() >= 1 {
        restrict(classes, agenda, upper, Values::at_least(1))?;
    }
    agenda.push(Derivation::Cycle(lower));
    agenda.push(Derivation::Joins(upper));
    Ok(())
}

fn restrict(
    classes: &mut Classes,
    agenda: &mut Agenda,
    node: Node,
    values: Values,
) -> Result<(), Contradiction> {
    let root = classes.root(node);
    let old = classes.values(root);
    let new = old.meet(values);
    if new.is_empty() {
        return Err(Contradiction);
    }
    if new != old {
        classes.set_values(root, new);
        agenda.push(Derivation::Neighbours(root));
    }
    Ok(())
}

/// Propagates the values of a class to the neighbours in a node's lists.
fn visit_neighbours(classes: &mut Classes, agenda: &mut Agenda, node: Node) {
    let root = classes.root(node);
    let values = classes.values(root);
    if let Some(size) = values.only() {
        let constant = classes.node(Size::Constant(size));
        agenda.push(Derivation::Equal(root, constant));
    } else if let Some(size) = values.only_rest() {
        // It is 1 or this size.
        let constant = classes.node(Size::Constant(size));
        let relation = match size > 1 {
            true => Relation::Grows,
            false => Relation::Broadcasts,
        };
        agenda.push(Derivation::Related(root, relation, constant));
    }
    let lists = classes.lists(node);
    if values.min() >= 1 || !values.has_one() {
        for edge in &lists.up {
            if !agenda.pay(1) {
                return;
            }
            if !values.has_one() {
                agenda.push(Derivation::Equal(root, edge.to));
            } else if edge.relation == Relation::Grows {
                agenda.push(Derivation::Restrict(edge.to, Values::at_least(1)));
            }
        }
    }
    for edge in &lists.down {
        if !agenda.pay(1) {
            return;
        }
        let lower = classes.values(edge.to);
        if classes.root(edge.to) == root {
            continue;
        }
        if edge.relation == Relation::Grows && values.max() <= 1 {
            agenda.push(Derivation::Equal(edge.to, root));
        } else if lower.meet(values.or_one()) != lower {
            agenda.push(Derivation::Restrict(edge.to, values.or_one()));
        }
    }
    for &join in &lists.joins {
        if !agenda.pay(1) {
            return;
        }
        agenda.push(Derivation::Join(join));
    }
}

/// Derives from a join that it equals one of its parts, and is 1 only if all parts are.
fn visit_join(classes: &Classes, agenda: &mut Agenda, join: usize) {
    let join = classes.join(join);
    let result = classes.root(join.result);
    if !agenda.pay(join.parts.len()) {
        return;
    }
    let mut values = Values::constant(1);
    let mut rest = None;
    let mut has_one = true;
    for &part in &join.parts {
        let part = classes.root(part);
        let of_part = classes.values(part);
        values = values.hull(of_part);
        has_one &= of_part.has_one();
        if of_part.only() == Some(1) {
            continue;
        }
        match rest {
            None => rest = Some(part),
            Some(other) if other == part => {}
            // Two different parts that may differ from 1.
            Some(_) => rest = Some(result),
        }
    }
    if let Some(part) = rest {
        agenda.push(Derivation::Equal(part, result));
    }
    let values = if has_one {
        values
    } else {
        values.without_one()
    };
    agenda.push(Derivation::Restrict(result, values));
}

/// Finds joins whose parts all broadcast to a class or one above it. So does the join, as it
/// equals one of the parts.
fn find_joins_below(classes: &Classes, agenda: &mut Agenda, node: Node) {
    let above = EdgeSearch::new(
        classes,
        node,
        EdgeDirection::Up,
        Relation::Broadcasts,
        JOIN_LIMIT,
    )
    .all();
    let mut left = JOINS_LIMIT;
    for upper in above {
        for relation in Relation::ALL {
            let mut below =
                EdgeSearch::new(classes, upper, EdgeDirection::Down, relation, JOIN_LIMIT).all();
            left = left.saturating_sub(below.len());
            let mut index = 0;
            while let Some(&part) = below.get(index) {
                index += 1;
                for &join in classes.lists(part).joins.iter().rev().take(JOIN_LIMIT) {
                    if left == 0 {
                        return;
                    }
                    left -= 1;
                    let join = classes.join(join);
                    let result = classes.root(join.result);
                    // Parts that are 1 do not affect the join.
                    let is_below = |&part: &Node| {
                        below.contains(&classes.root(part))
                            || classes.values(part).only() == Some(1)
                    };
                    if !below.contains(&result) && join.parts.iter().all(is_below) {
                        agenda.push(Derivation::Related(result, relation, upper));
                        below.push(result);
                    }
                }
            }
        }
    }
}

/// Adds a join and derives its consequences.
pub fn add_join(
    classes: &mut Classes,
    agenda: &mut Agenda,
    parts: &[Node],
    relation: Relation,
    result: Node,
) {
    let join = classes.add_join(parts, result);
    for &part in parts {
        agenda.push(Derivation::Related(part, relation, result));
    }
    agenda.push(Derivation::Join(join));
    let Some((&first, others)) = parts.split_first() else {
        return;
    };
    for relation in Relation::ALL {
        let above = EdgeSearch::new(classes, first, EdgeDirection::Up, relation, JOIN_LIMIT).all();
        for upper in above {
            if others
                .iter()
                .all(|&part| reaches(classes, part, relation, upper))
            {
                agenda.push(Derivation::Related(result, relation, upper));
            }
        }
    }
}

//! Case distinctions: claims about two sizes that hold for every part of a join.

use super::{
    classes::{Classes, Node},
    search::{have_upper, reaches},
};
use crate::symbol::Relation;

/// How deeply nested joins are expanded.
const MAX_DEPTH: usize = 3;

/// How often a claim is examined, and how many joins of a class are considered.
const MAX_CASES: usize = 32;

/// A claim about two sizes, tested without expanding joins.
pub type Claim = fn(&Classes, Node, Node) -> bool;

/// Returns whether a search shows that `a = b` or one of them is 1.
pub fn are_compatible(classes: &Classes, a: Node, b: Node) -> bool {
    let is_one = |node| classes.values(node).only() == Some(1);
    is_one(a) || is_one(b) || have_upper(classes, a, b, Relation::Broadcasts)
}

/// Returns whether a search shows that two sizes are compatible and, where they differ, at
/// least 1.
pub fn are_maximum_compatible(classes: &Classes, a: Node, b: Node) -> bool {
    let is_positive = |node| classes.values(node).min() >= 1;
    is_positive(a) && is_positive(b) && are_compatible(classes, a, b)
        || reaches(classes, a, Relation::Grows, b)
        || reaches(classes, b, Relation::Grows, a)
        || have_upper(classes, a, b, Relation::Grows)
}

/// Returns whether a claim holds, either directly or for each part of a join that one of the
/// sizes is: a join always equals one of its parts.
pub fn hold(classes: &Classes, a: Node, b: Node, claim: Claim) -> bool {
    let mut left = MAX_CASES;
    hold_to_depth(classes, a, b, claim, MAX_DEPTH, &mut left)
}

fn hold_to_depth(
    classes: &Classes,
    a: Node,
    b: Node,
    claim: Claim,
    depth: usize,
    left: &mut usize,
) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    if claim(classes, a, b) {
        return true;
    }
    depth > 0
        && [(a, b), (b, a)].into_iter().any(|(join, other)| {
            joins_at(classes, join).any(|parts| {
                let mut holds =
                    |&part: &Node| hold_to_depth(classes, part, other, claim, depth - 1, left);
                !parts.is_empty() && parts.iter().all(&mut holds)
            })
        })
}

/// Returns the parts of each join that a size is the result of, newest first.
fn joins_at(classes: &Classes, node: Node) -> impl Iterator<Item = &[Node]> {
    let root = classes.root(node);
    let joins = classes.lists(root).joins.iter().rev().take(MAX_CASES);
    joins
        .map(|&join| classes.join(join))
        .filter(move |join| classes.root(join.result) == root)
        .map(|join| join.parts.as_slice())
}

//! Paths from one class to another along *broadcasts to*.
//!
//! A search examines at most [`LIMIT`] edges from each end, newest first. A path that it misses
//! costs an unnecessary guard, but never drops a necessary one.

use super::classes::{Classes, Edge, Node};
use crate::symbol::Relation;
use smallvec::{SmallVec, smallvec};

/// The maximum number of edges that one side of a search examines.
pub const LIMIT: usize = 128;

/// The direction in which edges are followed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EdgeDirection {
    /// From a class to those it broadcasts to.
    Up,
    /// From a class to those that broadcast to it.
    Down,
}

/// The classes reachable from one, found one edge at a time.
pub struct EdgeSearch<'a> {
    classes: &'a Classes,
    direction: EdgeDirection,
    relation: Relation,
    /// The roots reached, each with the index of the one it was reached from.
    seen: SmallVec<[(Node, usize); 8]>,
    /// The index of the root whose edges are being examined.
    current: usize,
    /// The number of its edges that have been examined.
    examined: usize,
    left: usize,
}

impl<'a> EdgeSearch<'a> {
    /// Starts at a class.
    ///
    /// Only edges whose ends are known to be related by `relation` are followed.
    pub fn new(
        classes: &'a Classes,
        from: Node,
        direction: EdgeDirection,
        relation: Relation,
        limit: usize,
    ) -> Self {
        Self {
            classes,
            direction,
            relation,
            seen: smallvec![(classes.root(from), 0)],
            current: 0,
            examined: 0,
            left: limit,
        }
    }

    /// Returns the roots found by following all edges, the start first.
    pub fn all(mut self) -> Vec<Node> {
        while self.step().is_some() {}
        self.seen.into_iter().map(|(node, _)| node).collect()
    }

    /// Examines one edge; `None` if none is left. Returns the root that it leads to, if it can
    /// be followed, with the index of the root it starts at.
    fn step(&mut self) -> Option<Option<(Node, usize)>> {
        if self.left == 0 {
            return None;
        }
        let (from, edges) = loop {
            let &(from, _) = self.seen.get(self.current)?;
            let lists = self.classes.lists(from);
            let edges = match self.direction {
                EdgeDirection::Up => &lists.up,
                EdgeDirection::Down => &lists.down,
            };
            if self.examined < edges.len() {
                break (from, edges);
            }
            self.current += 1;
            self.examined = 0;
        };
        self.left -= 1;
        self.examined += 1;
        let edge = edges[edges.len() - self.examined];
        Some(self.follow(from, edge))
    }

    fn follow(&mut self, from: Node, edge: Edge) -> Option<(Node, usize)> {
        let to = self.classes.root(edge.to);
        let upper = match self.direction {
            EdgeDirection::Up => to,
            EdgeDirection::Down => from,
        };
        if to == from || self.relation == Relation::Grows && !grows(self.classes, edge, upper) {
            return None;
        }
        if self.index(to).is_none() {
            self.seen.push((to, self.current));
        }
        Some((to, self.current))
    }

    fn index(&self, root: Node) -> Option<usize> {
        self.seen.iter().position(|&(node, _)| node == root)
    }

    /// Returns the roots on the path from a reached root back to the start.
    fn path(&self, mut index: usize) -> Vec<Node> {
        let mut path = vec![self.seen[index].0];
        while index > 0 {
            index = self.seen[index].1;
            path.push(self.seen[index].0);
        }
        path
    }
}

/// Returns whether the upper end of an edge is known to be no smaller than the lower one.
///
/// The lower end is 1 or equal to the upper one, so only an upper end of 0 can
/// be smaller.
fn grows(classes: &Classes, edge: Edge, upper: Node) -> bool {
    edge.relation == Relation::Grows || classes.values(upper).min() >= 1
}

/// Returns the roots on an upward path from one class to another; `Some` if a search shows that
/// the first is related to the second.
///
/// A path from a class to itself has at least two classes.
pub fn find_path(classes: &Classes, from: Node, relation: Relation, to: Node) -> Option<Vec<Node>> {
    let (mut below, mut above) = both_ends(classes, from, relation, to);
    let (end_below, end_above) = meet(&mut below, &mut above)?;
    Some([below.path(end_below), above.path(end_above)].concat())
}

/// Returns whether a search shows that a class is related to another, or they are the same.
pub fn reaches(classes: &Classes, from: Node, relation: Relation, to: Node) -> bool {
    let (mut below, mut above) = both_ends(classes, from, relation, to);
    below.seen[0].0 == above.seen[0].0 || meet(&mut below, &mut above).is_some()
}

fn both_ends(
    classes: &Classes,
    from: Node,
    relation: Relation,
    to: Node,
) -> (EdgeSearch<'_>, EdgeSearch<'_>) {
    (
        EdgeSearch::new(classes, from, EdgeDirection::Up, relation, LIMIT),
        EdgeSearch::new(classes, to, EdgeDirection::Down, relation, LIMIT),
    )
}

/// Follows edges from both ends until the searches meet; returns the indices of the two roots
/// that connect them.
fn meet(below: &mut EdgeSearch<'_>, above: &mut EdgeSearch<'_>) -> Option<(usize, usize)> {
    // Once either side runs out of edges, there is no path, so the side with fewer edges bounds
    // the cost.
    loop {
        if let Some((reached, from)) = below.step()?
            && let Some(index) = above.index(reached)
        {
            return Some((from, index));
        }
        if let Some((reached, from)) = above.step()?
            && let Some(index) = below.index(reached)
        {
            return Some((index, from));
        }
    }
}

/// Returns whether a search finds a class that both are related to.
pub fn have_upper(classes: &Classes, a: Node, b: Node, relation: Relation) -> bool {
    let mut a = EdgeSearch::new(classes, a, EdgeDirection::Up, relation, LIMIT);
    let mut b = EdgeSearch::new(classes, b, EdgeDirection::Up, relation, LIMIT);
    if a.seen[0].0 == b.seen[0].0 {
        return true;
    }
    loop {
        let (from_a, from_b) = (a.step(), b.step());
        if from_a.is_none() && from_b.is_none() {
            return false;
        }
        let meets = |reach: &EdgeSearch<'_>, reached: Option<Option<(Node, usize)>>| {
            let reached = reached.flatten();
            reached.is_some_and(|(node, _)| reach.index(node).is_some())
        };
        if meets(&b, from_a) || meets(&a, from_b) {
            return true;
        }
    }
}

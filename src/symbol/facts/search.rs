//! Ways from one class to another along *broadcasts-to*.
//!
//! A search looks at no more than [`LIMIT`] edges from each end, the newest
//! first. What it does not find it does not find: a guard too many, never one
//! too few.

use super::classes::{Classes, Edge, Node};
use crate::symbol::Relation;
use smallvec::{SmallVec, smallvec};

/// How many edges one side of a search looks at.
pub const LIMIT: usize = 128;

/// Which way edges are followed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Direction {
    /// To what a class broadcasts to.
    Up,
    /// To what broadcasts to a class.
    Down,
}

/// The classes that are reached from one, found one edge at a time.
pub struct Reach<'a> {
    classes: &'a Classes,
    direction: Direction,
    relation: Relation,
    /// The roots reached, each with the index of the one it was reached from.
    seen: SmallVec<[(Node, usize); 8]>,
    /// The index of the root whose edges are looked at.
    current: usize,
    /// How many of its edges have been looked at.
    looked_at: usize,
    left: usize,
}

impl<'a> Reach<'a> {
    /// Starts at a class.
    ///
    /// Only edges whose ends are known to be so related are followed.
    pub fn new(
        classes: &'a Classes,
        from: Node,
        direction: Direction,
        relation: Relation,
        limit: usize,
    ) -> Self {
        Self {
            classes,
            direction,
            relation,
            seen: smallvec![(classes.root(from), 0)],
            current: 0,
            looked_at: 0,
            left: limit,
        }
    }

    /// Returns the roots found by following all edges, the start first.
    pub fn all(mut self) -> Vec<Node> {
        while self.step().is_some() {}
        self.seen.into_iter().map(|(node, _)| node).collect()
    }

    /// Looks at one edge: `None` if there is none left, else the root at its
    /// end, if the edge counts, with the index of the root it starts at.
    fn step(&mut self) -> Option<Option<(Node, usize)>> {
        if self.left == 0 {
            return None;
        }
        let (from, edges) = loop {
            let &(from, _) = self.seen.get(self.current)?;
            let lists = self.classes.lists(from);
            let edges = match self.direction {
                Direction::Up => &lists.up,
                Direction::Down => &lists.down,
            };
            if self.looked_at < edges.len() {
                break (from, edges);
            }
            self.current += 1;
            self.looked_at = 0;
        };
        self.left -= 1;
        self.looked_at += 1;
        let edge = edges[edges.len() - self.looked_at];
        Some(self.follow(from, edge))
    }

    fn follow(&mut self, from: Node, edge: Edge) -> Option<(Node, usize)> {
        let to = self.classes.root(edge.to);
        let upper = match self.direction {
            Direction::Up => to,
            Direction::Down => from,
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

    /// Returns the roots from one that was reached back to the start.
    fn path(&self, mut index: usize) -> Vec<Node> {
        let mut path = vec![self.seen[index].0];
        while index > 0 {
            index = self.seen[index].1;
            path.push(self.seen[index].0);
        }
        path
    }
}

/// Tells whether the upper end of an edge is known to be no smaller than the
/// lower one.
///
/// The lower end is 1 or equal to the upper one, so only an upper end of 0 can
/// be smaller.
fn grows(classes: &Classes, edge: Edge, upper: Node) -> bool {
    edge.relation == Relation::Grows || classes.values(upper).min() >= 1
}

/// Returns the roots on a way up from one class to another: `Some` if the first
/// is found to be related to the second.
///
/// From a class to itself, a way has at least two classes on it.
pub fn find_path(classes: &Classes, from: Node, relation: Relation, to: Node) -> Option<Vec<Node>> {
    let (mut below, mut above) = both_ends(classes, from, relation, to);
    let (end_below, end_above) = meet(&mut below, &mut above)?;
    Some([below.path(end_below), above.path(end_above)].concat())
}

/// Tells whether a class is found to be related to another, or to be the same.
pub fn reaches(classes: &Classes, from: Node, relation: Relation, to: Node) -> bool {
    let (mut below, mut above) = both_ends(classes, from, relation, to);
    below.seen[0].0 == above.seen[0].0 || meet(&mut below, &mut above).is_some()
}

fn both_ends(
    classes: &Classes,
    from: Node,
    relation: Relation,
    to: Node,
) -> (Reach<'_>, Reach<'_>) {
    (
        Reach::new(classes, from, Direction::Up, relation, LIMIT),
        Reach::new(classes, to, Direction::Down, relation, LIMIT),
    )
}

/// Follows edges from both ends until they meet; returns the indices of the two
/// roots between which they do.
fn meet(below: &mut Reach<'_>, above: &mut Reach<'_>) -> Option<(usize, usize)> {
    // Where one side has no more edges, there is no way: the side with few
    // edges decides, however many the other has.
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

/// Tells whether there is a class that both are found to be related to.
pub fn have_upper(classes: &Classes, a: Node, b: Node, relation: Relation) -> bool {
    let mut a = Reach::new(classes, a, Direction::Up, relation, LIMIT);
    let mut b = Reach::new(classes, b, Direction::Up, relation, LIMIT);
    if a.seen[0].0 == b.seen[0].0 {
        return true;
    }
    loop {
        let (from_a, from_b) = (a.step(), b.step());
        if from_a.is_none() && from_b.is_none() {
            return false;
        }
        let meets = |reach: &Reach<'_>, reached: Option<Option<(Node, usize)>>| {
            let reached = reached.flatten();
            reached.is_some_and(|(node, _)| reach.index(node).is_some())
        };
        if meets(&b, from_a) || meets(&a, from_b) {
            return true;
        }
    }
}

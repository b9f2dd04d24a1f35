//! Classes of equal sizes and the relations between them, with an undo log.

use super::values::Values;
use crate::symbol::{Relation, Size, Symbol};
use rustc_hash::FxHashMap;

/// A size that occurs in a fact.
pub type Node = usize;

/// One end of a *broadcasts to* relation, as seen from the other.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The other end.
    pub to: Node,
    /// How the lower end is related to the upper one.
    pub relation: Relation,
}

/// A join: all parts broadcast to the result, and the result equals one of them.
#[derive(Clone, Debug)]
pub struct Join {
    /// The sizes that are joined.
    pub parts: Vec<Node>,
    /// The size that all parts broadcast to.
    pub result: Node,
}

/// A node and, if it is a root, the class that it represents.
#[derive(Clone, Debug)]
struct Class {
    parent: Node,
    members: usize,
    oldest: Option<Symbol>,
    values: Values,
    lists: Lists,
}

/// The relations that a class takes part in.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// To classes that this one broadcasts to.
    pub up: Vec<Edge>,
    /// To classes that broadcast to this one.
    pub down: Vec<Edge>,
    /// The joins that the class is a part or the result of.
    pub joins: Vec<usize>,
}

/// An entry of the undo log.
#[derive(Clone, Copy, Debug)]
enum Change {
    Union {
        child: Node,
        oldest: Option<Symbol>,
        values: Values,
    },
    Values {
        root: Node,
        values: Values,
    },
    Edge {
        lower: Node,
        upper: Node,
    },
    Join,
}

/// Classes of equal sizes, with edges and joins between them.
///
/// Invariant: nothing is derived here; `derive` decides what changes. Nodes are never removed;
/// all other changes are in the undo log.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    nodes: FxHashMap<Size, Node>,
    classes: Vec<Class>,
    joins: Vec<Join>,
    log: Vec<Change>,
}

impl Classes {
    /// Returns the node of a size, if it occurs in a fact.
    pub fn find_node(&self, size: Size) -> Option<Node> {
        self.nodes.get(&size).copied()
    }

    /// Returns the node of a size.
    pub fn node(&mut self, size: Size) -> Node {
        if let Some(node) = self.find_node(size) {
            return node;
        }
        let node = match size {
            Size::Constant(size) => self.add_node(None, Values::constant(size)),
            Size::Symbol(symbol) => self.add_node(Some(symbol), Values::ALL),
        };
        self.nodes.insert(size, node);
        node
    }

    /// Returns a new node for a size that has no symbol.
    pub fn nameless_node(&mut self) -> Node {
        self.add_node(None, Values::ALL)
    }

    /// Returns the root of a node's class.
    pub fn root(&self, mut node: Node) -> Node {
        // No path compression, since that could not be undone; union by weight keeps paths
        // short.
        while self.classes[node].parent != node {
            node = self.classes[node].parent;
        }
        node
    }

    /// Returns the values that a class can have.
    pub fn values(&self, node: Node) -> Values {
        self.classes[self.root(node)].values
    }

    /// Returns the size that names a class: its constant, otherwise its oldest symbol.
    pub fn name(&self, node: Node) -> Option<Size> {
        let class = &self.classes[self.root(node)];
        let constant = class.values.only().map(Size::Constant);
        constant.or(class.oldest.map(Size::Symbol))
    }

    /// Returns the relations that a node takes part in; those of a root are those of its class.
    pub fn lists(&self, node: Node) -> &Lists {
        &self.classes[node].lists
    }

    /// Returns a join.
    pub fn join(&self, join: usize) -> &Join {
        &self.joins[join]
    }

    /// Merges two classes into one with the given values; returns the former root and the
    /// remaining one, which has the lists of both.
    pub fn union(&mut self, a: Node, b: Node, values: Values) -> (Node, Node) {
        let (a, b) = (self.root(a), self.root(b));
        let (child, parent) = if self.weight(a) < self.weight(b) {
            (a, b)
        } else {
            (b, a)
        };
        let lists = std::mem::take(&mut self.classes[child].lists);
        let (members, oldest) = (self.classes[child].members, self.classes[child].oldest);
        let class = &mut self.classes[parent];
        self.log.push(Change::Union {
            child,
            oldest: class.oldest,
            values: class.values,
        });
        class.members += members;
        class.values = values;
        class.oldest = match (class.oldest, oldest) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        class.lists.up.extend_from_slice(&lists.up);
        class.lists.down.extend_from_slice(&lists.down);
        class.lists.joins.extend_from_slice(&lists.joins);
        let gone = &mut self.classes[child];
        gone.parent = parent;
        gone.lists = lists;
        (child, parent)
    }

    /// Sets the values that a class can have.
    pub fn set_values(&mut self, node: Node, values: Values) {
        let root = self.root(node);
        let old = std::mem::replace(&mut self.classes[root].values, values);
        self.log.push(Change::Values { root, values: old });
    }

    /// Adds an edge between two classes.
    pub fn add_edge(&mut self, lower: Node, relation: Relation, upper: Node) {
        let (lower, upper) = (self.root(lower), self.root(upper));
        let edge = |to| Edge { to, relation };
        self.classes[lower].lists.up.push(edge(upper));
        self.classes[upper].lists.down.push(edge(lower));
        self.log.push(Change::Edge { lower, upper });
    }

    /// Adds a join; returns its index.
    pub fn add_join(&mut self, parts: &[Node], result: Node) -> usize {
        let join = Join {
            parts: parts.iter().map(|&part| self.root(part)).collect(),
            result: self.root(result),
        };
        let index = self.joins.len();
        for &node in join.parts.iter().chain([&join.result]) {
            self.classes[node].lists.joins.push(index);
        }
        self.joins.push(join);
        self.log.push(Change::Join);
        index
    }

    /// Returns the length of the undo log, for [`Self::undo`].
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Clears the undo log, so that earlier changes are permanent.
    pub fn forget_log(&mut self) {
        self.log.clear();
    }

    /// Undoes all changes since a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Change::Union {
                    child,
                    oldest,
                    values,
                }) => self.undo_union(child, oldest, values),
                Some(Change::Values { root, values }) => self.classes[root].values = values,
                Some(Change::Edge { lower, upper }) => {
                    self.classes[lower].lists.up.pop();
                    self.classes[upper].lists.down.pop();
                }
                Some(Change::Join) => {
                    if let Some(join) = self.joins.pop() {
                        for node in join.parts.into_iter().chain([join.result]) {
                            self.classes[node].lists.joins.pop();
                        }
                    }
                }
                None => return,
            }
        }
    }

    fn add_node(&mut self, oldest: Option<Symbol>, values: Values) -> Node {
        let node = self.classes.len();
        self.classes.push(Class {
            parent: node,
            members: 1,
            oldest,
            values,
            lists: Lists::default(),
        });
        node
    }

    fn undo_union(&mut self, child: Node, oldest: Option<Symbol>, values: Values) {
        let parent = std::mem::replace(&mut self.classes[child].parent, child);
        let lists = &self.classes[child].lists;
        let (up, down, joins) = (lists.up.len(), lists.down.len(), lists.joins.len());
        let members = self.classes[child].members;
        let class = &mut self.classes[parent];
        class.members -= members;
        class.oldest = oldest;
        class.values = values;
        class.lists.up.truncate(class.lists.up.len() - up);
        class.lists.down.truncate(class.lists.down.len() - down);
        class.lists.joins.truncate(class.lists.joins.len() - joins);
    }

    /// Returns the cost of merging a class into another one.
    fn weight(&self, root: Node) -> usize {
        let class = &self.classes[root];
        let lists = &class.lists;
        class.members + lists.up.len() + lists.down.len() + lists.joins.len()
    }
}

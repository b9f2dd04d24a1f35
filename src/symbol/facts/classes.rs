//! Classes of equal sizes, what relates them, and how to take that back.

use super::values::Values;
use crate::symbol::{Relation, Size, Symbol};
use rustc_hash::FxHashMap;

/// A size that a fact has named.
pub type Node = usize;

/// One end of a *broadcasts-to* relation, as seen from the other.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The other end.
    pub to: Node,
    /// How the lower end is related to the upper one.
    pub relation: Relation,
}

/// A size that others join at: all broadcast to it, and it is one of them.
#[derive(Clone, Debug)]
pub struct Join {
    /// The sizes that are joined.
    pub parts: Vec<Node>,
    /// The size that they join at.
    pub result: Node,
}

/// A node, and, if it is a root, the class that it stands for.
#[derive(Clone, Debug)]
struct Class {
    parent: Node,
    members: usize,
    oldest: Option<Symbol>,
    values: Values,
    lists: Lists,
}

/// What a class takes part in.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// What the class broadcasts to.
    pub up: Vec<Edge>,
    /// What broadcasts to the class.
    pub down: Vec<Edge>,
    /// The joins that the class is a part or the result of.
    pub joins: Vec<usize>,
}

/// What a change was, so that it can be taken back.
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
/// Invariant: nothing is derived here; `derive` decides what changes. Nodes,
/// once named, stay; of everything else the undo log knows how it was.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    nodes: FxHashMap<Size, Node>,
    classes: Vec<Class>,
    joins: Vec<Join>,
    log: Vec<Change>,
}

impl Classes {
    /// Returns the node of a size, if a fact has named it.
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

    /// Returns a new node, of a size that has no symbol.
    pub fn nameless_node(&mut self) -> Node {
        self.add_node(None, Values::ALL)
    }

    /// Returns the node that stands for a node's class.
    pub fn root(&self, mut node: Node) -> Node {
        // Paths are not shortened, or they could not be taken back; as the
        // lighter class goes under the heavier one, they stay short.
        while self.classes[node].parent != node {
            node = self.classes[node].parent;
        }
        node
    }

    /// Returns the values that a class can have.
    pub fn values(&self, node: Node) -> Values {
        self.classes[self.root(node)].values
    }

    /// Returns the size that names a class: its constant, else its oldest
    /// symbol.
    pub fn name(&self, node: Node) -> Option<Size> {
        let class = &self.classes[self.root(node)];
        let constant = class.values.only().map(Size::Constant);
        constant.or(class.oldest.map(Size::Symbol))
    }

    /// Returns what a node takes part in; a root's lists are its class's.
    pub fn lists(&self, node: Node) -> &Lists {
        &self.classes[node].lists
    }

    /// Returns a join.
    pub fn join(&self, join: usize) -> &Join {
        &self.joins[join]
    }

    /// Makes one class of two, with the given values; returns the root that
    /// goes and the root that stays, which has the lists of both.
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

    /// Adds a join; returns it.
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

    /// Forgets how to take back what has been done so far.
    pub fn forget_log(&mut self) {
        self.log.clear();
    }

    /// Takes back all changes since a mark.
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

    /// Returns what it costs to put a class under another one.
    fn weight(&self, root: Node) -> usize {
        let class = &self.classes[root];
        let lists = &class.lists;
        class.members + lists.up.len() + lists.down.len() + lists.joins.len()
    }
}

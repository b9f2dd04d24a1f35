//! Which values may have the same memory, and what reads it.

use crate::{
    model::{
        fold::{Link, forms, original, sources},
        in_place::{changes, is_new},
    },
    ops::*,
    prelude::*,
};

/// What may have the same memory as a tensor.
pub struct Memory<'a> {
    /// The tensor, and what it may be made from.
    pub origins: Vec<MemoryOrigin<'a>>,
    /// All values that the tensor may be, also those that have memory for each use.
    pub values: FxHashSet<ValueKey>,
    /// The values between these, too.
    between: FxHashSet<ValueKey>,
}

/// A value whose memory a tensor may have.
#[derive(Clone, Copy)]
pub struct MemoryOrigin<'a> {
    pub value: Value<'a>,
    pub relation: Relation,
    /// Whether only another fold makes it the same.
    is_half: bool,
    /// The outermost of the branches and loops that may return the value to where the tensor is.
    through: Option<OpRef<'a>>,
}

/// What IREE knows of two values that may have the same memory.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Relation {
    /// If they have, IREE knows that.
    Known,
    /// One is what an iteration starts with; IREE copies it if it has to.
    Carried,
    /// IREE does not know it.
    Unknown,
}

impl Relation {
    /// Returns what IREE knows if there is another step between the values.
    fn and(self, link: Link) -> Self {
        match (self, link) {
            (Self::Carried, Link::Passed) | (_, Link::Form | Link::Folded | Link::Half) => self,
            (Self::Known | Self::Carried, Link::Carried) => Self::Carried,
            (_, Link::Hidden | Link::Passed) | (Self::Unknown, _) => Self::Unknown,
        }
    }
}

/// Something that reads a value which may have the memory of a tensor.
pub struct MemoryReader<'a> {
    pub operation: OpRef<'a>,
    pub value: Value<'a>,
    /// Whether IREE knows that it reads the memory, if it does.
    pub is_known: bool,
}

impl<'a> Memory<'a> {
    /// Finds what a tensor may be made from; nothing in front of an op for which `is_first` holds.
    pub fn of(tensor: Value<'a>, is_first: impl Fn(OpRef<'a>) -> bool) -> Self {
        let mut seen = FxHashSet::default();
        let mut origins = vec![];
        let [mut values, mut between] = [FxHashSet::default(), FxHashSet::default()];
        let mut pending = vec![];
        let mut add = |pending: &mut Vec<_>, origin: MemoryOrigin<'a>, link| {
            let given = original(origin.value);
            between.insert(ValueKey::new(origin.value));
            let mut same = vec![origin.value];
            if is_new(given) && origin.relation != Relation::Unknown && link != Link::Folded {
                same.push(given);
            } else {
                pending.push(origin);
            }
            if !origin.is_half {
                values.extend(same.into_iter().map(ValueKey::new));
            }
        };
        let first = MemoryOrigin {
            value: tensor,
            relation: Relation::Known,
            is_half: false,
            through: None,
        };
        add(&mut pending, first, Link::Form);
        while let Some(origin) = pending.pop() {
            if !seen.insert(origin.key()) {
                continue;
            }
            origins.extend((!origin.is_half).then_some(origin));
            let definition = ir::defining_op(origin.value);
            if definition.is_some_and(&is_first) {
                continue;
            }
            for (value, link) in sources(origin.value) {
                let passing = definition.filter(|_| link == Link::Passed);
                let source = MemoryOrigin {
                    value,
                    relation: origin.relation.and(link),
                    is_half: origin.is_half ^ (link == Link::Half),
                    through: match (origin.through, passing) {
                        (Some(outer), Some(inner)) if !is_in(inner, outer) => Some(inner),
                        (outer, inner) => outer.or(inner),
                    },
                };
                // Other tensors without an operand have memory for each use, unless IREE finds that they are such
                // tensors, or a barrier is between.
                add(&mut pending, source, link);
            }
        }
        Self {
            origins,
            values,
            between,
        }
    }

    /// Returns what reads the memory that the tensor may have, in whatever form, but neither what makes the tensor from
    /// it, nor dead code. Ops for which `is_left_out` holds do not count, nor does the op that changes the tensor.
    pub fn readers(
        &self,
        operation: OpRef<'a>,
        is_left_out: impl Fn(OpRef<'a>) -> bool,
    ) -> Vec<MemoryReader<'a>> {
        let mut walk = MemoryWalk {
            memory: self,
            operation,
            is_left_out,
            readers: vec![],
            hidden: vec![],
        };
        let known = walk.add(self.related(Relation::Known), &FxHashSet::default());
        // What IREE knows, or copies if it has to, counts as that.
        let carried = self.related(Relation::Carried).into_iter();
        let mut others = known;
        others.extend(carried.map(|origin| ValueKey::new(origin.value)));
        let mut unknown = self.related(Relation::Unknown);
        unknown.append(&mut walk.hidden);
        walk.add(unknown, &others);
        walk.readers
    }

    fn related(&self, relation: Relation) -> Vec<MemoryOrigin<'a>> {
        let origins = self.origins.iter().copied();
        origins
            .filter(|origin| origin.relation == relation)
            .collect()
    }
}

impl MemoryOrigin<'_> {
    fn key(&self) -> (ValueKey, Relation, bool, Option<usize>) {
        let (value, through) = (ValueKey::new(self.value), self.through.map(ir::address));
        (value, self.relation, self.is_half, through)
    }
}

/// A search for what reads memory.
struct MemoryWalk<'m, 'a, F> {
    memory: &'m Memory<'a>,
    operation: OpRef<'a>,
    is_left_out: F,
    readers: Vec<MemoryReader<'a>>,
    /// Values behind barriers.
    hidden: Vec<MemoryOrigin<'a>>,
}

impl<'a, F: Fn(OpRef<'a>) -> bool> MemoryWalk<'_, 'a, F> {
    /// Adds what reads values or their forms, except for some; returns all these values.
    fn add(
        &mut self,
        mut pending: Vec<MemoryOrigin<'a>>,
        except: &FxHashSet<ValueKey>,
    ) -> FxHashSet<ValueKey> {
        let mut seen = FxHashSet::default();
        let mut values = FxHashSet::default();
        while let Some(origin) = pending.pop() {
            let value = ValueKey::new(origin.value);
            if except.contains(&value) || !seen.insert(origin.key()) {
                continue;
            }
            values.extend((!origin.is_half).then_some(value));
            for (user, index) in ir::users(origin.value) {
                if (self.is_left_out)(user) {
                    continue;
                }
                let forms = match user == self.operation {
                    true => vec![],
                    false => forms(user, index),
                };
                if !origin.is_half && self.reads(origin, user, index, &forms) {
                    self.readers.push(MemoryReader {
                        operation: user,
                        value: origin.value,
                        is_known: origin.relation == Relation::Known,
                    });
                }
                for (value, link) in forms {
                    let is_half = origin.is_half ^ (link == Link::Half);
                    let form = MemoryOrigin {
                        value,
                        is_half,
                        ..origin
                    };
                    match link == Link::Hidden && origin.relation == Relation::Known {
                        true => self.hidden.push(MemoryOrigin {
                            relation: Relation::Unknown,
                            ..form
                        }),
                        false => pending.push(form),
                    }
                }
            }
        }
        values
    }

    /// Returns whether an op reads a value, rather than only making other forms of it.
    fn reads(
        &self,
        origin: MemoryOrigin<'a>,
        user: OpRef<'a>,
        index: usize,
        forms: &[(Value<'a>, Link)],
    ) -> bool {
        let is_made = |form: Value<'_>| self.memory.between.contains(&ValueKey::new(form));
        let mut forms = forms.iter();
        let only_makes = forms.any(|&(form, link)| match link {
            Link::Form | Link::Hidden => true,
            Link::Folded | Link::Half => is_made(form),
            Link::Carried | Link::Passed => {
                origin.relation == Relation::Unknown && (is_made(form) || !changes(user, index))
            }
        });
        // A tensor that is computed in a branch can be used outside only as one of the results.
        let is_inside = || {
            origin.through.is_some_and(|outer| {
                let around = ir::block_of(origin.value).and_then(|it| it.parent_operation());
                is_in(user, outer) && around.is_some_and(|own| is_in(own, outer))
            })
        };
        !only_makes && size_read(user).is_none() && !is_inside() && !is_dead(user)
    }
}

/// Returns what reads a value, or values that are made from it by such links.
pub fn users_of<'a>(
    value: Value<'a>,
    is_followed: impl Fn(Link) -> bool,
) -> Vec<(OpRef<'a>, usize)> {
    let mut users = vec![];
    ir::all_values(value, |value, pending| {
        for (user, index) in ir::users(value) {
            let mut followed = forms(user, index);
            followed.retain(|&(_, link)| is_followed(link));
            let only_makes = followed.iter().any(|&(_, link)| link != Link::Folded);
            users.extend((!only_makes).then_some((user, index)));
            pending.extend(followed.into_iter().map(|(form, _)| form));
        }
        true
    });
    users
}

/// Returns whether an op is another one or in it.
fn is_in<'a>(operation: OpRef<'a>, outer: OpRef<'a>) -> bool {
    with_parents(operation).any(|ancestor| ancestor == outer)
}

/// Returns whether only dead code uses an op's results. Rows leave the operands of ops that they replace.
fn is_dead(operation: OpRef<'_>) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![operation];
    while let Some(operation) = pending.pop() {
        if !ir::is_removable(operation) {
            return false;
        }
        let results = operation.results();
        let users = results.flat_map(|result| ir::users(result.into()));
        pending.extend(
            users
                .map(|(user, _)| user)
                .filter(|&user| seen.insert(ir::address(user))),
        );
    }
    true
}

/// Returns whether an op inserts a tensor into an empty one.
pub fn is_copy(operation: OpRef<'_>) -> bool {
    let into = ir::operand(operation, 1).filter(|_| is_insertion(operation));
    into.is_some_and(|into| ir::defined_by(into, tensor::EMPTY).is_some())
}

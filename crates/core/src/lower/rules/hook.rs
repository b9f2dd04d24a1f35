//! Lowerings that users write in Rust.

use crate::ir::Anchor;
use melior::{
    Context,
    ir::{
        Attribute, Identifier, Location, Operation, OperationRef, Type, Value,
        operation::OperationLike,
    },
};
use std::cell::{Cell, RefCell};

/// A function that creates the replacement of a source op.
///
/// If the context has threads, it is called on several of them concurrently, for ops of
/// different functions.
pub type LoweringHook =
    dyn for<'c, 'a> Fn(&HookRequest<'c, 'a>) -> Result<Value<'c, 'a>, HookError> + Send + Sync;

/// The reason why a hook cannot lower an op, as given by its author.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct HookError(String);

impl HookError {
    /// Creates an error; by convention, the message is lower case without a final dot.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// The input of a hook: an op whose operands have been broadcast.
pub struct HookRequest<'c, 'a> {
    pub(in crate::lower) context: &'c Context,
    pub(in crate::lower) anchor: Cell<Anchor<'c, 'a>>,
    pub(in crate::lower) inserted: RefCell<Vec<OperationRef<'c, 'a>>>,
    pub(in crate::lower) operation: OperationRef<'c, 'a>,
    pub(in crate::lower) operands: Vec<Value<'c, 'a>>,
    pub(in crate::lower) attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
    pub(in crate::lower) result_type: Type<'c>,
}

impl<'c, 'a> HookRequest<'c, 'a> {
    /// Returns the context.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Returns the source op, which must not be changed.
    pub fn operation(&self) -> OperationRef<'c, 'a> {
        self.operation
    }

    /// Returns the operands: those that take part in the broadcast have the result's shape; the
    /// others are present only if the rule keeps them.
    pub fn operands(&self) -> &[Value<'c, 'a>] {
        &self.operands
    }

    /// Returns the attributes that a target op would get by the rule.
    pub fn attributes(&self) -> &[(Identifier<'c>, Attribute<'c>)] {
        &self.attributes
    }

    /// Returns the type that the returned value must have.
    pub fn result_type(&self) -> Type<'c> {
        self.result_type
    }

    /// Returns the source op's location, which new ops should have, too.
    pub fn location(&self) -> Location<'c> {
        self.operation.location()
    }

    /// Inserts an op in front of the source op, after previously inserted ops; with witnesses,
    /// into the region that takes them.
    ///
    /// The op must be valid, must not have a rule, and must not use the source op's result.
    pub fn insert(&self, operation: Operation<'c>) -> OperationRef<'c, 'a> {
        let mut anchor = self.anchor.get();
        let operation = anchor.insert(operation);
        self.anchor.set(anchor);
        self.inserted.borrow_mut().push(operation);
        operation
    }
}

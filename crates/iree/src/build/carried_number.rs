//! Numbers that a loop carries.
//!
//! They are read at the beginning of its body: IREE computes what is before a read, and used behind it,
//! into memory of its own.

use crate::{ops::*, prelude::*};

/// A number that a loop carries.
pub struct CarriedNumber<'a> {
    value: Value<'a>,
    /// The type of the number.
    r#type: Type<'a>,
    /// The body of the loop.
    body: BlockRef<'a>,
}

impl<'a> CarriedNumber<'a> {
    /// Returns the number that a value is, if it is an argument of the body of a `stablehlo.while`, and
    /// one signless integer.
    pub fn of(value: Value<'a>) -> Option<Self> {
        let body = ir::owner(value)?;
        let parent = body.parent_operation()?;
        let is_body = block_in(parent, 1) == Some(body);
        let is_number = ir::as_ranked_tensor(value.r#type())?.rank() == 0
            && ir::element_bits(value.r#type()).is_some();
        let is_carried = is_body && ir::is_named(parent, stablehlo::WHILE);
        (is_carried && is_number).then_some(Self {
            value,
            r#type: ir::element_type(value.r#type())?,
            body,
        })
    }

    /// Emits the number at the beginning of the loop's body, unless it is read there.
    pub fn emit(&self, emitter: &mut OpEmitter<'a>) -> Value<'a> {
        let mut early = ir::block_operations(self.body).take_while(|&it| is_of_scalars(it));
        let read = early.find(|&it| is_read(it) && ir::operand(it, 0) == Some(self.value));
        if let Some(number) = read.and_then(|read| ir::result(read, 0)) {
            return number;
        }
        let emit = |emitter: &mut OpEmitter<'a>| {
            emitter.emit_pure(tensor::EXTRACT, &[self.value], &[], self.r#type)
        };
        match self.body.first_operation() {
            Some(first) => emitter.emit_before(first, emit),
            None => emit(emitter),
        }
    }
}

/// Returns whether nothing is computed in the block of a read before it, but scalars.
pub fn is_early(read: OpRef<'_>) -> bool {
    read.block().is_some_and(|block| {
        let mut before = ir::block_operations(block).take_while(|&it| it != read);
        before.all(is_of_scalars)
    })
}

/// Returns whether an op computes no tensor, but perhaps a part of one or a constant.
pub fn is_of_scalars(operation: OpRef<'_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let prefixes = ["arith.", tensor::EXTRACT, tensor::DIM];
    name == stablehlo::CONSTANT || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns whether an op reads a number outside of kernels.
pub fn is_read(operation: OpRef<'_>) -> bool {
    let parent = operation.parent_operation();
    let parent = parent.and_then(|parent| ir::name_str(parent.name()));
    ir::is_named(operation, tensor::EXTRACT)
        && !parent.is_some_and(|name| name.starts_with("linalg."))
}

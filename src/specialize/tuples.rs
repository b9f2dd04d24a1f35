//! Tuples: their types follow those of their parts.

use super::Specializer;
use crate::{dialect::stablehlo, ir};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike, r#type::TupleType};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Gives a tuple the type of its parts, and a part its type in the tuple; returns whether the op is
    /// done, because the part is known.
    pub(super) fn refine_tuple(&mut self, operation: OperationRef<'c, 'a>, name: &str) -> bool {
        let Some(result) = ir::result(operation, 0) else {
            return false;
        };
        match name {
            stablehlo::TUPLE => {
                let parts = operation.operands().map(|part| part.r#type());
                let r#type = TupleType::new(self.context, &parts.collect::<Vec<_>>());
                ir::set_type(result, r#type.into());
                false
            }
            stablehlo::GET_TUPLE_ELEMENT => self.refine_part(operation, result).unwrap_or(false),
            _ => false,
        }
    }

    fn refine_part(
        &mut self,
        operation: OperationRef<'c, 'a>,
        result: Value<'c, 'a>,
    ) -> Option<bool> {
        let tuple = ir::operand(operation, 0)?;
        let index = usize::try_from(ir::integer(operation, "index")?).ok()?;
        let definition = ir::defining_op(tuple);
        let definition = definition.filter(|it| ir::name_str(it.name()) == Some(stablehlo::TUPLE));
        if let Some(part) = definition.and_then(|tuple| ir::operand(tuple, index)) {
            ir::replace_uses(result, part);
            self.frame().done.push(operation);
            return Some(true);
        }
        let r#type = TupleType::try_from(tuple.r#type()).ok()?;
        ir::set_type(result, r#type.r#type(index).ok()?);
        Some(false)
    }
}

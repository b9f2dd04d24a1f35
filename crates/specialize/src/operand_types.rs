//! Ops whose types follow those of their operands: tuples, tensors that are tied to sizes, and ops of which all
//! operands have one type.

use super::Specializer;
use crate::{dialect::stablehlo, ir};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike, r#type::TupleType};

/// IREE's op for a tensor of which it is told the sizes.
const TIE_SHAPE: &str = "flow.tensor.tie_shape";

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Sets the type of a tuple to those of its parts, that of a part to its type in the tuple, and replaces a tensor
    /// tied to sizes by the tensor; returns whether the op has been replaced.
    pub(super) fn follow_operands(&mut self, operation: OperationRef<'c, 'a>, name: &str) -> bool {
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
            TIE_SHAPE => self.untie(operation, result).unwrap_or(false),
            stablehlo::GET_TUPLE_ELEMENT => self.refine_part(operation, result).unwrap_or(false),
            _ => false,
        }
    }

    /// Casts the operands of an op whose operands must have equal types, such as `arith.addf`, to the sizes of its
    /// result. A cast to a size is checked like any other.
    pub(super) fn cast_operands(&mut self, operation: OperationRef<'c, 'a>, name: &str) {
        let Some(result) = ir::result(operation, 0) else {
            return;
        };
        let sizes = ir::sizes_of(result.r#type());
        let differs = |operand: &Value<'c, 'a>| {
            let own = ir::sizes_of(operand.r#type());
            own.len() == sizes.len() && own != sizes
        };
        let mut operands = operation.operands().enumerate();
        if !operands.any(|(_, operand)| differs(&operand))
            || !ir::takes_equal_types(self.context, name)
            || !self.emitter.set_anchor(operation)
        {
            return;
        }
        for (index, operand) in operation.operands().enumerate() {
            if let Some(tensor) = ir::as_ranked_tensor(operand.r#type())
                && differs(&operand)
            {
                let bounds = ir::bounds(result.r#type());
                let dims = sizes.iter().copied();
                let r#type = ir::tensor_like(self.context, tensor, dims, &bounds);
                let cast = self.emitter.emit_cast(operand, r#type);
                ir::set_operand(operation, index, cast);
            }
        }
    }

    /// Removes the sizes of dims that are known, and a tie without any.
    fn untie(&mut self, operation: OperationRef<'c, 'a>, result: Value<'c, 'a>) -> Option<bool> {
        let tensor = ir::operand(operation, 0)?;
        let dims =
            |value: Value<'c, 'a>| ir::shaped_type(value.r#type()).shape().map(<[_]>::to_vec);
        let was_open = dims(result)?
            .into_iter()
            .map(|dim| dim.fixed_size().is_none());
        let mut sizes = operation.operands().skip(1);
        let mut operands = vec![tensor];
        for (was_open, dim) in was_open.zip(dims(tensor)?) {
            let size = if was_open { sizes.next() } else { None };
            operands.extend(size.filter(|_| dim.fixed_size().is_none()));
        }
        if operands.len() == 1 {
            ir::replace_uses(result, tensor);
            self.frame().done.push(operation);
            return Some(true);
        }
        ir::set_operands(operation, &operands);
        ir::set_type(result, tensor.r#type());
        Some(false)
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

//! `shape.cstr_require` and `shape.assuming`.

use super::{Assertion, Backend, MessageForm, Reach};
use crate::ir::{EmittedOp, Emitter, OpenRegion};
use melior::ir::{Type, Value, attribute::StringAttribute};

/// Checks with witnesses: ops that rely on a check are in a region with its witness as an
/// operand, so that no pass can move them away from the check.
pub(super) struct Shape;

impl Backend for Shape {
    fn summary(&self) -> &'static str {
        "shape.cstr_require with shape.assuming"
    }

    fn ops(&self) -> &'static [EmittedOp] {
        &[
            EmittedOp::ShapeCstrRequire,
            EmittedOp::ShapeAssuming,
            EmittedOp::ShapeAssumingAll,
            EmittedOp::ShapeAssumingYield,
            EmittedOp::TensorExtract,
        ]
    }

    fn messages(&self) -> Option<MessageForm> {
        Some(MessageForm::Plain)
    }

    fn reach(&self) -> Reach {
        Reach::Witnesses
    }

    fn emit_check<'c, 'a>(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        assertion: &Assertion<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let condition = emitter.emit_extract(assertion.predicate);
        let message = StringAttribute::new(emitter.context(), &assertion.message);
        let message = [("msg", message.into())];
        let witness = witness_type(emitter);
        Some(emitter.emit_op(EmittedOp::ShapeCstrRequire, &[condition], &message, witness))
    }

    fn begin_guarded<'c, 'a>(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        witnesses: &[Value<'c, 'a>],
        result_type: Type<'c>,
    ) -> Option<OpenRegion<'c, 'a>> {
        let witness = match *witnesses {
            [] => return None,
            [witness] => witness,
            _ => {
                let witness = witness_type(emitter);
                emitter.emit_op(EmittedOp::ShapeAssumingAll, witnesses, &[], witness)
            }
        };
        let terminator = EmittedOp::ShapeAssumingYield;
        Some(emitter.begin_region(
            EmittedOp::ShapeAssuming,
            &[witness],
            result_type,
            terminator,
        ))
    }
}

fn witness_type<'c>(emitter: &Emitter<'c, '_>) -> Type<'c> {
    Type::parse(emitter.context(), "!shape.witness")
        .expect("the lowering has checked that the ops are registered")
}

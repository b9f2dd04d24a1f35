//! Broadcasts of what elementwise ops compute.

use crate::{
    forms::broadcast::{DynamicBroadcast, Growth, broadcast_dims, growth},
    ops::*,
    prelude::*,
};

pub static ROW: Row = Row {
    name: "broadcasts-of-results",
    ops: &[stablehlo::DYNAMIC_BROADCAST_IN_DIM],
    when: "of which it is known only at run time whether a dim, other than the last one, expands, if cheap \
           elementwise ops, whose results have no other use, compute the operand",
    becomes: "the same ops, on broadcasts of their operands",
    why: "IREE stores the operand in memory first, which takes up to 1.6 times as long.",
    action: Replace(rewrite),
};

/// The ops that cost less than a load, so that they may be repeated for each element of a broadcast.
const CHEAP: [&str; 15] = [
    stablehlo::ABS,
    stablehlo::ADD,
    stablehlo::AND,
    stablehlo::CLAMP,
    stablehlo::COMPARE,
    stablehlo::CONVERT,
    stablehlo::MAXIMUM,
    stablehlo::MINIMUM,
    stablehlo::MULTIPLY,
    stablehlo::NEGATE,
    stablehlo::NOT,
    stablehlo::OR,
    stablehlo::SELECT,
    stablehlo::SUBTRACT,
    stablehlo::XOR,
];

/// How many ops are followed.
const MAX_FOLLOWED: usize = 64;

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let broadcast = DynamicBroadcast::of(operation)?;
    let is_open = broadcast.growth.contains(&Growth::Open) && broadcast.keeps_vectors();
    require(is_open && is_computed(broadcast.operand, operation))?;
    let mut results = Results {
        broadcast,
        emitted: FxHashMap::default(),
    };
    results.emit(emitter, results.broadcast.operand, operation)
}

/// Returns whether a cheap elementwise op computes a value that nothing but another op uses.
fn is_computed(value: Value<'_>, user: OpRef<'_>) -> bool {
    let mut users = ir::users(value).into_iter();
    ir::defining_op(value).is_some_and(|it| is_cheap(it) && it.block() == user.block())
        && users.all(|(other, _)| other == user || size_read(other).is_some())
}

/// Returns whether an op is elementwise, and costs less than a load.
pub(super) fn is_cheap(operation: OpRef<'_>) -> bool {
    is_any_of(operation, &CHEAP) && is_elementwise(operation)
}

/// Moves a broadcast from a result to the operands that it is computed from.
struct Results<'a> {
    broadcast: DynamicBroadcast<'a>,
    emitted: FxHashMap<ValueKey, Value<'a>>,
}

impl<'a> Results<'a> {
    /// Emits a tensor of the operand's shape, broadcast to the result's. `user` is the op that uses it.
    fn emit(
        &mut self,
        emitter: &mut OpEmitter<'a>,
        value: Value<'a>,
        user: OpRef<'a>,
    ) -> Option<Value<'a>> {
        let key = ValueKey::new(value);
        if let Some(&emitted) = self.emitted.get(&key) {
            return Some(emitted);
        }
        let definition = ir::defining_op(value);
        let computed = definition
            .filter(|_| is_computed(value, user) && self.emitted.len() < MAX_FOLLOWED)
            .and_then(|definition| self.emit_op(emitter, value, definition));
        let emitted = match computed {
            Some(computed) => computed,
            None => self.emit_broadcast(emitter, value)?,
        };
        self.emitted.insert(key, emitted);
        Some(emitted)
    }

    /// Emits an elementwise op on broadcasts of its operands.
    fn emit_op(
        &mut self,
        emitter: &mut OpEmitter<'a>,
        value: Value<'a>,
        definition: OpRef<'a>,
    ) -> Option<Value<'a>> {
        let operands = definition.operands().map(|operand| {
            // A scalar beside tensors is for all elements.
            match sizes(operand)?.is_empty() {
                true => Some(operand),
                false => self.emit(emitter, operand, definition),
            }
        });
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let r#type = self.result_type(value)?;
        let name = ir::name_str(definition.name())?;
        let attributes = ir::named_attributes(definition);
        Some(emitter.emit(name, &operands, &attributes, r#type))
    }

    /// Emits the broadcast of a tensor. If that is itself a broadcast, emits one in place of both.
    fn emit_broadcast(&self, emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
        let own = &self.broadcast;
        let inner = ir::defining_op(value).filter(|&it| is_broadcast(it));
        let (operand, dims, growth) = match inner {
            Some(inner) => {
                let dims = broadcast_dims(inner)?;
                let both = growth(inner, &dims)?.into_iter().zip(&dims);
                let both = both.map(|(growth, &dim)| growth.and(own.growth[dim]));
                let growth = both.collect();
                let dims = dims.iter().map(|&dim| own.dims[dim]);
                (ir::operand(inner, 0)?, dims.collect(), growth)
            }
            None => (value, own.dims.clone(), own.growth.clone()),
        };
        let broadcast = DynamicBroadcast {
            operand,
            shape: own.shape,
            result_type: RankedTensorType::try_from(self.result_type(value)?).ok()?,
            dims,
            growth,
        };
        Some(broadcast.emit(emitter))
    }

    /// Returns the type of the broadcast of a tensor.
    fn result_type(&self, value: Value<'a>) -> Option<Type<'a>> {
        let element = ir::element_type(value.r#type())?;
        ir::with_element_type(self.broadcast.result_type.into(), element)
    }
}

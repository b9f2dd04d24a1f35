//! Emits StableHLO ops in front of an op, each at most once per scope.
//!
//! # Nothing is emitted twice
//!
//! `ir::Emitter` keys every op that it emits by its identity (a size by value and dim, a shape by
//! its pieces, a broadcast by operand and shape, an assertion by its predicate) in a map whose
//! scopes follow the dominator tree. A later request at a dominated position gets the earlier
//! value. Regions of ops that are isolated from above, or that are not registered, start with an
//! empty map. MLIR's `cse` cannot do this afterwards: it does not merge assertions.
//!
//! # Replaced ops live until the end of the pass
//!
//! A graph region may use a value before the op that defines it is lowered. Keys are addresses,
//! and if an op were freed in between, another value could get its address.

mod anchor;
mod block;
mod existing;
mod generic;
mod index;
mod key;
mod mapping;
mod ops;
mod place;
mod sizes;
mod sort;

pub use anchor::OpenRegion;
pub use block::{BlockBuilder, Copied};
pub use generic::has_identity_maps;
pub use key::{Binary, Width};
pub use mapping::{BroadcastForm, DimMapping};
pub use ops::EmittedOp;
pub use place::Anchor;

use self::key::{EmittedKey, OpKey};
use super::{OpName, ValueKey, block_arguments, block_operations};
use crate::{
    diagnostic::{self, Failed, Kind, Severity},
    dialect::stablehlo::{self, CompareOp, ComparisonDirection, SetDimensionSizeOp},
    scoped_map::ScopedMap,
    symbol::Size,
};
use indexmap::IndexSet;
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, Block, BlockRef, Identifier, Location, OperationRef, Region,
        RegionLike, Type, TypeLike, Value, ValueLike,
        operation::OperationLike,
        r#type::{IntegerType, RankedTensorType},
    },
};
use place::EntryBlock;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// Emits ops in front of an anchor op, with its location.
///
/// A value emitted earlier in a scope that encloses the anchor is returned again instead of
/// being emitted twice.
pub struct Emitter<'c, 'a> {
    context: &'c Context,
    anchor: Option<Anchor<'c, 'a>>,
    emitted: ScopedMap<EmittedKey, Value<'c, 'a>>,
    /// The mappings and types of broadcasts, by their addresses.
    broadcast_forms: FxIndexSet<([usize; 3], usize)>,
    /// The entry of the function of each isolated scope, if it is one.
    entries: Vec<Option<EntryBlock<'c, 'a>>>,
    /// Whether ops are being emitted at the entry.
    is_at_entry: bool,
    i32: Type<'c>,
    i64: Type<'c>,
    i1: Type<'c>,
    predicate: Type<'c>,
    names: EmittedNames<'c>,
    /// The attributes of comparisons.
    equal: [(&'static str, Attribute<'c>); 1],
    at_least: [(&'static str, Attribute<'c>); 1],
}

/// A set whose entries are numbered.
type FxIndexSet<T> = IndexSet<T, FxBuildHasher>;

/// Names that are looked up for many ops.
#[derive(Clone, Copy)]
struct EmittedNames<'c> {
    dimension_size: Identifier<'c>,
    broadcast: OpName<'c>,
    dynamic_broadcast: OpName<'c>,
    broadcast_dimensions: Identifier<'c>,
    known_expanding_dimensions: Identifier<'c>,
    known_nonexpanding_dimensions: Identifier<'c>,
}

impl<'c> EmittedNames<'c> {
    fn new(context: &'c Context) -> Self {
        let name = |name| Identifier::new(context, name);
        let op = |op: EmittedOp| OpName::new(context, op.name());
        Self {
            broadcast: op(EmittedOp::BroadcastInDim),
            dynamic_broadcast: op(EmittedOp::DynamicBroadcastInDim),
            dimension_size: name(EmittedOp::GetDimensionSize.name()),
            broadcast_dimensions: name("broadcast_dimensions"),
            known_expanding_dimensions: name("known_expanding_dimensions"),
            known_nonexpanding_dimensions: name("known_nonexpanding_dimensions"),
        }
    }
}

/// Creates an emitter.
///
/// # Errors
///
/// Fails with an error on `root` if the context lacks the StableHLO dialect.
pub fn create_emitter<'c, 'a>(
    context: &'c Context,
    root: OperationRef<'_, '_>,
) -> Result<Emitter<'c, 'a>, Failed> {
    Emitter::new(context).ok_or_else(|| {
        let message = "the dialect 'stablehlo' is not registered in this context";
        diagnostic::emit(root.location(), Severity::Error, Kind::Usage, message, &[]);
        Failed
    })
}

impl<'c, 'a> Emitter<'c, 'a> {
    /// Creates an emitter that has emitted nothing yet.
    ///
    /// `None` if the context lacks the StableHLO dialect.
    pub fn new(context: &'c Context) -> Option<Self> {
        let i1 = IntegerType::new(context, 1).into();
        let compare = |comparison_direction| {
            let op = CompareOp {
                comparison_direction,
                compare_type: None,
            };
            op.attributes(context)?.try_into().ok()
        };
        Some(Self {
            context,
            anchor: None,
            emitted: ScopedMap::new(),
            broadcast_forms: FxIndexSet::default(),
            entries: vec![],
            is_at_entry: false,
            i32: IntegerType::new(context, 32).into(),
            i64: IntegerType::new(context, 64).into(),
            i1,
            predicate: RankedTensorType::new(&[], i1, None).into(),
            names: EmittedNames::new(context),
            equal: compare(ComparisonDirection::Eq)?,
            at_least: compare(ComparisonDirection::Ge)?,
        })
    }

    /// Returns the context.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Returns whether an op is a `stablehlo.get_dimension_size`.
    pub fn is_dimension_size(&self, operation: OperationRef<'_, '_>) -> bool {
        operation.name() == self.names.dimension_size
    }

    /// Records that `value`, a `tensor<i32>` of the input, holds the size of `operand`'s dim
    /// `dim`, so that it is not emitted again.
    pub fn record_dimension_size(
        &mut self,
        operand: Value<'c, 'a>,
        dim: usize,
        value: Value<'c, 'a>,
    ) {
        self.record(
            EmittedKey::DimensionSize(ValueKey::new(operand), dim),
            value,
        );
    }

    /// Records that `value`, a `tensor<i32>`, holds a named size.
    ///
    /// Constants are not recorded; they are emitted where they are needed. A size that is
    /// constant only after a check may be read at a place that does not depend on the check.
    pub fn record_size(&mut self, size: Size, value: Value<'c, 'a>) {
        if let Size::Symbol(symbol) = size {
            self.record(EmittedKey::Size(symbol), value);
        }
    }

    /// Records that `value` has the sizes of the result that a plan, identified by its number,
    /// describes; all of these sizes are named.
    pub fn record_planned(&mut self, plan: usize, value: Value<'c, 'a>) {
        self.record(EmittedKey::Planned(plan), value);
    }

    /// Returns the value recorded for a plan's result.
    pub fn find_planned(&self, plan: usize) -> Option<Value<'c, 'a>> {
        self.find(&EmittedKey::Planned(plan))
    }

    fn record(&mut self, key: EmittedKey, value: Value<'c, 'a>) {
        if self.find(&key).is_none() {
            self.insert_emitted(key, value);
        }
    }

    /// Emits `stablehlo.broadcast_in_dim`, or, given a shape of rank 1,
    /// `stablehlo.dynamic_broadcast_in_dim`.
    pub fn emit_broadcast(
        &mut self,
        operand: Value<'c, 'a>,
        mapping: DimMapping<'c>,
        shape: Option<Value<'c, 'a>>,
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        let form = self.broadcast_form(mapping, result_type);
        self.emit_broadcast_of_form(operand, form, shape)
    }

    /// Returns the form of broadcasts with a mapping of dims and a type, for this emitter only.
    pub fn broadcast_form(
        &mut self,
        mapping: DimMapping<'c>,
        result_type: Type<'c>,
    ) -> BroadcastForm<'c> {
        let key = (mapping.key(), result_type.to_raw().ptr as usize);
        let (number, _) = self.broadcast_forms.insert_full(key);
        BroadcastForm {
            mapping,
            result_type,
            number,
        }
    }

    /// Emits what [`emit_broadcast`](Self::emit_broadcast) does.
    pub fn emit_broadcast_of_form(
        &mut self,
        operand: Value<'c, 'a>,
        form: BroadcastForm<'c>,
        shape: Option<Value<'c, 'a>>,
    ) -> Value<'c, 'a> {
        let shape_key = shape.map(ValueKey::new);
        let key = EmittedKey::Broadcast(ValueKey::new(operand), form.number, shape_key);
        self.emit_once(key, |emitter| {
            emitter.emit_own_broadcast(operand, form.mapping, shape, form.result_type, &[])
        })
    }

    /// Emits a broadcast with more attributes. Unlike [`emit_broadcast`](Self::emit_broadcast), it never
    /// returns one that has been emitted.
    pub fn emit_own_broadcast(
        &mut self,
        operand: Value<'c, 'a>,
        mapping: DimMapping<'c>,
        shape: Option<Value<'c, 'a>>,
        result_type: Type<'c>,
        more: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let names = self.names;
        let mut attributes = SmallVec::<[_; 3]>::new();
        attributes.push((names.broadcast_dimensions, mapping.dims));
        attributes.extend(identify(self.context, more));
        let Some(shape) = shape else {
            return self.emit_known(names.broadcast, &[operand], &attributes, result_type);
        };
        for (name, dims) in [
            (names.known_expanding_dimensions, mapping.expanding),
            (names.known_nonexpanding_dimensions, mapping.nonexpanding),
        ] {
            attributes.extend(dims.map(|dims| (name, dims)));
        }
        let operands = [operand, shape];
        self.emit_known(names.dynamic_broadcast, &operands, &attributes, result_type)
    }

    /// Emits `stablehlo.set_dimension_size`, which sets a dim's extent to `size`, a
    /// `tensor<i32>`.
    pub fn emit_set_dimension_size(
        &mut self,
        operand: Value<'c, 'a>,
        dim: usize,
        size: Value<'c, 'a>,
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        let key = EmittedKey::SetSize(ValueKey::new(operand), dim, ValueKey::new(size));
        self.emit_once(key, |emitter| {
            let dimension = dim as i64;
            let attributes = SetDimensionSizeOp { dimension }.attributes(emitter.context);
            let operands = [operand, size];
            emitter.emit_op(
                EmittedOp::SetDimensionSize,
                &operands,
                &attributes,
                result_type,
            )
        })
    }

    /// Emits `vector.broadcast` or `vector.shape_cast`, unless the vector already has the type.
    pub fn emit_vector_op(
        &mut self,
        op: EmittedOp,
        vector: Value<'c, 'a>,
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        if vector.r#type() == r#type {
            return vector;
        }
        let key = EmittedKey::Vector(op, ValueKey::new(vector), r#type.to_raw().ptr as usize);
        self.emit_once(key, |emitter| emitter.emit_op(op, &[vector], &[], r#type))
    }

    /// Calls `emit` to emit a check of `predicate`, unless a scope that encloses the anchor
    /// already has one; returns the check's witness, if it has one.
    pub fn emit_check_once(
        &mut self,
        predicate: Value<'c, 'a>,
        emit: impl FnOnce(&mut Self) -> Option<Value<'c, 'a>>,
    ) -> Option<Value<'c, 'a>> {
        // A check without a witness is kept as the predicate itself.
        let checked = self.emit_once(EmittedKey::Checked(ValueKey::new(predicate)), |emitter| {
            emit(emitter).unwrap_or(predicate)
        });
        (checked != predicate).then_some(checked)
    }

    /// Emits an op without results.
    pub fn emit_effect(
        &mut self,
        op: EmittedOp,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
    ) {
        let name = OpName::new(self.context, op.name());
        let attributes = identify(self.context, attributes);
        self.insert(name, operands, &attributes, &[]);
    }

    /// Emits any op of one result.
    pub fn emit(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        let name = OpName::new(self.context, name);
        self.emit_known(name, operands, attributes, result_type)
    }

    /// Emits any op of one result, whose name has been looked up.
    pub fn emit_known(
        &mut self,
        name: OpName<'c>,
        operands: &[Value<'c, 'a>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        first_result(self.insert(name, operands, attributes, &[result_type]))
    }

    /// Emits any pure op of one result, unless a scope that encloses the anchor already has the
    /// same op.
    pub fn emit_pure(
        &mut self,
        name: &'static str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        let key = OpKey {
            name,
            operands: operands.iter().copied().map(ValueKey::new).collect(),
            // Ops of one name have the same attributes in the same order.
            attributes: attributes
                .iter()
                .map(|(_, attribute)| attribute.to_raw().ptr as usize)
                .collect(),
            result_type: result_type.to_raw().ptr as usize,
        };
        self.emit_once(EmittedKey::Op(Box::new(key)), |emitter| {
            emitter.emit_named(name, operands, attributes, result_type)
        })
    }

    /// Emits a pure op without attributes whose result has the type of its last operand, such as a sum or a choice.
    pub fn emit_like(&mut self, name: &'static str, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let like = operands.last().expect("the op has operands");
        self.emit_pure(name, operands, &[], like.r#type())
    }

    /// Emits an op with a region of one block, whose arguments have these types; `fill` appends
    /// the block's ops, including the terminator.
    pub fn emit_with_block(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
        result_types: &[Type<'c>],
        argument_types: &[Type<'c>],
        fill: impl FnOnce(&mut BlockBuilder<'c, '_>),
    ) -> Vec<Value<'c, 'a>> {
        let attributes = identify(self.context, attributes);
        let location = self
            .anchor()
            .map_or(Location::unknown(self.context), Anchor::location);
        let arguments = argument_types.iter().map(|&argument| (argument, location));
        let block = Block::new(&arguments.collect::<Vec<_>>());
        fill(&mut BlockBuilder::new(self.context, &block, location));
        let region = Region::new();
        region.append_block(block);
        let operation = self.insert_with(name, |builder| {
            builder
                .add_operands(operands)
                .add_attributes(&attributes)
                .add_results(result_types)
                .add_regions([region])
        });
        operation.results().map(Into::into).collect()
    }

    /// Emits an op with a region that does what the block of a function does.
    pub fn emit_with_function_block(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
        result_types: &[Type<'c>],
        function_block: BlockRef<'c, 'a>,
    ) -> Vec<Value<'c, 'a>>
    where
        'c: 'a,
    {
        let parameters = block_arguments(function_block);
        let types = parameters.iter().map(|it| it.r#type()).collect::<Vec<_>>();
        let operations = block_operations(function_block).collect::<Vec<_>>();
        self.emit_with_block(name, operands, attributes, result_types, &types, |block| {
            let arguments = (0..parameters.len()).filter_map(|at| block.argument(at));
            let arguments = arguments.collect::<Vec<_>>();
            let keys = parameters.iter().map(|&it| ValueKey::new(it));
            let values = block.append_copies(&operations, keys, &arguments, |_, _| {});
            block.append(stablehlo::RETURN, &values, &[], &[]);
        })
    }

    /// Emits a cast of a tensor, unless it already has the type.
    pub fn emit_cast(&mut self, value: Value<'c, 'a>, r#type: Type<'c>) -> Value<'c, 'a> {
        if value.r#type() == r#type {
            return value;
        }
        self.emit_op(EmittedOp::TensorCast, &[value], &[], r#type)
    }

    /// Emits one of the emitter's own ops, with one result.
    pub fn emit_op(
        &mut self,
        op: EmittedOp,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        self.emit_named(op.name(), operands, attributes, result_type)
    }

    /// Emits any op of one result; its attributes are given by name.
    pub fn emit_named(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
        result_type: Type<'c>,
    ) -> Value<'c, 'a> {
        let attributes = identify(self.context, attributes);
        self.emit(name, operands, &attributes, result_type)
    }

    fn emit_once(
        &mut self,
        key: EmittedKey,
        emit: impl FnOnce(&mut Self) -> Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        if let Some(value) = self.find(&key) {
            return value;
        }
        let value = emit(self);
        self.insert_emitted(key, value);
        value
    }
}

/// Looks up the names of attributes.
fn identify<'c>(
    context: &'c Context,
    attributes: &[(&str, Attribute<'c>)],
) -> Vec<(Identifier<'c>, Attribute<'c>)> {
    let attributes = attributes.iter();
    attributes
        .map(|&(name, attribute)| (Identifier::new(context, name), attribute))
        .collect()
}

fn first_result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    crate::ir::result(operation, 0).expect("the op was created with one result")
}

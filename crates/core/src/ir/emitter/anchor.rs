//! Where an emitter inserts ops, and which ops it has emitted in which scope.
use super::{
    EmittedKey, EmittedOp, Emitter, first_result,
    place::{Anchor, AnchorPlace, EntryBlock},
};
use crate::{
    dialect::{cf, func, scf, stablehlo},
    ir::{OpName, block_arguments, create, function::result_types, string},
    scoped_map::{ScopeChange, Scoped},
    symbol::Size,
};
use melior::ir::{
    Attribute, Block, BlockLike, BlockRef, Identifier, Location, OperationRef, Region, RegionLike,
    Type, Value, ValueLike,
    attribute::{DenseI32ArrayAttribute, FlatSymbolRefAttribute},
    operation::{OperationBuilder, OperationLike},
};
use rustc_hash::FxHashMap;

/// A region in which ops are being emitted.
#[must_use = "the region has no terminator until it is ended"]
pub struct OpenRegion<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    terminator: EmittedOp,
    outside: Option<Anchor<'c, 'a>>,
}

/// The anchor that was in use before emission moved to the function's entry.
#[must_use = "ops go to the function's entry until this is passed to `end_at_entry`"]
pub struct OutsideEntry<'c, 'a>(Option<Anchor<'c, 'a>>);

impl<'c, 'a> Emitter<'c, 'a> {
    /// Sets the op in front of which ops are emitted.
    ///
    /// Returns false, and changes nothing, if the op is not in a block.
    pub fn set_anchor(&mut self, anchor: OperationRef<'c, 'a>) -> bool {
        let Some(block) = anchor.block() else {
            return false;
        };
        self.anchor = Some(Anchor {
            block,
            place: AnchorPlace::Before(anchor),
            location: anchor.location(),
        });
        true
    }

    /// Emits ops at the end of a block.
    pub fn set_anchor_to_end(&mut self, block: BlockRef<'c, 'a>, location: Location<'c>) {
        self.anchor = Some(Anchor {
            block,
            place: AnchorPlace::End,
            location,
        });
    }

    /// Emits ops in front of another op, which is before the current place.
    pub fn emit_before<T>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        emit: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let anchor = self.anchor;
        self.set_anchor(operation);
        let emitted = emit(self);
        self.anchor = anchor;
        emitted
    }

    /// Returns where ops are emitted; `None` before an anchor is set.
    pub fn anchor(&self) -> Option<Anchor<'c, 'a>> {
        self.anchor
    }

    /// Begins or ends a scope: a block and what it dominates, or one in which no value from outside may
    /// be used.
    pub fn scope(&mut self, change: ScopeChange) {
        self.emitted.scope(change);
        match change {
            ScopeChange::EnterIsolated => self.entries.push(None),
            ScopeChange::ExitIsolated => drop(self.entries.pop()),
            ScopeChange::Enter | ScopeChange::Exit => {}
        }
    }

    /// Begins a scope.
    pub fn enter(&mut self) {
        self.scope(ScopeChange::Enter);
    }

    /// Ends a scope.
    pub fn exit(&mut self) {
        self.scope(ScopeChange::Exit);
    }

    /// Begins an isolated scope.
    pub fn enter_isolated(&mut self) {
        self.scope(ScopeChange::EnterIsolated);
    }

    /// Ends an isolated scope.
    pub fn exit_isolated(&mut self) {
        self.scope(ScopeChange::ExitIsolated);
    }

    /// Sets where [`begin_at_entry`](Self::begin_at_entry) inserts ops at the entry of the
    /// function that is the current isolated scope: after `last` in its first block.
    /// `arguments` maps the names of sizes to the dims of the function's arguments.
    pub fn set_entry(
        &mut self,
        block: BlockRef<'c, 'a>,
        last: Option<OperationRef<'c, 'a>>,
        arguments: FxHashMap<Size, (Value<'c, 'a>, usize)>,
    ) {
        if let Some(entry) = self.entries.last_mut() {
            *entry = Some(EntryBlock {
                anchor: Anchor {
                    block,
                    place: last.map_or(AnchorPlace::Begin, AnchorPlace::After),
                    location: Location::unknown(self.context),
                },
                emitted: FxHashMap::default(),
                arguments,
            });
        }
    }

    /// Returns whether a size is available at the function's entry.
    pub fn is_known_at_entry(&self, size: Size) -> bool {
        self.entry().is_some_and(|entry| {
            let is_emitted = match size {
                Size::Symbol(symbol) => entry.emitted.contains_key(&EmittedKey::Size(symbol)),
                Size::Constant(_) => false,
            };
            is_emitted || entry.arguments.contains_key(&size)
        })
    }

    /// Returns whether a block is the function's entry block.
    pub fn is_entry(&self, block: BlockRef<'c, 'a>) -> bool {
        self.entry()
            .is_some_and(|entry| entry.anchor.block.to_raw().ptr == block.to_raw().ptr)
    }

    /// Inserts all ops up to [`end_at_entry`](Self::end_at_entry) at the function's entry. They
    /// may use only values available there, such as named sizes.
    ///
    /// Returns `None`, and changes nothing, if no entry is set.
    pub fn begin_at_entry(&mut self, location: Location<'c>) -> Option<OutsideEntry<'c, 'a>> {
        let mut anchor = self.entry()?.anchor;
        anchor.location = location;
        self.is_at_entry = true;
        Some(OutsideEntry(self.anchor.replace(anchor)))
    }

    /// Restores the anchor that [`begin_at_entry`](Self::begin_at_entry) replaced.
    pub fn end_at_entry(&mut self, outside: OutsideEntry<'c, 'a>) {
        let anchor = std::mem::replace(&mut self.anchor, outside.0);
        if let (Some(Some(entry)), Some(anchor)) = (self.entries.last_mut(), anchor) {
            entry.anchor = anchor;
        }
        self.is_at_entry = false;
    }

    pub(super) fn entry(&self) -> Option<&EntryBlock<'c, 'a>> {
        self.entries.last()?.as_ref()
    }

    /// Returns a value that was emitted before and is visible at the anchor.
    pub(super) fn find(&self, key: &EmittedKey) -> Option<Value<'c, 'a>> {
        let at_entry = self.entry().and_then(|entry| entry.emitted.get(key));
        let here = || match self.is_at_entry {
            true => None,
            false => self.emitted.get(key),
        };
        at_entry.or_else(here).copied()
    }

    pub(super) fn insert_emitted(&mut self, key: EmittedKey, value: Value<'c, 'a>) {
        match self.entries.last_mut() {
            Some(Some(entry)) if self.is_at_entry => {
                entry.emitted.insert(key, value);
            }
            _ => self.emitted.insert(key, value),
        }
    }

    /// Emits an op of one result and one region, and emits into that region until
    /// [`end_region`](Self::end_region).
    pub fn begin_region(
        &mut self,
        op: EmittedOp,
        operands: &[Value<'c, 'a>],
        result_type: Type<'c>,
        terminator: EmittedOp,
    ) -> OpenRegion<'c, 'a> {
        let region = Region::new();
        region.append_block(Block::new(&[]));
        let operation = self.insert_with(op.name(), |builder| {
            builder
                .add_operands(operands)
                .add_results(&[result_type])
                .add_regions([region])
        });
        let inside = Anchor::end_of(operation, 0);
        self.enter();
        OpenRegion {
            operation,
            terminator,
            outside: self.anchor.replace(inside),
        }
    }

    /// Ends a region, which yields `value`, continues after its op and returns the op's result.
    /// Values emitted in the region are not reused outside it.
    pub fn end_region(
        &mut self,
        region: OpenRegion<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        self.terminate(region.terminator.name(), &[value]);
        self.exit();
        self.anchor = region.outside;
        first_result(region.operation)
    }

    /// Emits an `scf.if` that yields one of two values of a type. Values emitted in one region
    /// are not reused outside it.
    pub fn emit_if(
        &mut self,
        condition: Value<'c, 'a>,
        result_type: Type<'c>,
        then: impl FnOnce(&mut Self) -> Value<'c, 'a>,
        otherwise: impl FnOnce(&mut Self) -> Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let operation = self.emit_choice(
            condition,
            &[result_type],
            |emitter| vec![then(emitter)],
            |emitter| vec![otherwise(emitter)],
        );
        first_result(operation)
    }

    /// Emits an `scf.if` with results of these types.
    pub fn emit_choice(
        &mut self,
        condition: Value<'c, 'a>,
        result_types: &[Type<'c>],
        then: impl FnOnce(&mut Self) -> Vec<Value<'c, 'a>>,
        otherwise: impl FnOnce(&mut Self) -> Vec<Value<'c, 'a>>,
    ) -> OperationRef<'c, 'a> {
        let regions = [(); 2].map(|()| {
            let region = Region::new();
            region.append_block(Block::new(&[]));
            region
        });
        let operation = self.insert_with(scf::IF, |builder| {
            builder
                .add_operands(&[condition])
                .add_results(result_types)
                .add_regions(regions)
        });
        self.emit_in_region(operation, 0, scf::YIELD, then);
        self.emit_in_region(operation, 1, scf::YIELD, otherwise);
        operation
    }

    /// Emits a `stablehlo.optimization_barrier` of a value; `others` distinguish it from other
    /// barriers of the same value. Returns the result that corresponds to the value.
    pub fn emit_barrier(
        &mut self,
        value: Value<'c, 'a>,
        others: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        let operands = [&[value], others].concat();
        let types = operands.iter().map(|operand| operand.r#type());
        let types = types.collect::<Vec<_>>();
        let operation = self.insert_with(stablehlo::OPTIMIZATION_BARRIER, |builder| {
            builder.add_operands(&operands).add_results(&types)
        });
        first_result(operation)
    }

    /// Emits an `scf.for` over the numbers below `count`, an `index`. `body` gets the number
    /// and the carried value, which is `init` at first, and returns the next carried value.
    /// Values emitted in it are not reused outside it.
    pub fn emit_for(
        &mut self,
        count: Value<'c, 'a>,
        init: Value<'c, 'a>,
        body: impl FnOnce(&mut Self, Value<'c, 'a>, Value<'c, 'a>) -> Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let [first, step] = [0, 1].map(|value| self.emit_constant_index(value));
        let location = self
            .anchor
            .map_or(Location::unknown(self.context), Anchor::location);
        let carried = init.r#type();
        let region = Region::new();
        region.append_block(Block::new(&[
            (Type::index(self.context), location),
            (carried, location),
        ]));
        let operation = self.insert_with(scf::FOR, |builder| {
            builder
                .add_operands(&[first, count, step, init])
                .add_results(&[carried])
                .add_regions([region])
        });
        self.emit_in_region(operation, 0, scf::YIELD, |emitter| {
            let block = emitter.anchor.map(|anchor| block_arguments(anchor.block));
            vec![match block.as_deref() {
                Some(&[index, value]) => body(emitter, index, value),
                _ => init,
            }]
        });
        first_result(operation)
    }

    /// Emits a call of a function; returns its results.
    pub fn emit_call(
        &mut self,
        function: OperationRef<'c, 'a>,
        arguments: &[Value<'c, 'a>],
    ) -> Vec<Value<'c, 'a>> {
        let callee = string(function, "sym_name").unwrap_or_default();
        let callee = FlatSymbolRefAttribute::new(self.context, callee).into();
        let attributes = [(Identifier::new(self.context, "callee"), callee)];
        let name = OpName::new(self.context, func::CALL);
        let call = self.insert(name, arguments, &attributes, &result_types(function));
        call.results().map(Into::into).collect()
    }

    /// Ends a block with a branch to the first one of two new blocks if a condition, an `i1`, is true,
    /// and to the second one if not; `None` if the anchor is not in a block of a region.
    pub fn emit_branch(&mut self, condition: Value<'c, 'a>) -> Option<[BlockRef<'c, 'a>; 2]> {
        let block = self.anchor?.block;
        let region = block.parent_region()?;
        let new = [(); 2].map(|()| region.append_block(Block::new(&[])));
        let segments = DenseI32ArrayAttribute::new(self.context, &[1, 0, 0]).into();
        let segments = (
            Identifier::new(self.context, "operandSegmentSizes"),
            segments,
        );
        self.insert_with(cf::COND_BR, |builder| {
            builder
                .add_operands(&[condition])
                .add_attributes(&[segments])
                .add_successors(&[&new[0], &new[1]])
        });
        Some(new)
    }

    /// Emits the return of a function.
    pub fn emit_return(&mut self, results: &[Value<'c, 'a>]) {
        self.insert(OpName::new(self.context, func::RETURN), results, &[], &[]);
    }

    pub(super) fn emit_in_region(
        &mut self,
        operation: OperationRef<'c, 'a>,
        region: usize,
        terminator: &str,
        emit: impl FnOnce(&mut Self) -> Vec<Value<'c, 'a>>,
    ) {
        let outside = self.anchor.replace(Anchor::end_of(operation, region));
        self.enter();
        let values = emit(self);
        self.terminate(terminator, &values);
        self.exit();
        self.anchor = outside;
    }

    fn terminate(&mut self, terminator: &str, values: &[Value<'c, 'a>]) {
        self.insert(OpName::new(self.context, terminator), values, &[], &[]);
    }

    pub(super) fn insert(
        &mut self,
        name: OpName<'c>,
        operands: &[Value<'c, 'a>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
        result_types: &[Type<'c>],
    ) -> OperationRef<'c, 'a> {
        let anchor = self.anchor_mut();
        let operation = create(anchor.location, name, operands, attributes, result_types);
        anchor.insert(operation)
    }

    pub(super) fn insert_with(
        &mut self,
        name: &str,
        build: impl FnOnce(OperationBuilder<'c>) -> OperationBuilder<'c>,
    ) -> OperationRef<'c, 'a> {
        let anchor = self.anchor_mut();
        let operation = build(OperationBuilder::new(name, anchor.location))
            .build()
            .expect("result types are given, so nothing has to be inferred");
        anchor.insert(operation)
    }

    fn anchor_mut(&mut self) -> &mut Anchor<'c, 'a> {
        self.anchor
            .as_mut()
            .expect("an anchor is set before ops are emitted")
    }
}
